// A lattice on a device: how kernels are specialised, launched and given memory there.
//
// It has a geometry, a plan of launches, and the format of fields that are made on it without one of their
// own. A sibling of another precision (options_in) has the same geometry and what was chosen of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "comm/domain.hpp"
#include "field/field_format.hpp"
#include "field/launch_plan.hpp"
#include "field/part.hpp"
#include "field/result_order.hpp"
#include "gpu/device.hpp"
#include "lattice/geometry.hpp"

namespace glueball {

/// How many invocations a kernel runs.
enum class Shape {
  sites,        ///< one per site of one parity
  hops,         ///< LaunchPlan::lanes per site of one parity: hops, and staples of one direction
  joined_hops,  ///< the same, DeviceLattice::joined_hops() of their workgroups in one
  pairs,   ///< one per site of one parity and pair of right-hand sides, a workgroup holding all pairs of its
           ///< sites
  texels,  ///< one per texel of a spinor field; the grid strides over fields of more planes
  links,   ///< one per link at the sites of one parity, all sites of a direction before the next direction
  site_links,  ///< the same, with the four links of a site in one workgroup, a multiple of four
               ///< (lib/grid.glsl)
  sums,    ///< a grid that strides over the sites and leaves one partial result a workgroup (or invocation)
  blocks,  ///< one or several per block of global sums, each block leaving a partial result (lib/blocks.glsl)
  vector_blocks,  ///< the same, where a site takes little work: sums over vectors
  scalar,         ///< one workgroup
};

/// What a lattice is made with.
struct LatticeOptions : FieldFormat, LaunchPlan {
  /// Whose part of a lattice it is, where it is split; must outlive the lattice.
  const Domain* domain = nullptr;
  /// Layers of the neighbours' sites that fields hold in directions that are split: 1 to 3.
  std::uint32_t ghosts = 1;
};

/// Storage and accumulator that suit the device; 12 reals a link, single precision. On an H200 at 32^4 hops
/// were 4 to 8 percent faster with two invocations a site, and a conjugate gradient 10 percent faster with
/// fused sums.
LatticeOptions preferred_options(const gpu::Device& device);
/// The same for a precision and a lattice. Half precision in fixed point takes texel buffers where the
/// links fit into one, and one invocation a site: on an H200, through both APIs, hops were 8 to 17 percent
/// faster than from storage buffers, since texture units unpack the integers, and 10 percent faster than
/// with two invocations. 16-bit floats have nothing to unpack, and gain nothing.
LatticeOptions preferred_options(const gpu::Device& device, gpu::Precision precision,
                                 const Geometry& geometry,
                                 gpu::HalfFormat half_format = gpu::HalfFormat::fixed);

/// What algorithms of other rooms keep for all fields of a lattice.
class Kept {
 public:
  virtual ~Kept() = default;
};

class DeviceLattice {
 public:
  /// Throws as FieldFormat::check does; Error(bad_value) for links of 14 reals, lanes other than 1, 2 and 4,
  /// tiles that do not divide the extent in z, a workgroup that is no multiple of 32, and for part of a
  /// lattice without its domain, with ghosts beyond the neighbour, or in images; Error(device) when the
  /// device lacks what the options ask for.
  DeviceLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options);
  DeviceLattice(const DeviceLattice&) = delete;
  DeviceLattice& operator=(const DeviceLattice&) = delete;

  gpu::Device& device() const { return device_; }
  gpu::Stream& stream() const { return device_.stream(); }
  const Geometry& geometry() const { return geometry_; }
  /// Whose part it is; null of a lattice that is not split.
  const Domain* domain() const { return geometry_.is_part() ? options_.domain : nullptr; }

  // Fields hold the sites of a box: their own, and around them, in directions that are split, those of the
  // neighbours (shaders/lib/lattice.glsl).
  /// Sites of the neighbours on either side, in x an even number.
  int ghosts(int mu) const {
    if (!geometry_.is_split(mu)) return 0;
    return mu == 0 ? int(options_.ghosts + 1) / 2 * 2 : int(options_.ghosts);
  }
  Site box() const;
  /// Of one parity, which make a plane of a field.
  std::size_t plane_sites() const { return plane_sites_; }
  /// Sites of a block of planes that are read together, in fields of this format.
  std::uint32_t site_block(const FieldFormat& format) const;
  /// The place among them of a site of the lattice, by its checkerboard number.
  std::size_t place(std::size_t half_index) const;

