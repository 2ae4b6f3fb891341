// Kernels of pictures: a field on the points of space, and rays through it.
#pragma once

#include "field/density_field.hpp"
#include "field/site_field.hpp"
#include "kernels/points.hpp"

namespace glueball {

namespace args {
#include "args/overlay.h"
}  // namespace args

/// Numbers on the points of a periodic box of space in single precision: x fastest, one plane after the
/// other. One plane for a real field, two for real and imaginary part.
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

/// Pixels, a word each: red in the lowest byte, then green, blue and 255; rows from the top.
class Pixels : public BoundMemory {
 public:
  Pixels(const DeviceLattice& lattice, std::size_t count)
      : BoundMemory(lattice.allocate_buffer(count * 4)), count_(count) {}
  std::size_t count() const { return count_; }

 private:
  std::size_t count_;
};

namespace kernels {

/// A scalar from two time slices of a density. Even and odd sites, volume of the lattice's extents.
using ShowDensity =
    StridingKernel<"view/volume", args::VolumeArgs, In<ParityDensity>, In<ParityDensity>, Out<Volume>>;
/// Polyakov loops, of direction t, and their volume.
using ShowLoops = StridingKernel<"view/loops", args::None, In<MatrixSiteField>, Out<Volume>>;
/// Twice as many points along an axis. The coarse volume, whose extents the arguments are, and the fine one.
using Refine = StridingKernel<"view/refine", args::GridArgs, In<Volume>, Out<Volume>>;
/// Largest magnitudes on the cells' corners. A volume, its bounds.
using CellBounds = StridingKernel<"view/bounds", args::GridArgs, In<Volume>, Out<Volume>>;
/// The largest |w . density|, first pass of a maximum.
using DensityRange = Kernel<"view/range", Shape::sums, args::WeightArgs, In<ParityDensity>, Out<Partials>>;
/// The picture: volume, bounds, 256 colours, pixels.
struct March
    : StridingKernel<"view/march", args::MarchArgs, In<Volume>, In<Volume>, In<Pixels>, Out<Pixels>> {
  static constexpr std::uint32_t kComplex = 1, kSigned = 2, kSurfaces = 4,
                                 kSlices = 8;  ///< flags; neither of the last: a volume
  static constexpr std::size_t kColours = 256;
  /// Invocations for a picture: whole tiles of 8 x 8 pixels.
  static std::size_t points(std::uint32_t width, std::uint32_t height) {
    return std::size_t((width + 7) / 8) * ((height + 7) / 8) * 64;
  }
};

/// A frame for a window, tiles of 16 x 16 pixels: the picture at its place and shapes over it, words as
/// host/view/overlay.hpp makes them. Pixels of the picture, shapes, where each tile's list of shapes begins
/// and the lists, letters (a byte a texel), numbers of the tiles to draw, pixels of the frame.
struct Overlay : Kernel<"view/overlay", Shape::sites, args::OverlayArgs, In<BoundMemory>, In<BoundMemory>,
                        In<BoundMemory>, In<BoundMemory>, In<BoundMemory>, Out<BoundMemory>> {
  static constexpr std::uint32_t kShapes = 1;  ///< flag: some tile has shapes over it
};

}  // namespace kernels

/// Volumes with twice as many points along each axis; keeps the memory for it.
class VolumeRefinement {
 public:
  VolumeRefinement(const DeviceLattice& lattice, const std::array<int, 3>& extents, int planes);
  /// Of a volume of those extents, and good until the next.
  const Volume& of(const Volume& coarse);

 private:
  const DeviceLattice& lattice_;
  std::vector<Volume> stages_;
};

}  // namespace glueball
