// Kernels of pictures: a field on points in space, and rays through it.
#pragma once

#include "field/density_field.hpp"
#include "field/site_field.hpp"
#include "kernels/points.hpp"

namespace glueball {

namespace args {
#include "args/overlay.h"
}  // namespace args

/// Numbers in single precision on the points of a periodic box, x fastest, one plane after the other. A real
/// field has one plane, a complex field two.
class Volume : public BoundMemory {
 public:
  Volume(const DeviceLattice& lattice, const std::array<int, 3>& extents, int planes)
      : BoundMemory(lattice.allocate_buffer(std::size_t(extents[0]) * extents[1] * extents[2] * planes *
                                            sizeof(float))),
        extents_(extents),
        planes_(planes) {}
  const std::array<int, 3>& extents() const { return extents_; }
  int planes() const { return planes_; }
  std::size_t points() const { return std::size_t(extents_[0]) * extents_[1] * extents_[2]; }

 private:
  std::array<int, 3> extents_;
  int planes_;
};

/// Pixels of one word each, in rows from the top. The lowest byte is red, then follow green, blue and 255.
class Pixels : public BoundMemory {
 public:
  Pixels(const DeviceLattice& lattice, std::size_t count)
      : BoundMemory(lattice.allocate_buffer(count * 4)), count_(count) {}
  std::size_t count() const { return count_; }

 private:
  std::size_t count_;
};

namespace kernels {

/// Makes a scalar from two time slices of a density. Fields: even and odd sites, volume of the lattice's
/// extents.
using ShowDensity =
    StridingKernel<"view/volume", args::VolumeArgs, In<ParityDensity>, In<ParityDensity>, Out<Volume>>;
/// Makes a volume of Polyakov loops in direction t. Fields: loops, volume.
using ShowLoops = StridingKernel<"view/loops", args::None, In<MatrixSiteField>, Out<Volume>>;
/// Doubles the points along an axis. The arguments are the coarse volume's extents. Fields: coarse volume,
/// fine volume.
using Refine = StridingKernel<"view/refine", args::GridArgs, In<Volume>, Out<Volume>>;
/// Computes the largest magnitude on the corners of each cell. Fields: volume, bounds.
using CellBounds = StridingKernel<"view/bounds", args::GridArgs, In<Volume>, Out<Volume>>;
/// Computes the largest |w . density|, first pass of a maximum.
using DensityRange = Kernel<"view/range", Shape::sums, args::WeightArgs, In<ParityDensity>, Out<Partials>>;
/// Draws the picture. Fields: volume, bounds, 256 colours, pixels.
struct March
    : StridingKernel<"view/march", args::MarchArgs, In<Volume>, In<Volume>, In<Pixels>, Out<Pixels>> {
  /// Flags; without kSurfaces and kSlices the picture is a volume rendering.
  static constexpr std::uint32_t kComplex = 1, kSigned = 2, kSurfaces = 4, kSlices = 8;
  static constexpr std::size_t kColours = 256;
  /// Returns the number of threads for a picture of whole tiles of 8 x 8 pixels.
  static std::size_t points(std::uint32_t width, std::uint32_t height) {
    return std::size_t((width + 7) / 8) * ((height + 7) / 8) * 64;
  }
};

/// Draws a window's frame in tiles of 16 x 16 pixels: the picture at its place, with shapes over it
/// (host/view/overlay.hpp makes their words). Fields: pixels of the picture, shapes, starts of the tiles'
/// lists of shapes followed by the lists, letters (a byte a texel), numbers of the tiles to draw, pixels of
/// the frame.
struct Overlay : Kernel<"view/overlay", Shape::sites, args::OverlayArgs, In<BoundMemory>, In<BoundMemory>,
                        In<BoundMemory>, In<BoundMemory>, In<BoundMemory>, Out<BoundMemory>> {
  static constexpr std::uint32_t kShapes = 1;  ///< flag: some tile has shapes
};

}  // namespace kernels

/// Doubles a volume's points along each axis, and keeps the memory for it.
class VolumeRefinement {
 public:
  VolumeRefinement(const DeviceLattice& lattice, const std::array<int, 3>& extents, int planes);
  /// Returns the refined volume, valid until the next call. `coarse` has the constructor's extents.
  const Volume& of(const Volume& coarse);

 private:
  const DeviceLattice& lattice_;
  std::vector<Volume> stages_;
};

}  // namespace glueball
