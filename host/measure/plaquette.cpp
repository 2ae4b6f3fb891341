#include "measure/plaquette.hpp"

#include "kernels/gauge.hpp"

namespace glueball {

Plaquettes plaquette(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : {Parity::even, Parity::odd}) {
    kernels::Plaquette::run(lattice, {.parity = std::uint32_t(parity)}, u[parity], u[other(parity)],
                            sums.partials());
    sums.collect(2, parity == Parity::odd);
  }
  const auto totals = sums.totals();
  // Three planes of each kind start at every site.
  const double norm = 1.0 / (3.0 * 3.0 * double(lattice.geometry().whole_volume()));
  return {totals[0] * norm, totals[1] * norm};
}

}  // namespace glueball
