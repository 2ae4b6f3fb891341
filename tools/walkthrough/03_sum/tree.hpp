// The order of additions of tree.glsl, on the CPU.
#pragma once

#include <cstdint>
#include <vector>

/// The sum by `groups` workgroups of `lanes` invocations, then by one workgroup.
inline float tree_on_cpu(const std::vector<float>& x, std::uint32_t groups, std::uint32_t lanes) {
  std::vector<float> parts;
  for (std::uint32_t group = 0; group < groups; ++group) {
    std::vector<float> part(lanes);
    for (std::uint32_t lane = 0; lane < lanes; ++lane)
      for (std::size_t i = group * lanes + lane; i < x.size(); i += groups * lanes) part[lane] += x[i];
    for (std::uint32_t width = lanes / 2; width > 0; width /= 2)
      for (std::uint32_t lane = 0; lane < width; ++lane) part[lane] += part[lane + width];
    parts.push_back(part[0]);
  }
  return groups == 1 ? parts[0] : tree_on_cpu(parts, 1, lanes);
}
