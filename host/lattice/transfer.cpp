#include "lattice/transfer.hpp"

#include <span>

#include "base/error.hpp"
#include "lattice/spin_basis.hpp"

namespace glueball {
namespace {

using Texel = std::array<float, 4>;
constexpr Parity kParities[] = {Parity::even, Parity::odd};

void send(const DeviceLattice& lattice, const std::vector<Texel>& texels, const Field& to) {
  lattice.stream().upload(to.memory(), std::as_bytes(std::span(texels)));
}

std::vector<Texel> fetch(const DeviceLattice& lattice, const Field& from) {
  std::vector<Texel> texels(lattice.geometry().half_volume() * from.planes());
  lattice.stream().download(from.memory(), std::as_writable_bytes(std::span(texels)));
  return texels;
}

/// The complex number n of a stack of planes at a site: planes hold two of them a texel.
template <class Texels>
auto slot(Texels& texels, std::size_t half_volume, std::size_t n, std::size_t site) {
  return texels[(n / 2) * half_volume + site].data() + 2 * (n % 2);
}

}  // namespace

void upload(const DeviceLattice& lattice, const Configuration& from, GaugeField& to) {
  const Geometry& g = lattice.geometry();
  if (!(from.geometry() == g))
    throw Error(Status::usage, "configuration of " + from.geometry().to_string() + " on a lattice of " + g.to_string());
  const std::size_t rows = lattice.options().reconstruct == 12 ? 2 : 3, half = g.half_volume();
  for (const Parity parity : kParities) {
    std::vector<Texel> texels(half * to[parity].planes());
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site) {
      const std::size_t global = g.index(g.half_site(parity, site));
      for (int mu = 0; mu < kDirections; ++mu)
        for (std::size_t k = 0; k < 3 * rows; ++k) {
          const Complex z = from.link(global, mu)[int(k / 3)][k % 3];
          float* at = slot(texels, half, std::size_t(mu) * lattice.link_planes() * 2 + k, site);
          at[0] = float(z.real());
          at[1] = float(z.imag());
        }
    }
    send(lattice, texels, to[parity]);
  }
}

Configuration download(const DeviceLattice& lattice, const GaugeField& from) {
  const Geometry& g = lattice.geometry();
  const std::size_t rows = lattice.options().reconstruct == 12 ? 2 : 3, half = g.half_volume();
  Configuration u(g);
  for (const Parity parity : kParities) {
    const std::vector<Texel> texels = fetch(lattice, from[parity]);
#pragma omp parallel for
    for (std::size_t site = 0; site < half; ++site) {
      const std::size_t global = g.index(g.half_site(parity, site));
      for (int mu = 0; mu < kDirections; ++mu) {
        Matrix3& m = u.link(global, mu);
        for (std::size_t k = 0; k < 3 * rows; ++k) {
          const float* at = slot(texels, half, std::size_t(mu) * lattice.link_planes() * 2 + k, site);
          m[int(k / 3)][k % 3] = {at[0], at[1]};
        }
        if (rows == 2) complete_third_row(m);
      }
    }
  }
  return u;
}

Configuration download_unitary(const DeviceLattice& lattice, const GaugeField& from) {
  Configuration u = download(lattice, from);
#pragma omp parallel for
  for (std::size_t n = 0; n < u.links().size(); ++n) u.links()[n] = reunitarized(u.links()[n]);
  return u;
}

void upload(const DeviceLattice& lattice, const HalfSpinorField& from, SpinorField& to) {
  const std::size_t half = lattice.geometry().half_volume();
  if (from.size() != half) throw Error(Status::usage, "spinor field of the wrong size for this lattice");
  std::vector<Texel> texels(half * to.planes());
#pragma omp parallel for
  for (std::size_t site = 0; site < half; ++site) {
    const Spinor psi = to_internal(from[site]);
    for (std::size_t k = 0; k < 12; ++k) {
      float* at = slot(texels, half, k, site);
      at[0] = float(psi[int(k / 3)][k % 3].real());
      at[1] = float(psi[int(k / 3)][k % 3].imag());
    }
  }
  send(lattice, texels, to);
}

void download(const DeviceLattice& lattice, const SpinorField& from, HalfSpinorField& to) {
  const std::size_t half = lattice.geometry().half_volume();
  const std::vector<Texel> texels = fetch(lattice, from);
  to.resize(half);
#pragma omp parallel for
  for (std::size_t site = 0; site < half; ++site) {
    Spinor psi;
    for (std::size_t k = 0; k < 12; ++k) {
      const float* at = slot(texels, half, k, site);
      psi[int(k / 3)][k % 3] = {at[0], at[1]};
    }
    to[site] = to_external(psi);
  }
}

void upload(const DeviceLattice& lattice, const Momenta& from, MomentumField& to) {
  const Geometry& g = lattice.geometry();
  const std::size_t half = g.half_volume();
  for (const Parity parity : kParities) {
    std::vector<Texel> texels(half * to[parity].planes());
    for (std::size_t site = 0; site < half; ++site)
      for (int mu = 0; mu < kDirections; ++mu)
        for (std::size_t a = 0; a < 8; ++a)
          texels[(2 * std::size_t(mu) + a / 4) * half + site][a % 4] =
              float(from.at(g.index(g.half_site(parity, site)), mu)[a]);
    send(lattice, texels, to[parity]);
  }
}

Momenta download(const DeviceLattice& lattice, const MomentumField& from) {
  const Geometry& g = lattice.geometry();
  const std::size_t half = g.half_volume();
  Momenta p(g);
  for (const Parity parity : kParities) {
    const std::vector<Texel> texels = fetch(lattice, from[parity]);
    for (std::size_t site = 0; site < half; ++site)
      for (int mu = 0; mu < kDirections; ++mu)
        for (std::size_t a = 0; a < 8; ++a)
          p.at(g.index(g.half_site(parity, site)), mu)[a] = texels[(2 * std::size_t(mu) + a / 4) * half + site][a % 4];
  }
  return p;
}

}  // namespace glueball
