// A lattice on a device: how kernels are specialised, launched and given memory.
//
// It has a geometry, a launch plan, and the format of fields that name no other. A lattice of another
// precision (options_in) shares the geometry and the chosen parts of the plan.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "comm/domain.hpp"
#include "field/field_format.hpp"
#include "field/launch_plan.hpp"
#include "field/part.hpp"
#include "gpu/device.hpp"
#include "lattice/geometry.hpp"

namespace glueball {

struct ResultOrder {
  Site extents;  ///< results of this domain along each dimension
  /// The direction of the lattice along each dimension; -1: none that is split. Along t, where domains may
  /// differ in size, there is one result a time slice.
  Site directions = {0, 1, 2, 3};
  /// A direction across which only the last domains have results, all equally many; -1: none.
  int across = -1;
};

/// The number of invocations of a kernel.
enum class Shape {
  sites,  ///< one per site of one parity
  hops,   ///< LaunchPlan::threads_per_site per site of one parity: hops, and staples of one direction
  merged_workgroups,  ///< as hops, with DeviceLattice::merged_workgroups() of their workgroups merged into
                      ///< one
  /// one per site of one parity and pair of right-hand sides; a workgroup has all pairs of its sites
  rhs_pairs,
  texels,  ///< one per texel of a spinor field; the grid strides over fields of more planes
  links,   ///< one per link at the sites of one parity, direction by direction
  /// the same, with the four links of a site in one workgroup, a multiple of four (lib/grid.glsl)
  site_links,
  sums,    ///< a grid that strides over the sites and stores one partial result a workgroup (or invocation)
  blocks,  ///< one or several per block of global sums; each block stores a partial result (lib/blocks.glsl)
  vector_blocks,  ///< the same for sums over vectors, with little work a site
  scalar,         ///< one workgroup
};

/// The options of a lattice.
struct LatticeOptions : FieldFormat, LaunchPlan {
  /// The domain, if the lattice is part of a split one; it must outlive the lattice.
  const Domain* domain = nullptr;
  /// Layers of the neighbours' sites in split directions, which fields hold: 1 to 3.
  std::uint32_t ghosts = 1;
};

/// Returns the device's preferred storage and accumulator, with 12 reals a link in single precision. On an
/// H200 at 32^4 hops were 4 to 8 percent faster with two invocations a site, and a conjugate gradient 10
/// percent faster with fused sums.
LatticeOptions preferred_options(const gpu::Device& device);
/// Returns the preferred options for a precision and a lattice. Half precision in fixed point uses texel
/// buffers if the links fit into one, and one invocation a site. On an H200, through both APIs, hops were 8
/// to 17 percent faster than from storage buffers, since texture units unpack the integers, and 10 percent
/// faster than with two invocations. 16-bit floats need no unpacking and gain nothing.
LatticeOptions preferred_options(const gpu::Device& device, gpu::Precision precision,
                                 const Geometry& geometry,
                                 gpu::HalfFormat half_format = gpu::HalfFormat::fixed);

/// An object of another module that belongs to all fields of a lattice.
class Attachment {
 public:
  virtual ~Attachment() = default;
};

class DeviceLattice {
 public:
  /// Throws as FieldFormat::check does. Throws Error(bad_value) for links of 14 reals, threads per site other
  /// than 1, 2 and 4, tiles that do not divide the extent in z, and a workgroup that is no multiple of 32. A
  /// part of a lattice throws it without its domain, with ghosts beyond the neighbour, and in images. Throws
  /// Error(device) if the device lacks what the options ask for.
  DeviceLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options);
  DeviceLattice(const DeviceLattice&) = delete;
  DeviceLattice& operator=(const DeviceLattice&) = delete;

  gpu::Device& device() const { return device_; }
  gpu::Stream& stream() const { return device_.stream(); }
  const Geometry& geometry() const { return geometry_; }
  /// Returns the domain; null if the lattice is not split.
  const Domain* domain() const { return geometry_.is_part() ? options_.domain : nullptr; }

  // Fields hold the sites of a box: their own, and around them in split directions those of the neighbours
  // (shaders/lib/lattice.glsl).
  // Returns the number of the neighbours' sites on either side, in x an even number.
  int ghosts(int mu) const {
    if (!geometry_.is_split(mu)) return 0;
    return mu == 0 ? int(options_.ghosts + 1) / 2 * 2 : int(options_.ghosts);
  }
  Site box() const;
  /// Returns the number of sites of one parity in the box, the size of a field's plane.
  std::size_t plane_sites() const { return plane_sites_; }
  /// Returns the sites of a block of interleaved planes, in fields of this format.
  std::uint32_t site_block(const FieldFormat& format) const;
  /// Returns the place of a site of the lattice among plane_sites(), by its checkerboard number.
  std::size_t place(std::size_t half_index) const;

