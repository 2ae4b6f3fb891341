#include "field/device_lattice.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "args/constants.h"
#include "base/error.hpp"
#include "gpu/specialize.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {
namespace {

static_assert(CONSTANT_FOLDED == gpu::kFoldedConstant);
static_assert(gpu::is_size(CONSTANT_GROUP_SIZE) && gpu::is_size(CONSTANT_EXTENT_X) &&
              gpu::is_size(CONSTANT_EXTENT_T) && gpu::is_size(CONSTANT_COUNT) &&
              gpu::is_size(CONSTANT_LOCAL_X) && gpu::is_size(CONSTANT_ORIGIN_T) &&
              !gpu::is_size(CONSTANT_GHOSTS_X) && !gpu::is_size(CONSTANT_RECONSTRUCT) &&
              !gpu::is_size(CONSTANT_FAR_RECONSTRUCT) && !gpu::is_size(CONSTANT_LANES));

// Measured: 128 invocations suit GPUs and 64 the CPU drivers; a large GPU wants a thousand workgroups for a
// reduction, a CPU driver a few long loops and no shared memory.
constexpr std::uint32_t kGpuSites = 128, kGpuSums = 256, kGpuSumGroups = 1056, kGpuScalar = 1024,
                        kSubgroup = 32;
/// That sum over blocks: up to so many sites have an invocation each; there are never more than the second.
constexpr std::uint32_t kFewInvocations = kGpuSums * kGpuSumGroups / 2,
                        kMostInvocations = kGpuSums * kGpuSumGroups * 4;
/// Of vectors in single and double precision, a site of which takes little work; the second in single alone.
constexpr std::uint32_t kFewOfVectors = 300'000, kMostOfVectors = 450'000;
constexpr std::size_t kCachedSlice = 4 << 20;  ///< bytes of a tile's time slice
constexpr std::uint32_t kCpuSites = 64, kCpuSums = 16, kCpuSumGroups = 16;

/// Whether hops leave a partial result a site, in the order of sites.
bool result_a_site(const DeviceLattice& lattice, bool shared_sums) {
  return !shared_sums && lattice.options().lanes == 1 && lattice.tiles() == 1;
}
/// Right-hand sides of a launch with this count; a hop of one may have another use of it.
std::uint32_t right_hand_sides(Shape shape, std::uint32_t count) { return shape == Shape::pairs ? count : 1; }

}  // namespace

LatticeOptions preferred_options(const gpu::Device& device) {
  LatticeOptions options;
  options.storage = device.preferred_storage();
  options.accumulator = device.preferred_accumulator();
  const bool gpu = device.info().type != gpu::DeviceType::software;
  options.lanes = gpu ? 2 : 1;
  options.fused = gpu;
  return options;
}

LatticeOptions preferred_options(const gpu::Device& device, gpu::Precision precision,
                                 const Geometry& geometry, gpu::HalfFormat half_format) {
  LatticeOptions options = preferred_options(device);
  options.precision = precision;
  options.half_format = half_format;
  if (precision == gpu::Precision::half) options.lanes = 1;
  const auto texels_fit = [&](std::size_t a_site) {
    return geometry.half_volume() * a_site <= device.info().limits.texel_elements;
  };
  constexpr std::size_t kLinkPlanes = 18;  // 18 reals a link
  constexpr std::size_t kDoubleTexels =
      16 * 6 * 2;  // as many right-hand sides as there can be; 16 bytes a texel
  const bool integers = precision == gpu::Precision::half && half_format == gpu::HalfFormat::fixed;
  const gpu::DeviceInfo& info = device.info();
  // Of storage buffers; those of texel buffers it moves 16 bytes at a time.
  const bool doubles_one_by_one = precision == gpu::Precision::double_ && info.api == gpu::Api::opengl &&
                                  info.type != gpu::DeviceType::software;
  if ((integers && texels_fit(kLinkPlanes)) || (doubles_one_by_one && texels_fit(kDoubleTexels)))
    options.storage = gpu::Storage::texel;
  return options;
}

