// An OpenGL context of a window, which is hidden at first.
#define GLFW_INCLUDE_NONE  // glad has the declarations of gl
#include <GLFW/glfw3.h>

#include <string>

#include "base/error.hpp"
#include "gpu/device.hpp"
#include "gpu/gl/context.hpp"

namespace glueball::gpu::opengl {
namespace {

class WindowContext final : public Context {
 public:
  explicit WindowContext(GLFWwindow* window) : window_(window) {}
  ~WindowContext() override {
    release();
    glfwDestroyWindow(window_);
  }
  void* window() const override { return window_; }

 private:
  bool bind() noexcept override {
    glfwMakeContextCurrent(window_);
    return glfwGetCurrentContext() == window_;
  }
  bool bound() const noexcept override { return glfwGetCurrentContext() == window_; }
  void unbind() noexcept override { glfwMakeContextCurrent(nullptr); }
  GLADloadfunc loader() const override { return glfwGetProcAddress; }

  GLFWwindow* window_;
};

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

}  // namespace

std::unique_ptr<Context> window_context(bool debug) {
  // glfwTerminate is never called: GLFW does not count its users, and the viewer is one.
  if (!glfwInit())
    throw Error(ErrorKind::device, "GLFW: " + last_error(),
                "a window needs a display; <headless> renders without");
  release_current();  // GLFW briefly makes a new window's context current
  GLFWwindow* window = nullptr;
  for (const int minor : {6, 5}) {
    glfwDefaultWindowHints();
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 4);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, minor);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_DEBUG_CONTEXT, debug ? GLFW_TRUE : GLFW_FALSE);
    window = glfwCreateWindow(1, 1, "glueball", nullptr, nullptr);
    if (window) break;
  }
  const std::string reason = window ? std::string() : last_error();
  glfwDefaultWindowHints();
  if (!window)
    throw Error(ErrorKind::device, "GLFW: no OpenGL 4.5 core profile (" + reason + ")",
                "update the graphics driver");
  auto made = std::make_unique<WindowContext>(window);
  made->make_current();
  return made;
}

}  // namespace glueball::gpu::opengl
