// Workgroups of a launch: their size, their number and their sites.
#include <algorithm>
#include <bit>

#include "field/device_lattice.hpp"
#include "field/right_hand_sides.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

// Measured values: 128 invocations suit GPUs and 64 the CPU drivers. A large GPU needs a thousand workgroups
// for a reduction, a CPU driver a few long loops and no shared memory.
constexpr std::uint32_t kGpuSites = 128, kGpuSums = 256, kGpuSumGroups = 1056, kGpuScalar = 1024,
                        kSubgroup = 32;
/// Sums over blocks have an invocation for each site up to the first number; there are never more than the
/// second.
constexpr std::uint32_t kFewInvocations = kGpuSums * kGpuSumGroups / 2,
                        kMostInvocations = kGpuSums * kGpuSumGroups * 4;
/// The same for sums over vectors, with little work a site: the first in single and double precision, the
/// second in single alone.
constexpr std::uint32_t kFewOfVectors = 300'000, kMostOfVectors = 450'000;
constexpr std::size_t kCachedSlice = 4 << 20;  ///< bytes of a tile's time slice that stay in the cache
constexpr std::uint32_t kCpuSites = 64, kCpuSums = 16, kCpuSumGroups = 16;

}  // namespace

std::uint32_t DeviceLattice::workgroup(const gpu::Device& device, const LatticeOptions& options) {
  if (options.workgroup != 0) return options.workgroup;
  const std::uint32_t most = device.info().limits.group_invocations;
  const std::uint32_t suits = device.info().type == gpu::DeviceType::software ? kCpuSites : kGpuSites;
  return most == 0 ? suits : std::min(suits, most / 32 * 32);
}

std::uint32_t DeviceLattice::group_size(Shape shape, gpu::Precision precision) const {
  switch (shape) {
    case Shape::sites:
    case Shape::hops:
    case Shape::rhs_pairs:
    case Shape::texels:
    case Shape::links:
    case Shape::site_links:
      return workgroup(device_, options_);
    case Shape::merged_workgroups:
      return merged_workgroups() * workgroup(device_, options_);
    case Shape::sums:
      return allowed(shared_sums_ ? kGpuSums : kCpuSums);
    case Shape::blocks:
    case Shape::vector_blocks:
      return shared_sums_ ? block_group(shape, precision) : allowed(kCpuSums);
    case Shape::scalar:
      break;
  }
  return allowed(shared_sums_ ? kGpuScalar : 1);
}

std::uint32_t DeviceLattice::allowed(std::uint32_t size) const {
  const std::uint32_t most = device_.info().limits.group_invocations;
  return most == 0 ? size : std::min(size, most);
}

gpu::GroupGrid DeviceLattice::grid(Shape shape, std::uint32_t count, const FieldFormat& format,
                                   const Part& part) const {
  std::uint32_t groups = needed_groups(shape, count, format);
  if (part.kind != Part::all) {
    const std::uint32_t both = 2 * edge_groups(shape, count, format, int(part.layers));
    groups = part.kind == Part::boundary ? both : groups - both;
  }
  return gpu::folded(groups, device_.info().limits.groups[0]);
}

std::uint32_t DeviceLattice::edge_groups(Shape shape, std::uint32_t count, const FieldFormat& format,
                                         int layers) const {
  const std::uint32_t size = group_size(shape, format.precision);
  const std::size_t sites = shape == Shape::hops        ? size / std::uint32_t(options_.threads_per_site)
                            : shape == Shape::rhs_pairs ? size / (count / 2)
                                                        : size;
  const std::size_t slice = geometry_.half_volume() / std::size_t(geometry_.extent(3));
  // Tiles consist of planes.
  if (tiles(right_hand_sides(shape, count), format) > 1 &&
      slice / std::size_t(geometry_.extent(2)) % sites != 0)
    return 0;
  return slice % sites == 0 ? std::uint32_t(std::size_t(layers) * slice / sites) : 0;
}

bool DeviceLattice::has_parts(Shape shape, int layers, std::uint32_t count, const FieldFormat& format) const {
  if (shape != Shape::hops && shape != Shape::rhs_pairs && shape != Shape::sites) return false;
  return domain() != nullptr && domain()->overlap().value_or(!software_) && geometry_.is_split(3) &&
         geometry_.extent(3) > 2 * layers && edge_groups(shape, count, format, layers) != 0 &&
         grid(shape, count, format).rows == 1;
}

std::size_t shared_bytes_of_merged_workgroups(const DeviceLattice& lattice, std::uint32_t joined) {
  constexpr std::size_t kParts = 24, kSum = 8;
  const std::size_t group = joined * DeviceLattice::workgroup(lattice.device(), lattice.options()),
                    threads_per_site = std::size_t(lattice.options().threads_per_site),
                    real = lattice.precision() == gpu::Precision::double_ ? 8 : 4;
  return kParts * (group - group / threads_per_site + 1) * real + kGpuScalar * kSum;
}

