// What Python is told in the middle of a long call.
#pragma once

#include <pybind11/pybind11.h>

#include <utility>

#include "core/device_lock.hpp"

namespace glueball::python {

/// A callback, or None, for a thread that has let go of the interpreter.
class Hook {
 public:
  /// To be made, and to end, with the interpreter: before a DeviceLock.
  explicit Hook(py::object call) : call_(std::move(call)) {}
  Hook(const Hook&) = delete;
  Hook& operator=(const Hook&) = delete;

  /// Asks whether there was a Ctrl-C, and calls it. What either raises goes up through the library, which
  /// leaves its call as it does by an error of its own.
  template <class... News>
  void operator()(const News&... news) const {
    const WithPython interpreter;
    ask_python(call_, py::make_tuple(news...));
  }

 private:
  py::object call_;
};

}  // namespace glueball::python
