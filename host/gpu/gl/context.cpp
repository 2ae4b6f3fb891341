#include "gpu/gl/context.hpp"

#include <glad/egl.h>

#include <algorithm>
#include <cstdio>

#include "base/error.hpp"
#include "gpu/device.hpp"

namespace glueball::gpu::opengl {
namespace {

thread_local Context* current = nullptr;
// glad's function pointers belong to the process, not to the context. libglvnd's functions dispatch on the
// current context. So the pointers are loaded again only if the loader changes, and once for each context,
// which may have functions that no earlier context had.
GLADloadfunc loaded_with = nullptr;

class HeadlessContext final : public Context {
 public:
  HeadlessContext(EGLDisplay display, EGLContext context, EGLSurface surface)
      : display_(display), context_(context), surface_(surface) {}
  ~HeadlessContext() override {
    release();
    eglDestroyContext(display_, context_);
    if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  }

 private:
  bool bind() noexcept override {
    return eglBindAPI(EGL_OPENGL_API) && eglMakeCurrent(display_, surface_, surface_, context_);
  }
  bool bound() const noexcept override { return eglGetCurrentContext() == context_; }
  void unbind() noexcept override {
    eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  }
  GLADloadfunc loader() const override { return eglGetProcAddress; }

  EGLDisplay display_;
  EGLContext context_;
  EGLSurface surface_;
};

/// Initialises a display, queries it, and appends it to `targets` if it works.
void add_target(std::vector<HeadlessTarget>& targets, EGLDisplay display) {
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return;
  if (gladLoaderLoadEGL(display) < GLAD_MAKE_VERSION(1, 5)) return;
  targets.push_back({display, GLAD_EGL_KHR_surfaceless_context != 0, GLAD_EGL_KHR_no_config_context != 0});
}

/// Loads EGL for queries without a display; returns false if there is no libEGL.
bool load_client() { return gladLoaderLoadEGL(EGL_NO_DISPLAY) != 0; }

EGLContext create(EGLDisplay display, EGLConfig config, bool debug) {
  // A lost device is reported only to contexts that asked for it; a driver that refuses to report it still
  // computes.
  for (const EGLint reset : {EGL_LOSE_CONTEXT_ON_RESET, EGL_NO_RESET_NOTIFICATION})
    for (const EGLint minor : {6, 5}) {
      const EGLint attributes[] = {EGL_CONTEXT_MAJOR_VERSION,
                                   4,
                                   EGL_CONTEXT_MINOR_VERSION,
                                   minor,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_CONTEXT_OPENGL_DEBUG,
                                   debug ? EGL_TRUE : EGL_FALSE,
                                   EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                   reset,
                                   EGL_NONE};
      if (EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, attributes)) return context;
    }
  return EGL_NO_CONTEXT;
}

}  // namespace

bool Context::try_current() noexcept {
  if (current == this && bound()) return true;
  // A thread has one current context: under libglvnd GLX ends the program and EGL refuses while the other API
  // has one.
  if (current && current->loader() != loader()) current->unbind();
  current = nullptr;
  if (!bind()) return false;
  if (!loaded_ || loaded_with != loader()) {
    if (gladLoadGL(loader()) < GLAD_MAKE_VERSION(4, 5)) {
      unbind();
      return false;
    }
    loaded_with = loader();
    loaded_ = true;
  }
  current = this;
  return true;
}

void Context::make_current() {
  if (!try_current())
    throw Error(ErrorKind::device, "OpenGL: the context cannot be made current",
                "a device serves one thread at a time; or its driver was lost");
}

void Context::release() noexcept {
  if (current != this) return;
  unbind();
  current = nullptr;
}

void release_current() noexcept {
  if (current) current->release();
}

std::vector<HeadlessTarget> device_targets() {
  std::vector<HeadlessTarget> targets;
  if (!load_client() || !GLAD_EGL_EXT_platform_device || !eglQueryDevicesEXT || !eglGetPlatformDisplayEXT)
    return targets;
  EGLint count = 0;
  if (!eglQueryDevicesEXT(0, nullptr, &count) || count <= 0) return targets;
  std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
  if (!eglQueryDevicesEXT(count, devices.data(), &count)) return targets;
  devices.resize(static_cast<std::size_t>(std::max(count, 0)));
  for (EGLDeviceEXT device : devices)
    add_target(targets, eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, device, nullptr));
  return targets;
}

std::vector<HeadlessTarget> fallback_targets() {
  std::vector<HeadlessTarget> targets;
  if (!load_client()) return targets;
  if (GLAD_EGL_MESA_platform_surfaceless && eglGetPlatformDisplayEXT)
    add_target(targets, eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr));
  add_target(targets, eglGetDisplay(EGL_DEFAULT_DISPLAY));
  return targets;
}

std::string egl_error() {
  const EGLint code = eglGetError();
  char text[32];
  std::snprintf(text, sizeof text, "EGL error 0x%04x", unsigned(code));
  return code == EGL_SUCCESS ? "no EGL error" : text;
}

std::unique_ptr<Context> headless_context(const HeadlessTarget& target, bool debug) {
  // NVIDIA's driver ends EGL's displays with the last Vulkan instance (docs/drivers.md). A second
  // initialisation costs nothing on other drivers.
  if (!eglInitialize(target.display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) return nullptr;
  EGLConfig config = EGL_NO_CONFIG_KHR;
  if (!target.no_config || !target.surfaceless) {
    const EGLint wanted[] = {EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_SURFACE_TYPE,
                             target.surfaceless ? EGL_DONT_CARE : EGL_PBUFFER_BIT, EGL_NONE};
    EGLint count = 0;
    if (!eglChooseConfig(target.display, wanted, &config, 1, &count) || count == 0) return nullptr;
  }
  EGLSurface surface = EGL_NO_SURFACE;
  if (!target.surfaceless) {
    const EGLint size[] = {EGL_WIDTH, 1, EGL_HEIGHT, 1, EGL_NONE};
    surface = eglCreatePbufferSurface(target.display, config, size);
    if (surface == EGL_NO_SURFACE) return nullptr;
  }
  const EGLContext context = create(target.display, config, debug);
  if (context == EGL_NO_CONTEXT) {
    if (surface != EGL_NO_SURFACE) eglDestroySurface(target.display, surface);
    return nullptr;
  }
  auto made = std::make_unique<HeadlessContext>(target.display, context, surface);
  if (!made->try_current()) return nullptr;
  return made;
}

}  // namespace glueball::gpu::opengl
