// The layout of global sums' partial results: their number, order and number format.
#include <algorithm>
#include <bit>
#include <cmath>

#include "base/error.hpp"
#include "field/device_lattice.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

/// Returns true if hops store one partial result a site, in the order of sites.
bool result_a_site(const DeviceLattice& lattice, bool shared_sums) {
  return !shared_sums && lattice.options().threads_per_site == 1 && lattice.tiles() == 1;
}

}  // namespace

std::uint32_t DeviceLattice::partials(Shape shape, std::uint32_t count) const {
  if (shape == Shape::blocks || shape == Shape::vector_blocks)
    return std::uint32_t(product(sum_blocks(geometry_)));
  if (geometry_.is_part() && (shape == Shape::rhs_pairs || (shape == Shape::hops && hop_sums_cut())))
    throw Error(ErrorKind::bad_value, "global sums of hops on a lattice that is split among ranks");
  const std::uint32_t invocations =
      group_size(shape, precision()) / (shape == Shape::rhs_pairs ? count / 2 : 1);
  return groups(shape, count) * (shared_sums_ ? 1 : invocations);
}

std::uint32_t DeviceLattice::hop_sites() const {
  return workgroup(device_, options_) / std::uint32_t(options_.threads_per_site);
}

/// Workgroups must not straddle xy planes: a workgroup's sites are consecutive, plane by plane. No rank may
/// have workgroups beyond the last site, and domains may have more time slices than this one. If each
/// invocation stores the result of its own site, nothing is cut.
bool DeviceLattice::hop_sums_cut() const {
  if (result_a_site(*this, shared_sums_)) return false;
  const std::size_t plane = std::size_t(geometry_.extent(0)) / 2 * std::size_t(geometry_.extent(1));
  // Tiles cut z, and must then be those of the whole lattice.
  if (geometry_.is_split(0) || geometry_.is_split(1) || plane % hop_sites() != 0 ||
      tiles_of(geometry_.whole(), 1, format()) != tiles() || (tiles() != 1 && geometry_.is_split(2)))
    return true;
  const std::size_t slice = geometry_.half_volume() / std::size_t(geometry_.extent(3)) / hop_sites();
  const Domain& domain = *options_.domain;
  for (int rank = 0; rank < domain.grid().size(); ++rank) {
    const std::size_t needed = slice * std::size_t(domain.geometry(rank).extent(3));
    if (gpu::folded(std::uint32_t(needed), device_.info().limits.groups[0]).count() != needed) return true;
  }
  return false;
}

ResultOrder DeviceLattice::hop_sums() const {
  if (result_a_site(*this, shared_sums_)) {
    Site sites = geometry_.extents();
    sites[0] /= 2;
    return {.extents = sites};
  }
  const int z = geometry_.extent(2), t = geometry_.extent(3), tiles = int(this->tiles());
  const int a_plane = int(partials(Shape::hops) / (std::size_t(z) * std::size_t(t)));
  if (tiles == 1) return {.extents = {a_plane, 1, z, t}};
  return {.extents = {a_plane, z / tiles, t, tiles}, .directions = {0, -1, 3, -1}};
}

std::size_t DeviceLattice::most_sums() const {
  std::size_t most = partials(Shape::blocks);
  for (int mu = 0; mu < kDirections; ++mu) most = std::max(most, product(sum_rows(geometry_, mu)));
  // This is not the larger of both: memory must be linear in the volume (memory_need.hpp), and this is
  // little.
  return partials(Shape::sums) + most;
}

double DeviceLattice::decode_sum(std::uint32_t low, std::uint32_t high) const {
  if (options_.accumulator == gpu::Accumulator::float64)
    return std::bit_cast<double>(std::uint64_t(high) << 32 | low);
  return double(std::bit_cast<float>(low)) + double(std::bit_cast<float>(high));
}

std::uint64_t DeviceLattice::encode_sum(double sum) const {
  if (options_.accumulator == gpu::Accumulator::float64) return std::bit_cast<std::uint64_t>(sum);
  const auto large = float(sum), small = std::isfinite(large) ? float(sum - double(large)) : 0.0f;
  return std::uint64_t(std::bit_cast<std::uint32_t>(small)) << 32 | std::bit_cast<std::uint32_t>(large);
}

}  // namespace glueball
