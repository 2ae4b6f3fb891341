// The exit statuses that the programs document.
#pragma once

#include "base/error.hpp"

namespace glueball::app {

/// Exit statuses. They are stable, because scripts rely on them.
enum class Status : int {
  done = 0,
  regression = 1,  ///< `bench --compare` found a kernel slower than before, or the program itself has a fault
  usage = 2,       ///< a flag, key or value makes no sense
  bad_input = 3,   ///< a file is missing, damaged or in the wrong format, or the disk is full
  device = 4,      ///< no device, not enough memory, or a driver fault
  not_converged = 5,  ///< a solver or a run did not reach its goal
  self_test = 6,      ///< `doctor` found a kernel that disagrees with its CPU reference
};

Status exit_status(ErrorKind kind) noexcept;

}  // namespace glueball::app
