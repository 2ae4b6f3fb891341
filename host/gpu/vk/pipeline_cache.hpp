// The driver's cache of compiled pipelines, kept between runs.
#pragma once

#include <memory>
#include <string>

#include "gpu/info.hpp"
#include "gpu/pipeline_store.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class PipelineCache {
 public:
  /// Begins with what the store has for this device and driver
  /// (VkPhysicalDeviceProperties::pipelineCacheUUID), if it has anything; without a store the cache lives as
  /// long as the device.
  PipelineCache(::vk::PhysicalDevice physical, ::vk::Device device, std::shared_ptr<PipelineStore> store);
  /// Saves, if the driver has compiled anything new.
  ~PipelineCache();
  PipelineCache(const PipelineCache&) = delete;
  PipelineCache& operator=(const PipelineCache&) = delete;

  ::vk::PipelineCache handle() const { return *cache_; }

 private:
  ::vk::Device device_;
  std::shared_ptr<PipelineStore> store_;
  std::string name_;
  std::size_t loaded_ = 0;  ///< bytes
  ::vk::UniquePipelineCache cache_;
};

}  // namespace glueball::gpu::vulkan
