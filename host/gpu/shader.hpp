// The SPIR-V blobs that were compiled into the program.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/info.hpp"

namespace glueball::gpu {

struct ShaderBlob {
  Api api;
  std::string_view name;  ///< "gauge/plaquette.texel.f64"
  std::span<const std::uint32_t> words;
};

/// All blobs of the library, in the order of the build.
std::span<const ShaderBlob> shader_blobs();

/// Adds a program's own blobs (see tools/cmake/Shaders.cmake) to those that find_shader knows. They must outlive every
/// device. Throws Error(device) for a name that another blob has.
void register_shaders(std::span<const ShaderBlob> blobs);

/// The blob of `kernel` for a variant; axes that a shader does not have are left out, and what has no split storage is as for
/// buffers. Throws Error(device) when there is none.
const ShaderBlob& find_shader(Api api, std::string_view kernel, const Variant& variant);

/// A hash over the library's blobs, for provenance stamps and caches.
std::uint64_t shader_hash();

/// Specialisation constants by id; ids that a module lacks are left out when it is specialised.
using Specialization = std::map<std::uint32_t, std::uint32_t>;

}  // namespace glueball::gpu
