// GLFW's side of Vulkan: a window without a context, and its surface.
#pragma once

#include "gpu/vk/vulkan.hpp"

struct GLFWwindow;

namespace glueball::gpu::vulkan {

/// A hidden window of one pixel and the surface on it.
class SurfaceWindow {
 public:
  /// Throws Error(device) if the window system refuses.
  explicit SurfaceWindow(::vk::Instance instance);
  ~SurfaceWindow();
  SurfaceWindow(const SurfaceWindow&) = delete;
  SurfaceWindow& operator=(const SurfaceWindow&) = delete;

  /// Marks the display as gone: the window system is not called any more.
  void abandon() { abandoned_ = true; }
  GLFWwindow* window() const { return window_; }
  ::vk::SurfaceKHR surface() const { return surface_; }

 private:
  ::vk::Instance instance_;
  GLFWwindow* window_ = nullptr;
  ::vk::SurfaceKHR surface_;
  bool abandoned_ = false;
};

}  // namespace glueball::gpu::vulkan
