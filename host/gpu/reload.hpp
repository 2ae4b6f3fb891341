// Replaces shaders of a device while it runs.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/device.hpp"

namespace glueball::gpu {

/// Returns the names of the blobs that the device has pipelines of, each once.
std::vector<std::string> shaders_in_use(const Device& device);

/// Makes the device's pipelines of this blob, present and later ones, run `words` from the next dispatch on.
/// Throws Error(bad_file) if the new shader binds more, or takes other arguments, than the built-in one,
/// because the caller is unchanged. Throws Error(device) if the driver refuses it. After an error nothing has
/// changed.
void replace_shader(Device& device, std::string_view blob, std::vector<std::uint32_t> words);

namespace vulkan {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const spirv::ModuleInfo& info);
}  // namespace vulkan
namespace opengl {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const spirv::ModuleInfo& info);
}  // namespace opengl

}  // namespace glueball::gpu
