#include "app/signals.hpp"

#include <csignal>

namespace glueball::app {
namespace {
volatile std::sig_atomic_t g_signal = 0;
extern "C" void remember_signal(int number) { g_signal = number; }
}  // namespace

void catch_signals() {
  struct sigaction action {};
  action.sa_handler = remember_signal;
  action.sa_flags = SA_RESETHAND | SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

int caught_signal() { return g_signal; }

}  // namespace glueball::app