DeviceLattice::DeviceLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
    : device_(device),
      geometry_(geometry),
      options_(options),
      software_(device.info().type == gpu::DeviceType::software),
      shared_sums_(options.shared_sums.value_or(!software_)) {
  const Site held = box();
  plane_sites_ = product(held) / 2;
  static_cast<FieldFormat&>(options_) = stored(options);
  if (options.reconstruct == FieldFormat::kFarReals)
    throw Error(ErrorKind::bad_value, "a lattice whose links have 14 reals, which are for long links alone",
                "choose 8, 12 or 18");
  if (geometry.is_part()) {
    if (options.domain == nullptr || !(options.domain->geometry() == geometry))
      throw Error(ErrorKind::bad_value, "part of a lattice without its domain");
    if (options.storage == gpu::Storage::image)
      throw Error(ErrorKind::bad_value, "fields in images cannot be split among ranks",
                  "choose buffer or texel storage");
    for (int mu = 0; mu < kDirections; ++mu)
      if (geometry.is_split(mu) && (options.ghosts == 0 || int(options.ghosts) > geometry.extent(mu)))
        throw Error(ErrorKind::bad_value, std::to_string(options.ghosts) + " layers of ghosts around " +
                                              geometry.to_string() + ", a part of " +
                                              geometry.whole().to_string());
    // All ranks hand each other sums of one form.
    if (!options.domain->devices().float64) options_.accumulator = gpu::Accumulator::two_float;
  }
  if (options.lanes != 1 && options.lanes != 2 && options.lanes != 4)
    throw Error(ErrorKind::bad_value,
                "a hop has 1, 2 or 4 invocations a site, not " + std::to_string(options.lanes));
  if (options.tiles != 0 && std::uint32_t(geometry.extent(2)) % options.tiles != 0)
    throw Error(ErrorKind::bad_value, std::to_string(options.tiles) + " tiles of z, which has " +
                                          std::to_string(geometry.extent(2)) + " sites");
  if (const auto block = options.site_block.value_or(1); block == 0 || 8 % block != 0)
    throw Error(ErrorKind::bad_value, "blocks of " + std::to_string(block) + " sites", "choose 1, 2, 4 or 8");
  if (options.workgroup % 32 != 0)
    throw Error(ErrorKind::bad_value,
                "workgroups of " + std::to_string(options.workgroup) + ", which is no multiple of 32");
  if (options.workgroup > device.info().limits.group_invocations)
    throw Error(ErrorKind::device, device.info().id() + " has workgroups of at most " +
                                       std::to_string(device.info().limits.group_invocations) + ", not " +
                                       std::to_string(options.workgroup));
  if (options.precision == gpu::Precision::double_) options_.accumulator = gpu::Accumulator::float64;
  if (options_.accumulator == gpu::Accumulator::float64 && !device.info().limits.float64)
    throw Error(ErrorKind::device, device.info().id() + " has no double precision", "use two-float sums");
  // The sums of hops go over workgroups: those of the whole lattice, or there are none.
  if (geometry.is_part())
    options_.fused = options_.fused && options.domain->devices().alike && !hop_sums_cut();
}

LatticeOptions DeviceLattice::options_in(gpu::Precision precision, gpu::HalfFormat half_format) const {
  if (options_.storage == gpu::Storage::image && precision != gpu::Precision::single)
    throw Error(ErrorKind::bad_value, "images hold single precision only", "choose buffer or texel storage");
  const LatticeOptions own = preferred_options(device_, options_.precision, geometry_, options_.half_format);
  LatticeOptions options = preferred_options(device_, precision, geometry_, half_format);
  options.domain = options_.domain;
  options.ghosts = options_.ghosts;
  options.reconstruct = options_.reconstruct;
  options.workgroup = options_.workgroup;
  options.tiles = options_.tiles;
  options.shared_sums = options_.shared_sums;
  options.site_block = options_.site_block;
  options.together = options_.together;
  if (options_.lanes != own.lanes) options.lanes = options_.lanes;
  if (options_.fused != own.fused) options.fused = options_.fused;
  if (options_.accumulator != own.accumulator) options.accumulator = options_.accumulator;
  return options;
}

