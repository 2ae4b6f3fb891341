// A Vulkan buffer or a stack of images, with the views that kernels bind.
#pragma once

#include <span>

#include "gpu/memory.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanDevice;

class VulkanMemory : public Memory {
 public:
  VulkanMemory(VulkanDevice& device, const MemoryShape& shape);
  /// Makes a buffer over memory of the host (Device::import_host).
  VulkanMemory(VulkanDevice& device, std::span<std::byte> host);
  /// Makes a buffer over memory of another API (Device::import_descriptor). Takes over the descriptor if it
  /// succeeds.
  VulkanMemory(VulkanDevice& device, int descriptor, std::size_t bytes);
  ~VulkanMemory() override;

  bool imported() const override { return imported_; }

  ::vk::Buffer buffer() const { return *buffer_; }
  ::vk::BufferView texels() const { return *texels_; }
  ::vk::Image image() const { return *image_; }
  ::vk::ImageView image_view() const { return *image_view_; }

 private:
  void import(::vk::ExternalMemoryHandleTypeFlagBits handle, std::uint32_t types,
              ::vk::MemoryPropertyFlags wanted, const void* source);
  void allocate(const ::vk::MemoryRequirements& requirements);
  void share(::vk::BufferCreateInfo& info) const;

  VulkanDevice& device_;
  bool imported_ = false;
  ::vk::UniqueDeviceMemory memory_;
  ::vk::UniqueBuffer buffer_;
  ::vk::UniqueBufferView texels_;
  ::vk::UniqueImage image_;
  ::vk::UniqueImageView image_view_;
};

/// A buffer that the host can access, mapped as long as it exists.
class HostBuffer {
 public:
  HostBuffer() = default;
  HostBuffer(VulkanDevice& device, std::size_t bytes);

  ::vk::Buffer buffer() const { return *buffer_; }
  std::byte* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }

 private:
  ::vk::UniqueDeviceMemory memory_;
  ::vk::UniqueBuffer buffer_;
  std::byte* data_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace glueball::gpu::vulkan
