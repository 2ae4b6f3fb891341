#include "gpu/vk/instance.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

#include "base/error.hpp"
#include "gpu/limit_override.hpp"

VULKAN_HPP_DEFAULT_DISPATCH_LOADER_DYNAMIC_STORAGE

namespace glueball::gpu::vulkan {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

void load_entry_points() {
  // The process has one loader, because Vulkan-Hpp's default dispatcher is global.
  static const std::unique_ptr<::vk::DynamicLoader> loader = [] {
    try {
      return std::make_unique<::vk::DynamicLoader>();
    } catch (const std::runtime_error&) {
      return std::unique_ptr<::vk::DynamicLoader>();
    }
  }();
  if (!loader)
    throw Error(ErrorKind::device, "the Vulkan loader (libvulkan.so.1) is not installed",
                "on Debian: apt-get install libvulkan1 mesa-vulkan-drivers");
  VULKAN_HPP_DEFAULT_DISPATCHER.init(
      loader->getProcAddress<PFN_vkGetInstanceProcAddr>("vkGetInstanceProcAddr"));
}

VKAPI_ATTR VkBool32 VKAPI_CALL on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                          VkDebugUtilsMessageTypeFlagsEXT,
                                          const VkDebugUtilsMessengerCallbackDataEXT* data, void* messages) {
  auto& to = *static_cast<Messages*>(messages);
  to.count();
  to.tell(std::string("vulkan validation: ") + data->pMessage);
  return VK_FALSE;
}

bool has_validation_layer() {
  for (const auto& layer : ::vk::enumerateInstanceLayerProperties())
    if (std::strcmp(layer.layerName, kValidationLayer) == 0) return true;
  return false;
}

}  // namespace

#ifndef GLUEBALL_WINDOW
std::vector<const char*> surface_extensions() {
  throw Error(ErrorKind::device, "this program was built without windows",
              "install libglfw3-dev and libimgui-dev and build anew, or give <headless>");
}
#endif

Instance::Instance(Messages& messages, bool validate, bool window) {
  load_entry_points();
  if (::vk::enumerateInstanceVersion() < VK_API_VERSION_1_2)
    throw Error(ErrorKind::device, "the Vulkan loader is older than 1.2", "install a newer libvulkan1");
  if (validate && !has_validation_layer())
    throw Error(ErrorKind::device, "the Vulkan validation layer is not installed",
                "on Debian: apt-get install vulkan-validationlayers");

  const ::vk::ApplicationInfo application("glueball", 1, "glueball", 1, VK_API_VERSION_1_2);
  std::vector<const char*> layers, extensions;
  if (window) extensions = surface_extensions();
  const ::vk::DebugUtilsMessengerCreateInfoEXT messenger(
      {},
      ::vk::DebugUtilsMessageSeverityFlagBitsEXT::eWarning |
          ::vk::DebugUtilsMessageSeverityFlagBitsEXT::eError,
      // Without ePerformance, which advises against images in the GENERAL layout. They stay in it on purpose,
      // being read, written and copied in turn.
      ::vk::DebugUtilsMessageTypeFlagBitsEXT::eValidation, on_message, &messages);
  // Synchronization validation checks the barriers that Stream derives.
  const std::array enabled{::vk::ValidationFeatureEnableEXT::eSynchronizationValidation};
  ::vk::ValidationFeaturesEXT features(enabled);
  features.pNext = &messenger;
  ::vk::InstanceCreateInfo info({}, &application);
  if (validate) {
    layers.push_back(kValidationLayer);
    extensions.push_back(VK_EXT_DEBUG_UTILS_EXTENSION_NAME);
    info.pNext = &features;
  }
  info.setPEnabledLayerNames(layers).setPEnabledExtensionNames(extensions);
  try {
    instance_ = ::vk::createInstanceUnique(info);
  } catch (const ::vk::IncompatibleDriverError&) {
    throw Error(ErrorKind::device, "Vulkan's loader finds no driver",
                "install mesa-vulkan-drivers (AMD, Intel, CPU) or NVIDIA's driver (Debian package: "
                "nvidia-driver), and unset VK_DRIVER_FILES and VK_ICD_FILENAMES; or use <device opengl>");
  }
  VULKAN_HPP_DEFAULT_DISPATCHER.init(*instance_);
  calls_ = VULKAN_HPP_DEFAULT_DISPATCHER;
  if (validate) messenger_ = instance_->createDebugUtilsMessengerEXTUnique(messenger, nullptr, calls_);
}

Instance::~Instance() = default;

std::vector<::vk::PhysicalDevice> Instance::physical_devices() const {
  auto list = instance_->enumeratePhysicalDevices();
  std::erase_if(list, [](::vk::PhysicalDevice d) {
    return d.getProperties().apiVersion < VK_API_VERSION_1_2 || compute_family(d) == VK_QUEUE_FAMILY_IGNORED;
  });
  return list;
}

std::uint32_t compute_family(::vk::PhysicalDevice device, bool alone) {
  using Flag = ::vk::QueueFlagBits;
  const auto families = device.getQueueFamilyProperties();
  std::uint32_t first = VK_QUEUE_FAMILY_IGNORED;
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    if (!(families[i].queueFlags & Flag::eCompute)) continue;
    if (!alone || !(families[i].queueFlags & Flag::eGraphics)) return i;
    if (first == VK_QUEUE_FAMILY_IGNORED) first = i;
  }
  return first;
}

