// Runs the real program and keeps what it said.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace glueball::test {

struct ProgramResult {
  int status = -1;  ///< exit status; 128 + the signal's number when one ended it
  std::string out, err;

  bool out_has(const std::string& text) const { return out.find(text) != std::string::npos; }
  bool err_has(const std::string& text) const { return err.find(text) != std::string::npos; }
  /// Returns the number of lines on stderr.
  int error_lines() const;
};

/// When SIGKILL comes: so long after so many lines on stdout.
struct Kill {
  int lines = 0;
  std::chrono::microseconds delay{};
};

struct ProgramOptions {
  std::map<std::string, std::string> environment;  ///< added to this process's
  std::string directory;                           ///< to run in; empty: this one
  std::string interrupt_after;                     ///< SIGINT is sent once stdout holds this text,
  std::string interrupt_again_after{};             ///< and once more when stderr holds this text
  std::optional<Kill> kill{};
};

/// Runs `command` (found in PATH) with its standard input closed.
ProgramResult run_command(const std::vector<std::string>& command, const ProgramOptions& options = {});

/// Runs the glueball program of this build.
ProgramResult run_program(std::vector<std::string> arguments, const ProgramOptions& options = {});

/// Checks that a command ended with this status and one line that has `text`, and with nothing on stdout.
void check_refused(const ProgramResult& r, int status, const std::string& text);

/// Returns the lines of a text.
std::vector<std::string> lines(const std::string& text);

}  // namespace glueball::test
