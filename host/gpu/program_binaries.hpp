// Compiled OpenGL programs as they lie in a store: one after the other, each behind its key, format and
// length.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace glueball::gpu {

struct ProgramBinary {
  std::uint32_t format = 0;  ///< the driver's
  std::vector<std::byte> bytes;
  bool operator==(const ProgramBinary&) const = default;
};
using ProgramBinaries = std::map<std::uint64_t, ProgramBinary>;

std::vector<std::byte> packed(const ProgramBinaries& binaries);
/// The whole ones from the front.
ProgramBinaries unpacked(std::span<const std::byte> data);

}  // namespace glueball::gpu
