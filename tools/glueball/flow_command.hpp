// The work of glueball flow.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "hdf5_output.hpp"
#include "options/run_window.hpp"
#include "run/flow_run.hpp"

namespace glueball::app {

struct FlowOptions : FlowSettings {
  CommonOptions common;
  std::vector<std::string> files;
  std::string action = "wilson", charge = "clover", observables, save, output, resume;
  std::vector<std::string> plots;
  std::string defaults;  ///< defaults of all options as TOML
  bool ignore_checksum = false, save_each = false;
  int precision_of_file = 64, bin = 0;
  WindowOptions window;
  Hdf5Options hdf5;
};

/// Flows each file, prints, saves and draws. `config` is the options. Returns the exit status.
int run_flow(const FlowOptions& options, const ConfigValues& config, Setup& setup);

}  // namespace glueball::app
