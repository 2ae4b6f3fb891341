#include "gpu/vk/window.hpp"

#include <GLFW/glfw3.h>

#include <string>

#include "base/error.hpp"
#include "gpu/vk/instance.hpp"

namespace glueball::gpu::vulkan {
namespace {

std::string last_error() {
  const char* text = nullptr;
  glfwGetError(&text);
  return text ? text : "no reason given";
}

}  // namespace

std::vector<const char*> surface_extensions() {
  // glfwTerminate is never called, because GLFW does not count its users.
  if (!glfwInit())
    throw Error(ErrorKind::device, "GLFW: " + last_error(),
                "a window needs a display; <headless> renders without");
  std::uint32_t count = 0;
  const char** names = glfwGetRequiredInstanceExtensions(&count);
  if (!names)
    throw Error(ErrorKind::device, "GLFW: Vulkan cannot show on this display (" + last_error() + ")",
                "use <device opengl>");
  return {names, names + count};
}

SurfaceWindow::SurfaceWindow(::vk::Instance instance) : instance_(instance) {
  glfwDefaultWindowHints();
  glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);
  glfwWindowHint(GLFW_CLIENT_API, GLFW_NO_API);
  window_ = glfwCreateWindow(1, 1, "", nullptr, nullptr);
  glfwDefaultWindowHints();
  if (!window_)
    throw Error(ErrorKind::device, "GLFW: no window (" + last_error() + ")", "<headless> renders without");
  VkSurfaceKHR surface = VK_NULL_HANDLE;
  if (glfwCreateWindowSurface(instance, window_, nullptr, &surface) != VK_SUCCESS) {
    const std::string why = last_error();
    glfwDestroyWindow(window_);
    throw Error(ErrorKind::device, "GLFW: no Vulkan surface (" + why + ")", "use <device opengl>");
  }
  surface_ = surface;
}

SurfaceWindow::~SurfaceWindow() {
  instance_.destroySurfaceKHR(surface_);
  if (!abandoned_) glfwDestroyWindow(window_);
}

}  // namespace glueball::gpu::vulkan
