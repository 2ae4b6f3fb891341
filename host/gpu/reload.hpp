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

/// From the next dispatch on, pipelines of this blob run `words`; those made later too. Throws
/// Error(bad_file) where the new shader binds more or takes other arguments than the one built in, whose
/// caller it has, Error(device) where the driver refuses it: then all stays as it was.
void replace_shader(Device& device, std::string_view blob, std::vector<std::uint32_t> words);

/// The blob of exactly this name. Throws Error(device) where there is none.
ShaderBlob named_shader(Api api, std::string_view name);
/// find_shader gives `blob` from now on where it gave another of its name.
void replace_shader(const ShaderBlob& blob);

namespace vulkan {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const SpirvInfo& info);
}  // namespace vulkan
namespace opengl {
std::vector<std::string> shaders_in_use(const Device& device);
void replace_shader(Device& device, const ShaderBlob& blob, const SpirvInfo& info);
}  // namespace opengl

}  // namespace glueball::gpu
