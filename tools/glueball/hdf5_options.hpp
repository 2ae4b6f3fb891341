// The option --hdf5.
#pragma once

#include <string>

#include "app/options.hpp"

namespace glueball::app {

struct Hdf5Options {
  std::string path;
  const CLI::App* table = nullptr;  ///< of the command
};

/// --hdf5 in the group `group`.
void declare_hdf5(CLI::App& table, Hdf5Options& options, const std::string& group);

}  // namespace glueball::app