/// With larger workgroups compilers use fewer registers each, so that more invocations are resident (NVIDIA:
/// 128 rather than 165 registers). This shortens conjugate gradients in one launch if not all invocations
/// would be resident otherwise. H200: 16^4 1369 -> 1185 us, 24^4 5535 -> 5141; on 8^4 and 12^4 they took 4 to
/// 8 percent longer.
std::uint32_t DeviceLattice::merged_workgroups() const {
  constexpr std::uint32_t kMany = 256, kMost = 256;
  const std::size_t shared = device_.info().limits.shared_bytes;
  return groups(Shape::hops) >= kMany && 2 * workgroup(device_, options_) <= allowed(kMost) &&
                 (shared == 0 || shared_bytes_of_merged_workgroups(*this, 2) <= shared)
             ? 2
             : 1;
}

std::uint32_t DeviceLattice::groups_of_points(std::size_t points) const {
  const std::size_t size = workgroup(device_, options_);
  return std::uint32_t((points + size - 1) / size);
}

std::uint32_t DeviceLattice::groups_of_blocks(std::size_t blocks, Shape shape,
                                              gpu::Precision precision) const {
  const std::size_t items = blocks * block_threads(shape, precision), size = group_size(shape, precision);
  return std::uint32_t((items + size - 1) / size);
}

std::uint32_t DeviceLattice::needed_groups(Shape shape, std::uint32_t count,
                                           const FieldFormat& format) const {
  if (shape == Shape::scalar) return count;
  if (shape == Shape::merged_workgroups) {
    const std::uint32_t joined = merged_workgroups();
    return (needed_groups(Shape::hops, 1, format) + joined - 1) / joined;
  }
  if (shape == Shape::rhs_pairs) {
    const std::size_t sites = workgroup(device_, options_) / (count / 2);
    return std::uint32_t((geometry_.half_volume() + sites - 1) / sites);
  }
  if (shape == Shape::blocks || shape == Shape::vector_blocks)
    return groups_of_blocks(product(sum_blocks(geometry_)), shape, format.precision);
  constexpr std::size_t kSpinorPlanes = 6;
  const bool by_site = format.in_half();  // lib/element.glsl
  const std::size_t items =
      geometry_.half_volume() * (shape == Shape::links || shape == Shape::site_links ? kDirections
                                 : shape == Shape::texels && !by_site                ? kSpinorPlanes
                                                                                     : 1);
  const std::size_t size = group_size(shape, format.precision) /
                           std::size_t(shape == Shape::hops ? options_.threads_per_site : 1),
                    needed = (items + size - 1) / size;
  const std::size_t most = shape == Shape::texels ? device_.info().limits.groups[0]
                           : shape != Shape::sums ? needed
                           : shared_sums_         ? kGpuSumGroups
                                                  : kCpuSumGroups;
  return std::uint32_t(std::min(needed, most));
}

/// These choices come from norms and plaquettes measured from 16^4 to 64^4 on an H100 and an H200. Many
/// workgroups avoid an idle tail at the end; enough sites for each invocation outweigh the cost of the sum
/// over invocations.
std::uint32_t DeviceLattice::block_threads(Shape shape, gpu::Precision precision) const {
  if (!shared_sums_) return 1;
  // The whole lattice counts: a domain's sums are added in the order that they have without domains.
  const Geometry whole(geometry_.whole_extents());
  const auto blocks = std::uint32_t(product(sum_blocks(whole)));
  const std::uint32_t sites = std::uint32_t(product(sum_block(whole.extents()))) / 2;
  const bool half = precision == gpu::Precision::half;
  const bool vectors = shape == Shape::vector_blocks && !half;
  const std::uint32_t few = vectors ? kFewOfVectors : kFewInvocations;
  const std::uint32_t fewest = (precision == gpu::Precision::double_ && !vectors) || sites * blocks <= few ? 1
                               : half                                                                      ? 4
                                      : 2;
  const std::uint32_t all =
      vectors && precision == gpu::Precision::single ? kMostOfVectors : kMostInvocations;
  const std::uint32_t most =
      std::min({std::max(sites / fewest, 1u), allowed(kGpuSites), std::max(all / blocks, 1u)});
  std::uint32_t threads = most;
  while (sites % threads != 0) --threads;  // so that all have equally many sites
  return 4 * threads > most ? threads : std::bit_floor(most);
}

std::uint32_t DeviceLattice::block_group(Shape shape, gpu::Precision precision) const {
  const std::uint32_t threads = block_threads(shape, precision), most = allowed(kGpuSums);
  std::uint32_t best = threads;
  const auto idle = [](std::uint32_t size) { return (size + kSubgroup - 1) / kSubgroup * kSubgroup - size; };
  // As few invocations as possible are idle in the last subgroup.
  for (std::uint32_t size = threads; size <= most; size += threads)
    if (idle(size) * best <= idle(best) * size) best = size;
  return best;
}

std::uint32_t DeviceLattice::tiles(std::uint32_t count, const FieldFormat& format) const {
  return tiles_of(geometry_, count, format);
}

std::uint32_t DeviceLattice::tiles_of(const Geometry& g, std::uint32_t count,
                                      const FieldFormat& format) const {
  if (options_.tiles != 0) return options_.tiles;
  if (software_) return 1;
  constexpr std::size_t kSpinorPlanes = 6;
  const std::size_t slice =
      g.half_volume() / std::size_t(g.extent(3)) * kSpinorPlanes * format.texel_bytes() * count;
  std::uint32_t blocks = 1;
  while (slice / blocks > kCachedSlice && std::uint32_t(g.extent(2)) % (4 * blocks) == 0) blocks *= 2;
  return blocks;
}

}  // namespace glueball
