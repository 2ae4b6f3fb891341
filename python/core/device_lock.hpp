// A device as Python holds it, and the right to use it.
//
// Python's threads may all call; a device takes one at a time. Whoever works on it takes a DeviceLock, which
// lets go of the interpreter's lock and takes the device, in this order: none waits for a device with the
// interpreter locked. A callback runs while its call has the device; should it want another device, whose
// thread waits for this one, nobody would go on: that is an error of who would wait last.
#pragma once

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/setup.hpp"
#include "core/interpreter.hpp"

namespace glueball::python {

namespace py = pybind11;

/// True if this process, or one that it was forked from, has opened a device.
bool device_was_opened();

class Device {
 public:
  /// Opens it; `window`: it must be able to draw into one. Throws as app::Setup::device does.
  explicit Device(app::CommonOptions flags, bool window = false);

  gpu::Device& gpu() { return setup_.device(); }
  const gpu::DeviceInfo& info() { return setup_.info(); }
  app::Setup& setup() { return setup_; }
  /// The flags that the set-up goes by: to be changed by who uses the device alone.
  app::CommonOptions& flags() { return flags_; }

 private:
  friend class DeviceLock;
  friend void use_or_leave(Device& device, std::function<void()> work);
  /// Waits until it is this thread's. False where that would be for ever; then `otherwise` is left to its
  /// user.
  bool take(std::function<void()>* otherwise = nullptr);
  void give_back();
  bool waits_for_this_thread() const;
  void let_go();
  app::CommonOptions flags_;
  app::Setup setup_;
  // What follows is under a lock that all devices share.
  std::thread::id user_{};
  int depth_ = 0;                            ///< of its user's calls; 0: nobody's
  std::vector<std::function<void()>> left_;  ///< for its user to do at the end
};

/// Closes a device; where that would wait for ever (nobody_ends_drivers()), the process's end does it.
struct EndOfDevice {
  void operator()(Device* device) const {
    if (!nobody_ends_drivers()) delete device;
  }
};
using DevicePointer = std::shared_ptr<Device>;

class DeviceLock {
 public:
  /// Where the interpreter is locked already by somebody else, as in a hook of a long call, there is nothing
  /// to let go of. Throws Error(device) where its user waits for a device of this thread, in a process that
  /// was forked after the device was opened, and where nobody_ends_drivers().
  explicit DeviceLock(Device& device);
  ~DeviceLock();
  DeviceLock(const DeviceLock&) = delete;
  DeviceLock& operator=(const DeviceLock&) = delete;

 private:
  std::optional<WithoutPython> released_;
  Device& device_;
};

/// Does `work`, such as giving back memory, under a DeviceLock; where that would throw, the device's user
/// does it, and where it would wait for ever (nobody_ends_drivers()), nobody: what it holds is never
/// destroyed.
void use_or_leave(Device& device, std::function<void()> work);

/// Asks Python, in the middle of a long call, whether it was interrupted, and tells `hook` of it, where there
/// is one. What they raise ends the call.
void ask_python(const py::object& hook, const py::tuple& news);

}  // namespace glueball::python
