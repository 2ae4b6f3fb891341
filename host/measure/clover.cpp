#include "measure/clover.hpp"

namespace glueball {

ActionDensity CloverMeasurement::measure(const GaugeField& u) {
  for (const Parity here : {Parity::even, Parity::odd}) {
    kernels::Clover::run_all(lattice_, here, kind_, keep_trace_, u, density_[here]);
    kernels::ComponentSums::run(lattice_, {.plane = 0}, density_[here], sums_.partials());
    sums_.collect(4, here == Parity::odd);
  }
  const auto totals = sums_.totals();
  const double volume = double(lattice_.geometry().whole_volume());
  return {.temporal = totals[0] / volume,
          .spatial = totals[1] / volume,
          .plaquette = totals[3] / volume,
          .charge = totals[2]};
}

}  // namespace glueball
