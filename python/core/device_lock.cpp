#include "core/device_lock.hpp"

#include <unistd.h>

#include <atomic>
#include <condition_variable>
#include <map>
#include <mutex>
#include <utility>

#include "app/rational_cache.hpp"
#include "app/setup.hpp"
#include "base/error.hpp"

namespace glueball::python {
namespace {

/// Who has which device, and who waits for which.
struct Waiting {
  std::mutex mutex;
  std::condition_variable freed;
  std::map<std::thread::id, Device*> devices;
};

// Never destroyed: threads may still be about when the program ends.
Waiting& waiting() {
  static auto* const all = new Waiting;
  return *all;
}

std::atomic<pid_t> opened_by = 0;

/// The drivers' threads do not follow a fork, and whoever waits for them there waits for ever.
void require_own_process() {
  pid_t first = 0;
  if (opened_by.compare_exchange_strong(first, ::getpid()) || first == ::getpid()) return;
  throw Error(ErrorKind::device, "a device was opened before this process was forked",
              "open devices after it, or start processes by multiprocessing's spawn");
}

}  // namespace

bool device_was_opened() { return opened_by != 0; }

Device::Device(app::CommonOptions flags, bool window) : flags_(std::move(flags)), setup_(flags_) {
  require_own_process();
  const WithoutPython others_run;
  setup_.device(window);
  let_go();
  app::remember_shared_minimax(flags_.cache());
}

/// A context is one thread's at a time, and the next call may come from another.
void Device::let_go() {
#ifdef GLUEBALL_OPENGL
  if (info().api == gpu::Api::opengl) gpu::opengl::release_current();
#endif
}

/// Whether its user waits, over whatever others, for a device of this thread.
bool Device::waits_for_this_thread() const {
  const auto& devices = waiting().devices;
  for (const Device* at = this; at->depth_ > 0;) {
    if (at->user_ == std::this_thread::get_id()) return true;
    const auto next = devices.find(at->user_);
    if (next == devices.end()) return false;
    at = next->second;
  }
  return false;
}

bool Device::take(std::function<void()>* otherwise) {
  const auto me = std::this_thread::get_id();
  std::unique_lock lock(waiting().mutex);
  while (depth_ > 0 && user_ != me) {
    if (waits_for_this_thread()) {
      if (otherwise != nullptr) left_.push_back(std::move(*otherwise));
      return false;
    }
    waiting().devices[me] = this;
    waiting().freed.wait(lock);
    waiting().devices.erase(me);
  }
  user_ = me;
  ++depth_;
  return true;
}

void Device::give_back() {
  std::unique_lock lock(waiting().mutex);
  while (depth_ == 1 && !left_.empty()) {
    auto left = std::exchange(left_, {});
    lock.unlock();
    for (const auto& work : left) work();
    left.clear();  // which may want the device too
    lock.lock();
  }
  if (depth_ == 1) let_go();
  if (--depth_ > 0) return;
  user_ = {};
  waiting().freed.notify_all();
}

DeviceLock::DeviceLock(Device& device) : device_(device) {
  require_own_process();
  if (nobody_ends_drivers())
    throw Error(ErrorKind::device, "the interpreter ends while another thread uses a device",
                "join all threads before the end");
  if (PyGILState_Check()) released_.emplace();
  if (device.take()) return;
  throw Error(ErrorKind::device,
              device.info().id() + " is in use by a thread that waits for a device of this one",
              "let a callback use the device of its own call alone");
}

DeviceLock::~DeviceLock() { device_.give_back(); }

void use_or_leave(Device& device, std::function<void()> work) {
  if (nobody_ends_drivers()) {
    static_cast<void>(new std::function(std::move(work)));
    return;
  }
  std::optional<WithoutPython> released;
  if (PyGILState_Check()) released.emplace();
  if (!device.take(&work)) return;
  work();
  device.give_back();
}

void ask_python(const py::object& hook, const py::tuple& news) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!hook.is_none()) hook(*news);
}

}  // namespace glueball::python