  /// Returns the options as used. They differ from those asked for if links do not fit into one buffer, or
  /// any field not into one texel buffer of the device. Links are then split and all other fields are in
  /// buffers (gpu::Storage::split), except in images and in half precision.
  const LatticeOptions& options() const { return options_; }

  /// Returns the workgroup size of the options on a device.
  static std::uint32_t workgroup(const gpu::Device& device, const LatticeOptions& options);

  const FieldFormat& format() const { return options_; }
  const LaunchPlan& plan() const { return options_; }
  gpu::Precision precision() const { return options_.precision; }
  bool in_half() const { return options_.in_half(); }
  gpu::HalfFormat half_format() const { return options_.half_format; }

  /// Returns options for fields of the same lattice in another precision: the device's preferred ones
  /// (preferred_options), and this lattice's where they differ from those preferred for its own precision.
  /// Links have as many reals. Throws Error(bad_value) for images in a precision other than single.
  LatticeOptions options_in(gpu::Precision precision,
                            gpu::HalfFormat half_format = gpu::HalfFormat::fixed) const;

  /// Returns the format in which a field is stored on this lattice: links that do not fit into one buffer are
  /// split. Throws as FieldFormat::check does.
  FieldFormat stored(const FieldFormat& format) const;

  /// Allocates memory for `reals` numbers, an even count, at each site of one parity; images hold four
  /// numbers a texel. With `scales_beside` half precision adds a float for each site, its scale
  /// (lib/field.glsl).
  std::shared_ptr<gpu::Memory> allocate_field(const FieldFormat& format, std::uint32_t reals,
                                              bool scales_beside) const;
  /// Allocates a plain buffer, whatever the storage of fields.
  std::shared_ptr<gpu::Memory> allocate_buffer(std::size_t bytes, bool indirect = false) const;

  /// Returns the workgroups of a launch of this shape. If the device does not launch so many in one row,
  /// there are several rows, and some workgroups too many (gpu::folded). `count` is the number of right-hand
  /// sides: with Shape::rhs_pairs an even number of at most 32; with Shape::scalar each has a workgroup.
  gpu::GroupGrid grid(Shape shape, std::uint32_t count = 1) const { return grid(shape, count, format()); }
  gpu::GroupGrid grid(Shape shape, std::uint32_t count, const FieldFormat& format,
                      const Part& part = {}) const;
  /// Returns true if kernels of this shape run over the interior alone while ghosts of so many layers in time
  /// are in transit. Time must be split, its slices must consist of whole workgroups, and overlap must be on.
  bool has_parts(Shape shape, int layers, std::uint32_t count = 1) const {
    return has_parts(shape, layers, count, format());
  }
  bool has_parts(Shape shape, int layers, std::uint32_t count, const FieldFormat& format) const;
  /// Returns true if the invocations of a workgroup add in shared memory (LaunchPlan::shared_sums).
  bool shared_sums() const { return shared_sums_; }
  /// Returns how many workgroups of Shape::hops one of Shape::merged_workgroups contains: 1, or 2 if there
  /// are many.
  std::uint32_t merged_workgroups() const;
  std::uint32_t groups(Shape shape, std::uint32_t count = 1) const { return grid(shape, count).count(); }
  /// Returns the workgroups of Shape::sites for so many points, one invocation each.
  std::uint32_t groups_of_points(std::size_t points) const;
  /// Returns the workgroups of Shape::blocks for so many rows of sites, each at most as long as a block.
  std::uint32_t groups_of_blocks(std::size_t blocks, gpu::Precision precision) const {
    return groups_of_blocks(blocks, Shape::blocks, precision);
  }
  /// Returns how many partial results a kernel of Shape::sums, blocks, hops or rhs_pairs stores per
  /// component. Throws Error(bad_value) for rhs_pairs on part of a lattice, and for hops if it cuts
  /// workgroups of the whole.
  std::uint32_t partials(Shape shape = Shape::blocks, std::uint32_t count = 1) const;
  /// Returns the order of partial results of Shape::hops. They are those of xy planes, equally many for each,
  /// one plane after the other. With tiles, one tile follows the other. On CPU drivers there is one result a
  /// site. Requires LaunchPlan::fused in options(), or a CPU driver.
  ResultOrder hop_sums() const;
  /// Returns the largest number of partial results of any kernel of Shape::sums or blocks, including rows of
  /// Polyakov loops.
  std::size_t most_sums() const;

