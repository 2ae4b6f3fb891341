// Fields on a device: stacks of RGBA planes over the sites of one parity, and small buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lattice/device_lattice.hpp"

namespace glueball {

/// Any memory a kernel can bind: one, or of links that are split one a direction.
class Bound {
 public:
  using Memories = std::vector<std::shared_ptr<gpu::Memory>>;
  explicit Bound(std::shared_ptr<gpu::Memory> memory) : first_(std::move(memory)) {}
  explicit Bound(Memories pieces) : first_(pieces.front()), others_(pieces.begin() + 1, pieces.end()) {}

  /// The whole, or its first piece.
  gpu::Memory& memory() const { return *first_; }
  std::uint32_t pieces() const { return std::uint32_t(1 + others_.size()); }
  const std::shared_ptr<gpu::Memory>& piece(std::uint32_t n) const {
    return n == 0 ? first_ : others_[n - 1];
  }

 private:
  std::shared_ptr<gpu::Memory> first_;
  Memories others_;
};

/// `planes` RGBA planes over the sites of one parity; plane p of site s is texel p * (V/2) + s. A scaled
/// field has in half precision a unit of its own at each site; other fields hold numbers between -1 and 1
/// there.
class Field : public Bound {
 public:
  Field(const DeviceLattice& lattice, std::uint32_t planes, bool scaled = false)
      : Bound(lattice.allocate_planes(planes, scaled)), planes_(planes), scaled_(scaled) {}
  std::uint32_t planes() const { return planes_; }
  bool scaled() const { return scaled_; }
  /// The planes of piece n as a field by themselves, in the same memory; of a field in one piece it is the
  /// field.
  Field part(std::uint32_t n) const { return {{piece(n)}, planes_ / pieces(), scaled_}; }

 protected:
  Field(Memories pieces, std::uint32_t planes, bool scaled)
      : Bound(std::move(pieces)), planes_(planes), scaled_(scaled) {}

 private:
  std::uint32_t planes_;
  bool scaled_;
};

/// A Wilson spinor a site: 6 planes, spins in the device's basis.
class SpinorField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 6;
  explicit SpinorField(const DeviceLattice& lattice) : Field(lattice, kPlanes, true) {}
};

/// Several Wilson spinors a site, an even number: spinor n is planes 6 n to 6 n + 5. Not in half precision.
class MultiSpinorField : public Field {
 public:
  MultiSpinorField(const DeviceLattice& lattice, std::uint32_t count)
      : Field(lattice, count * SpinorField::kPlanes), count_(count) {}
  std::uint32_t count() const { return count_; }

 private:
  std::uint32_t count_;
};

/// A staggered colour vector a site: 2 planes, the last two numbers empty.
class ColourField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 2;
  explicit ColourField(const DeviceLattice& lattice) : Field(lattice, kPlanes, true) {}
};

/// Site-diagonal matrices of two hermitian 6 x 6 blocks: 18 planes, see shaders/lib/chiral_block.glsl.
class ChiralField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 18;
  explicit ChiralField(const DeviceLattice& lattice) : Field(lattice, kPlanes, true) {}
};

/// The links of one parity's sites in all four directions: a plane for each real that a link has, 20 in
/// images of 18 reals. Under gpu::Storage::split in four pieces, of 18 reals 5 planes each of which half a
/// plane is empty. Direction mu begins at texel mu times a fourth of them all.
class GaugeHalf : public Field {
 public:
  explicit GaugeHalf(const DeviceLattice& lattice)
      : Field(memories(lattice), ranges(lattice) * planes_of_piece(lattice), false) {}

 private:
  static std::uint32_t ranges(const DeviceLattice& lattice) {
    return lattice.options().storage == gpu::Storage::split ? kDirections : 1;
  }
  static std::uint32_t planes_of_piece(const DeviceLattice& lattice) {
    return lattice.link_planes(kDirections / ranges(lattice));
  }
  static Memories memories(const DeviceLattice& lattice) {
    Memories all;
    for (std::uint32_t n = 0; n < ranges(lattice); ++n)
      all.push_back(lattice.allocate_planes(planes_of_piece(lattice), false));
    return all;
  }
};

/// Momenta of the links of one parity's sites: 8 planes, p1..p4 and p5..p8 of each direction.
class MomentumHalf : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 8;
  explicit MomentumHalf(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};

/// Both parities of something, indexed by Parity.
template <class Half>
class Both {
 public:
  explicit Both(const DeviceLattice& lattice) : halves_{Half(lattice), Half(lattice)} {}
  Half& operator[](Parity p) { return halves_[int(p)]; }
  const Half& operator[](Parity p) const { return halves_[int(p)]; }

 private:
  std::array<Half, 2> halves_;
};

using GaugeField = Both<GaugeHalf>;
using MomentumField = Both<MomentumHalf>;
using FullSpinorField = Both<SpinorField>;

/// Where the first pass of a global sum leaves its partial results: for up to kComponents sums at once of
/// kernels of Shape::sums, for one of Shape::hops, for one a right-hand side of Shape::pairs.
class Partials : public Bound {
 public:
  static constexpr std::uint32_t kComponents = 4;
  explicit Partials(const DeviceLattice& lattice, Shape shape = Shape::sums, std::uint32_t count = 1)
      : Bound(lattice.allocate_buffer(std::size_t(lattice.partials(shape, count)) *
                                      (shape == Shape::sums ? kComponents : count) * 8)) {}
};

/// Where the second pass leaves the sums: two words each.
class Totals : public Bound {
 public:
  explicit Totals(const DeviceLattice& lattice)
      : Bound(lattice.allocate_buffer(std::size_t(Partials::kComponents) * 8)) {}
};

}  // namespace glueball
