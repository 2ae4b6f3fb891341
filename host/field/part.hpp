// The sites of a domain that a launch covers: all, or the interior or the boundary. Kernels compute the
// interior while ghosts are in transit to neighbours in time.
#pragma once

#include <cstdint>

namespace glueball {

struct Part {
  enum Kind : std::uint32_t { all, interior, boundary };
  Kind kind = all;
  /// Time slices at either end that belong to the boundary.
  std::uint32_t layers = 0;

  bool operator==(const Part&) const = default;

  /// Returns the part as bits of a launch's flags, beside those of kernels and DeviceLattice.
  static constexpr std::uint32_t kFirstBit = 18;
  std::uint32_t flags() const { return (std::uint32_t(kind) | layers << 2) << kFirstBit; }
  static Part of(std::uint32_t flags) {
    return {Kind(flags >> kFirstBit & 3u), flags >> (kFirstBit + 2) & 3u};
  }
};

}  // namespace glueball
