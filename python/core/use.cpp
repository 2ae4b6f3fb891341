#include "core/use.hpp"

#include "app/rational_cache.hpp"
#include "app/setup.hpp"

namespace glueball::python {

Device::Device(app::CommonOptions flags, bool window) : flags_(std::move(flags)), setup_(flags_) {
  const py::gil_scoped_release others_go_on;
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

Use::Use(Device& device) : device_(device) {
  if (PyGILState_Check()) released_.emplace();
  lock_ = std::unique_lock(device_.mutex_);
  ++device_.depth_;
}

Use::~Use() {
  if (--device_.depth_ == 0) device_.let_go();
}

void ask_python(const py::object& hook, const py::tuple& news) {
  if (PyErr_CheckSignals() != 0) throw py::error_already_set();
  if (!hook.is_none()) hook(*news);
}

}  // namespace glueball::python