bool has_extension(::vk::PhysicalDevice device, std::string_view name) {
  const auto all = device.enumerateDeviceExtensionProperties();
  return std::any_of(all.begin(), all.end(),
                     [&](const ::vk::ExtensionProperties& e) { return name == e.extensionName.data(); });
}

/// Returns true if the memory model supports lib/device_barrier.glsl: one invocation publishes the writes of
/// its whole workgroup (a chain). Mesa's CPU drivers claim this support, but do not finish a kernel with
/// shared memory (docs/drivers.md).
bool has_memory_model(::vk::PhysicalDevice device) {
  if (device.getProperties().deviceType == ::vk::PhysicalDeviceType::eCpu) return false;
  const auto features =
      device.getFeatures2<::vk::PhysicalDeviceFeatures2, ::vk::PhysicalDeviceVulkan12Features>()
          .get<::vk::PhysicalDeviceVulkan12Features>();
  return features.vulkanMemoryModel && features.vulkanMemoryModelDeviceScope &&
         features.vulkanMemoryModelAvailabilityVisibilityChains;
}

DeviceInfo describe(::vk::PhysicalDevice device, int index) {
  const auto chain =
      device.getProperties2<::vk::PhysicalDeviceProperties2, ::vk::PhysicalDeviceVulkan11Properties,
                            ::vk::PhysicalDeviceVulkan12Properties>();
  const auto& properties = chain.get<::vk::PhysicalDeviceProperties2>().properties;
  const auto& v11 = chain.get<::vk::PhysicalDeviceVulkan11Properties>();
  const auto& v12 = chain.get<::vk::PhysicalDeviceVulkan12Properties>();
  const auto& limits = properties.limits;

  DeviceInfo info;
  info.api = Api::vulkan;
  info.index = index;
  info.name = properties.deviceName.data();
  info.driver = std::string(v12.driverName.data()) + " " + v12.driverInfo.data();
  info.api_version = std::to_string(VK_API_VERSION_MAJOR(properties.apiVersion)) + "." +
                     std::to_string(VK_API_VERSION_MINOR(properties.apiVersion)) + "." +
                     std::to_string(VK_API_VERSION_PATCH(properties.apiVersion));
  switch (properties.deviceType) {
    case ::vk::PhysicalDeviceType::eDiscreteGpu:
      info.type = DeviceType::discrete;
      break;
    case ::vk::PhysicalDeviceType::eIntegratedGpu:
      info.type = DeviceType::integrated;
      break;
    case ::vk::PhysicalDeviceType::eCpu:
      info.type = DeviceType::software;
      break;
    default:
      info.type = DeviceType::other;
  }
  std::copy_n(v11.deviceUUID.begin(), info.uuid.size(), info.uuid.begin());
  std::copy_n(v11.driverUUID.begin(), info.driver_uuid.size(), info.driver_uuid.begin());

  const auto memory = device.getMemoryProperties();
  for (std::uint32_t h = 0; h < memory.memoryHeapCount; ++h)
    if (memory.memoryHeaps[h].flags & ::vk::MemoryHeapFlagBits::eDeviceLocal)
      info.limits.memory_bytes =
          std::max<std::uint64_t>(info.limits.memory_bytes, memory.memoryHeaps[h].size);
  // A buffer is bound whole and is one allocation.
  info.limits.storage_range_bytes =
      std::min<std::uint64_t>(limits.maxStorageBufferRange, v11.maxMemoryAllocationSize);
  info.limits.texel_elements = limits.maxTexelBufferElements;
  info.limits.image_extent = limits.maxImageDimension2D;
  info.limits.image_layers = limits.maxImageArrayLayers;
  for (int d = 0; d < 3; ++d) info.limits.groups[d] = limits.maxComputeWorkGroupCount[d];
  info.limits.group_invocations =
      std::min(limits.maxComputeWorkGroupInvocations, limits.maxComputeWorkGroupSize[0]);
  info.limits.shared_bytes = limits.maxComputeSharedMemorySize;
  info.limits.storage_blocks = limits.maxPerStageDescriptorStorageBuffers;
  info.limits.subgroup = v11.subgroupSize;
  info.limits.float64 = device.getFeatures().shaderFloat64;
  info.limits.memory_model = has_memory_model(device);
  const auto family = device.getQueueFamilyProperties().at(compute_family(device));
  info.limits.timestamp_ns = family.timestampValidBits ? limits.timestampPeriod : 0.0;
  info.limits = lowered_by_environment(info.limits);
  if (has_extension(device, VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME))
    info.host_alignment = device
                              .getProperties2<::vk::PhysicalDeviceProperties2,
                                              ::vk::PhysicalDeviceExternalMemoryHostPropertiesEXT>()
                              .get<::vk::PhysicalDeviceExternalMemoryHostPropertiesEXT>()
                              .minImportedHostPointerAlignment;
  return info;
}

}  // namespace glueball::gpu::vulkan
