// The Vulkan loader, an instance, and what the physical devices say of themselves.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/info.hpp"
#include "gpu/messages.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

/// An instance with, if asked for, the validation layer; what they say goes to `messages`. With `window`
/// it can show.
class Instance {
 public:
  /// Throws Error(device) when there is no loader, or the validation layer was asked for and is not
  /// installed.
  Instance(Messages& messages, bool validate, bool window = false);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  ::vk::Instance get() const { return *instance_; }
  /// Devices with Vulkan 1.2 and a compute queue.
  std::vector<::vk::PhysicalDevice> physical_devices() const;

 private:
  ::vk::UniqueInstance instance_;
  ::vk::DispatchLoaderDynamic
      calls_;  ///< with the messenger's: the process's own are of the instance made last
  ::vk::UniqueDebugUtilsMessengerEXT messenger_;
};

bool has_extension(::vk::PhysicalDevice device, std::string_view name);
DeviceInfo describe(::vk::PhysicalDevice device, int index);

/// The instance extensions that windows need. Throws Error(device) without a display, or built without
/// windows.
std::vector<const char*> surface_extensions();

/// The first queue family that can compute; `alone`: one without graphics, where there is one.
std::uint32_t compute_family(::vk::PhysicalDevice device, bool alone = false);

}  // namespace glueball::gpu::vulkan
