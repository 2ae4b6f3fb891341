#include "measure/line_correlators.hpp"

namespace glueball {

LineCorrelators line_correlators(const DeviceLattice& lattice, const GaugeField& u, FieldStrength kind,
                                 GlobalSums& sums) {
  FieldStrengths f(lattice);
  for (const Parity this_parity : kParities)
    kernels::StrengthsOfPlanes::run_all(lattice, this_parity, kind, u, f[this_parity]);
  const std::uint32_t extent = std::uint32_t(lattice.geometry().extent(3));
  const double sites = double(lattice.geometry().whole_volume());
  LineCorrelators c;
  for (std::uint32_t dt = 1; dt <= extent / 2; ++dt) {
    for (const Parity this_parity : kParities) {
      kernels::LineCorrelators::run(
          lattice, {.parity = std::uint32_t(this_parity), .dt = dt, .extent = extent}, u[this_parity],
          u[other(this_parity)], f[this_parity], f[other(this_parity)], sums.partials());
      sums.collect(4, this_parity == Parity::odd);
    }
    const auto totals = sums.totals();
    c.electric.push_back(totals[0] / (-9 * sites));
    c.magnetic.push_back(totals[1] / (9 * sites));
    c.corners.push_back(totals[2] / (-18 * sites));
    c.polyakov = totals[3] / (3 * sites);
  }
  return c;
}

}  // namespace glueball
