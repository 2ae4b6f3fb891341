// A timeline semaphore that may be of another process.
#pragma once

#include "gpu/timeline.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanTimeline final : public Timeline {
 public:
  /// Whether the driver lets another process have such semaphores, and takes theirs.
  static bool travels(::vk::PhysicalDevice device);

  explicit VulkanTimeline(::vk::Device device);
  /// That which a descriptor stands for, which this takes over if it succeeds.
  VulkanTimeline(::vk::Device device, int descriptor);

  int descriptor() override;
  bool reaches(std::uint64_t value, double seconds) override;
  void raise(std::uint64_t value) override;

  ::vk::Semaphore semaphore() const { return *semaphore_; }

 private:
  ::vk::Device device_;
  ::vk::UniqueSemaphore semaphore_;
};

}  // namespace glueball::gpu::vulkan
