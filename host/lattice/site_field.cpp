#include "lattice/site_field.hpp"

#include <span>

#include "base/error.hpp"
#include "lattice/texels.hpp"

namespace glueball {
namespace {

/// Values of `numbers` complex numbers a site, reached through get(value, k).
template <class Value, class Get>
void send(const DeviceLattice& lattice, const std::vector<Value>& from, const SiteField& to,
          std::size_t numbers, Get get) {
  const std::size_t volume = to.volume();
  if (from.size() != volume)
    throw Error(Status::usage,
                std::to_string(from.size()) + " values for a site field of " + std::to_string(volume));
  in_precision(lattice, [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(volume * to.planes());
    for (std::size_t n = 0; n < volume; ++n)
      for (std::size_t k = 0; k < numbers; ++k) {
        const Complex z = get(from[n], k);
        Real* at = slot(texels, volume, k, n);
        at[0] = Real(z.real());
        at[1] = Real(z.imag());
      }
    lattice.stream().upload(to.memory(), std::as_bytes(std::span(texels)));
  });
}

template <class Value, class Get>
std::vector<Value> fetch(const DeviceLattice& lattice, const SiteField& from, std::size_t numbers, Get get) {
  const std::size_t volume = from.volume();
  std::vector<Value> to(volume);
  in_precision(lattice, [&](auto real) {
    using Real = decltype(real);
    Texels<Real> texels(volume * from.planes());
    lattice.stream().download(from.memory(), std::as_writable_bytes(std::span(texels)));
    for (std::size_t n = 0; n < volume; ++n)
      for (std::size_t k = 0; k < numbers; ++k) {
        const Real* at = slot(texels, volume, k, n);
        get(to[n], k) = {at[0], at[1]};
      }
  });
  return to;
}

const auto kNumber = [](auto& z, std::size_t) -> auto& { return z; };
const auto kEntry = [](auto& m, std::size_t k) -> auto& { return m[int(k / 3)][k % 3]; };

}  // namespace

Site slice_extents(const Geometry& geometry, int mu) {
  Site extents = geometry.extents();
  extents[std::size_t(mu)] = 1;
  return extents;
}

void upload(const DeviceLattice& lattice, const std::vector<Complex>& from, ComplexSiteField& to) {
  send(lattice, from, to, 1, kNumber);
}

void upload(const DeviceLattice& lattice, const std::vector<Matrix3>& from, MatrixSiteField& to) {
  send(lattice, from, to, 9, kEntry);
}

std::vector<Complex> download(const DeviceLattice& lattice, const ComplexSiteField& from) {
  return fetch<Complex>(lattice, from, 1, kNumber);
}

std::vector<Matrix3> download(const DeviceLattice& lattice, const MatrixSiteField& from) {
  return fetch<Matrix3>(lattice, from, 9, kEntry);
}

}  // namespace glueball