  /// As they were asked for, but where links do not fit into one buffer or any field not into one texel
  /// buffer of the device: links are split then, and all else is in buffers (gpu::Storage::split), except in
  /// images and in half precision.
  const LatticeOptions& options() const { return options_; }

  /// The workgroup that options stand for on a device.
  static std::uint32_t workgroup(const gpu::Device& device, const LatticeOptions& options);

  const FieldFormat& format() const { return options_; }
  const LaunchPlan& plan() const { return options_; }
  gpu::Precision precision() const { return options_.precision; }
  bool in_half() const { return options_.in_half(); }
  gpu::HalfFormat half_format() const { return options_.half_format; }

  /// Options for fields of the same lattice in another precision: what suits the device for them
  /// (preferred_options), and what of this lattice is not what suits the device for its own. Links have as
  /// many reals. Fields in images have none but in single precision: Error(bad_value).
  LatticeOptions options_in(gpu::Precision precision,
                            gpu::HalfFormat half_format = gpu::HalfFormat::fixed) const;

  /// As a field of this format is stored on this lattice: links that do not fit into one buffer are split.
  /// Throws as FieldFormat::check does.
  FieldFormat stored(const FieldFormat& format) const;

  /// Memory for `reals` numbers at each site of one parity, an even number, in images of four. With
  /// `units_beside` there is in half precision a float more for each site (lib/field.glsl).
  std::shared_ptr<gpu::Memory> allocate_field(const FieldFormat& format, std::uint32_t reals,
                                              bool units_beside) const;
  /// A plain buffer, whatever the storage of fields.
  std::shared_ptr<gpu::Memory> allocate_buffer(std::size_t bytes, bool indirect = false) const;

  /// The workgroups that a kernel of this shape is launched with. Where the device does not launch so many
  /// in one row, there are several rows, and some workgroups too many (gpu::folded). `count` right-hand
  /// sides: with Shape::pairs an even number, at most 32; with Shape::scalar a workgroup each.
  gpu::GroupGrid grid(Shape shape, std::uint32_t count = 1) const { return grid(shape, count, format()); }
  gpu::GroupGrid grid(Shape shape, std::uint32_t count, const FieldFormat& format,
                      const Part& part = {}) const;
  /// Whether kernels of this shape can run over the interior alone while the ghosts of so many layers in time
  /// are on their way, and it is wanted: time is split, and its slices are made of whole workgroups.
  bool has_parts(Shape shape, int layers, std::uint32_t count = 1) const {
    return has_parts(shape, layers, count, format());
  }
  bool has_parts(Shape shape, int layers, std::uint32_t count, const FieldFormat& format) const;
  /// Whether the invocations of a workgroup add in shared memory (LaunchPlan::shared_sums).
  bool shared_sums() const { return shared_sums_; }
  /// Workgroups of Shape::hops that one of Shape::joined_hops holds: 1, or 2 where there are many.
  std::uint32_t joined_hops() const;
  std::uint32_t groups(Shape shape, std::uint32_t count = 1) const { return grid(shape, count).count(); }
  /// The workgroups of Shape::sites for so many points, an invocation each.
  std::uint32_t groups_of_points(std::size_t points) const;
  /// Those of Shape::blocks for so many stretches of sites, each as long as a block or shorter.
  std::uint32_t groups_of_blocks(std::size_t blocks, gpu::Precision precision) const {
    return groups_of_blocks(blocks, Shape::blocks, precision);
  }
  /// Partial results a kernel of Shape::sums, blocks, hops or pairs leaves per component. Throws
  /// Error(bad_value) for pairs on part of a lattice, and for hops where it cuts workgroups of the whole.
  std::uint32_t partials(Shape shape = Shape::blocks, std::uint32_t count = 1) const;
  /// Of Shape::hops they are those of planes of x and y, so many each, one plane after the other; of tiles
  /// one after the other; on CPU drivers those of sites. Only where LaunchPlan::fused is left of the options,
  /// and on CPU drivers.
  ResultOrder hop_sums() const;
  /// The most of any kernel of Shape::sums or blocks, Polyakov loops' rows among them.
  std::size_t most_sums() const;

