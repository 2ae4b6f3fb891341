// Messages and progress on stderr. Data is never printed here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace glueball::app {

/// Returns true if stderr is a terminal that may be coloured: NO_COLOR unset or empty, TERM not "dumb".
bool use_color();

/// Silences all functions below; all ranks but one do so (app/ranks.hpp).
void mute(bool on);
bool is_muted();

/// Prints text on stderr. Text that cannot be printed is lost without an error.
void complain(const std::string& text);

/// Prints a line on stderr even if quiet; control characters of file names are escaped.
void warn(const std::string& line);

/// Prints lines on stderr unless quiet; control characters of file names are escaped, line breaks are not.
void say(bool quiet, const std::string& text);

/// Returns "42 s", "3 min 05 s" or "2 h 07 min".
std::string duration(double seconds);

/// Shows "24% 12/50  3 min 05 s left  <note>". A terminal has one line that is overwritten. Elsewhere a line
/// is printed now and then. Quiet runs print nothing.
class Progress {
 public:
  enum class Mode { silent, lines, terminal };

  Progress(std::uint64_t total, Mode mode) : total_(total), mode_(mode), begin_(Clock::now()) {}
  Progress(std::uint64_t total, bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::uint64_t done, const std::string& note = {});
  /// Removes the line from the terminal, so that other text can be printed.
  void clear();

  /// Returns the text of a line for a given time since the start. The time left is estimated from the steps
  /// after `begun`, which was reached at `begun_seconds`; before that it is left out.
  static std::string text(std::uint64_t done, std::uint64_t total, double seconds, const std::string& note,
                          std::uint64_t begun = 0, double begun_seconds = 0);

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t total_;
  Mode mode_;
  Clock::time_point begin_;
  std::uint64_t first_ = 0;   ///< steps done at the first update, for which kernels were compiled
  double first_seconds_ = 0;  ///< since the start, at that update
  double next_line_ = 0;      ///< seconds since the start
  double line_interval_ = 1;  ///< doubled after every line, up to a minute
  bool shown_ = false;
};

}  // namespace glueball::app
