// An X server of a test's own, and what its user does: keys, mouse, windows.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace glueball::test {

/// This is a picture of the screen, with three bytes per pixel.
struct Screen {
  int width = 0, height = 0;
  std::vector<std::uint8_t> rgb;
};

class Display {
 public:
  /// An Xvfb of 1400 x 900 on a free number; `dpi` other than 0 is what the desktop says its monitors have.
  /// Null where there is no Xvfb or no xdotool: the case then says that it is skipped.
  static std::unique_ptr<Display> start(int dpi = 0);
  ~Display();

  /// ":93"
  const std::string& name() const { return name_; }
  /// Ends the server at once.
  void kill();

  /// Waits for a visible window with this in its title, at most a minute, gives it the keyboard and returns
  /// its id; empty where none came.
  std::string wait_for_window(const std::string& title) const;
  /// Runs xdotool with these words; returns what it says.
  std::string xdotool(std::vector<std::string> words) const;
  /// "1280x800"
  std::string size_of(const std::string& window) const;
  /// As the button in a window's frame does.
  void close_window(const std::string& window) const;
  /// Returns what the screen shows now.
  Screen look() const;

 private:
  Display() = default;

  std::string name_;
  std::filesystem::path folder_;  ///< of the screen's memory
  int process_ = -1;
};

/// Waits until `condition` holds, at most so many seconds; returns whether it does.
template <class Condition>
bool wait_until(Condition condition, double seconds = 60);

}  // namespace glueball::test

#include <chrono>
#include <thread>

template <class Condition>
bool glueball::test::wait_until(Condition condition, double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return true;
}
