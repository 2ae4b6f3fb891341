// The images of a window, remade whenever its size changes.
#pragma once

#include <vector>

#include "gpu/vk/device.hpp"

namespace glueball::gpu::vulkan {

class Swapchain {
 public:
  /// Throws Error(device) where the device cannot show on the surface, or images of it cannot be copied to.
  Swapchain(VulkanDevice& device, ::vk::SurfaceKHR surface, bool vsync);

  ::vk::Format format() const { return format_.format; }
  ::vk::SwapchainKHR handle() const { return *swapchain_; }
  ::vk::Image image(std::uint32_t n) const { return images_[n]; }
  /// Signalled when image n has been written.
  ::vk::Semaphore written(std::uint32_t n) const { return *written_[n]; }
  /// Images of this size, the window's; false where it has another by now, or none at all. The device must be
  /// idle where images are made anew.
  bool fit(std::uint32_t width, std::uint32_t height);
  /// They no longer suit the window: the next `fit` makes others.
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
