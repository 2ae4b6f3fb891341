// The one exception type of the library: a kind, what is wrong, and what to try.
#pragma once

#include <stdexcept>
#include <string>

namespace glueball {

/// The kind of an error, which tells the caller what to do about it.
enum class ErrorKind {
  bad_value,      ///< a parameter, or a combination of them, makes no sense
  bad_file,       ///< a file is missing, damaged or in the wrong format, or the disk is full
  device,         ///< no device, not enough memory, or a driver's fault
  not_converged,  ///< a solver or a run did not reach its goal
  disagreement,   ///< a kernel or a driver computes other results than the double-precision reference
};

/// An error's message, place and hint: short phrases on one line. A hint names parameters in angle brackets,
/// with a value if it proposes one: "raise <max_iterations>", "try <inner double>". The program prints them
/// as flags (app/wording.hpp).
class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& what, const std::string& hint = {})
      : std::runtime_error(hint.empty() ? what : what + "; " + hint),
        kind_(kind),
        message_(what),
        hint_(hint) {}

  ErrorKind kind() const noexcept { return kind_; }
  /// Returns the message without the hint. It may quote files and their names.
  const std::string& message() const noexcept { return message_; }
  const std::string& hint() const noexcept { return hint_; }

 private:
  ErrorKind kind_;
  std::string message_, hint_;
};

/// The disk, or the quota on it, is full. The file being written is deleted; the file that it should replace
/// still exists.
class DiskFull : public Error {
 public:
  explicit DiskFull(const std::string& path, const std::string& hint = "free some space, or write elsewhere")
      : Error(ErrorKind::bad_file, path + ": not written, the disk is full", hint), path_(path) {}

  const std::string& path() const noexcept { return path_; }

 private:
  std::string path_;
};

}  // namespace glueball
