#include "field/device_lattice.hpp"

#include "args/constants.h"
#include "base/error.hpp"
#include "field/right_hand_sides.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {

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
    // All ranks must exchange sums in one format.
    if (!options.domain->devices().float64) options_.accumulator = gpu::Accumulator::two_float;
  }
  if (options.threads_per_site != 1 && options.threads_per_site != 2 && options.threads_per_site != 4)
    throw Error(ErrorKind::bad_value,
                "a hop has 1, 2 or 4 invocations a site, not " + std::to_string(options.threads_per_site));
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
  // Sums that hops compute go over workgroups. A domain must have the workgroups of the whole lattice;
  // otherwise the sums are separate kernels.
  if (geometry.is_part())
    options_.fused = options_.fused && options.domain->devices().alike && !hop_sums_cut();
}

Site DeviceLattice::box() const {
  Site held = geometry_.extents();
  for (int mu = 0; mu < kDirections; ++mu) held[mu] += 2 * ghosts(mu);
  return held;
}

/// The block in which interleaved planes lie. A CPU prefetches only a few streams of memory, and the planes
/// of 16^4 are a power of two apart.
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
                                                           bool scales_beside) const {
  gpu::MemoryShape shape;
  shape.bytes = plane_sites_ * reals * format.texel_bytes() / 4;
  if (scales_beside && format.in_half()) shape.bytes += plane_sites_ * sizeof(float);
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

gpu::Pipeline& DeviceLattice::pipeline(std::string_view kernel, Shape shape, std::uint32_t flags,
                                       std::uint32_t count, const FieldFormat& format,
                                       int long_reconstruct) const {
  gpu::Pipeline*& found = pipelines_[{kernel.data(), flags, count, format, long_reconstruct}];
  if (found) return *found;
  if (format.precision == gpu::Precision::double_ && options_.accumulator != gpu::Accumulator::float64)
    throw Error(ErrorKind::bad_value,
                "fields in double precision on a lattice whose sums are pairs of floats");
  if (shape == Shape::sums && geometry_.is_part())
    throw Error(ErrorKind::bad_value, "kernel " + std::string(kernel) + " has no sums for several ranks yet",
                "start one process");
  const bool folded = (flags & kFolded) != 0 || grid(shape, count, format).rows > 1;
  spirv::Specialization constants = {
      {CONSTANT_GROUP_SIZE, group_size(shape, format.precision)},
      {CONSTANT_RECONSTRUCT, std::uint32_t(format.reconstruct)},
      {CONSTANT_SHARED_SUMS, shared_sums_ ? 1u : 0u},
      {CONSTANT_COUNT, count},
      {CONSTANT_THREADS_PER_SITE, std::uint32_t(options_.threads_per_site)},
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
  constants[CONSTANT_BLOCK_THREADS] = block_threads(shape, format.precision);

  for (std::uint32_t bit = 0; bit < 4; ++bit) constants[CONSTANT_FLAG_0 + bit] = flags >> bit & 1u;
  constants[CONSTANT_FLAG_4] = flags >> 4 & 1u;
  constants[CONSTANT_DIRECTION_LOW] = flags & 1u;
  constants[CONSTANT_DIRECTION_HIGH] = flags >> 1 & 1u;
  if (long_reconstruct != 0) constants[CONSTANT_LONG_RECONSTRUCT] = std::uint32_t(long_reconstruct);
  if (folded) constants[CONSTANT_FOLDED] = 1;
  if (const Part part = Part::of(flags); part.kind != Part::all) {
    constants[CONSTANT_PART] = part.kind;
    constants[CONSTANT_PART_EDGE] = edge_groups(shape, count, format, int(part.layers));
    constants[CONSTANT_PART_GROUPS] = needed_groups(shape, count, format);
  }
  gpu::Pipeline& made = device_.pipeline(
      kernel, {format.storage, options_.accumulator, format.precision, device_.info().limits.memory_model},
      constants);
  // The error is raised here, because group counts on the device are not checked at launch.
  if (folded && !made.folded)
    throw Error(ErrorKind::device,
                "kernel " + std::string(kernel) + " needs " +
                    std::to_string(needed_groups(shape, count, format)) +
                    " workgroups, the device launches " + std::to_string(device_.info().limits.groups[0]) +
                    " at once",
                "use larger workgroups or a smaller lattice");
  return *(found = &made);
}

}  // namespace glueball
