// An OpenGL context of one device, whatever created it.
#pragma once

#include <glad/gl.h>

#include <memory>
#include <string>
#include <vector>

namespace glueball::gpu::opengl {

/// A core-profile context of OpenGL 4.6 or 4.5. Several may exist in one process; one is current in a thread
/// at a time. A caller of a gl function must make its context current first.
class Context {
 public:
  virtual ~Context() = default;
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  /// Makes the context current; a comparison or two if it is current already. Throws Error(device) if the
  /// driver refuses.
  void make_current();
  /// Does the same for destructors; returns false where make_current would throw.
  bool try_current() noexcept;
  /// Makes the context not current in this thread; also called by the destructors of derived classes.
  void release() noexcept;
  /// Returns GLFW's window; null if there is none.
  virtual void* window() const { return nullptr; }

 protected:
  Context() = default;
  virtual bool bind() noexcept = 0;
  /// Returns true if the context is current in this thread, even if other code has changed that.
  virtual bool bound() const noexcept = 0;
  virtual void unbind() noexcept = 0;
  /// Returns the function that finds gl functions; two contexts with one loader share their function
  /// pointers.
  virtual GLADloadfunc loader() const = 0;

 private:
  bool loaded_ = false;
};

/// A display that EGL reaches without a window system; only context.cpp uses its members.
struct HeadlessTarget {
  void* display = nullptr;
  bool surfaceless = false;  ///< contexts need no surface
  bool no_config = false;    ///< contexts need no configuration
};

/// Returns the displays of every EGL device; empty if there is no EGL. They are initialised once and kept
/// until the process ends. EGL does not count its users, so ending a display would end it for the viewer too.
std::vector<HeadlessTarget> device_targets();
/// Returns displays that EGL reaches otherwise: Mesa's surfaceless platform, then the default display.
std::vector<HeadlessTarget> fallback_targets();

/// Makes a context; null if the display has no OpenGL 4.5 core profile.
std::unique_ptr<Context> headless_context(const HeadlessTarget& target, bool debug);

/// Returns EGL's error of its last call in this thread, in words.
std::string egl_error();

/// Makes a context with a hidden GLFW window, on the thread that owns the window system's events. Throws
/// Error(device) if there is no display or no OpenGL 4.5.
std::unique_ptr<Context> window_context(bool debug);

}  // namespace glueball::gpu::opengl
