#include "gpu/vk/pipeline.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "gpu/bound_memory.hpp"
#include "gpu/vk/device.hpp"
#include "gpu/vk/memory.hpp"
#include "spirv/specialize.hpp"

namespace glueball::gpu::vulkan {
namespace {

::vk::DescriptorType descriptor_type(ResourceKind kind) {
  switch (kind) {
    case ResourceKind::storage_buffer:
      return ::vk::DescriptorType::eStorageBuffer;
    case ResourceKind::texel_buffer:
      return ::vk::DescriptorType::eUniformTexelBuffer;
    case ResourceKind::sampled_image:
      return ::vk::DescriptorType::eCombinedImageSampler;
    case ResourceKind::storage_image:
      return ::vk::DescriptorType::eStorageImage;
  }
  return {};
}

std::string text_of(const ::vk::PipelineExecutableStatisticKHR& s) {
  switch (s.format) {
    case ::vk::PipelineExecutableStatisticFormatKHR::eBool32:
      return s.value.b32 ? "yes" : "no";
    case ::vk::PipelineExecutableStatisticFormatKHR::eInt64:
      return std::to_string(s.value.i64);
    case ::vk::PipelineExecutableStatisticFormatKHR::eUint64:
      return std::to_string(s.value.u64);
    case ::vk::PipelineExecutableStatisticFormatKHR::eFloat64:
      return std::to_string(s.value.f64);
  }
  return {};
}

DriverFigures figures_of(::vk::Device device, ::vk::Pipeline pipeline) {
  DriverFigures figures;
  const auto executables = device.getPipelineExecutablePropertiesKHR({pipeline});
  for (std::uint32_t n = 0; n < executables.size(); ++n)
    for (const auto& s : device.getPipelineExecutableStatisticsKHR({pipeline, n}))
      figures.emplace_back(s.name.data(), text_of(s));
  return figures;
}

}  // namespace

VulkanPipeline::VulkanPipeline(VulkanDevice& device, const ShaderBlob& blob, const spirv::ModuleInfo& spirv,
                               const Specialization& constants)
    : device_(device), blob_(blob.name), constants_(constants), slots_(spirv.bindings) {
  const ::vk::Device d = device.handle();
  std::vector<::vk::DescriptorSetLayoutBinding> bindings;
  for (const auto& slot : slots_)
    bindings.push_back({slot.slot, descriptor_type(slot.kind), 1, ::vk::ShaderStageFlagBits::eCompute});
  set_layout_ = d.createDescriptorSetLayoutUnique({{}, bindings});

  ::vk::PipelineLayoutCreateInfo layout;
  layout.setSetLayouts(*set_layout_);
  const ::vk::PushConstantRange range(::vk::ShaderStageFlagBits::eCompute, 0,
                                      (spirv.argument_bytes + 3u) & ~3u);
  if (spirv.argument_bytes) layout.setPushConstantRanges(range);
  layout_ = d.createPipelineLayoutUnique(layout);
  pipeline_ = remade(blob, spirv);
  if (device_.tells_statistics()) figures = figures_of(d, *pipeline_);
}

void VulkanPipeline::take(::vk::UniquePipeline pipeline, const spirv::ModuleInfo& spirv) {
  pipeline_ = std::move(pipeline);
  info = spirv;
}

::vk::UniquePipeline VulkanPipeline::remade(const ShaderBlob& blob, const spirv::ModuleInfo& spirv) const {
  const ::vk::Device d = device_.handle();
  std::vector<::vk::SpecializationMapEntry> entries;
  std::vector<std::uint32_t> values;
  for (const auto& [id, value] : constants_)
    if (spirv::is_open(id)) {
      entries.push_back({id, std::uint32_t(values.size() * 4), 4});
      values.push_back(value);
    }
  const ::vk::SpecializationInfo sizes(std::uint32_t(entries.size()), entries.data(), values.size() * 4,
                                       values.data());
  ModuleCache& modules = device_.modules();
  const auto [words, claim] =
      modules.specialized(blob, spirv, constants_, modules.optimization(device_.info().type));
  const auto module = d.createShaderModuleUnique({{}, words.size() * sizeof(std::uint32_t), words.data()});
  const ::vk::PipelineShaderStageCreateInfo stage({}, ::vk::ShaderStageFlagBits::eCompute, *module, "main",
                                                  &sizes);
  const ::vk::PipelineCreateFlags flags = device_.tells_statistics()
                                              ? ::vk::PipelineCreateFlagBits::eCaptureStatisticsKHR
                                              : ::vk::PipelineCreateFlagBits{};
  auto made = d.createComputePipelineUnique(device_.pipeline_cache(), {flags, stage, *layout_}).value;
  return made;
}

::vk::DescriptorSet VulkanPipeline::set(std::span<const Binding> bindings) {
  std::vector<std::uint64_t> key;
  key.reserve(bindings.size());
  for (const auto& b : bindings) key.push_back(b.memory ? b.memory->id() : 0);
  if (const auto found = sets_.find(key); found != sets_.end()) return found->second;
  return sets_[key] = make_set(bindings);
}

::vk::DescriptorSet VulkanPipeline::make_set(std::span<const Binding> bindings) {
  const ::vk::Device d = device_.handle();
  ::vk::DescriptorSet set;
  if (!free_.empty()) {
    set = free_.back();
    free_.pop_back();
  } else {
    constexpr std::uint32_t kSetsPerPool = 64;
    if (made_++ % kSetsPerPool == 0) {
      std::vector<::vk::DescriptorPoolSize> sizes;
      for (const auto& slot : slots_) sizes.push_back({descriptor_type(slot.kind), kSetsPerPool});
      pools_.push_back(d.createDescriptorPoolUnique({{}, kSetsPerPool, sizes}));
    }
    set = d.allocateDescriptorSets({*pools_.back(), *set_layout_}).front();
  }
  std::vector<::vk::DescriptorBufferInfo> buffers(slots_.size());
  std::vector<::vk::DescriptorImageInfo> images(slots_.size());
  std::vector<::vk::BufferView> views(slots_.size());
  std::vector<::vk::WriteDescriptorSet> writes;
  for (std::size_t i = 0; i < slots_.size(); ++i) {
    const Memory* const bound = bound_memory(bindings, slots_[i]);
    if (!bound)
      throw Error(
          ErrorKind::device,
          "kernel " + kernel + " reads slot " + std::to_string(slots_[i].slot) + ", where nothing was bound",
          "this is a fault of the caller");
    const auto& memory = static_cast<const VulkanMemory&>(*bound);
    ::vk::WriteDescriptorSet write(set, slots_[i].slot, 0, 1, descriptor_type(slots_[i].kind));
    switch (slots_[i].kind) {
      case ResourceKind::storage_buffer:
        buffers[i] = ::vk::DescriptorBufferInfo(memory.buffer(), 0, VK_WHOLE_SIZE);
        write.pBufferInfo = &buffers[i];
        break;
      case ResourceKind::texel_buffer:
        views[i] = memory.texels();
        write.pTexelBufferView = &views[i];
        break;
      case ResourceKind::sampled_image:
      case ResourceKind::storage_image:
        images[i] =
            ::vk::DescriptorImageInfo(device_.sampler(), memory.image_view(), ::vk::ImageLayout::eGeneral);
        write.pImageInfo = &images[i];
        break;
    }
    writes.push_back(write);
  }
  d.updateDescriptorSets(writes, {});
  return set;
}

void VulkanPipeline::forget(std::uint64_t memory_id) {
  for (auto entry = sets_.begin(); entry != sets_.end();) {
    if (std::find(entry->first.begin(), entry->first.end(), memory_id) == entry->first.end()) {
      ++entry;
    } else {
      free_.push_back(entry->second);
      entry = sets_.erase(entry);
    }
  }
}

}  // namespace glueball::gpu::vulkan
