// Fields on a device: stacks of RGBA planes over the sites of one parity, and small buffers.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "field/device_lattice.hpp"

namespace glueball {

/// Memory that a kernel can bind: one buffer, or for split links one buffer for each direction.
class BoundMemory {
 public:
  using Memories = std::vector<std::shared_ptr<gpu::Memory>>;
  explicit BoundMemory(std::shared_ptr<gpu::Memory> memory) : first_(std::move(memory)) {}
  explicit BoundMemory(Memories pieces) : first_(pieces.front()), others_(pieces.begin() + 1, pieces.end()) {}

  /// Returns the memory, or its first piece.
  gpu::Memory& memory() const { return *first_; }
  std::uint32_t pieces() const { return std::uint32_t(1 + others_.size()); }
  const std::shared_ptr<gpu::Memory>& piece(std::uint32_t n) const {
    return n == 0 ? first_ : others_[n - 1];
  }

 private:
  std::shared_ptr<gpu::Memory> first_;
  Memories others_;
};

/// Place of the sites' scales in half precision. Other precisions have none.
enum class HalfScale {
  none,    ///< nowhere: the numbers are between -1 and 1
  beside,  ///< after the planes, one float a site
  within,  ///< a float in the place of a site's last two numbers
};

/// Planes that are read together. They may be interleaved in memory, in blocks of sites
/// (DeviceLattice::site_block).
struct InterleavedPlanes {
  std::uint32_t planes = 1;
  /// reals a site between the first plane of a group and the first plane of the next
  std::uint32_t reals = 4;
};

/// RGBA planes over the sites of one parity. Plane p of site s is texel p * (V/2) + s; interleaved planes are
/// ordered as interleaved_texel in shaders/lib/lattice.glsl. On part of a lattice V/2 is
/// DeviceLattice::plane_sites. In half a plane, which comes last, two sites share a texel. A field refers to
/// its lattice, which must outlive it, and has the lattice's format unless another is given. A field of 24
/// reals a site is a spinor: sums over fields assume a spinor's order of planes (vector_texel).
class Field : public BoundMemory {
 public:
  Field(const DeviceLattice& lattice, std::uint32_t planes, HalfScale half_scale = HalfScale::none)
      : Field(lattice, lattice.format(), planes, half_scale) {}
  /// Throws as FieldFormat::check does.
  Field(const DeviceLattice& lattice, const FieldFormat& format, std::uint32_t planes,
        HalfScale half_scale = HalfScale::none)
      : Field(lattice, lattice.stored(format), Reals{4 * planes}, half_scale, {}) {}
  const DeviceLattice& lattice() const { return *lattice_; }
  const FieldFormat& format() const { return format_; }
  /// Returns the stored numbers of a site, including empty ones: four a plane, two in half a plane.
  std::uint32_t reals() const { return reals_; }
  /// Returns the number of whole planes.
  std::uint32_t planes() const { return reals_ / 4; }
  /// Returns the number of texels of all pieces.
  std::size_t texels() const { return lattice_->plane_sites() * reals_ / 4; }
  HalfScale half_scale() const { return half_scale_; }
  const InterleavedPlanes& interleaved() const { return interleaved_; }
  /// Returns the planes of piece n as a field in the same memory; for a field in one piece, the field.
  Field part(std::uint32_t n) const { return {*this, {piece(n)}, reals_ / pieces()}; }

 protected:
  struct Reals {
    std::uint32_t count;
  };
  Field(const DeviceLattice& lattice, const FieldFormat& stored, Reals reals, HalfScale half_scale,
        InterleavedPlanes interleaved)
      : Field(lattice, stored, {lattice.allocate_field(stored, reals.count, half_scale == HalfScale::beside)},
              reals, half_scale, interleaved) {}
  Field(const DeviceLattice& lattice, const FieldFormat& stored, Memories pieces, Reals reals,
        HalfScale half_scale, InterleavedPlanes interleaved)
      : BoundMemory(std::move(pieces)),
        lattice_(&lattice),
        format_(stored),
        reals_(reals.count),
        half_scale_(half_scale),
        interleaved_(interleaved) {}
  /// Makes a field of links, so many a site.
  Field(const DeviceLattice& lattice, std::uint32_t links, const FieldFormat& stored)
      : Field(lattice, stored, Reals{4 * stored.link_planes(links)}, HalfScale::none, of_links(stored)) {}
  static InterleavedPlanes of_links(const FieldFormat& f) {
    return {f.whole_link_planes(), std::uint32_t(f.reconstruct)};
  }
  static constexpr InterleavedPlanes kOfSpinors = {3, 12};  ///< half a spinor

