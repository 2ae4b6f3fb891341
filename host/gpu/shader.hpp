// The SPIR-V modules built into a program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/info.hpp"
#include "spirv/pack.hpp"
#include "spirv/specialize.hpp"

namespace glueball::gpu {

using spirv::ShaderPack;
using spirv::Specialization;

/// A module for Vulkan as the build compiled it: valid, with open specialisation constants, not optimised
/// (spirv/specialize.hpp closes and optimises).
struct ShaderBlob {
  std::string_view name;  ///< "gauge/plaquette.texel.f64"; lives as long as the program
  std::vector<std::uint32_t> words;
};

/// Returns true if the library was built with this API.
bool has_api(Api api);

/// Returns all modules of the library, ordered by name: some hundred MB, for tests.
std::vector<ShaderBlob> shader_blobs();

/// Adds a program's own modules (see tools/cmake/Shaders.cmake) to those of find_shader. Throws Error(device)
/// for a name that another module has.
void register_shaders(ShaderPack pack);

/// Returns the module of `kernel` for a variant, unpacked in less than a millisecond. Axes that a shader does
/// not have are ignored; a shader without split storage has the one for buffers. Throws Error(device) if
/// there is none.
ShaderBlob find_shader(std::string_view kernel, const Variant& variant);

/// Returns the module of exactly this name. Throws Error(device) if there is none.
ShaderBlob named_shader(std::string_view name);

/// Returns the words of a module that the build optimised for first runs on CPU drivers
/// (shaders/prebuilt.txt) by its specialized_key; nothing if it is not prebuilt. Optimising them takes as
/// long as all else in such a run up to its first result.
std::optional<std::vector<std::uint32_t>> prebuilt_module(std::uint64_t key);

/// Returns a hash of the library's modules, for provenance and caches.
std::uint64_t shader_hash();

}  // namespace glueball::gpu
