#include "app/signals.hpp"

#include <fmt/format.h>
#include <time.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <initializer_list>

#include "app/progress.hpp"

namespace glueball::app {
namespace {

volatile std::sig_atomic_t g_signal = 0;
timespec g_first{};
char g_said[160];  ///< printed at the first signal; no string, whose memory may be in use then
std::size_t g_length = 0;

extern "C" void remember_signal(int number) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (g_signal == 0) {
    g_first = now;
    g_signal = number;
    const int before = errno;
    [[maybe_unused]] const ssize_t put = ::write(STDERR_FILENO, g_said, g_length);
    errno = before;
    return;
  }
  if (number != SIGINT && number != SIGTERM) return;
  const double since = double(now.tv_sec - g_first.tv_sec) + 1e-9 * double(now.tv_nsec - g_first.tv_nsec);
  if (since < kSameSignal) return;
  std::signal(number, SIG_DFL);
  std::raise(number);
}

}  // namespace

void catch_signals(const std::string& work) {
  const std::string said = work.empty() || is_muted()
                               ? ""
                               : fmt::format("{}finishing {} before stopping; Ctrl-C again stops at once\n",
                                             ::isatty(STDERR_FILENO) != 0 ? "\r\033[K" : "", work);
  g_length = said.copy(g_said, sizeof g_said);
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (const int number : {SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGXCPU}) sigaction(number, &action, nullptr);
  struct sigaction before {};
  sigaction(SIGHUP, nullptr, &before);
  if (before.sa_handler != SIG_IGN) sigaction(SIGHUP, &action, nullptr);  // nohup ignores SIGHUP
}

int caught_signal() { return g_signal; }

}  // namespace glueball::app
