// Device fields over all sites of a periodic box, for example a time slice, in lexicographic order.
#pragma once

#include <vector>

#include "field/field.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// One 3 x 3 matrix a site, all nine entries, in a plain buffer for every storage of fields. Plane p of site
/// n = ((t*ez + z)*ey + y)*ex + x is texel p * volume + n. A direction that the box lacks has extent 1.
/// Matrices are in double precision on lattices in double precision, in single on others.
class MatrixSiteField : public BoundMemory {
 public:
  static constexpr std::uint32_t kPlanes = 5;

  MatrixSiteField(const DeviceLattice& lattice, const Site& extents)
      : BoundMemory(lattice.allocate_buffer(volume_of(extents) * kPlanes * bytes_per_texel(lattice))),
        lattice_(&lattice),
        extents_(extents) {}

  const DeviceLattice& lattice() const { return *lattice_; }
  const Site& extents() const { return extents_; }
  std::size_t volume() const { return volume_of(extents_); }

 private:
  static std::size_t bytes_per_texel(const DeviceLattice& lattice) {
    return lattice.precision() == gpu::Precision::double_ ? 32 : 16;
  }
  static std::size_t volume_of(const Site& e) { return std::size_t(e[0]) * e[1] * e[2] * e[3]; }
  const DeviceLattice* lattice_;
  Site extents_;
};

/// Returns the extents of the lattice without direction mu, which becomes 1.
Site slice_extents(const Geometry& geometry, int mu);

std::vector<Matrix3> download(const MatrixSiteField& from);

}  // namespace glueball
