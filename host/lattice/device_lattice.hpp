// A lattice on a device: how kernels are specialised, launched and given memory there.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "gpu/device.hpp"
#include "lattice/boundary.hpp"
#include "lattice/geometry.hpp"

namespace glueball {

/// How many invocations a kernel runs.
enum class Shape {
  sites,   ///< one per site of one parity
  hops,    ///< LatticeOptions::lanes per site of one parity: hops, and staples of one direction
  pairs,   ///< one per site of one parity and pair of right-hand sides, a workgroup holding all pairs of its
           ///< sites
  texels,  ///< one per texel of a spinor field; the grid strides over fields of more planes
  links,   ///< one per link at the sites of one parity, all sites of a direction before the next direction
  site_links,  ///< the same, with the four links of a site in one workgroup, a multiple of four
               ///< (lib/grid.glsl)
  sums,    ///< a grid that strides over the sites and leaves one partial result a workgroup (or invocation)
  scalar,  ///< one workgroup
};

struct LatticeOptions {
  gpu::Storage storage = gpu::Storage::buffer;
  gpu::Accumulator accumulator = gpu::Accumulator::float64;
  /// Of fermions. Kernels know signs and phases on links that wrap around the lattice, no others: any
  /// boundary is taken in the equivalent form of Boundary::wrapped.
  Boundary boundary;
  /// Reals a stored link has: 8 (shaders/lib/stereographic.glsl), 12 (third row reconstructed) or 18.
  int reconstruct = 12;
  /// Of the fields, and of the arithmetic except that half precision calculates in single.
  gpu::Precision precision = gpu::Precision::single;
  /// Invocations that share the hop to a site, or the staples of a link: 1, 2 or 4 (lib/lanes.glsl).
  int lanes = 1;
  /// Whether a conjugate gradient's updates and norms ride on its matrix: saves passes over memory, costs
  /// sums a site.
  bool fused = false;
  /// Invocations of a workgroup, for every shape but sums and scalars, whose groups decide the order of
  /// additions: a multiple of 32, or 0 for what suits the device.
  std::uint32_t workgroup = 0;
  /// Blocks of z, a divisor of that extent: hops go over all times of one before the next (lib/walk.glsl). 0:
  /// as many as let the time slices of a block stay in a GPU's second-level cache.
  std::uint32_t walk = 0;
  /// Of fields in half precision; nothing in others.
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;
};

/// Storage and accumulator that suit the device; fermions antiperiodic in time, 12 reals a link, single
/// precision. On an H200 at 32^4 hops were 4 to 8 percent faster with two invocations a site, and a
/// conjugate gradient 10 percent faster with fused sums.
LatticeOptions preferred_options(const gpu::Device& device);
/// The same for a precision and a lattice. Half precision in fixed point takes texel buffers where the
/// links fit into one, and one invocation a site: on an H200, through both APIs, hops were 8 to 17 percent
/// faster than from storage buffers, since texture units unpack the integers, and 10 percent faster than
/// with two invocations. 16-bit floats have nothing to unpack, and gain nothing.
LatticeOptions preferred_options(const gpu::Device& device, gpu::Precision precision,
                                 const Geometry& geometry,
                                 gpu::HalfFormat half_format = gpu::HalfFormat::fixed);

class DeviceLattice {
 public:
  /// Throws Error(usage) as Boundary::check does, for a reconstruction other than 8, 12 and 18, lanes other
  /// than 1, 2 and 4, a walk that does not divide the extent in z, images in another precision than single,
  /// or a workgroup that is no multiple of 32; Error(device) when the device lacks what the options ask for.
  DeviceLattice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options);
  DeviceLattice(const DeviceLattice&) = delete;
  DeviceLattice& operator=(const DeviceLattice&) = delete;

  gpu::Device& device() const { return device_; }
  gpu::Stream& stream() const { return device_.stream(); }
  const Geometry& geometry() const { return geometry_; }
  /// As they were asked for, but where links do not fit into one buffer or any field not into one texel
  /// buffer of the device: links are split then, and all else is in buffers (gpu::Storage::split), except in
  /// images and in half precision.
  const LatticeOptions& options() const { return options_; }

