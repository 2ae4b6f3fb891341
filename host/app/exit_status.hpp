// The exit statuses that the programs document.
#pragma once

#include "base/error.hpp"

namespace glueball::app {

/// Exit statuses; stable, scripts rely on them.
enum class Status : int {
  done = 0,
  regression = 1,  ///< `bench --compare` found a kernel slower than before (or a fault of the program itself)
  usage = 2,       ///< a flag, key or value that makes no sense
  bad_input = 3,   ///< a file that is missing, damaged or not what it says, or finds no room on the disk
  device = 4,      ///< no device, not enough memory, a driver fault
  not_converged = 5,  ///< a solver or a run that did not reach its goal
  self_test = 6,      ///< `doctor` found a kernel that disagrees with its CPU twin
};

Status exit_status(ErrorKind kind) noexcept;

}  // namespace glueball::app
