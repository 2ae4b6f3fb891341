// A Vulkan compute pipeline and its descriptor sets.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

#include "gpu/shader.hpp"
#include "gpu/stream.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

class VulkanDevice;

class VulkanPipeline : public Pipeline {
 public:
  VulkanPipeline(VulkanDevice& device, const ShaderBlob& blob, const spirv::ModuleInfo& spirv,
                 const Specialization& constants);

  ::vk::Pipeline pipeline() const { return *pipeline_; }
  ::vk::PipelineLayout layout() const { return *layout_; }
  /// Returns the name of the blob that it was made from.
  const std::string& blob() const { return blob_; }
  /// Returns the same pipeline of another blob; for `take`, once nothing runs.
  ::vk::UniquePipeline remade(const ShaderBlob& blob, const spirv::ModuleInfo& spirv) const;
  void take(::vk::UniquePipeline pipeline, const spirv::ModuleInfo& spirv);
  /// Returns the descriptor set that binds these memories; made once and kept.
  ::vk::DescriptorSet set(std::span<const Binding> bindings);
  /// Returns true if nothing was bound yet.
  bool unused() const { return made_ == 0; }
  /// Drops the sets that refer to a memory about to be freed.
  void forget(std::uint64_t memory_id);

 private:
  ::vk::DescriptorSet make_set(std::span<const Binding> bindings);

  VulkanDevice& device_;
  std::string blob_;
  Specialization constants_;
  ::vk::UniqueDescriptorSetLayout set_layout_;
  ::vk::UniquePipelineLayout layout_;
  ::vk::UniquePipeline pipeline_;
  std::vector<spirv::ModuleBinding> slots_;
  std::vector<::vk::UniqueDescriptorPool> pools_;
  std::size_t made_ = 0;                                            ///< sets taken from the pools so far
  std::map<std::vector<std::uint64_t>, ::vk::DescriptorSet> sets_;  ///< by the ids of the bound memories
  std::vector<::vk::DescriptorSet> free_;
};

}  // namespace glueball::gpu::vulkan
