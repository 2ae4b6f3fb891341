#include "field/site_field.hpp"

#include <span>

#include "field/texels.hpp"

namespace glueball {

Site slice_extents(const Geometry& geometry, int mu) {
  Site extents = geometry.extents();
  extents[std::size_t(mu)] = 1;
  return extents;
}

std::vector<Matrix3> download(const MatrixSiteField& from) {
  const std::size_t volume = from.volume();
  std::vector<Matrix3> to(volume);
  in_precision(from.lattice().format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(volume * MatrixSiteField::kPlanes);
    from.lattice().stream().download(from.memory(), std::as_writable_bytes(std::span(texels)));
    for (std::size_t n = 0; n < volume; ++n)
      for (int k = 0; k < 9; ++k) {
        const Real* at = slot(texels, volume, std::size_t(k), n);
        to[n][k / 3][k % 3] = {at[0], at[1]};
      }
  });
  return to;
}

}  // namespace glueball
