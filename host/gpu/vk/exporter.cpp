#include "gpu/vk/exporter.hpp"

#include "base/error.hpp"

namespace glueball::gpu::vulkan {
namespace {

constexpr auto kHandle = ::vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd;
// These are all usages of a field.
constexpr ::vk::BufferUsageFlags kUsage =
    ::vk::BufferUsageFlagBits::eStorageBuffer | ::vk::BufferUsageFlagBits::eUniformTexelBuffer |
    ::vk::BufferUsageFlagBits::eIndirectBuffer | ::vk::BufferUsageFlagBits::eTransferSrc |
    ::vk::BufferUsageFlagBits::eTransferDst;

bool exports(::vk::PhysicalDevice device) {
  const auto properties = device.getExternalBufferProperties({{}, kUsage, kHandle}).externalMemoryProperties;
  return bool(properties.externalMemoryFeatures & ::vk::ExternalMemoryFeatureFlagBits::eExportable) &&
         has_extension(device, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
}

::vk::PhysicalDevice find(const Instance& instance, const Uuid& device, const Uuid& driver) {
  for (const auto physical : instance.physical_devices()) {
    const DeviceInfo info = describe(physical, 0);
    if (info.uuid == device && info.driver_uuid == driver && exports(physical)) return physical;
  }
  throw Error(ErrorKind::device, "no Vulkan device of these UUIDs exports its memory");
}

}  // namespace

VulkanExporter::VulkanExporter(const Uuid& device, const Uuid& driver)
    : instance_(messages_, false), physical_(find(instance_, device, driver)) {
  const float priority = 1.0f;
  const ::vk::DeviceQueueCreateInfo queue({}, compute_family(physical_), 1, &priority);
  const char* extension = VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME;
  device_ = physical_.createDeviceUnique(::vk::DeviceCreateInfo({}, queue, {}, extension));
  calls_.init(instance_.get(), VULKAN_HPP_DEFAULT_DISPATCHER.vkGetInstanceProcAddr, *device_,
              VULKAN_HPP_DEFAULT_DISPATCHER.vkGetDeviceProcAddr);
}

::vk::DeviceMemory VulkanExporter::memory_for(::vk::Buffer buffer, std::uint64_t& bytes) const {
  const auto requirements = device_->getBufferMemoryRequirements(buffer, calls_);
  const auto memory = physical_.getMemoryProperties(calls_);
  const ::vk::MemoryDedicatedAllocateInfo dedicated({}, buffer);
  const ::vk::ExportMemoryAllocateInfo exported(kHandle, &dedicated);
  for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type)
    if ((requirements.memoryTypeBits >> type & 1u) &&
        memory.memoryTypes[type].propertyFlags & ::vk::MemoryPropertyFlagBits::eDeviceLocal) {
      bytes = requirements.size;
      return device_->allocateMemory({requirements.size, type, &exported}, nullptr, calls_);
    }
  throw Error(ErrorKind::device, "no memory of the device's own can be exported");
}

std::optional<ExportedMemory> VulkanExporter::allocate(std::size_t bytes) noexcept {
  ::vk::Buffer buffer;
  ::vk::DeviceMemory memory;
  std::optional<ExportedMemory> exported;
  try {
    const ::vk::ExternalMemoryBufferCreateInfo external(kHandle);
    buffer = device_->createBuffer({{}, bytes, kUsage, ::vk::SharingMode::eExclusive, {}, &external}, nullptr,
                                   calls_);
    std::uint64_t size = 0;
    memory = memory_for(buffer, size);
    exported.emplace(device_->getMemoryFdKHR({memory, kHandle}, calls_), size);
  } catch (const std::exception&) {
    // The importer allocates memory of its own, and reports an error if there is none.
  }
  // The descriptor keeps the allocation alive.
  device_->freeMemory(memory, nullptr, calls_);
  device_->destroyBuffer(buffer, nullptr, calls_);
  return exported;
}

std::unique_ptr<MemoryExporter> make_exporter(const Uuid& device, const Uuid& driver) {
  return std::make_unique<VulkanExporter>(device, driver);
}

}  // namespace glueball::gpu::vulkan
