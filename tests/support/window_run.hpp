// This runs the program with a window on a display of the test's own.
#pragma once

#include <chrono>
#include <filesystem>
#include <future>
#include <string>
#include <vector>

#include "support/display.hpp"
#include "support/program.hpp"

namespace glueball::test {

class WindowRun {
 public:
  /// Starts `glueball ARGUMENTS...`, waits for its window and for its first whole frame. `display` must
  /// outlive this. Several ranks under mpirun.
  WindowRun(Display& display, std::vector<std::string> arguments, const std::string& title = "glueball",
            int ranks = 1);
  ~WindowRun();

  const std::string& window() const { return window_; }
  /// Presses a key, or several one after the other, by their names in X: "space", "bracketleft".
  void press(const std::vector<std::string>& keys) const;
  /// Clicks at a place of the window.
  void click(int x, int y) const;
  /// Holds the button down at a place of the window and moves to and fro for so many seconds, or until the
  /// program ends.
  void drag(int x, int y, double seconds) const;
  /// Presses p, and waits for the next screenshot in `folder`; its path, empty where none came.
  std::filesystem::path screenshot(const std::filesystem::path& folder);
  /// True while the program runs.
  bool runs() const;
  /// Waits for its end; that the test asked for it is the test's affair.
  ProgramResult end();

 private:
  Display& display_;
  std::future<ProgramResult> result_;
  std::string window_;
  int screenshots_ = 0;
};

}  // namespace glueball::test
