// Device fields over all sites of a periodic box, of a time slice for one, in lexicographic order.
#pragma once

#include <vector>

#include "lattice/field.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// `planes` RGBA planes over a box, in a plain buffer whatever the storage of the lattice's fields: texel p *
/// volume + n for plane p and site n = ((t*ez + z)*ey + y)*ex + x. A direction the box does not have has
/// extent 1. Double precision on lattices in double precision, single on others.
class SiteField : public Bound {
 public:
  SiteField(const DeviceLattice& lattice, const Site& extents, std::uint32_t planes)
      : Bound(lattice.allocate_buffer(volume_of(extents) * planes * bytes_per_texel(lattice))),
        extents_(extents),
        planes_(planes) {}

  const Site& extents() const { return extents_; }
  std::size_t volume() const { return volume_of(extents_); }
  std::uint32_t planes() const { return planes_; }

 private:
  static std::size_t bytes_per_texel(const DeviceLattice& lattice) {
    return lattice.precision() == gpu::Precision::double_ ? 32 : 16;
  }
  static std::size_t volume_of(const Site& e) { return std::size_t(e[0]) * e[1] * e[2] * e[3]; }
  Site extents_;
  std::uint32_t planes_;
};

/// A complex number a site.
class ComplexSiteField : public SiteField {
 public:
  ComplexSiteField(const DeviceLattice& lattice, const Site& extents) : SiteField(lattice, extents, 1) {}
};

/// A 3 x 3 matrix a site, all nine entries.
class MatrixSiteField : public SiteField {
 public:
  MatrixSiteField(const DeviceLattice& lattice, const Site& extents) : SiteField(lattice, extents, 5) {}
};

/// The extents of the lattice without direction mu, as those of a slice.
Site slice_extents(const Geometry& geometry, int mu);

// Throw Error(usage) when the numbers of sites differ.
void upload(const DeviceLattice& lattice, const std::vector<Complex>& from, ComplexSiteField& to);
void upload(const DeviceLattice& lattice, const std::vector<Matrix3>& from, MatrixSiteField& to);
std::vector<Complex> download(const DeviceLattice& lattice, const ComplexSiteField& from);
std::vector<Matrix3> download(const DeviceLattice& lattice, const MatrixSiteField& from);

}  // namespace glueball