Site DeviceLattice::box() const {
  Site held = geometry_.extents();
  for (int mu = 0; mu < kDirections; ++mu) held[mu] += 2 * ghosts(mu);
  return held;
}

/// A processor follows a few streams of memory ahead, and planes of 16^4 lie a power of two apart.
std::uint32_t DeviceLattice::site_block(const FieldFormat& format) const {
  constexpr std::uint32_t kCpuBlock = 8;
  if (format.storage == gpu::Storage::image) return 1;
  return options_.site_block.value_or(software_ ? kCpuBlock : 1);
}

std::size_t DeviceLattice::place(std::size_t half_index) const {
  if (!geometry_.is_part()) return half_index;
  const Site held = box(), s = geometry_.site(2 * half_index);
  std::size_t at = 0;
  for (int mu = kDirections - 1; mu >= 0; --mu)
    at = at * std::size_t(held[mu]) + std::size_t(s[mu] + ghosts(mu));
  return at / 2;
}

FieldFormat DeviceLattice::stored(const FieldFormat& format) const {
  format.check(device_.info());
  FieldFormat found = format;
  if (!links_fit(format)) found.storage = gpu::Storage::split;
  return found;
}

bool DeviceLattice::links_fit(const FieldFormat& format) const {
  if (format.storage == gpu::Storage::image || format.in_half()) return true;
  const std::size_t bytes = plane_sites_ * format.link_planes(kDirections) * format.texel_bytes();
  const gpu::Limits& limits = device_.info().limits;
  return bytes <= limits.storage_range_bytes &&
         (format.storage != gpu::Storage::texel ||
          bytes / gpu::texel_bytes(format.texels()) <= limits.texel_elements);
}

std::shared_ptr<gpu::Memory> DeviceLattice::allocate_field(const FieldFormat& format, std::uint32_t reals,
                                                           bool units_beside) const {
  gpu::MemoryShape shape;
  shape.bytes = plane_sites_ * reals * format.texel_bytes() / 4;
  if (units_beside && format.in_half()) shape.bytes += plane_sites_ * sizeof(float);
  if (format.storage == gpu::Storage::image) {
    shape.width = std::uint32_t(geometry_.extent(0) / 2 * geometry_.extent(1));
    shape.height = std::uint32_t(geometry_.extent(2) * geometry_.extent(3));
    shape.layers = reals / 4;
  }
  if (format.storage == gpu::Storage::texel) shape.texels = format.texels();
  return device_.allocate(shape);
}

std::shared_ptr<gpu::Memory> DeviceLattice::allocate_buffer(std::size_t bytes, bool indirect) const {
  gpu::MemoryShape shape;
  shape.bytes = bytes;
  shape.indirect = indirect;
  return device_.allocate(shape);
}

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
    case Shape::pairs:
    case Shape::texels:
    case Shape::links:
    case Shape::site_links:
      return workgroup(device_, options_);
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
  const std::size_t sites = shape == Shape::hops    ? size / std::uint32_t(options_.lanes)
                            : shape == Shape::pairs ? size / (count / 2)
                                                    : size;
  const std::size_t slice = geometry_.half_volume() / std::size_t(geometry_.extent(3));
  // Tiles are made of planes.
  if (tiles(right_hand_sides(shape, count), format) > 1 &&
      slice / std::size_t(geometry_.extent(2)) % sites != 0)
    return 0;
  return slice % sites == 0 ? std::uint32_t(std::size_t(layers) * slice / sites) : 0;
}

bool DeviceLattice::has_parts(Shape shape, int layers, std::uint32_t count, const FieldFormat& format) const {
  if (shape != Shape::hops && shape != Shape::pairs && shape != Shape::sites) return false;
  return domain() != nullptr && domain()->overlap().value_or(!software_) && geometry_.is_split(3) &&
         geometry_.extent(3) > 2 * layers && edge_groups(shape, count, format, layers) != 0 &&
         grid(shape, count, format).rows == 1;
}

std::uint32_t DeviceLattice::groups_of_points(std::size_t points) const {
  const std::size_t size = workgroup(device_, options_);
  return std::uint32_t((points + size - 1) / size);
}