 private:
  Field(const Field& of, Memories pieces, std::uint32_t reals)
      : BoundMemory(std::move(pieces)),
        lattice_(of.lattice_),
        format_(of.format_),
        reals_(reals),
        half_scale_(of.half_scale_),
        interleaved_(of.interleaved_) {}

  const DeviceLattice* lattice_;
  FieldFormat format_;
  std::uint32_t reals_;
  HalfScale half_scale_;
  InterleavedPlanes interleaved_;
};

/// One Wilson spinor a site: 6 planes, with spins in the device's basis.
class SpinorField : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 6, kReals = 4 * kPlanes;
  explicit SpinorField(const DeviceLattice& lattice) : SpinorField(lattice, lattice.format()) {}
  SpinorField(const DeviceLattice& lattice, const FieldFormat& format)
      : Field(lattice, lattice.stored(format), Reals{kReals}, HalfScale::beside, kOfSpinors) {}
};

/// An even number of Wilson spinors a site; spinor n is in planes 6 n to 6 n + 5. Half precision is not
/// supported.
class MultiSpinorField : public Field {
 public:
  MultiSpinorField(const DeviceLattice& lattice, std::uint32_t count)
      : Field(lattice, lattice.stored(lattice.format()), Reals{count * SpinorField::kReals}, HalfScale::none,
              kOfSpinors),
        count_(count) {}
  std::uint32_t count() const { return count_; }
  /// Returns the numbers of one spinor at a site.
  std::uint32_t each() const { return SpinorField::kReals; }

 private:
  std::uint32_t count_;
};

/// One staggered colour vector a site: a plane and a half; two planes in images and in half precision
/// (FieldFormat::colour_reals).
class ColourField : public Field {
 public:
  static constexpr std::uint32_t kReals = 6;  ///< without empty ones
  explicit ColourField(const DeviceLattice& lattice) : ColourField(lattice, lattice.format()) {}
  ColourField(const DeviceLattice& lattice, const FieldFormat& format)
      : Field(lattice, lattice.stored(format), Reals{format.colour_reals()}, HalfScale::within, {}) {}
};

/// An even number of staggered colour vectors a site, each stored as a ColourField: vector n begins at number
/// n * each(). Half precision is not supported.
class MultiColourField : public Field {
 public:
  MultiColourField(const DeviceLattice& lattice, std::uint32_t count)
      : Field(lattice, lattice.stored(lattice.format()), Reals{count * lattice.format().colour_reals()},
              HalfScale::none, {}),
        count_(count) {}
  std::uint32_t count() const { return count_; }
  /// Returns the stored numbers of one vector at a site.
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
      : Field(lattice, format, kPlanes, HalfScale::beside) {}
};

/// The links of one parity's sites in all four directions: a plane for each real of a link, and two more in
/// images of 14 and 18 reals. Under gpu::Storage::split there are four pieces, of 4 planes each for 14 reals
/// and of 5 planes for 18 reals, half of the last one empty. Direction mu begins at texel mu times a fourth
/// of all.
class ParityLinks : public Field {
 public:
  explicit ParityLinks(const DeviceLattice& lattice) : ParityLinks(lattice, lattice.format()) {}
  ParityLinks(const DeviceLattice& lattice, const FieldFormat& format)
      : ParityLinks(lattice, lattice.stored(format), Stored()) {}

 private:
  struct Stored {};
  ParityLinks(const DeviceLattice& lattice, const FieldFormat& stored, Stored)
      : Field(lattice, stored, memories(lattice, stored), {4 * ranges(stored) * planes_of_piece(stored)},
              HalfScale::none, of_links(stored)) {}

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

/// A field on both parities, indexed by Parity.
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

/// Partial results of the first pass of a global sum. There is space for up to kComponents sums at once of
/// kernels of Shape::sums and blocks, for one sum of Shape::hops, and for one sum a right-hand side of
/// Shape::rhs_pairs.
class Partials : public BoundMemory {
 public:
  static constexpr std::uint32_t kComponents = 4;
  explicit Partials(const DeviceLattice& lattice, Shape shape = Shape::sums, std::uint32_t count = 1)
      : BoundMemory(lattice.allocate_buffer((shape == Shape::sums
                                                 ? lattice.most_sums() * kComponents
                                                 : std::size_t(lattice.partials(shape, count)) * count) *
                                            8)) {}
  /// Makes space for so many results.
  Partials(const DeviceLattice& lattice, std::size_t results)
      : BoundMemory(lattice.allocate_buffer(results * 8)) {}
};

/// Results of the second pass of a global sum: two words each.
class Totals : public BoundMemory {
 public:
  explicit Totals(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(std::size_t(Partials::kComponents) * 8)) {}
};

}  // namespace glueball
