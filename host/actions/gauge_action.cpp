#include "actions/gauge_action.hpp"

#include "kernels/gauge.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

double GaugeAction::energy(const Configuration& u) { return reference::gauge_action(u, beta_); }

void GaugeAction::kick(double eps) {
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::GaugeForce::run_all(lattice_, parity, -eps * beta_ / 6, 0, u_, p_);
}

}  // namespace glueball
