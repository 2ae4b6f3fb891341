// A pack of SPIR-V modules in one block of memory, each compressed by itself. Programs contain their modules
// in this form.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glueball::spirv {

/// The bytes that tools/spirv wrote. They must outlive everything read from them.
struct ShaderPack {
  std::span<const std::byte> bytes;
};

/// A module for Vulkan in a pack.
struct PackedModule {
  std::string_view name;                  ///< "gauge/plaquette.texel.f64"
  std::uint32_t words = 0;                ///< number of words when unpacked
  std::span<const std::byte> compressed;  ///< a frame of zstd
};

/// Returns a hash of the names and words of all modules, computed when the pack was written.
std::uint64_t pack_hash(ShaderPack pack);

/// Returns the modules of a pack, ordered by name. Throws Error(device) if it is not a pack.
std::vector<PackedModule> packed_modules(ShaderPack pack);

/// Returns the words of a module. Throws Error(device) if they are damaged.
std::vector<std::uint32_t> unpacked(const PackedModule& module);

/// A module to be written.
struct NamedModule {
  std::string name;
  std::vector<std::uint32_t> words;
};

/// Returns the bytes of a pack of these modules.
std::vector<std::byte> pack_of(std::span<const NamedModule> modules);

/// Joins packs into one. Throws Error(device) if one is not a pack, and for a name that two of them have.
std::vector<std::byte> joined(std::span<const ShaderPack> packs);

}  // namespace glueball::spirv
