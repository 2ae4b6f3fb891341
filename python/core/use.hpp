// A device as Python holds it, and the right to use it.
//
// Python's threads may all call; a device takes one at a time. Whoever works on it makes a Use, which lets go
// of the interpreter's lock and takes the device's, in this order: none waits for a device with the
// interpreter locked.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <mutex>
#include <optional>

#include "app/setup.hpp"

namespace glueball::python {

namespace py = pybind11;

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
  friend class Use;
  void let_go();
  app::CommonOptions flags_;
  app::Setup setup_;
  std::recursive_mutex mutex_;
  int depth_ = 0;
};

using DevicePointer = std::shared_ptr<Device>;

class Use {
 public:
  /// Where the interpreter is locked already by somebody else, as in a hook of a long call, there is nothing
  /// to let go of.
  explicit Use(Device& device);
  ~Use();
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;

 private:
  std::optional<py::gil_scoped_release> released_;
  Device& device_;
  std::unique_lock<std::recursive_mutex> lock_;
};

/// Asks Python, in the middle of a long call, whether it was interrupted, and tells `hook` of it, where there
/// is one. What they raise ends the call.
void ask_python(const py::object& hook, const py::tuple& news);

}  // namespace glueball::python
