// Many SPIR-V modules in one piece of memory, each compressed by itself: the form in which programs carry
// them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glueball::gpu {

/// What tools/spirv wrote. It must outlive what is read from it.
struct ShaderPack {
  std::span<const std::byte> bytes;
};

/// A module for Vulkan as a pack holds it.
struct PackedModule {
  std::string_view name;                  ///< "gauge/plaquette.texel.f64"
  std::uint32_t words = 0;                ///< when unpacked
  std::span<const std::byte> compressed;  ///< a frame of zstd
};

/// A hash over the names and words of all modules, taken when the pack was written.
std::uint64_t pack_hash(ShaderPack pack);

/// The modules of a pack, ordered by name. Throws Error(device) for what is no pack.
std::vector<PackedModule> packed_modules(ShaderPack pack);

/// The words of a module. Throws Error(device) where they are damaged.
std::vector<std::uint32_t> unpacked(const PackedModule& module);

/// A module to be written.
struct NamedModule {
  std::string name;
  std::vector<std::uint32_t> words;
};

/// The bytes of a pack of these modules.
std::vector<std::byte> pack_of(std::span<const NamedModule> modules);

/// One pack of several. Throws Error(device) for what is no pack, and for a name that two of them have.
std::vector<std::byte> joined(std::span<const ShaderPack> packs);

}  // namespace glueball::gpu
