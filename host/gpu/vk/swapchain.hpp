// The images of a window, remade whenever its size changes.
#pragma once

#include <vector>

#include "gpu/vk/device.hpp"

namespace glueball::gpu::vulkan {

class Swapchain {
 public:
  /// Throws Error(device) if the device cannot present on the surface, or images of it cannot be copied to.
  Swapchain(VulkanDevice& device, ::vk::SurfaceKHR surface, bool vsync);

  ::vk::Format format() const { return format_.format; }
  ::vk::SwapchainKHR handle() const { return *swapchain_; }
  ::vk::Image image(std::uint32_t n) const { return images_[n]; }
  /// Returns the semaphore that is signalled when image n has been written.
  ::vk::Semaphore written(std::uint32_t n) const { return *written_[n]; }
  /// Makes images of this size, the window's; returns false if the window has another size by now, or is
  /// gone. The device must be idle if images are made anew.
  bool fit(std::uint32_t width, std::uint32_t height);
  /// Marks the images as outdated: the next `fit` makes others.
  void outdate() { extent_ = ::vk::Extent2D(); }
  bool fits(std::uint32_t width, std::uint32_t height) const {
    return extent_ == ::vk::Extent2D(width, height);
  }

 private:
  VulkanDevice& device_;
  ::vk::SurfaceKHR surface_;
  ::vk::SurfaceFormatKHR format_;
  ::vk::PresentModeKHR mode_ = ::vk::PresentModeKHR::eFifo;
  ::vk::Extent2D extent_;
  ::vk::UniqueSwapchainKHR swapchain_;
  std::vector<::vk::Image> images_;
  std::vector<::vk::UniqueSemaphore> written_;
};

}  // namespace glueball::gpu::vulkan
