// A timeline semaphore that processes may share.
#pragma once

#include "gpu/timeline.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanTimeline final : public Timeline {
 public:
  /// Returns true if the driver exports such semaphores to other processes and imports theirs.
  static bool travels(::vk::PhysicalDevice device);

  explicit VulkanTimeline(::vk::Device device);
  /// Imports the semaphore of a descriptor, which this takes over if it succeeds.
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
