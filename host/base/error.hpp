// The one exception type of the library: a kind, what is wrong, and what to try.
#pragma once

#include <stdexcept>
#include <string>

namespace glueball {

/// Whose fault it is, and so what the caller can do about it.
enum class ErrorKind {
  bad_value,      ///< a parameter, or a combination of them, that makes no sense
  bad_file,       ///< a file that is missing, damaged or not what it says, or finds no room on the disk
  device,         ///< no device, not enough memory, a driver's fault
  not_converged,  ///< a solver or a run that did not reach its goal
  disagreement,   ///< a kernel or a driver whose result is not that of the double-precision reference
};

/// What went wrong, where, and what to try: short phrases, one line. A hint names parameters in angle
/// brackets, with a value where it proposes one: "raise <max_iterations>", "try <inner double>". Who prints
/// it says them as the reader gives them: the program as flags (app/wording.hpp).
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what, const std::string& hint = {})
      : std::runtime_error(hint.empty() ? what : what + "; " + hint),
        kind_(kind),
        message_(what),
        hint_(hint) {}

  ErrorKind kind() const noexcept { return kind_; }
  /// What went wrong, which may quote files and their names, without the hint.
  const std::string& message() const noexcept { return message_; }
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorKind kind_;
  std::string message_, hint_;
};

/// The disk, or the quota on it, is full. What was being written is not there; what stood in its place still
/// is.
class DiskFull : public Error {
 public:
  explicit DiskFull(const std::string& path, const std::string& hint = "free some space, or write elsewhere")
      : Error(ErrorKind::bad_file, path + ": not written, the disk is full", hint), path_(path) {}

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace glueball