  /// The workgroup that options stand for on a device.
  static std::uint32_t workgroup(const gpu::Device& device, const LatticeOptions& options);

  /// RGBA planes that so many links of each site take in one memory. Of 18 reals the last two of two sites
  /// share a texel, except in images (shaders/lib/link.glsl).
  std::uint32_t link_planes(std::uint32_t links = 1) const {
    const auto reals = std::uint32_t(options_.reconstruct);
    return ninths_share() ? (reals * links + 3) / 4 : (reals + 3) / 4 * links;
  }
  /// Whether they do.
  bool ninths_share() const { return options_.reconstruct == 18 && options_.storage != gpu::Storage::image; }

  gpu::Precision precision() const { return options_.precision; }
  bool in_half() const { return options_.precision == gpu::Precision::half; }
  gpu::HalfFormat half_format() const { return options_.half_format; }
  /// Bytes of four numbers as they are stored.
  std::size_t texel_bytes() const;

  /// Memory for `planes` RGBA planes over the sites of one parity, in the lattice's storage and precision. A
  /// `scaled` field has in half precision a unit for each site (lib/field.glsl).
  std::shared_ptr<gpu::Memory> allocate_planes(std::uint32_t planes, bool scaled) const;
  /// A plain buffer, whatever the storage of fields.
  std::shared_ptr<gpu::Memory> allocate_buffer(std::size_t bytes, bool indirect = false) const;

  /// The workgroups that a kernel of this shape is launched with. Where the device does not launch so many
  /// in one row, there are several rows, and some workgroups too many (gpu::folded). `count` right-hand
  /// sides: with Shape::pairs an even number, at most 32; with Shape::scalar a workgroup each.
  gpu::GroupGrid grid(Shape shape, std::uint32_t count = 1) const;
  std::uint32_t groups(Shape shape, std::uint32_t count = 1) const;
  /// The workgroups of Shape::sites for so many points, an invocation each.
  std::uint32_t groups_of_points(std::size_t points) const;
  /// Partial results a kernel of Shape::sums, hops or pairs leaves per component.
  std::uint32_t partials(Shape shape = Shape::sums, std::uint32_t count = 1) const;

  /// The kernel specialised for this lattice. Bits 0 to 3 of `flags` become specialisation constants 11 to
  /// 14, bit 4 constant 17, `count` constant 15. With kFolded it takes workgroups in several rows even
  /// where this shape needs one. Throws Error(device) that names the limit where several rows are needed
  /// and the kernel is not made for them.
  static constexpr std::uint32_t kFolded = 1u << 31;
  gpu::Pipeline& pipeline(std::string_view kernel, Shape shape, std::uint32_t flags,
                          std::uint32_t count = 1) const;

  /// A global sum as it lies in device memory (two words), as a double.
  double decode_sum(std::uint32_t low, std::uint32_t high) const;

  /// Blocks of z that hops of `count` right-hand sides go over one after the other.
  std::uint32_t walk(std::uint32_t count = 1) const;

 private:
  std::uint32_t group_size(Shape shape) const;
  /// `size`, or as many invocations as the device allows a workgroup.
  std::uint32_t allowed(std::uint32_t size) const;
  std::uint32_t needed_groups(Shape shape, std::uint32_t count) const;
  /// Whether the links of one parity lie in one buffer.
  bool links_fit() const;
  gpu::TexelFormat texel_format() const;

  gpu::Device& device_;
  Geometry geometry_;
  LatticeOptions options_;
  bool software_;
  struct Key {
    const char* kernel;  ///< by address: names are string literals of the kernel declarations
    std::uint32_t flags, count;
    bool operator==(const Key&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Key& k) const {
      return (std::hash<const void*>()(k.kernel) * 31 + k.flags) * 31 + k.count;
    }
  };
  mutable std::unordered_map<Key, gpu::Pipeline*, Hash> pipelines_;
};

}  // namespace glueball
