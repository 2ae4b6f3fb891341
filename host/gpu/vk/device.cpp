#include "gpu/vk/device.hpp"

#include <unistd.h>

#include "base/error.hpp"
#include "gpu/reload.hpp"
#include "gpu/vk/timeline.hpp"

namespace glueball::gpu::vulkan {
namespace {

bool can_tell_statistics(::vk::PhysicalDevice device) {
  if (!has_extension(device, VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME)) return false;
  const auto chain = device.getFeatures2<::vk::PhysicalDeviceFeatures2,
                                         ::vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR>();
  return chain.get<::vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR>().pipelineExecutableInfo;
}

constexpr std::uint32_t kLanes = 2;  // one copies out, one copies in

/// Returns a family of queues that copy while kernels run, with queues for both lanes. A queue that waits for
/// a neighbour must not block the work that the neighbour waits for.
std::uint32_t copying_family(::vk::PhysicalDevice device) {
  using Flag = ::vk::QueueFlagBits;
  const auto families = device.getQueueFamilyProperties();
  for (std::uint32_t i = 0; i < families.size(); ++i)
    if ((families[i].queueFlags & Flag::eTransfer) &&
        !(families[i].queueFlags & (Flag::eCompute | Flag::eGraphics)) && families[i].queueCount >= kLanes)
      return i;
  return VK_QUEUE_FAMILY_IGNORED;
}

}  // namespace

VulkanDevice::VulkanDevice(int index, const OpenOptions& options)
    : Device(options), instance_(messages_, options.validate, options.window) {
  const auto list = instance_.physical_devices();
  if (index >= int(list.size()))
    throw Error(ErrorKind::device,
                "no device vulkan:" + std::to_string(index) + " (" + std::to_string(list.size()) + " found)",
                "'glueball devices' lists what there is");
  physical_ = list[std::size_t(index)];
  info_ = describe(physical_, index);
  memory_ = physical_.getMemoryProperties();
  family_ = compute_family(physical_, options.among_others && !options.window);

  const float priorities[] = {1.0f, 1.0f};
  std::vector<::vk::DeviceQueueCreateInfo> queues{{{}, family_, 1, priorities}};
  const std::uint32_t copying = options.among_others ? copying_family(physical_) : VK_QUEUE_FAMILY_IGNORED;
  if (copying != VK_QUEUE_FAMILY_IGNORED) {
    queues.push_back({{}, copying, kLanes, priorities});
    buffer_families_ = {family_, copying};
  }
  ::vk::PhysicalDeviceFeatures2 features;
  features.features.shaderFloat64 = info_.limits.float64;
  ::vk::PhysicalDeviceVulkan12Features features12;
  features12.timelineSemaphore = true;
  features12.vulkanMemoryModel = features12.vulkanMemoryModelDeviceScope =
      features12.vulkanMemoryModelAvailabilityVisibilityChains = info_.limits.memory_model;
  features.pNext = &features12;
  ::vk::DeviceCreateInfo create({}, queues);
  create.pNext = &features;
  ::vk::PhysicalDevicePipelineExecutablePropertiesFeaturesKHR telling(true);
  std::vector<const char*> extensions;
  shows_ = options.window;
  if (options.window) extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
  tells_statistics_ = options.statistics && can_tell_statistics(physical_);
  if (tells_statistics_) {
    features12.pNext = &telling;
    extensions.push_back(VK_KHR_PIPELINE_EXECUTABLE_PROPERTIES_EXTENSION_NAME);
  }
  if (info_.host_alignment != 0) extensions.push_back(VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME);
  takes_descriptors_ = has_extension(physical_, VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
  if (takes_descriptors_) extensions.push_back(VK_KHR_EXTERNAL_MEMORY_FD_EXTENSION_NAME);
  timelines_travel_ = options.among_others && VulkanTimeline::travels(physical_);
  if (timelines_travel_) extensions.push_back(VK_KHR_EXTERNAL_SEMAPHORE_FD_EXTENSION_NAME);
  create.setPEnabledExtensionNames(extensions);
  device_ = physical_.createDeviceUnique(create);
  queue_ = device_->getQueue(family_, 0);
  sampler_ = device_->createSamplerUnique({});
  pipeline_cache_ = std::make_unique<PipelineCache>(physical_, *device_, options.pipelines);
  stream_ = std::make_unique<VulkanStream>(*this, queue_, family_, false);
  if (copying != VK_QUEUE_FAMILY_IGNORED)
    for (std::uint32_t n = 0; n < kLanes; ++n)
      copies_[n] = std::make_unique<VulkanStream>(*this, device_->getQueue(copying, n), copying, true);
}

VulkanDevice::~VulkanDevice() {
  if (device_) (void)VULKAN_HPP_DEFAULT_DISPATCHER.vkDeviceWaitIdle(*device_);
  clear_pipelines();
}

std::uint32_t VulkanDevice::memory_type(std::uint32_t types, ::vk::MemoryPropertyFlags wanted,
                                        ::vk::MemoryPropertyFlags nice) const {
  for (const auto flags : {wanted | nice, wanted})
    for (std::uint32_t i = 0; i < memory_.memoryTypeCount; ++i)
      if ((types >> i & 1u) && (memory_.memoryTypes[i].propertyFlags & flags) == flags) return i;
  throw Error(ErrorKind::device, info_.id() + ": no suitable memory type");
}

std::shared_ptr<Memory> VulkanDevice::allocate(const MemoryShape& shape) {
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorKind::device,
                info_.id() + ": cannot allocate " + std::to_string(shape.bytes) + " bytes: " + why + " (" +
                    std::to_string(allocated_.now) + " bytes in use)",
                "choose a smaller lattice or another <device>");
  };
  const auto& limits = info_.limits;
  if (shape.bytes == 0) refuse("that is nothing");
  if (limits.memory_bytes != 0 && allocated_.now + shape.bytes > limits.memory_bytes)
    refuse("the device has " + std::to_string(limits.memory_bytes));
  if (shape.is_image()) {
    if (shape.width > limits.image_extent || shape.height > limits.image_extent ||
        shape.layers > limits.image_layers)
      refuse("images are limited to " + std::to_string(limits.image_extent) + " pixels and " +
             std::to_string(limits.image_layers) + " layers");
  } else if (shape.bytes > limits.storage_range_bytes) {
    refuse("a storage buffer is limited to " + std::to_string(limits.storage_range_bytes) + " bytes");
  } else if (shape.texels != TexelFormat::none &&
             shape.bytes / texel_bytes(shape.texels) > limits.texel_elements) {
    refuse("a texel buffer is limited to " + std::to_string(limits.texel_elements) + " texels");
  }
  try {
    auto memory = std::make_shared<VulkanMemory>(*this, shape);
    allocated_.add(shape.bytes);
    return memory;
  } catch (const ::vk::SystemError& e) {
    refuse(e.what());
  }
  return {};
}

