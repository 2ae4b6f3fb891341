// A Vulkan device: one queue, one stream, its pipelines.
#pragma once

#include <vector>

#include "gpu/device.hpp"
#include "gpu/vk/instance.hpp"
#include "gpu/vk/memory.hpp"
#include "gpu/vk/pipeline.hpp"
#include "gpu/vk/pipeline_cache.hpp"
#include "gpu/vk/stream.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanDevice : public Device {
 public:
  VulkanDevice(int index, const OpenOptions& options);
  ~VulkanDevice() override;

  std::shared_ptr<Memory> allocate(const MemoryShape& shape) override;
  std::shared_ptr<Memory> import_host(std::span<std::byte> memory) override;
  std::shared_ptr<Memory> import_descriptor(int descriptor, std::size_t bytes) override;
  Stream& stream() override { return *stream_; }
  Stream* copies(int lane) override { return copies_[lane].get(); }
  std::shared_ptr<Timeline> make_timeline() override;
  std::shared_ptr<Timeline> import_timeline(int descriptor) override;
  std::size_t staging() const override;

  ::vk::Instance instance() const { return instance_.get(); }
  ::vk::PhysicalDevice physical() const { return physical_; }
  ::vk::Device handle() const { return *device_; }
  ::vk::Queue queue() const { return queue_; }
  std::uint32_t family() const { return family_; }
  /// Returns the families whose queues use buffers; empty if there is only one.
  std::span<const std::uint32_t> buffer_families() const { return buffer_families_; }
  ::vk::Sampler sampler() const { return *sampler_; }
  ModuleCache& modules() { return *modules_; }
  ::vk::PipelineCache pipeline_cache() const { return pipeline_cache_->handle(); }
  /// Returns true if pipelines are made with statistics (OpenOptions::statistics).
  bool tells_statistics() const { return tells_statistics_; }
  VulkanStream& vulkan_stream() { return *stream_; }
  /// Returns a memory type that `types` allows and that has the wanted properties, with the nice ones too if
  /// possible.
  std::uint32_t memory_type(std::uint32_t types, ::vk::MemoryPropertyFlags wanted,
                            ::vk::MemoryPropertyFlags nice = {}) const;
  const std::vector<VulkanPipeline*>& built() const { return built_; }
  /// Waits for work that may use a memory about to be freed, and drops references to it.
  void forget(const VulkanMemory& memory);

 private:
  std::unique_ptr<Pipeline> build(const ShaderBlob&, const spirv::ModuleInfo&,
                                  const Specialization&) override;

  Instance instance_;
  ::vk::PhysicalDevice physical_;
  std::uint32_t family_ = 0;
  bool tells_statistics_ = false;
  bool takes_descriptors_ = false;
  bool timelines_travel_ = false;
  std::vector<std::uint32_t> buffer_families_;
  bool shows_ = false;  ///< true if a presenter queues work of its own
  ::vk::UniqueDevice device_;
  ::vk::Queue queue_;
  ::vk::UniqueSampler sampler_;
  std::unique_ptr<PipelineCache> pipeline_cache_;
  ::vk::PhysicalDeviceMemoryProperties memory_;
  std::vector<VulkanPipeline*> built_;
  std::unique_ptr<VulkanStream> stream_, copies_[2];
};

}  // namespace glueball::gpu::vulkan
