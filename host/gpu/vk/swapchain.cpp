#include "gpu/vk/swapchain.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace glueball::gpu::vulkan {
namespace {

/// Chooses a format that stores a frame's bytes without conversion.
::vk::SurfaceFormatKHR choose(const std::vector<::vk::SurfaceFormatKHR>& formats, const DeviceInfo& device) {
  for (const auto wanted : {::vk::Format::eB8G8R8A8Unorm, ::vk::Format::eR8G8B8A8Unorm})
    for (const auto& f : formats)
      if (f.format == wanted) return f;
  throw Error(ErrorKind::device, device.id() + ": the window has no 8-bit RGBA or BGRA images",
              "use <device opengl>");
}

}  // namespace

Swapchain::Swapchain(VulkanDevice& device, ::vk::SurfaceKHR surface, bool vsync)
    : device_(device), surface_(surface) {
  const ::vk::PhysicalDevice physical = device.physical();
  if (!physical.getSurfaceSupportKHR(device.family(), surface))
    throw Error(ErrorKind::device,
                device.info().id() + " (" + device.info().name + ") cannot show on this display",
                "choose the <device> that drives the monitor, or <headless>");
  if (!(physical.getSurfaceCapabilitiesKHR(surface).supportedUsageFlags &
        ::vk::ImageUsageFlagBits::eTransferDst))
    throw Error(ErrorKind::device, device.info().id() + ": the window's images cannot be copied to",
                "use <device opengl>");
  format_ = choose(physical.getSurfaceFormatsKHR(surface), device.info());
  if (vsync) return;
  const auto modes = physical.getSurfacePresentModesKHR(surface);
  for (const auto wanted : {::vk::PresentModeKHR::eImmediate, ::vk::PresentModeKHR::eMailbox})
    if (std::find(modes.begin(), modes.end(), wanted) != modes.end()) {
      mode_ = wanted;
      break;
    }
}

bool Swapchain::fit(std::uint32_t width, std::uint32_t height) {
  if (fits(width, height)) return true;
  const auto now = device_.physical().getSurfaceCapabilitiesKHR(surface_);
  constexpr std::uint32_t kFree = 0xffffffff;  // the surface takes the size of its images
  const ::vk::Extent2D wanted(width, height);
  if (now.currentExtent.width != kFree && now.currentExtent != wanted) return false;
  const ::vk::Device d = device_.handle();
  const std::uint32_t most = now.maxImageCount ? now.maxImageCount : kFree;
  ::vk::SwapchainCreateInfoKHR info;
  info.setSurface(surface_)
      .setMinImageCount(std::min(now.minImageCount + 1, most))
      .setImageFormat(format_.format)
      .setImageColorSpace(format_.colorSpace)
      .setImageExtent(wanted)
      .setImageArrayLayers(1)
      .setImageUsage(::vk::ImageUsageFlagBits::eTransferDst)
      .setPreTransform(now.currentTransform)
      .setPresentMode(mode_)
      .setClipped(true)
      .setOldSwapchain(*swapchain_);
  const auto opaque = ::vk::CompositeAlphaFlagBitsKHR::eOpaque,
             inherit = ::vk::CompositeAlphaFlagBitsKHR::eInherit;
  info.setCompositeAlpha(now.supportedCompositeAlpha & opaque ? opaque : inherit);
  swapchain_ = d.createSwapchainKHRUnique(info);
  images_ = d.getSwapchainImagesKHR(*swapchain_);
  written_.clear();
  for (std::size_t n = 0; n < images_.size(); ++n) written_.push_back(d.createSemaphoreUnique({}));
  extent_ = wanted;
  return true;
}

}  // namespace glueball::gpu::vulkan