std::shared_ptr<Memory> VulkanDevice::import_host(std::span<std::byte> memory) {
  if (info_.host_alignment == 0) return {};
  try {
    return std::make_shared<VulkanMemory>(*this, memory);
  } catch (const ::vk::SystemError&) {
  } catch (const Error&) {  // no suitable memory type
  }
  return {};
}

std::shared_ptr<Memory> VulkanDevice::import_descriptor(int descriptor, std::size_t bytes) {
  if (takes_descriptors_) {
    try {
      return std::make_shared<VulkanMemory>(*this, descriptor, bytes);
    } catch (const ::vk::SystemError&) {
    } catch (const Error&) {
    }
  }
  close(descriptor);
  return {};
}

std::shared_ptr<Timeline> VulkanDevice::make_timeline() {
  if (!timelines_travel_) return {};
  try {
    return std::make_shared<VulkanTimeline>(*device_);
  } catch (const ::vk::SystemError&) {
    return {};
  }
}

std::shared_ptr<Timeline> VulkanDevice::import_timeline(int descriptor) {
  if (timelines_travel_) {
    try {
      return std::make_shared<VulkanTimeline>(*device_, descriptor);
    } catch (const ::vk::SystemError&) {
    }
  }
  close(descriptor);
  return {};
}

std::size_t VulkanDevice::staging() const {
  std::size_t bytes = stream_->staging();
  for (const auto& lane : copies_)
    if (lane) bytes += lane->staging();
  return bytes;
}

