// A Vulkan buffer or a stack of images, with the views that kernels bind.
#pragma once

#include "gpu/memory.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanDevice;

class VulkanMemory : public Memory {
 public:
  VulkanMemory(VulkanDevice& device, const MemoryShape& shape);
  ~VulkanMemory() override;

  ::vk::Buffer buffer() const { return *buffer_; }
  ::vk::BufferView texels() const { return *texels_; }
  ::vk::Image image() const { return *image_; }
  ::vk::ImageView image_view() const { return *image_view_; }

 private:
  void allocate(const ::vk::MemoryRequirements& requirements);

  VulkanDevice& device_;
  ::vk::UniqueDeviceMemory memory_;
  ::vk::UniqueBuffer buffer_;
  ::vk::UniqueBufferView texels_;
  ::vk::UniqueImage image_;
  ::vk::UniqueImageView image_view_;
};

/// A buffer that the host sees, mapped for its whole life.
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
