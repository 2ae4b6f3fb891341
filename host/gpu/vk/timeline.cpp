#include "gpu/vk/timeline.hpp"

#include "gpu/vk/instance.hpp"

namespace glueball::gpu::vulkan {
namespace {

constexpr auto kSemaphoreHandle = ::vk::ExternalSemaphoreHandleTypeFlagBits::eOpaqueFd;

}  // namespace

bool VulkanTimeline::travels(::vk::PhysicalDevice device) {
  if (!has_extension(device, VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME)) return false;
  const ::vk::SemaphoreTypeCreateInfo type(::vk::SemaphoreType::eTimeline, 0);
  ::vk::PhysicalDeviceExternalSemaphoreInfo info(kSemaphoreHandle);
  info.pNext = &type;
  using Feature = ::vk::ExternalSemaphoreFeatureFlagBits;
  const auto features = device.getExternalSemaphoreProperties(info).externalSemaphoreFeatures;
  return (features & Feature::eExportable) && (features & Feature::eImportable);
}

VulkanTimeline::VulkanTimeline(::vk::Device device) : device_(device) {
  const ::vk::ExportSemaphoreCreateInfo exported(kSemaphoreHandle);
  ::vk::SemaphoreTypeCreateInfo type(::vk::SemaphoreType::eTimeline, 0);
  type.pNext = &exported;
  ::vk::SemaphoreCreateInfo info;
  info.pNext = &type;
  semaphore_ = device.createSemaphoreUnique(info);
}

VulkanTimeline::VulkanTimeline(::vk::Device device, int descriptor) : VulkanTimeline(device) {
  device.importSemaphoreFdKHR({*semaphore_, {}, kSemaphoreHandle, descriptor});
}

int VulkanTimeline::descriptor() {
  try {
    return device_.getSemaphoreFdKHR({*semaphore_, kSemaphoreHandle});
  } catch (const ::vk::SystemError&) {
    return -1;
  }
}

bool VulkanTimeline::reaches(std::uint64_t value, double seconds) {
  try {
    return device_.waitSemaphores({{}, *semaphore_, value}, std::uint64_t(seconds * 1e9)) ==
           ::vk::Result::eSuccess;
  } catch (const ::vk::SystemError&) {
    return false;
  }
}

void VulkanTimeline::raise(std::uint64_t value) {
  try {
    device_.signalSemaphore({*semaphore_, value});
  } catch (const ::vk::SystemError&) {
    // The device is lost, and nothing waits for the timeline.
  }
}

}  // namespace glueball::gpu::vulkan
