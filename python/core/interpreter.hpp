// The interpreter's lock, in processes that are forked and at the end of the interpreter.
//
// A thread that asks for the interpreter while it ends is ended by CPython itself, which unwinds its stack:
// through C++ that aborts the process. Here such a thread stops for good instead, and the interpreter does
// not end while one is on its way in.
#pragma once

#include <pybind11/pybind11.h>

namespace glueball::python {

/// Lets other threads have the interpreter while it lives. To be made by who has it.
class WithoutPython {
 public:
  WithoutPython();
  ~WithoutPython();
  WithoutPython(const WithoutPython&) = delete;
  WithoutPython& operator=(const WithoutPython&) = delete;

 private:
  PyThreadState* thread_ = nullptr;
};

/// Has the interpreter while it lives, on a thread that may have let go of it.
class WithPython {
 public:
  WithPython();
  ~WithPython();
  WithPython(const WithPython&) = delete;
  WithPython& operator=(const WithPython&) = delete;

 private:
  PyGILState_STATE before_;
};

/// True where drivers' threads are gone, in a forked process, or may be at work for a thread that was left
/// behind at the end of the interpreter: closing a device would wait for them for ever.
bool nobody_ends_drivers();

/// Called by Python as its end begins: other threads do not come back to it from then on.
void end_python();

/// Called by Python in a forked process. `drivers`: devices were opened before, whose drivers cannot be
/// closed there. OpenMP's threads are gone as well: loops go on with one.
void after_fork(bool drivers);

}  // namespace glueball::python
