#include "actions/gauge_action.hpp"

#include "kernels/gauge.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

double GaugeAction::energy(const Configuration& u) { return reference::gauge_action(u, beta_); }

void GaugeAction::kick(double eps) {
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::GaugeForce::run(lattice_, {.parity = std::uint32_t(parity), .coefficient = float(-eps * beta_ / 6)},
                             u_[parity], u_[other(parity)], p_[parity]);
}

}  // namespace glueball
