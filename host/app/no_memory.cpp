#include "app/no_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstring>
#include <exception>
#include <initializer_list>
#include <new>

#include "app/exit_status.hpp"

namespace glueball::app {
namespace {

/// Drivers, their compilers and configurations allocate memory in pieces up to about this size.
constexpr std::size_t kPiece = std::size_t(256) << 20;

[[noreturn]] void end_in_words() {
  for (const char* text :
       {"glueball: error: ", kNoMemory,
        ", and a thread or a driver gave up; free some memory, raise its limit (ulimit -v), "
        "or choose a smaller --lattice\n"})
    if (write(STDERR_FILENO, text, std::strlen(text)) < 0) break;
  _exit(int(Status::device));
}

extern "C" void explain(int number) {
  if (!has_memory_for_drivers()) end_in_words();
  std::signal(number, SIG_DFL);
  std::raise(number);
}

std::terminate_handler g_before = nullptr;

void explain_exception() {
  try {
    if (const auto thrown = std::current_exception()) std::rethrow_exception(thrown);
  } catch (const std::bad_alloc&) {
    end_in_words();
  } catch (...) {
  }
  g_before();
}

}  // namespace

bool has_memory_for_drivers() {
  void* const piece = mmap(nullptr, kPiece, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (piece == MAP_FAILED) return false;
  munmap(piece, kPiece);
  return true;
}

void explain_ends_without_memory() {
  g_before = std::set_terminate(explain_exception);
  for (const int number : {SIGABRT, SIGSEGV, SIGBUS}) std::signal(number, explain);
}

}  // namespace glueball::app