std::uint32_t DeviceLattice::needed_groups(Shape shape, std::uint32_t count,
                                           const FieldFormat& format) const {
  if (shape == Shape::scalar) return count;
  if (shape == Shape::pairs) {
    const std::size_t sites = workgroup(device_, options_) / (count / 2);
    return std::uint32_t((geometry_.half_volume() + sites - 1) / sites);
  }
  if (shape == Shape::blocks || shape == Shape::vector_blocks) {
    const std::size_t items = product(sum_blocks(geometry_)) * block_lanes(shape, format.precision),
                      size = group_size(shape, format.precision);
    return std::uint32_t((items + size - 1) / size);
  }
  constexpr std::size_t kSpinorPlanes = 6;
  const bool by_site = format.in_half();  // lib/element.glsl
  const std::size_t items =
      geometry_.half_volume() * (shape == Shape::links || shape == Shape::site_links ? kDirections
                                 : shape == Shape::texels && !by_site                ? kSpinorPlanes
                                                                                     : 1);
  const std::size_t size = group_size(shape, format.precision) /
                           std::size_t(shape == Shape::hops ? options_.lanes : 1),
                    needed = (items + size - 1) / size;
  const std::size_t most = shape == Shape::texels ? device_.info().limits.groups[0]
                           : shape != Shape::sums ? needed
                           : shared_sums_         ? kGpuSumGroups
                                                  : kCpuSumGroups;
  return std::uint32_t(std::min(needed, most));
}

/// By what was measured of norms and plaquettes from 16^4 to 64^4 on an H100 and an H200: many workgroups at
/// a time, so that none are left alone at the end, and sites enough for each invocation to be worth the sum
/// over them.
std::uint32_t DeviceLattice::block_lanes(Shape shape, gpu::Precision precision) const {
  if (!shared_sums_) return 1;
  // Of the whole lattice: a domain's sums are added in the order that they have without domains.
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
  std::uint32_t lanes = most;
  while (sites % lanes != 0) --lanes;  // so that all have as many sites
  return 4 * lanes > most ? lanes : std::bit_floor(most);
}

std::uint32_t DeviceLattice::block_group(Shape shape, gpu::Precision precision) const {
  const std::uint32_t lanes = block_lanes(shape, precision), most = allowed(kGpuSums);
  std::uint32_t best = lanes;
  const auto idle = [](std::uint32_t size) { return (size + kSubgroup - 1) / kSubgroup * kSubgroup - size; };
  // As few invocations as possible idle in its last subgroup.
  for (std::uint32_t size = lanes; size <= most; size += lanes)
    if (idle(size) * best <= idle(best) * size) best = size;
  return best;
}

std::uint32_t DeviceLattice::partials(Shape shape, std::uint32_t count) const {
  if (shape == Shape::blocks || shape == Shape::vector_blocks)
    return std::uint32_t(product(sum_blocks(geometry_)));
  if (geometry_.is_part() && (shape == Shape::pairs || (shape == Shape::hops && hop_sums_cut())))
    throw Error(ErrorKind::bad_value, "global sums of hops on a lattice that is split among ranks");
  const std::uint32_t invocations = group_size(shape, precision()) / (shape == Shape::pairs ? count / 2 : 1);
  return groups(shape, count) * (shared_sums_ ? 1 : invocations);
}

std::uint32_t DeviceLattice::hop_sites() const {
  return workgroup(device_, options_) / std::uint32_t(options_.lanes);
}

