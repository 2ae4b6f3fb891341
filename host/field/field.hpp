// Fields on a device: stacks of RGBA planes over the sites of one parity, and small buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "field/device_lattice.hpp"

namespace glueball {

/// Any memory a kernel can bind: one, or of links that are split one a direction.
class BoundMemory {
 public:
  using Memories = std::vector<std::shared_ptr<gpu::Memory>>;
  explicit BoundMemory(std::shared_ptr<gpu::Memory> memory) : first_(std::move(memory)) {}
  explicit BoundMemory(Memories pieces) : first_(pieces.front()), others_(pieces.begin() + 1, pieces.end()) {}

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

/// Where a field has the units of its sites in half precision; in others there are none.
enum class Units {
  none,    ///< nowhere: its numbers are between -1 and 1
  beside,  ///< after the planes, a float a site
  within,  ///< a float in the place of a site's last two numbers
};

/// Planes of a field that are read together: in memory they may lie so, in blocks of sites
/// (DeviceLattice::site_block).
struct Together {
  std::uint32_t planes = 1;
  std::uint32_t reals = 4;  ///< of a site, from the first of them to the first of the next ones
};

/// RGBA planes over the sites of one parity; plane p of site s is texel p * (V/2) + s, or where planes lie
/// together that of near_texel in shaders/lib/lattice.glsl; where the lattice is part of one, V/2 are its
/// DeviceLattice::plane_sites. Of half a plane, which comes last, two sites share a texel. It knows the
/// lattice that it is on, which must outlive it, and its format: the lattice's unless another one was asked
/// for. What has 24 reals a site is a spinor: sums over fields take its planes to lie as a spinor's
/// (vector_texel there).
class Field : public BoundMemory {
 public:
  Field(const DeviceLattice& lattice, std::uint32_t planes, Units units = Units::none)
      : Field(lattice, lattice.format(), planes, units) {}
  /// Throws as FieldFormat::check does.
  Field(const DeviceLattice& lattice, const FieldFormat& format, std::uint32_t planes,
        Units units = Units::none)
      : Field(lattice, lattice.stored(format), Reals{4 * planes}, units, {}) {}
  const DeviceLattice& lattice() const { return *lattice_; }
  const FieldFormat& format() const { return format_; }
  /// Numbers that a site has here, with those that are empty: four a plane, two in half a plane.
  std::uint32_t reals() const { return reals_; }
  /// Planes that are whole.
  std::uint32_t planes() const { return reals_ / 4; }
  /// Of all pieces.
  std::size_t texels() const { return lattice_->plane_sites() * reals_ / 4; }
  Units units() const { return units_; }
  const Together& together() const { return together_; }
  /// The planes of piece n as a field by themselves, in the same memory; of a field in one piece it is the
  /// field.
  Field part(std::uint32_t n) const { return {*this, {piece(n)}, reals_ / pieces()}; }

 protected:
  struct Reals {
    std::uint32_t count;
  };
  Field(const DeviceLattice& lattice, const FieldFormat& stored, Reals reals, Units units, Together together)
      : Field(lattice, stored, {lattice.allocate_field(stored, reals.count, units == Units::beside)}, reals,
              units, together) {}
  Field(const DeviceLattice& lattice, const FieldFormat& stored, Memories pieces, Reals reals, Units units,
        Together together)
      : BoundMemory(std::move(pieces)),
        lattice_(&lattice),
        format_(stored),
        reals_(reals.count),
        units_(units),
        together_(together) {}
  /// Of links, so many a site.
  Field(const DeviceLattice& lattice, std::uint32_t links, const FieldFormat& stored)
      : Field(lattice, stored, Reals{4 * stored.link_planes(links)}, Units::none, of_links(stored)) {}
  static Together of_links(const FieldFormat& f) {
    return {f.whole_link_planes(), std::uint32_t(f.reconstruct)};
  }
  static constexpr Together kOfSpinors = {3, 12};  ///< half a spinor

 private:
  Field(const Field& of, Memories pieces, std::uint32_t reals)
      : BoundMemory(std::move(pieces)),
        lattice_(of.lattice_),
        format_(of.format_),
        reals_(reals),
        units_(of.units_),
        together_(of.together_) {}

  const DeviceLattice* lattice_;
  FieldFormat format_;
  std::uint32_t reals_;
  Units units_;
  Together together_;
};

/// A Wilson spinor a site: 6 planes, spins in the device's basis.
class SpinorField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 6, kReals = 4 * kPlanes;
  explicit SpinorField(const DeviceLattice& lattice) : SpinorField(lattice, lattice.format()) {}
  SpinorField(const DeviceLattice& lattice, const FieldFormat& format)
      : Field(lattice, lattice.stored(format), Reals{kReals}, Units::beside, kOfSpinors) {}
};

/// Several Wilson spinors a site, an even number: spinor n is planes 6 n to 6 n + 5. Not in half precision.
class MultiSpinorField : public Field {
 public:
  MultiSpinorField(const DeviceLattice& lattice, std::uint32_t count)
      : Field(lattice, lattice.stored(lattice.format()), Reals{count * SpinorField::kReals}, Units::none,
              kOfSpinors),
        count_(count) {}
  std::uint32_t count() const { return count_; }
  /// Numbers that a spinor takes at each site.
  std::uint32_t each() const { return SpinorField::kReals; }

