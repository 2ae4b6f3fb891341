#include "measure/density.hpp"

#include <algorithm>

#include "field/texels.hpp"

namespace glueball {

void plaquette_density(const DeviceLattice& lattice, const GaugeField& u, DensityField& density) {
  for (const Parity this_parity : {Parity::even, Parity::odd})
    kernels::PlaquetteDensity::run(lattice, {.parity = std::uint32_t(this_parity)}, u[this_parity],
                                   u[other(this_parity)], density[this_parity]);
}

std::vector<std::array<double, 4>> download(const DensityField& from) {
  const Geometry& g = from.lattice().geometry();
  std::vector<std::array<double, 4>> all(g.volume());
  in_precision(from.format(), [&](auto real) {
    for (const Parity parity : {Parity::even, Parity::odd}) {
      const auto half = fetch<decltype(real)>(from[parity]);
      for (std::size_t n = 0; n < half.size(); ++n)
        std::copy(half[n].begin(), half[n].end(), all[g.index(g.half_site(parity, n))].begin());
    }
  });
  return all;
}

}  // namespace glueball
