// The option --hdf5.
#pragma once

#include <string>

#include "app/options.hpp"

namespace glueball::app {

struct Hdf5Options {
  std::string path;
  const CLI::App* table = nullptr;  ///< options of the command

  bool wanted() const { return !path.empty(); }
};

/// Declares --hdf5 in the group `group`.
void declare_hdf5(CLI::App& table, Hdf5Options& options, const std::string& group);

}  // namespace glueball::app
