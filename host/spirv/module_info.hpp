// Inspects a SPIR-V module, to compare a shader with its declaration in C++.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace glueball::spirv {

enum class ResourceKind { storage_buffer, texel_buffer, sampled_image, storage_image };
enum class Access { in, out, inout };

struct ModuleBinding {
  std::uint32_t slot = 0;
  ResourceKind kind{};
  Access access{};
  bool operator==(const ModuleBinding&) const = default;
};

struct ModuleInfo {
  std::vector<ModuleBinding> bindings;            ///< ordered by slot, without the argument block
  std::uint32_t argument_bytes = 0;               ///< size of the argument struct, 0 if there is none
  std::vector<std::uint32_t> specialization_ids;  ///< ids that the module has, sorted
};

/// Reads a compute module. Throws Error(device) for words that are not SPIR-V.
ModuleInfo inspect(std::span<const std::uint32_t> words);

}  // namespace glueball::spirv
