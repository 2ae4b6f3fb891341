// Vulkan memory for buffers of another API.
#pragma once

#include "gpu/exported_memory.hpp"
#include "gpu/vk/instance.hpp"

namespace glueball::gpu::vulkan {

/// A logical device without work, each allocation dedicated to a buffer of its own.
class VulkanExporter final : public MemoryExporter {
 public:
  /// Throws Error(device) or vk::SystemError where no such device exports memory as opaque file descriptors.
  VulkanExporter(const Uuid& device, const Uuid& driver);

  std::optional<ExportedMemory> allocate(std::size_t bytes) noexcept override;

 private:
  ::vk::DeviceMemory memory_for(::vk::Buffer buffer, std::uint64_t& bytes) const;

  Messages messages_{{}};
  Instance instance_;
  ::vk::PhysicalDevice physical_;
  ::vk::UniqueDevice device_;
  ::vk::DispatchLoaderDynamic calls_;  ///< of this device: the process's own are of the instance made last
};

}  // namespace glueball::gpu::vulkan
