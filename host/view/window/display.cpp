#include "view/window/display.hpp"

#include <dlfcn.h>

#include <atomic>

// This declaration is from glfw3native.h, which would need X11's headers. The function is absent if GLFW was
// built for another window system.
extern "C" [[gnu::weak]] void* glfwGetX11Display(void);

namespace glueball::view {
namespace {

std::atomic<bool> g_lost = false;

extern "C" {
int on_error(void*) {
  g_lost = true;
  return 0;
}
void instead_of_exit(void*, void*) { g_lost = true; }
}

template <class F>
F* find(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

}  // namespace

void watch_display() {
  void* const display = glfwGetX11Display ? glfwGetX11Display() : nullptr;
  if (!display) return;
  using Handler = int(void*);
  using ExitHandler = void(void*, void*);
  const auto set_exit = find<void(void*, ExitHandler*, void*)>("XSetIOErrorExitHandler");
  const auto set_handler = find<Handler*(Handler*)>("XSetIOErrorHandler");
  if (!set_exit || !set_handler) return;
  set_handler(on_error);  // the default handler prints its own messages
  set_exit(display, instead_of_exit, nullptr);
}

bool display_lost() { return g_lost; }

}  // namespace glueball::view
