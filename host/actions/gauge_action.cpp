#include "actions/gauge_action.hpp"

#include "kernels/gauge.hpp"

namespace glueball {

void GaugeAction::kick(double eps) {
  const double factor = -eps * couplings_.beta / 6;
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::GaugeForce::run_all(lattice_, parity, factor * couplings_.c0(), factor * couplings_.c1, u_, p_);
}

}  // namespace glueball
