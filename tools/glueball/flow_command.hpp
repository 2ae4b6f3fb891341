// The work of glueball flow.
#pragma once

#include <string>
#include <vector>

#include "command.hpp"
#include "hdf5_output.hpp"
#include "run/flow_run.hpp"
#include "run_window.hpp"

namespace glueball::app {

struct FlowOptions : FlowSettings {
  CommonOptions common;
  std::vector<std::string> files;
  std::string action = "wilson", charge = "clover", observables, save;
  bool ignore_checksum = false, save_each = false;
  int precision_of_file = 64, bin = 0;
  WindowOptions window;
  Hdf5Options hdf5;
};

/// Flows each file, prints and saves. Returns the exit status.
int run_flow(const FlowOptions& options, Setup& setup);

}  // namespace glueball::app
