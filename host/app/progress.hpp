// Talk and progress on stderr; data never passes here.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace glueball::app {

/// True when stderr is a terminal that may be coloured: NO_COLOR unset or empty, TERM not "dumb".
bool use_color();

/// Whether nothing below says anything: of ranks, all but one (app/ranks.hpp).
void mute(bool on);

/// Text on stderr. What cannot be said there is lost, and is no reason to stop.
void complain(const std::string& text);

/// A line on stderr, quiet or not; names of files in it as a terminal may see them.
void warn(const std::string& line);

/// Lines on stderr, unless quiet; names of files in them as a terminal may see them, but for line breaks.
void say(bool quiet, const std::string& text);

/// "42 s", "3 min 05 s", "2 h 07 min"
std::string duration(double seconds);

/// "24% 12/50  3 min 05 s left  <note>". On a terminal one line is rewritten; elsewhere a line is printed now
/// and then; quiet, nothing is.
class Progress {
 public:
  enum class Mode { silent, lines, terminal };

  Progress(std::uint64_t total, Mode mode) : total_(total), mode_(mode), begin_(Clock::now()) {}
  Progress(std::uint64_t total, bool quiet);
  ~Progress() { clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(std::uint64_t done, const std::string& note = {});
  /// Removes the line from the terminal, so that something else can be printed.
  void clear();

  /// The text of a line, for a given time since the start. What is left is estimated from what was done after
  /// `begun`, at `begun_seconds`; nothing is said of it before.
  static std::string text(std::uint64_t done, std::uint64_t total, double seconds, const std::string& note,
                          std::uint64_t begun = 0, double begun_seconds = 0);

 private:
  using Clock = std::chrono::steady_clock;
  std::uint64_t total_;
  Mode mode_;
  Clock::time_point begin_;
  std::uint64_t first_ = 0;   ///< what the first update found done: kernels were compiled for it
  double first_seconds_ = 0;  ///< since the start, at that update
  double next_line_ = 0;      ///< seconds since the start
  double line_interval_ = 1;  ///< doubled after every line, up to a minute
  bool shown_ = false;
};

}  // namespace glueball::app
