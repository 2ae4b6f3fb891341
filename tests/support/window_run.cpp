#include "support/window_run.hpp"

#include <cstdio>

#include "support/mpirun.hpp"

namespace glueball::test {

WindowRun::WindowRun(Display& display, std::vector<std::string> arguments, const std::string& title,
                     int ranks)
    : display_(display) {
  ProgramOptions options;
  options.environment["DISPLAY"] = display.name();
  result_ = std::async(std::launch::async, [arguments, options, ranks] {
    return ranks == 1 ? run_program(arguments, options)
                      : run_ranks_of_program(ranks, arguments, {}, options.environment);
  });
  window_ = display.wait_for_window(title);
}

WindowRun::~WindowRun() {
  if (result_.valid() && !window_.empty()) press({"q"});
}

void WindowRun::press(const std::vector<std::string>& keys) const {
  std::vector<std::string> words{"key", "--window", window_, "--delay", "60"};
  words.insert(words.end(), keys.begin(), keys.end());
  display_.xdotool(words);
}

void WindowRun::click(int x, int y) const {
  // Dear ImGui sees a button that is down in a frame of its own.
  display_.xdotool({"mousemove", "--window", window_, std::to_string(x), std::to_string(y), "sleep", "1",
                    "mousedown", "1", "sleep", "1", "mouseup", "1", "sleep", "1"});
}

void WindowRun::drag(int x, int y, double seconds) const {
  display_.xdotool({"mousemove", "--window", window_, std::to_string(x), std::to_string(y), "sleep", "0.2",
                    "mousedown", "1"});
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  for (int n = 0; runs() && std::chrono::steady_clock::now() < end; ++n)
    display_.xdotool({"mousemove_relative", "--", n / 20 % 2 == 0 ? "5" : "-5", "0", "sleep", "0.05"});
  display_.xdotool({"mouseup", "1"});
}

std::filesystem::path WindowRun::screenshot(const std::filesystem::path& folder) {
  char name[32];
  std::snprintf(name, sizeof name, "view-%04d.png", ++screenshots_);
  const auto path = folder / name;
  press({"p"});
  return wait_until([&] { return std::filesystem::exists(path) || !runs(); }) && std::filesystem::exists(path)
             ? path
             : "";
}

bool WindowRun::runs() const {
  return result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready;
}

ProgramResult WindowRun::end() { return result_.get(); }

}  // namespace glueball::test
