#include "measure/density.hpp"

#include <span>

namespace glueball {

void plaquette_density(const DeviceLattice& lattice, const GaugeField& u, DensityField& density) {
  for (const Parity here : {Parity::even, Parity::odd})
    kernels::PlaquetteDensity::run(lattice, {.parity = std::uint32_t(here)}, u[here], u[other(here)], density[here]);
}

std::vector<std::array<float, 4>> download(const DeviceLattice& lattice, const DensityField& from) {
  const Geometry& g = lattice.geometry();
  std::vector<std::array<float, 4>> all(g.volume()), half(g.half_volume());
  for (const Parity parity : {Parity::even, Parity::odd}) {
    lattice.stream().download(from[parity].memory(), std::as_writable_bytes(std::span(half)));
    for (std::size_t n = 0; n < half.size(); ++n) all[g.index(g.half_site(parity, n))] = half[n];
  }
  return all;
}

}  // namespace glueball
