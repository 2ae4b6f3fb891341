#include "measure/loop_averages.hpp"

#include <array>

#include "kernels/gauge.hpp"
#include "kernels/measure.hpp"

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

namespace {

/// Returns the two sums over all sites of a kernel that takes both parities' links.
template <class Kernel>
std::array<double, 2> summed(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : kParities) {
    Kernel::run(lattice, {.parity = std::uint32_t(parity)}, u[parity], u[other(parity)], sums.partials());
    sums.collect(2, parity == Parity::odd);
  }
  const auto totals = sums.totals();
  return {totals[0], totals[1]};
}

/// Returns the factor for the traces of so many loops at every site.
double norm(const DeviceLattice& lattice, int loops) {
  return 1.0 / (3.0 * loops * double(lattice.geometry().whole_volume()));
}

}  // namespace

Rectangles rectangle(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  const auto [spatial, temporal] = summed<kernels::Rectangle>(lattice, u, sums);
  return {spatial * norm(lattice, 6), temporal * norm(lattice, 6)};
}

Parallelograms parallelogram(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  const auto [spatial, temporal] = summed<kernels::Parallelogram>(lattice, u, sums);
  return {spatial * norm(lattice, 4), temporal * norm(lattice, 12)};
}

double link_trace(const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
  for (const Parity parity : {Parity::even, Parity::odd})
    for (std::uint32_t mu = 0; mu < kDirections; ++mu) {
      kernels::LinkTrace::run(lattice, {.mu = mu}, u[parity], sums.partials());
      sums.collect(2, parity == Parity::odd || mu > 0);
    }
  return sums.totals()[0] / (3.0 * kDirections * double(lattice.geometry().whole_volume()));
}

}  // namespace glueball
