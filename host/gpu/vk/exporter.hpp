// Vulkan memory for buffers of another API.
#pragma once

#include "gpu/exported_memory.hpp"
#include "gpu/vk/instance.hpp"

namespace glueball::gpu::vulkan {

/// A logical device without work. Each allocation is dedicated to a buffer of its own.
class VulkanExporter final : public MemoryExporter {
 public:
  /// Throws Error(device) or vk::SystemError if no such device exports memory as opaque file descriptors.
  VulkanExporter(const Uuid& device, const Uuid& driver);

  std::optional<ExportedMemory> allocate(std::size_t bytes) noexcept override;

 private:
  ::vk::DeviceMemory memory_for(::vk::Buffer buffer, std::uint64_t& bytes) const;

  Messages messages_{{}};
  Instance instance_;
  ::vk::PhysicalDevice physical_;
  ::vk::UniqueDevice device_;
  /// functions of this device; the global ones are those of the last instance
  ::vk::DispatchLoaderDynamic calls_;
};

}  // namespace glueball::gpu::vulkan
