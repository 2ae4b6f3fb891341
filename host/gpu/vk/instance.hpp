// The Vulkan loader, an instance, and properties of the physical devices.
#pragma once

#include <string_view>
#include <vector>

#include "gpu/info.hpp"
#include "gpu/messages.hpp"
#include "gpu/vk/vulkan.hpp"

namespace glueball::gpu::vulkan {

/// An instance with, if asked for, the validation layer, whose messages go to `messages`. With `window` it
/// can present.
class Instance {
 public:
  /// Throws Error(device) if there is no loader, or if the validation layer is asked for and not installed.
  Instance(Messages& messages, bool validate, bool window = false);
  ~Instance();
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  ::vk::Instance get() const { return *instance_; }
  /// Returns the devices with Vulkan 1.2 and a compute queue.
  std::vector<::vk::PhysicalDevice> physical_devices() const;

 private:
  ::vk::UniqueInstance instance_;
  /// Functions with the messenger's; the global ones are those of the last instance.
  ::vk::DispatchLoaderDynamic calls_;
  ::vk::UniqueDebugUtilsMessengerEXT messenger_;
};

bool has_extension(::vk::PhysicalDevice device, std::string_view name);
DeviceInfo describe(::vk::PhysicalDevice device, int index);

/// Returns the instance extensions that windows need. Throws Error(device) without a display, or if built
/// without windows.
std::vector<const char*> surface_extensions();

/// Returns the first queue family that can compute; `alone`: one without graphics, if there is one.
std::uint32_t compute_family(::vk::PhysicalDevice device, bool alone = false);

}  // namespace glueball::gpu::vulkan
