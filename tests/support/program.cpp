#include "support/program.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace glueball::test {
namespace {

struct Pipe {
  int read = -1, write = -1;
  Pipe() {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe");
    read = ends[0];
    write = ends[1];
  }
  void close_write() {
    close(write);
    write = -1;
  }
  ~Pipe() {
    close(read);
    if (write >= 0) close(write);
  }
};

[[noreturn]] void become(const std::vector<std::string>& command, const ProgramOptions& options, int out,
                         int err) {
  std::vector<char*> arguments;
  for (const auto& word : command) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  for (const auto& [name, value] : options.environment) setenv(name.c_str(), value.c_str(), 1);
  const int null = open("/dev/null", O_RDONLY);
  const bool placed = options.directory.empty() || chdir(options.directory.c_str()) == 0;
  if (!placed || dup2(null, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0) _exit(126);
  execvp(arguments[0], arguments.data());
  _exit(127);
}

}  // namespace

int ProgramResult::error_lines() const { return int(std::count(err.begin(), err.end(), '\n')); }

ProgramResult run_command(const std::vector<std::string>& command, const ProgramOptions& options) {
  Pipe out, err;
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("fork");
  if (child == 0) become(command, options, out.write, err.write);
  out.close_write();
  err.close_write();

  ProgramResult result;
  bool interrupted = options.interrupt_after.empty();
  bool killed = !options.kill, again = !options.interrupt_again_after.empty();
  const auto kill_when_due = [&] {
    if (killed || std::count(result.out.begin(), result.out.end(), '\n') < options.kill->lines) return;
    std::this_thread::sleep_for(options.kill->delay);
    kill(child, SIGKILL);
    killed = true;
  };
  kill_when_due();
  pollfd ends[2] = {{out.read, POLLIN, 0}, {err.read, POLLIN, 0}};
  std::string* texts[2] = {&result.out, &result.err};
  while (ends[0].fd >= 0 || ends[1].fd >= 0) {
    poll(ends, 2, -1);
    for (int i = 0; i < 2; ++i) {
      if (ends[i].fd < 0 || ends[i].revents == 0) continue;
      char buffer[4096];
      const ssize_t n = read(ends[i].fd, buffer, sizeof buffer);
      if (n <= 0) {
        ends[i].fd = -1;
      } else {
        texts[i]->append(buffer, std::size_t(n));
      }
    }
    kill_when_due();
    if (!interrupted && result.out_has(options.interrupt_after)) {
      // A step is told before it ends: a second signal needs the first in the midst of the next.
      if (again) std::this_thread::sleep_for(std::chrono::milliseconds(200));
      kill(child, SIGINT);
      interrupted = true;
    }
    if (interrupted && again && result.err_has(options.interrupt_again_after)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(400));  // signals at once count as the same one
      kill(child, SIGINT);
      again = false;
    }
  }
  int status = 0;
  waitpid(child, &status, 0);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

ProgramResult run_program(std::vector<std::string> arguments, const ProgramOptions& options) {
  // The program's place comes from the build through CTest; see tests/CMakeLists.txt.
  const char* program = std::getenv("GLUEBALL_PROGRAM");
  if (program == nullptr) throw std::runtime_error("GLUEBALL_PROGRAM is not set; run this through ctest");
  arguments.insert(arguments.begin(), program);
  return run_command(arguments, options);
}

void check_refused(const ProgramResult& r, int status, const std::string& text) {
  CAPTURE(r.out);
  CAPTURE(r.err);
  CAPTURE(text);
  CHECK(r.status == status);
  CHECK(r.out.empty());
  CHECK(r.error_lines() == 1);
  CHECK(r.err_has(text));
}

std::vector<std::string> lines(const std::string& text) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

}  // namespace glueball::test
