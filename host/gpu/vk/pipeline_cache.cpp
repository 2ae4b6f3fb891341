#include "gpu/vk/pipeline_cache.hpp"

#include <algorithm>
#include <cstring>

namespace glueball::gpu::vulkan {
namespace {

/// Returns true if cache data begin with the header of this device. Drivers should check this, but not all
/// do.
bool fits(std::span<const std::byte> data, const ::vk::PhysicalDeviceProperties& device) {
  VkPipelineCacheHeaderVersionOne header;
  if (data.size() < sizeof header) return false;
  std::memcpy(&header, data.data(), sizeof header);
  return header.headerSize >= sizeof header && header.headerSize <= data.size() &&
         header.headerVersion == VK_PIPELINE_CACHE_HEADER_VERSION_ONE && header.vendorID == device.vendorID &&
         header.deviceID == device.deviceID &&
         std::equal(std::begin(header.pipelineCacheUUID), std::end(header.pipelineCacheUUID),
                    device.pipelineCacheUUID.begin());
}

std::string name_of(const ::vk::PhysicalDeviceProperties& device) {
  constexpr char digits[] = "0123456789abcdef";
  std::string name = "vulkan-";
  for (const std::uint8_t byte : device.pipelineCacheUUID) name += {digits[byte >> 4], digits[byte & 15]};
  return name;
}

}  // namespace

PipelineCache::PipelineCache(::vk::PhysicalDevice physical, ::vk::Device device,
                             std::shared_ptr<PipelineStore> store)
    : device_(device), store_(std::move(store)) {
  const auto properties = physical.getProperties();
  name_ = name_of(properties);
  std::vector<std::byte> data;
  if (store_) data = store_->load(name_);
  if (!fits(data, properties)) data.clear();
  loaded_ = data.size();
  cache_ = device_.createPipelineCacheUnique({{}, data.size(), data.data()});
}

PipelineCache::~PipelineCache() {
  if (!store_) return;
  try {
    const auto data = device_.getPipelineCacheData(*cache_);
    // Some drivers, lavapipe among them, cache nothing here: a header alone is not worth a file.
    if (data.size() != loaded_ && data.size() > sizeof(VkPipelineCacheHeaderVersionOne))
      store_->save(name_, std::as_bytes(std::span(data)));
  } catch (const ::vk::SystemError&) {
    // A driver that cannot return its cache has nothing to save.
  }
}

}  // namespace glueball::gpu::vulkan
