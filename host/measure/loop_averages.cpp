#include "measure/loop_averages.hpp"

#include "kernels/measure.hpp"

namespace glueball {

Rectangles rectangle(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : {Parity::even, Parity::odd}) {
    kernels::Rectangle::run(lattice, {.parity = std::uint32_t(parity)}, u[parity], u[other(parity)],
                            sums.partials());
    sums.collect(2, parity == Parity::odd);
  }
  const auto totals = sums.totals();
  // Six rectangles of each kind start at every site.
  const double norm = 1.0 / (6.0 * 3.0 * double(lattice.geometry().volume()));
  return {totals[0] * norm, totals[1] * norm};
}

double link_trace(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : {Parity::even, Parity::odd})
    for (std::uint32_t mu = 0; mu < kDirections; ++mu) {
      kernels::LinkTrace::run(lattice, {.mu = mu}, u[parity], sums.partials());
      sums.collect(2, parity == Parity::odd || mu > 0);
    }
  return sums.totals()[0] / (3.0 * kDirections * double(lattice.geometry().volume()));
}

}  // namespace glueball
