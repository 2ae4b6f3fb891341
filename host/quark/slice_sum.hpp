// Sums over slices of a lattice with momenta: the loop of all meson correlators.
#pragma once

#include <cmath>
#include <numbers>

#include "quark/mesons.hpp"

namespace glueball {

/// [momentum][channel][distance]
template <std::size_t N>
using SliceSums = std::vector<std::array<std::vector<double>, N>>;

template <std::size_t N>
SliceSums<N> zero_sums(const Geometry& g, const MesonPlan& plan) {
  SliceSums<N> sums(plan.momenta.size());
  for (auto& channels : sums)
    for (auto& c : channels) c.assign(std::size_t(g.extent(plan.direction)), 0.0);
  return sums;
}

/// Adds cos(p (x - origin)) value(x, x - origin modulo the extents) for every site to the sum of its slice.
/// One thread sums a slice, so that the result does not depend on the number of threads.
template <std::size_t N, class Value>
void add_slices(const Geometry& g, const MesonPlan& plan, SliceSums<N>& sums, Value value) {
  const int length = g.extent(plan.direction);
  const std::size_t across = g.volume() / std::size_t(length);
#pragma omp parallel for schedule(static)
  for (int d = 0; d < length; ++d) {
    std::vector<std::array<double, N>> slice(plan.momenta.size(), std::array<double, N>{});
    for (std::size_t n = 0; n < across; ++n) {
      Site distance{}, x{};
      std::size_t rest = n;
      for (int mu = 0; mu < kDirections; ++mu) {
        const auto k = std::size_t(mu);
        if (mu == plan.direction) {
          distance[k] = d;
        } else {
          distance[k] = int(rest % std::size_t(g.extent(mu)));
          rest /= std::size_t(g.extent(mu));
        }
        x[k] = (plan.origin[k] + distance[k]) % g.extent(mu);
      }
      const std::array<double, N> here = value(x, distance);
      for (std::size_t m = 0; m < slice.size(); ++m) {
        double turns = 0;
        for (int mu = 0; mu < kDirections; ++mu)
          turns += double(plan.momenta[m][std::size_t(mu)]) * distance[std::size_t(mu)] / g.extent(mu);
        const double wave = turns == 0 ? 1.0 : std::cos(2.0 * std::numbers::pi * turns);
        for (std::size_t k = 0; k < N; ++k) slice[m][k] += wave * here[k];
      }
    }
    for (std::size_t m = 0; m < slice.size(); ++m)
      for (std::size_t k = 0; k < N; ++k) sums[m][k][std::size_t(d)] += slice[m][k];
  }
}

}  // namespace glueball