  /// The kernel specialised for this lattice and fields of a format. Bits 0 to 3 of `flags` become
  /// specialisation constants 11 to 14, bit 4 constant 17, `count` constant 15; kNegativeX and the three
  /// above it the signs of a fermion that wraps in x, y, z, t; there is room for those of a Part. A kernel
  /// with far links (lib/far_link.glsl) is told how many reals these have. With kFolded it takes workgroups
  /// in several rows even where this shape needs one. Throws Error(device) that names the limit where several
  /// rows are needed and the kernel is not made for them.
  static constexpr std::uint32_t kFolded = 1u << 31, kNegativeX = 1u << 24;
  gpu::Pipeline& pipeline(std::string_view kernel, Shape shape, std::uint32_t flags, std::uint32_t count,
                          const FieldFormat& format, int far_reconstruct = 0) const;
  gpu::Pipeline& pipeline(std::string_view kernel, Shape shape, std::uint32_t flags,
                          std::uint32_t count = 1) const {
    return pipeline(kernel, shape, flags, count, format());
  }

  /// A global sum as it lies in device memory (two words), as a double.
  double decode_sum(std::uint32_t low, std::uint32_t high) const;
  /// The same the other way, `low` in the lower half.
  std::uint64_t encode_sum(double sum) const;

  /// Where the halo layer keeps what it has opened to the neighbours (halo/channels.hpp).
  std::unique_ptr<Kept>& channels() const { return channels_; }

  /// Tiles, blocks of z, that hops of `count` right-hand sides go over one after the other.
  std::uint32_t tiles(std::uint32_t count = 1) const { return tiles(count, format()); }

 private:
  std::uint32_t group_size(Shape shape, gpu::Precision precision) const;
  /// Invocations that share a block of global sums.
  std::uint32_t block_lanes(Shape shape, gpu::Precision precision) const;
  /// Invocations of a workgroup that sums whole blocks.
  std::uint32_t block_group(Shape shape, gpu::Precision precision) const;
  /// `size`, or as many invocations as the device allows a workgroup.
  std::uint32_t allowed(std::uint32_t size) const;
  std::uint32_t groups_of_blocks(std::size_t blocks, Shape shape, gpu::Precision precision) const;
  std::uint32_t needed_groups(Shape shape, std::uint32_t count, const FieldFormat& format) const;
  /// Workgroups of so many time slices; 0 where these are not made of whole ones.
  std::uint32_t edge_groups(Shape shape, std::uint32_t count, const FieldFormat& format, int layers) const;
  std::uint32_t tiles(std::uint32_t count, const FieldFormat& format) const;
  std::uint32_t tiles_of(const Geometry& g, std::uint32_t count, const FieldFormat& format) const;
  /// Sites of a workgroup of hops.
  std::uint32_t hop_sites() const;
  /// Whether a domain cuts workgroups that the whole lattice's hops have.
  bool hop_sums_cut() const;
  /// Whether the links of one parity lie in one buffer.
  bool links_fit(const FieldFormat& format) const;

  gpu::Device& device_;
  Geometry geometry_;
  LatticeOptions options_;
  std::size_t plane_sites_ = 0;
  bool software_, shared_sums_;
  mutable std::unique_ptr<Kept> channels_;
  struct Key {
    const char* kernel;  ///< by address: names are string literals of the kernel declarations
    std::uint32_t flags, count;
    FieldFormat format;
    int far;  ///< reals of far links
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      const auto& f = k.format;
      std::size_t h = std::hash<const void*>()(k.kernel);
      for (const std::uint32_t n :
           {k.flags, k.count, std::uint32_t(f.storage), std::uint32_t(f.reconstruct), std::uint32_t(k.far),
            std::uint32_t(f.precision), std::uint32_t(f.half_format)})
        h = h * 31 + n;
      return h;
    }
  };
  mutable std::unordered_map<Key, gpu::Pipeline*, Hash> pipelines_;
};

}  // namespace glueball
