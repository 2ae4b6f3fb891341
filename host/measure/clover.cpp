#include "measure/clover.hpp"

namespace glueball {

ActionDensity CloverMeasurement::measure(const GaugeField& u) {
  for (const Parity this_parity : {Parity::even, Parity::odd}) {
    kernels::Clover::run_all(lattice_, this_parity, kind_, keep_trace_, u, density_[this_parity]);
    kernels::ComponentSums::run(lattice_, {.plane = 0}, density_[this_parity], sums_.partials());
    sums_.collect(4, this_parity == Parity::odd);
  }
  const auto totals = sums_.totals();
  const double volume = double(lattice_.geometry().whole_volume());
  return {.temporal = totals[0] / volume,
          .spatial = totals[1] / volume,
          .plaquette = totals[3] / volume,
          .charge = totals[2]};
}

}  // namespace glueball
