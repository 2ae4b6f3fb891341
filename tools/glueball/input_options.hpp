// Input options of commands that read every file format.
#pragma once

#include <optional>

#include "app/options.hpp"
#include "io/read_options.hpp"
#include "options/option_group.hpp"

namespace glueball::app {

struct InputOptions {
  std::optional<Four> lattice;
  bool ignore_checksum = false, allow_non_su3 = false;

  io::ReadOptions read() const {
    io::ReadOptions options;
    options.ignore_checksum = ignore_checksum;
    options.allow_non_su3 = allow_non_su3;
    if (lattice) options.extents = lattice->values;
    return options;
  }
};

/// The group of these options in --help.
inline constexpr const char* kInputGroup = "Input";

inline void declare_input(CLI::App& table, InputOptions& o) {
  const OptionGroup group(table, kInputGroup);
  group.add_plain("--lattice,--extents", o.lattice, "extents x,y,z,t of a file that does not state them",
                  "X,Y,Z,T");
  group.flag("--ignore-checksum", o.ignore_checksum,
             "read on although a checksum or a stored average is wrong");
  group.flag("--allow-non-su3", o.allow_non_su3, "read smeared links or boundary signs too");
}

}  // namespace glueball::app