/// A workgroup's sites follow one another, and those of a plane come before the next plane's. There must be
/// no workgroups beyond the last site, on no rank: domains may have more time slices than this one. Where
/// each invocation leaves its own result, that of a site, nothing is cut.
bool DeviceLattice::hop_sums_cut() const {
  if (result_a_site(*this, shared_sums_)) return false;
  const std::size_t plane = std::size_t(geometry_.extent(0)) / 2 * std::size_t(geometry_.extent(1));
  // Tiles cut z, and are then to be those of the whole.
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
  // Not the larger of both: what is taken is to be linear in the volume (memory_need.hpp), and it is little.
  return partials(Shape::sums) + most;
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

gpu::Pipeline& DeviceLattice::pipeline(std::string_view kernel, Shape shape, std::uint32_t flags,
                                       std::uint32_t count, const FieldFormat& format,
                                       int far_reconstruct) const {
  gpu::Pipeline*& found = pipelines_[{kernel.data(), flags, count, format, far_reconstruct}];
  if (found) return *found;
  if (format.precision == gpu::Precision::double_ && options_.accumulator != gpu::Accumulator::float64)
    throw Error(ErrorKind::bad_value,
                "fields in double precision on a lattice whose sums are pairs of floats");
  if (shape == Shape::sums && geometry_.is_part())
    throw Error(ErrorKind::bad_value, "kernel " + std::string(kernel) + " has no sums for several ranks yet",
                "start one process");
  const bool folded = (flags & kFolded) != 0 || grid(shape, count, format).rows > 1;
  gpu::Specialization constants = {
      {CONSTANT_GROUP_SIZE, group_size(shape, format.precision)},
      {CONSTANT_RECONSTRUCT, std::uint32_t(format.reconstruct)},
      {CONSTANT_SHARED_SUMS, shared_sums_ ? 1u : 0u},
      {CONSTANT_COUNT, count},
      {CONSTANT_LANES, std::uint32_t(options_.lanes)},
      {CONSTANT_TILES, tiles(right_hand_sides(shape, count), format)},
      {CONSTANT_FLOATING, std::uint32_t(format.half_format)},
      {CONSTANT_EXACT_DIVISION, software_ ? 1u : 0u},
      {CONSTANT_SITE_BLOCK, site_block(format)},
  };
  for (std::uint32_t mu = 0; mu < kDirections; ++mu) {
    constants[CONSTANT_EXTENT_X + mu] = std::uint32_t(geometry_.whole_extents()[mu]);
    constants[CONSTANT_LOCAL_X + mu] = std::uint32_t(geometry_.extent(int(mu)));
    constants[CONSTANT_ORIGIN_X + mu] = std::uint32_t(geometry_.origin()[mu]);
    constants[CONSTANT_GHOSTS_X + mu] = std::uint32_t(ghosts(int(mu)));
    constants[CONSTANT_BOUNDARY_X + mu] = std::uint32_t((flags & kNegativeX << mu) != 0 ? -1 : 1);
  }
  const Site block = sum_block(geometry_.whole_extents());
  constants[CONSTANT_BLOCK_X] = std::uint32_t(block[0]);
  constants[CONSTANT_BLOCK_Y] = std::uint32_t(block[1]);
  constants[CONSTANT_BLOCK_LANES] = block_lanes(shape, format.precision);

  for (std::uint32_t bit = 0; bit < 4; ++bit) constants[CONSTANT_FLAG_0 + bit] = flags >> bit & 1u;
  constants[CONSTANT_FLAG_4] = flags >> 4 & 1u;
  if (far_reconstruct != 0) constants[CONSTANT_FAR_RECONSTRUCT] = std::uint32_t(far_reconstruct);
  if (folded) constants[gpu::kFoldedConstant] = 1;
  if (const Part part = Part::of(flags); part.kind != Part::all) {
    constants[CONSTANT_PART] = part.kind;
    constants[CONSTANT_PART_EDGE] = edge_groups(shape, count, format, int(part.layers));
    constants[CONSTANT_PART_GROUPS] = needed_groups(shape, count, format);
  }
  gpu::Pipeline& made =
      device_.pipeline(kernel, {format.storage, options_.accumulator, format.precision}, constants);
  // Said here, since group counts on the device are not looked at when they are used.
  if (folded && !made.folded)
    throw Error(ErrorKind::device,
                "kernel " + std::string(kernel) + " needs " +
                    std::to_string(needed_groups(shape, count, format)) +
                    " workgroups, the device launches " + std::to_string(device_.info().limits.groups[0]) +
                    " at once",
                "use larger workgroups or a smaller lattice");
  return *(found = &made);
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
