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
  /// Starts with the store's data for this device and driver (VkPhysicalDeviceProperties::pipelineCacheUUID),
  /// if there are any. Without a store the cache exists as long as the device.
  PipelineCache(::vk::PhysicalDevice physical, ::vk::Device device, std::shared_ptr<PipelineStore> store);
  /// Saves the cache if the driver has compiled new pipelines.
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
