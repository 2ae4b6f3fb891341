// Shaders put in the place of those a device runs, while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// Names of the blobs that the device has pipelines of, each once.
std::vector<std::string> shaders_in_use(const Device& device);

/// From the next dispatch on, the device's pipelines of this blob run `words`; those made later too. Throws
/// Error(bad_file) where the new shader binds more or takes other arguments than the one built in, whose
/// caller it has, Error(device) where the driver refuses it: then all stays as it was.
void replace_shader(Device& device, std::string_view blob, std::vector<std::uint32_t> words);

namespace vulkan {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const SpirvInfo& info);
}  // namespace vulkan
namespace opengl {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const SpirvInfo& info);
}  // namespace opengl

}  // namespace glueball::gpu
