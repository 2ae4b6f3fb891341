// The grid of a dispatch: its workgroups and rows of workgroups.
#pragma once

#include <cstdint>

namespace glueball::gpu {

struct GroupGrid {
  std::uint32_t columns = 0, rows = 1;

  std::uint32_t count() const { return columns * rows; }
  bool operator==(const GroupGrid&) const = default;
};

/// Returns a grid of at least `groups` workgroups in as few equal rows of at most `most` workgroups as
/// possible (0: no limit). There are fewer than `rows` superfluous workgroups. Folding the result again
/// changes nothing: folded(folded(n, most).count(), most) is folded(n, most).
constexpr GroupGrid folded(std::uint32_t groups, std::uint32_t most) {
  if (most == 0 || groups <= most) return {groups, 1};
  const std::uint32_t rows = std::uint32_t((std::uint64_t(groups) + most - 1) / most);
  return {std::uint32_t((std::uint64_t(groups) + rows - 1) / rows), rows};
}

}  // namespace glueball::gpu
