// Serialises compiled OpenGL programs for a store: one after the other, each behind its key, format and
// length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace glueball::gpu {

struct ProgramBinary {
  std::uint32_t format = 0;  ///< the driver's format
  std::vector<std::byte> bytes;
  bool operator==(const ProgramBinary&) const = default;
};
using ProgramBinaries = std::map<std::uint64_t, ProgramBinary>;

std::vector<std::byte> packed(const ProgramBinaries& binaries);
/// Returns the complete binaries from the beginning.
ProgramBinaries unpacked(std::span<const std::byte> data);

}  // namespace glueball::gpu