 private:
  std::uint32_t count_;
};

/// A staggered colour vector a site: a plane and a half, two planes in images and in half precision
/// (FieldFormat::colour_reals).
class ColourField : public Field {
 public:
  static constexpr std::uint32_t kReals = 6;  ///< that are not empty
  explicit ColourField(const DeviceLattice& lattice) : ColourField(lattice, lattice.format()) {}
  ColourField(const DeviceLattice& lattice, const FieldFormat& format)
      : Field(lattice, lattice.stored(format), Reals{format.colour_reals()}, Units::within, {}) {}
};

/// Several staggered colour vectors a site, an even number, one after the other as each would lie by itself:
/// vector n begins at number n * each(). Not in half precision.
class MultiColourField : public Field {
 public:
  MultiColourField(const DeviceLattice& lattice, std::uint32_t count)
      : Field(lattice, lattice.stored(lattice.format()), Reals{count * lattice.format().colour_reals()},
              Units::none, {}),
        count_(count) {}
  std::uint32_t count() const { return count_; }
  /// Numbers that a vector takes at each site.
  std::uint32_t each() const { return reals() / count_; }

 private:
  std::uint32_t count_;
};

/// Site-diagonal matrices of two hermitian 6 x 6 blocks: 18 planes, see shaders/lib/chiral_block.glsl.
class ChiralField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 18;
  explicit ChiralField(const DeviceLattice& lattice) : ChiralField(lattice, lattice.format()) {}
  ChiralField(const DeviceLattice& lattice, const FieldFormat& format)
      : Field(lattice, format, kPlanes, Units::beside) {}
};

/// The links of one parity's sites in all four directions: a plane for each real that a link has, in
/// images of 14 and 18 reals two more. Under gpu::Storage::split in four pieces, of 14 reals 4 planes each
/// and of 18 reals 5, of which half a plane is empty. Direction mu begins at texel mu times a fourth of them
/// all.
class ParityLinks : public Field {
 public:
  explicit ParityLinks(const DeviceLattice& lattice) : ParityLinks(lattice, lattice.format()) {}
  ParityLinks(const DeviceLattice& lattice, const FieldFormat& format)
      : ParityLinks(lattice, lattice.stored(format), Stored()) {}

 private:
  struct Stored {};
  ParityLinks(const DeviceLattice& lattice, const FieldFormat& stored, Stored)
      : Field(lattice, stored, memories(lattice, stored), {4 * ranges(stored) * planes_of_piece(stored)},
              Units::none, of_links(stored)) {}

  static std::uint32_t ranges(const FieldFormat& f) {
    return f.storage == gpu::Storage::split ? kDirections : 1;
  }
  static std::uint32_t planes_of_piece(const FieldFormat& f) {
    return f.link_planes(kDirections / ranges(f));
  }
  static Memories memories(const DeviceLattice& lattice, const FieldFormat& f) {
    Memories all;
    for (std::uint32_t n = 0; n < ranges(f); ++n)
      all.push_back(lattice.allocate_field(f, 4 * planes_of_piece(f), false));
    return all;
  }
};

/// Momenta of the links of one parity's sites: 8 planes, p1..p4 and p5..p8 of each direction.
class ParityMomenta : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 8;
  explicit ParityMomenta(const DeviceLattice& lattice) : ParityMomenta(lattice, lattice.format()) {}
  ParityMomenta(const DeviceLattice& lattice, const FieldFormat& format) : Field(lattice, format, kPlanes) {}
};

/// Both parities of something, indexed by Parity.
template <class OneParity>
class BothParities {
 public:
  explicit BothParities(const DeviceLattice& lattice) : halves_{OneParity(lattice), OneParity(lattice)} {}
  BothParities(const DeviceLattice& lattice, const FieldFormat& format)
      : halves_{OneParity(lattice, format), OneParity(lattice, format)} {}
  const DeviceLattice& lattice() const { return halves_[0].lattice(); }
  const FieldFormat& format() const { return halves_[0].format(); }
  OneParity& operator[](Parity p) { return halves_[int(p)]; }
  const OneParity& operator[](Parity p) const { return halves_[int(p)]; }

 private:
  std::array<OneParity, 2> halves_;
};

using GaugeField = BothParities<ParityLinks>;
using MomentumField = BothParities<ParityMomenta>;
using FullSpinorField = BothParities<SpinorField>;

/// Where the first pass of a global sum leaves its partial results: for up to kComponents sums at once of
/// kernels of Shape::sums and blocks, for one of Shape::hops, for one a right-hand side of Shape::pairs.
class Partials : public BoundMemory {
 public:
  static constexpr std::uint32_t kComponents = 4;
  explicit Partials(const DeviceLattice& lattice, Shape shape = Shape::sums, std::uint32_t count = 1)
      : BoundMemory(lattice.allocate_buffer((shape == Shape::sums
                                                 ? lattice.most_sums() * kComponents
                                                 : std::size_t(lattice.partials(shape, count)) * count) *
                                            8)) {}
  /// Room for so many.
  Partials(const DeviceLattice& lattice, std::size_t results)
      : BoundMemory(lattice.allocate_buffer(results * 8)) {}
};

/// Where the second pass leaves the sums: two words each.
class Totals : public BoundMemory {
 public:
  explicit Totals(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(std::size_t(Partials::kComponents) * 8)) {}
};

}  // namespace glueball
