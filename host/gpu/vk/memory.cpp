#include "gpu/vk/memory.hpp"

#include "base/error.hpp"
#include "gpu/vk/device.hpp"

namespace glueball::gpu::vulkan {
namespace {

::vk::Format format_of(TexelFormat format) {
  return format == TexelFormat::rgba32ui  ? ::vk::Format::eR32G32B32A32Uint
         : format == TexelFormat::rgba16i ? ::vk::Format::eR16G16B16A16Sint
         : format == TexelFormat::rg32i   ? ::vk::Format::eR32G32Sint
                                          : ::vk::Format::eR32G32B32A32Sfloat;
}

}  // namespace

VulkanMemory::VulkanMemory(VulkanDevice& device, const MemoryShape& shape) : Memory(shape), device_(device) {
  const ::vk::Device d = device.handle();
  if (shape.is_image()) {
    constexpr auto format = ::vk::Format::eR32G32B32A32Sfloat;
    ::vk::ImageCreateInfo info;
    info.setImageType(::vk::ImageType::e2D)
        .setFormat(format)
        .setExtent({shape.width, shape.height, 1})
        .setMipLevels(1)
        .setArrayLayers(shape.layers)
        .setUsage(::vk::ImageUsageFlagBits::eStorage | ::vk::ImageUsageFlagBits::eSampled |
                  ::vk::ImageUsageFlagBits::eTransferSrc | ::vk::ImageUsageFlagBits::eTransferDst);
    image_ = d.createImageUnique(info);
    allocate(d.getImageMemoryRequirements(*image_));
    d.bindImageMemory(*image_, *memory_, 0);
    image_view_ = d.createImageViewUnique({{},
                                           *image_,
                                           ::vk::ImageViewType::e2DArray,
                                           format,
                                           {},
                                           {::vk::ImageAspectFlagBits::eColor, 0, 1, 0, shape.layers}});
    device.vulkan_stream().make_general(*image_, shape.layers);
    return;
  }
  ::vk::BufferUsageFlags usage = ::vk::BufferUsageFlagBits::eStorageBuffer |
                                 ::vk::BufferUsageFlagBits::eTransferSrc |
                                 ::vk::BufferUsageFlagBits::eTransferDst;
  if (shape.texels != TexelFormat::none) usage |= ::vk::BufferUsageFlagBits::eUniformTexelBuffer;
  if (shape.indirect) usage |= ::vk::BufferUsageFlagBits::eIndirectBuffer;
  ::vk::BufferCreateInfo info({}, shape.bytes, usage);
  share(info);
  buffer_ = d.createBufferUnique(info);
  allocate(d.getBufferMemoryRequirements(*buffer_));
  d.bindBufferMemory(*buffer_, *memory_, 0);
  if (shape.texels != TexelFormat::none)
    texels_ = d.createBufferViewUnique({{}, *buffer_, format_of(shape.texels), 0, VK_WHOLE_SIZE});
}

VulkanMemory::VulkanMemory(VulkanDevice& device, std::span<std::byte> host)
    : Memory({.bytes = host.size()}), device_(device), imported_(true) {
  constexpr auto kHandle = ::vk::ExternalMemoryHandleTypeFlagBits::eHostAllocationEXT;
  const ::vk::ImportMemoryHostPointerInfoEXT source(kHandle, host.data());
  import(kHandle, device.handle().getMemoryHostPointerPropertiesEXT(kHandle, host.data()).memoryTypeBits,
         ::vk::MemoryPropertyFlagBits::eHostCoherent, &source);
}

VulkanMemory::VulkanMemory(VulkanDevice& device, int descriptor, std::size_t bytes)
    : Memory({.bytes = bytes}), device_(device), imported_(true) {
  constexpr auto kHandle = ::vk::ExternalMemoryHandleTypeFlagBits::eOpaqueFd;
  const ::vk::ImportMemoryFdInfoKHR source(kHandle, descriptor);
  import(kHandle, ~0u, ::vk::MemoryPropertyFlagBits::eDeviceLocal, &source);
}

void VulkanMemory::import(::vk::ExternalMemoryHandleTypeFlagBits handle, std::uint32_t types,
                          ::vk::MemoryPropertyFlags wanted, const void* source) {
  const ::vk::Device d = device_.handle();
  const ::vk::ExternalMemoryBufferCreateInfo external(handle);
  ::vk::BufferCreateInfo info({}, bytes(),
                              ::vk::BufferUsageFlagBits::eStorageBuffer |
                                  ::vk::BufferUsageFlagBits::eTransferSrc |
                                  ::vk::BufferUsageFlagBits::eTransferDst);
  info.pNext = &external;
  share(info);
  buffer_ = d.createBufferUnique(info);
  types &= d.getBufferMemoryRequirements(*buffer_).memoryTypeBits;
  ::vk::MemoryAllocateInfo allocation(bytes(), device_.memory_type(types, wanted));
  allocation.pNext = source;
  memory_ = d.allocateMemoryUnique(allocation);
  d.bindBufferMemory(*buffer_, *memory_, 0);
}

/// Shares a buffer among the queues of all families that may use it; this costs a buffer nothing.
void VulkanMemory::share(::vk::BufferCreateInfo& info) const {
  const auto families = device_.buffer_families();
  if (!families.empty()) info.setSharingMode(::vk::SharingMode::eConcurrent).setQueueFamilyIndices(families);
}

VulkanMemory::~VulkanMemory() { device_.forget(*this); }

void VulkanMemory::allocate(const ::vk::MemoryRequirements& requirements) {
  memory_ = device_.handle().allocateMemoryUnique(
      {requirements.size,
       device_.memory_type(requirements.memoryTypeBits, ::vk::MemoryPropertyFlagBits::eDeviceLocal)});
}

HostBuffer::HostBuffer(VulkanDevice& device, std::size_t bytes) : bytes_(bytes) {
  const ::vk::Device d = device.handle();
  buffer_ = d.createBufferUnique(
      {{}, bytes, ::vk::BufferUsageFlagBits::eTransferSrc | ::vk::BufferUsageFlagBits::eTransferDst});
  const auto requirements = d.getBufferMemoryRequirements(*buffer_);
  using Flag = ::vk::MemoryPropertyFlagBits;
  // The host reads results from it, so it is cached if possible.
  memory_ = d.allocateMemoryUnique(
      {requirements.size, device.memory_type(requirements.memoryTypeBits,
                                             Flag::eHostVisible | Flag::eHostCoherent, Flag::eHostCached)});
  d.bindBufferMemory(*buffer_, *memory_, 0);
  data_ = static_cast<std::byte*>(d.mapMemory(*memory_, 0, VK_WHOLE_SIZE));
}

}  // namespace glueball::gpu::vulkan
