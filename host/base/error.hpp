// The one exception type of glueball, and the exit statuses the program documents.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace glueball {

/// Exit statuses of the program; stable, scripts rely on them.
enum class Status : int {
  done = 0,
  regression = 1,  ///< `bench --compare` found a kernel slower than before (or a fault of the program itself)
  usage = 2,       ///< a flag, key or value that makes no sense
  bad_input = 3,   ///< a file that is missing, damaged or not what it says, or finds no room on the disk
  device = 4,      ///< no device, not enough memory, a driver fault
  not_converged = 5,  ///< a solver or a run that did not reach its goal
  self_test = 6,      ///< `doctor` found a kernel that disagrees with its CPU twin
};

/// What went wrong, where, and what to try: three short phrases, printed as one line.
class Error : public std::runtime_error {
 public:
  Error(Status status, const std::string& what, const std::string& hint = {})
      : std::runtime_error(hint.empty() ? what : what + "; " + hint), status_(status) {}

  Status status() const noexcept { return status_; }

 private:
  Status status_;
};

/// The disk, or the quota on it, is full. What was being written is not there; what stood in its place still
/// is.
class DiskFull : public Error {
 public:
  explicit DiskFull(const std::string& path, const std::string& hint = "free some space, or write elsewhere")
      : Error(Status::bad_input, path + ": not written, the disk is full", hint), path_(path) {}

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace glueball