  /// Returns the kernel specialised for this lattice and fields of a format. Bits 0 to 3 of `flags` become
  /// specialisation constants 11 to 14, bit 4 constant 17, `count` constant 15. kNegativeX and the three bits
  /// above it are the signs of a fermion that wraps in x, y, z, t; further bits are those of a Part. A kernel
  /// with long links (lib/long_link.glsl) gets their number of reals. With kFolded it accepts workgroups in
  /// several rows even if this shape needs one. Throws Error(device) that names the limit if several rows are
  /// needed and the kernel does not support them.
  static constexpr std::uint32_t kFolded = 1u << 31, kNegativeX = 1u << 24;
  gpu::Pipeline& pipeline(std::string_view kernel, Shape shape, std::uint32_t flags, std::uint32_t count,
                          const FieldFormat& format, int long_reconstruct = 0) const;
  gpu::Pipeline& pipeline(std::string_view kernel, Shape shape, std::uint32_t flags,
                          std::uint32_t count = 1) const {
    return pipeline(kernel, shape, flags, count, format());
  }

  /// Returns a global sum from its two words in device memory.
  double decode_sum(std::uint32_t low, std::uint32_t high) const;
  /// Returns the words of a sum, `low` in the lower half.
  std::uint64_t encode_sum(double sum) const;

  /// Returns the open channels to the neighbours, which the halo layer attaches here (halo/channels.hpp).
  std::unique_ptr<Attachment>& channels() const { return channels_; }

  /// Returns the number of tiles: blocks of z that hops of `count` right-hand sides process one after the
  /// other.
  std::uint32_t tiles(std::uint32_t count = 1) const { return tiles(count, format()); }

 private:
  std::uint32_t group_size(Shape shape, gpu::Precision precision) const;
  /// Returns the number of invocations that share a block of global sums.
  std::uint32_t block_threads(Shape shape, gpu::Precision precision) const;
  /// Returns the invocations of a workgroup that sums whole blocks.
  std::uint32_t block_group(Shape shape, gpu::Precision precision) const;
  /// Returns `size`, or the most invocations that the device allows in a workgroup.
  std::uint32_t allowed(std::uint32_t size) const;
  std::uint32_t groups_of_blocks(std::size_t blocks, Shape shape, gpu::Precision precision) const;
  std::uint32_t needed_groups(Shape shape, std::uint32_t count, const FieldFormat& format) const;
  /// Returns the workgroups of so many time slices; 0 if these do not consist of whole workgroups.
  std::uint32_t edge_groups(Shape shape, std::uint32_t count, const FieldFormat& format, int layers) const;
  std::uint32_t tiles(std::uint32_t count, const FieldFormat& format) const;
  std::uint32_t tiles_of(const Geometry& g, std::uint32_t count, const FieldFormat& format) const;
  /// Returns the sites of a workgroup of hops.
  std::uint32_t hop_sites() const;
  /// Returns true if a domain cuts workgroups that the whole lattice's hops have.
  bool hop_sums_cut() const;
  /// Returns true if the links of one parity fit into one buffer.
  bool links_fit(const FieldFormat& format) const;

  gpu::Device& device_;
  Geometry geometry_;
  LatticeOptions options_;
  std::size_t plane_sites_ = 0;
  bool software_, shared_sums_;
  mutable std::unique_ptr<Attachment> channels_;
  struct Key {
    const char* kernel;  ///< by address: names are string literals of the kernel declarations
    std::uint32_t flags, count;
    FieldFormat format;
    int long_reals;  ///< of long links
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      const auto& f = k.format;
      std::size_t h = std::hash<const void*>()(k.kernel);
      for (const std::uint32_t n :
           {k.flags, k.count, std::uint32_t(f.storage), std::uint32_t(f.reconstruct),
            std::uint32_t(k.long_reals), std::uint32_t(f.precision), std::uint32_t(f.half_format)})
        h = h * 31 + n;
      return h;
    }
  };
  mutable std::unordered_map<Key, gpu::Pipeline*, Hash> pipelines_;
};

/// Returns the bytes of a workgroup that merges `joined` workgroups of a hop and adds all partial results
/// (solver/wilson_cg.comp): the partial hops that threads per site exchange, and a table of sums.
std::size_t shared_bytes_of_merged_workgroups(const DeviceLattice& lattice, std::uint32_t joined);

}  // namespace glueball