void VulkanDevice::forget(const VulkanMemory& memory) {
  try {
    stream_->finish();
    for (const auto& lane : copies_)
      if (lane) lane->finish();
  } catch (const Error&) {
    // The device is lost. It no longer uses the memory, and the next request for work reports the error.
    (void)VULKAN_HPP_DEFAULT_DISPATCHER.vkDeviceWaitIdle(*device_);
  }
  if (shows_) (void)VULKAN_HPP_DEFAULT_DISPATCHER.vkQueueWaitIdle(queue_);
  for (auto* pipeline : built_) pipeline->forget(memory.id());
  if (!memory.imported()) allocated_.take(memory.bytes());
}

std::unique_ptr<Pipeline> VulkanDevice::build(const ShaderBlob& blob, const spirv::ModuleInfo& spirv,
                                              const Specialization& constants) {
  try {
    auto pipeline = std::make_unique<VulkanPipeline>(*this, blob, spirv, constants);
    built_.push_back(pipeline.get());
    return pipeline;
  } catch (const ::vk::SystemError& e) {
    throw Error(ErrorKind::device,
                info_.id() + ": the driver refused kernel " + std::string(blob.name) + ": " + e.what(),
                "try another <device> and report it with the driver's version");
  }
}

std::vector<std::string> shaders_in_use(const Device& device) {
  std::vector<std::string> names;
  for (const auto* pipeline : static_cast<const VulkanDevice&>(device).built())
    names.push_back(pipeline->blob());
  return names;
}

void replace_shader(Device& base, const ShaderBlob& blob, const spirv::ModuleInfo& info) {
  auto& device = static_cast<VulkanDevice&>(base);
  std::vector<std::pair<VulkanPipeline*, ::vk::UniquePipeline>> fresh;
  try {
    for (auto* pipeline : device.built())
      if (pipeline->blob() == blob.name) fresh.emplace_back(pipeline, pipeline->remade(blob, info));
  } catch (const ::vk::SystemError& e) {
    throw Error(ErrorKind::device, device.info().id() + ": the driver refused kernel " +
                                       std::string(blob.name) + ": " + e.what());
  }
  device.stream().finish();
  for (auto& [pipeline, made] : fresh) pipeline->take(std::move(made), info);
}

bool is_driver_error(const std::system_error& error) {
  return error.code().category() == ::vk::errorCategory();
}

std::vector<DeviceInfo> devices() {
  // The instance is kept until the process ends: the end of the last one would end other APIs' displays
  // (docs/drivers.md).
  static Messages none({});
  static const Instance& instance = *new Instance(none, false);
  std::vector<DeviceInfo> list;
  for (const auto physical : instance.physical_devices())
    list.push_back(describe(physical, int(list.size())));
  return list;
}

std::unique_ptr<Device> open(int index, const OpenOptions& options) {
  try {
    return std::make_unique<VulkanDevice>(index, options);
  } catch (const ::vk::SystemError& e) {
    const bool layer = e.code() == ::vk::Result::eErrorLayerNotPresent;
    throw Error(ErrorKind::device, "vulkan:" + std::to_string(index) + " cannot be opened: " + e.what(),
                layer ? "install the validation layer (Debian package vulkan-validationlayers)"
                      : "free host memory, which drivers need too; 'glueball doctor' tells more");
  }
}

}  // namespace glueball::gpu::vulkan
