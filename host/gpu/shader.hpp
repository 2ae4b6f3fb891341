// The SPIR-V modules that a program carries.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/info.hpp"
#include "gpu/shader_pack.hpp"

namespace glueball::gpu {

/// A module for Vulkan as the build compiled it: valid, its specialisation constants open, not optimised
/// (gpu/specialize.hpp does both).
struct ShaderBlob {
  std::string_view name;  ///< "gauge/plaquette.texel.f64"; lives as long as the program
  std::vector<std::uint32_t> words;
};

/// The APIs that the library was built with.
bool has_api(Api api);

/// All modules of the library, ordered by name: some hundred MB, for tests.
std::vector<ShaderBlob> shader_blobs();

/// Adds a program's own modules (see tools/cmake/Shaders.cmake) to those that find_shader knows. Throws
/// Error(device) for a name that another module has.
void register_shaders(ShaderPack pack);

/// The module of `kernel` for a variant, unpacked now (less than a millisecond); axes that a shader does not
/// have are left out, and what has no split storage is as for buffers. Throws Error(device) when there is
/// none.
ShaderBlob find_shader(std::string_view kernel, const Variant& variant);

/// The module of exactly this name. Throws Error(device) where there is none.
ShaderBlob named_shader(std::string_view name);

/// A hash over the library's modules, for provenance stamps and caches.
std::uint64_t shader_hash();

/// Specialisation constants by id; ids that a module lacks are left out when it is specialised.
using Specialization = std::map<std::uint32_t, std::uint32_t>;

}  // namespace glueball::gpu
