#include "support/display.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "support/program.hpp"
#include "support/skip.hpp"

#ifdef GLUEBALL_TEST_X11
#include <X11/Xatom.h>
#include <X11/Xlib.h>
#endif

namespace glueball::test {
namespace {

#ifdef GLUEBALL_TEST_X11
/// A client of the server, for what xdotool does not do.
class Client {
 public:
  explicit Client(const std::string& name) : display_(XOpenDisplay(name.c_str())) {
    if (!display_) throw std::runtime_error("no X server on " + name);
  }
  ~Client() { XCloseDisplay(display_); }
  ::Display* get() const { return display_; }
  Atom atom(const char* name) const { return XInternAtom(display_, name, False); }

 private:
  ::Display* display_;
};
#endif

bool installed(const char* program) { return run_command({"which", program}).status == 0; }

/// Returns a big-endian word of the header of an X window dump.
std::uint32_t word(const std::vector<char>& bytes, std::size_t n) {
  const auto* at = reinterpret_cast<const unsigned char*>(bytes.data()) + 4 * n;
  return std::uint32_t(at[0]) << 24 | std::uint32_t(at[1]) << 16 | std::uint32_t(at[2]) << 8 | at[3];
}

}  // namespace

std::unique_ptr<Display> Display::start(int dpi) {
#ifndef GLUEBALL_TEST_X11
  skip("built without X11's library");
  return nullptr;
#else
  for (const char* program : {"Xvfb", "xdotool"})
    if (!installed(program)) {
      skip(std::string(program) + " is not installed");
      return nullptr;
    }
  std::unique_ptr<Display> made(new Display);
  static std::atomic<int> count = 0;
  made->folder_ = std::filesystem::temp_directory_path() /
                  ("glueball-display-" + std::to_string(getpid()) + "-" + std::to_string(count++));
  std::filesystem::create_directories(made->folder_);
  int ends[2];
  if (pipe(ends) != 0) throw std::runtime_error("pipe");
  made->process_ = fork();
  if (made->process_ == 0) {
    const int null = open("/dev/null", O_RDWR);
    dup2(null, 0), dup2(null, 1), dup2(null, 2);
    close(ends[0]);
    const std::string number = std::to_string(ends[1]), folder = made->folder_.string();
    execlp("Xvfb", "Xvfb", "-displayfd", number.c_str(), "-screen", "0", "1400x900x24", "-fbdir",
           folder.c_str(), "-noreset", "-nolisten", "tcp", nullptr);
    _exit(127);
  }
  close(ends[1]);
  std::string number;
  for (char c; read(ends[0], &c, 1) == 1 && c != '\n';) number += c;
  close(ends[0]);
  if (number.empty()) throw std::runtime_error("Xvfb does not start");
  made->name_ = ":" + number;
  if (dpi > 0) {
    const Client client(made->name_);
    const std::string resource = "Xft.dpi:\t" + std::to_string(dpi) + "\n";
    XChangeProperty(client.get(), DefaultRootWindow(client.get()), XA_RESOURCE_MANAGER, XA_STRING, 8,
                    PropModeReplace, reinterpret_cast<const unsigned char*>(resource.data()),
                    int(resource.size()));
  }
  return made;
#endif
}

Display::~Display() {
  kill();
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

void Display::kill() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
  process_ = -1;
  // A server that was killed leaves these files behind.
  std::error_code ignored;
  std::filesystem::remove("/tmp/.X" + name_.substr(1) + "-lock", ignored);
  std::filesystem::remove("/tmp/.X11-unix/X" + name_.substr(1), ignored);
}

std::string Display::xdotool(std::vector<std::string> words) const {
  words.insert(words.begin(), "xdotool");
  ProgramOptions options;
  options.environment["DISPLAY"] = name_;
  return run_command(words, options).out;
}

std::string Display::wait_for_window(const std::string& title) const {
  std::string found;
  wait_until([&] {
    const auto ids = lines(xdotool({"search", "--onlyvisible", "--name", title}));
    if (!ids.empty()) found = ids.back();
    return !found.empty();
  });
  if (!found.empty()) xdotool({"windowfocus", found});
  return found;
}

std::string Display::size_of(const std::string& window) const {
  for (const auto& line : lines(xdotool({"getwindowgeometry", window})))
    if (const auto at = line.find("Geometry: "); at != std::string::npos) return line.substr(at + 10);
  return {};
}

void Display::close_window([[maybe_unused]] const std::string& window) const {
#ifdef GLUEBALL_TEST_X11
  const Client client(name_);
  XEvent event{};
  event.xclient.type = ClientMessage;
  event.xclient.window = std::stoul(window);
  event.xclient.message_type = client.atom("WM_PROTOCOLS");
  event.xclient.format = 32;
  event.xclient.data.l[0] = long(client.atom("WM_DELETE_WINDOW"));
  XSendEvent(client.get(), event.xclient.window, False, NoEventMask, &event);
#endif
}

Screen Display::look() const {
  std::ifstream file(folder_ / "Xvfb_screen0", std::ios::binary);
  const std::vector<char> bytes((std::istreambuf_iterator<char>(file)), {});
  Screen screen;
  if (bytes.size() < 100) return screen;
  // Words of the header (X11/XWDFile.h): its size, width, height, bytes a row, colours of the map that
  // follows it.
  const std::size_t head = word(bytes, 0), row = word(bytes, 12), colours = word(bytes, 19);
  screen.width = int(word(bytes, 4));
  screen.height = int(word(bytes, 5));
  constexpr std::size_t kColourBytes = 12;
  for (int y = 0; y < screen.height; ++y)
    for (int x = 0; x < screen.width; ++x) {
      const std::size_t at =
          head + kColourBytes * colours + std::size_t(y) * row + 4 * std::size_t(x);  // BGRX
      for (const int byte : {2, 1, 0}) screen.rgb.push_back(std::uint8_t(bytes.at(at + std::size_t(byte))));
    }
  return screen;
}

}  // namespace glueball::test
