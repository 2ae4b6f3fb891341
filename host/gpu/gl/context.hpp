// An OpenGL context of one device, without a picture of where it came from.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <string>
#include <vector>

namespace glueball::gpu::opengl {

/// A core-profile context of OpenGL 4.6 or 4.5. Several may live in one process, one is current in a thread
/// at a time; whoever calls a gl function makes its context current first.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Costs a comparison or two where the context is current already. Throws Error(device) when the driver
  /// refuses.
  void make_current();
  /// The same for destructors: false where make_current would throw.
  bool try_current() noexcept;
  /// No longer current in this thread; also for the destructors of the classes below.
  void release() noexcept;
  /// GLFW's window where there is one.
  virtual void* window() const { return nullptr; }

 protected:
  Context() = default;
  virtual bool bind() noexcept = 0;
  /// True while the context is current in this thread, whatever others did behind our back.
  virtual bool bound() const noexcept = 0;
  virtual void unbind() noexcept = 0;
  /// Finds gl functions; two contexts with one loader share their function pointers.
  virtual GLADloadfunc loader() const = 0;

 private:
  bool loaded_ = false;
};

/// A display that EGL reaches without a window system, opaque outside of context.cpp.
struct HeadlessTarget {
  void* display = nullptr;
  bool surfaceless = false;  ///< contexts need no surface
  bool no_config = false;    ///< contexts need no configuration
};

/// The displays of every EGL device; empty where there is no EGL. Initialised once, kept until the process
/// ends: EGL does not count its users, and ending a display would end it for the viewer too.
std::vector<HeadlessTarget> device_targets();
/// What EGL reaches in other ways: Mesa's surfaceless platform, then the default display.
std::vector<HeadlessTarget> fallback_targets();

/// Null where the display has no OpenGL 4.5 core profile.
std::unique_ptr<Context> headless_context(const HeadlessTarget& target, bool debug);

/// What EGL has to say of its last call in this thread, in words.
std::string egl_error();

/// The same behind a hidden GLFW window; on the thread that owns the window system's events.
/// Throws Error(device) where there is no display or no OpenGL 4.5.
std::unique_ptr<Context> window_context(bool debug);

}  // namespace glueball::gpu::opengl
