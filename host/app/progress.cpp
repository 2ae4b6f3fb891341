#include "app/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string_view>

#include "base/printable.hpp"

namespace glueball::app {
namespace {

bool muted = false;

bool terminal() { return isatty(STDERR_FILENO) != 0; }

std::size_t columns() {
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 10 ? size.ws_col : 80;
}

}  // namespace

bool use_color() {
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return terminal() && (no_color == nullptr || *no_color == 0) &&
         (term == nullptr || std::string_view(term) != "dumb");
}

void mute(bool on) { muted = on; }

bool is_muted() { return muted; }

void complain(const std::string& text) {
  if (!muted) std::fputs(text.c_str(), stderr);
}

void warn(const std::string& line) { complain(printable(line) + "\n"); }

void say(bool quiet, const std::string& text) {
  if (quiet) return;
  std::istringstream lines(text);
  std::string said;
  for (std::string line; std::getline(lines, line);) said += printable(line) + "\n";
  complain(said);
}

std::string duration(double seconds) {
  const auto s = std::llround(std::max(seconds, 0.0));
  if (s < 100) return fmt::format("{} s", s);
  if (s < 6000) return fmt::format("{} min {:02} s", s / 60, s % 60);
  return fmt::format("{} h {:02} min", s / 3600, s / 60 % 60);
}

Progress::Progress(std::uint64_t total, bool quiet)
    : Progress(total, quiet        ? Mode::silent
                      : terminal() ? Mode::terminal
                                   : Mode::lines) {}

std::string Progress::text(std::uint64_t done, std::uint64_t total, double seconds, const std::string& note,
                           std::uint64_t begun, double begun_seconds) {
  const double percent = total ? 100.0 * double(done) / double(total) : 100.0;
  std::string line = fmt::format("{:3.0f}% {}/{}", percent, done, total);
  if (done >= total) {
    line += fmt::format("  {}", duration(seconds));
  } else if (done > begun) {
    line += fmt::format("  {} left",
                        duration((seconds - begun_seconds) / double(done - begun) * double(total - done)));
  }
  return note.empty() ? line : line + "  " + note;
}

void Progress::update(std::uint64_t done, const std::string& note) {
  if (mode_ == Mode::silent) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
  if (first_ == 0) first_ = done, first_seconds_ = seconds;
  std::string line = text(done, total_, seconds, note, first_, first_seconds_);
  if (mode_ == Mode::terminal) {
    // A line that wraps cannot be overwritten.
    line.resize(std::min(line.size(), columns() - 1));
    if (use_color()) line = "\033[36m" + line + "\033[0m";
    complain(fmt::format("\r\033[K{}", line));
    std::fflush(stderr);
    shown_ = true;
    return;
  }
  if (seconds < next_line_ && done < total_) return;
  complain(fmt::format("{}\n", line));
  next_line_ = seconds + line_interval_;
  line_interval_ = std::min(2 * line_interval_, 60.0);
}

void Progress::clear() {
  if (!shown_) return;
  std::fputs("\r\033[K", stderr);
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace glueball::app
