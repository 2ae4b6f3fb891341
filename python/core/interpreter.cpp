#include "core/interpreter.hpp"

#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>
#ifdef _OPENMP
#include <omp.h>
#endif

namespace glueball::python {
namespace {

/// How long the end of the interpreter waits for callbacks that are at work.
constexpr std::chrono::seconds kPatience{5};

struct Threads {
  std::mutex mutex;
  std::condition_variable changed;
  int inside = 0;   ///< threads that wait for the interpreter, or run a callback in it
  int outside = 0;  ///< threads in calls that have let go of it
  bool ends = false, drivers_left = false;
  std::thread::id ender{};  ///< the thread at which the interpreter ends
};

// Never destroyed: threads may still be about when the program ends. A forked process makes new ones, as
// another thread may have had the lock.
Threads* all_threads = new Threads;

void come_in() {
  std::unique_lock lock(all_threads->mutex);
  if (all_threads->ends && all_threads->ender != std::this_thread::get_id()) {
    lock.unlock();
    for (;;) ::pause();
  }
  ++all_threads->inside;
}

void come_out() {
  const std::lock_guard lock(all_threads->mutex);
  --all_threads->inside;
  all_threads->changed.notify_all();
}

/// At exit drivers wait for their threads. This comes before them, as the last that was registered.
void leave_drivers_alone() {
  ::on_exit(
      [](int status, void*) {
        std::fflush(nullptr);
        ::_exit(status);
      },
      nullptr);
}

}  // namespace

WithoutPython::WithoutPython() {
  {
    const std::lock_guard lock(all_threads->mutex);
    ++all_threads->outside;
  }
  thread_ = PyEval_SaveThread();
}

WithoutPython::~WithoutPython() {
  come_in();
  PyEval_RestoreThread(thread_);
  come_out();
  const std::lock_guard lock(all_threads->mutex);
  --all_threads->outside;
}

WithPython::WithPython() {
  come_in();
  before_ = PyGILState_Ensure();
}

WithPython::~WithPython() {
  PyGILState_Release(before_);
  come_out();
}

bool nobody_ends_drivers() {
  const std::lock_guard lock(all_threads->mutex);
  return all_threads->drivers_left;
}

void end_python() {
  PyThreadState* const thread = PyEval_SaveThread();
  {
    std::unique_lock lock(all_threads->mutex);
    all_threads->ends = true;
    all_threads->ender = std::this_thread::get_id();
    all_threads->changed.wait_for(lock, kPatience, [] { return all_threads->inside == 0; });
    if (all_threads->outside > 0) {
      all_threads->drivers_left = true;
      leave_drivers_alone();
    }
  }
  PyEval_RestoreThread(thread);
}

void after_fork(bool drivers) {
  all_threads = new Threads;
#ifdef _OPENMP
  omp_set_num_threads(1);
#endif
  if (!drivers) return;
  all_threads->drivers_left = true;
  leave_drivers_alone();
}

}  // namespace glueball::python
