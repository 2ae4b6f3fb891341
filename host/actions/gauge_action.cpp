#include "actions/gauge_action.hpp"

#include "kernels/gauge.hpp"
#include "reference/plaquette.hpp"

namespace glueball {

double GaugeAction::energy(const Configuration& u) { return reference::gauge_action(u, couplings_); }

double GaugeAction::energy(ExactLinks& u) {
  // Six plaquettes and twelve rectangles a site.
  const double traces = 18 * double(lattice_.geometry().volume());
  double energy = couplings_.c0() * (traces - u.plaquettes());
  if (couplings_.rectangles()) energy += couplings_.c1 * (2 * traces - u.rectangles());
  return couplings_.beta / 3 * energy;
}

void GaugeAction::kick(double eps) {
  const double factor = -eps * couplings_.beta / 6;
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::GaugeForce::run_all(lattice_, parity, factor * couplings_.c0(), factor * couplings_.c1, u_, p_);
}

}  // namespace glueball
