#include "actions/staggered_action.hpp"

#include "kernels/fermion.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/gaussian_colour.hpp"
#include "solvers/staggered_operator.hpp"

namespace glueball {

StaggeredAction::StaggeredAction(const ActionContext& context, double mass)
    : context_(context), mass_(mass),
      solver_(context.lattice, context.u, context.solves,
              [mass](const DeviceLattice& lattice, const GaugeField& u) {
                return std::make_unique<StaggeredOperator>(lattice, u, mass);
              }),
      device_phi_(context.lattice), x_(context.lattice) {}

double StaggeredAction::refresh(const Configuration& u, std::uint32_t step) {
  reference::FullColourField eta, phi;
  for (const Parity parity : {Parity::even, Parity::odd}) {
    HalfColourField& drawn = eta[std::size_t(parity)];
    if (context_.ranlux) {
      kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, parity, 6, device_phi_);
      download(context_.lattice, device_phi_, drawn);
    } else {
      drawn = reference::gaussian_colour(u.geometry(), parity, context_.seed, step, context_.number);
    }
    phi[std::size_t(parity)].resize(u.geometry().half_volume());
  }
  reference::StaggeredOperator(u, mass_, context_.lattice.options().boundary).full(eta, phi, true);
  phi_ = phi[0];
  upload(context_.lattice, phi_, device_phi_);
  solver_.forget();
  return energy(u);
}

double StaggeredAction::energy(const Configuration& u) {
  solver_.links_changed();
  HalfColourField x(phi_.size());
  solver_.solve(reference::StaggeredOperator(u, mass_, context_.lattice.options().boundary), phi_, x);
  return reference::dot(phi_, x).real();
}

void StaggeredAction::kick(double eps) {
  solver_.links_changed();
  solver_.solve(device_phi_, x_[Parity::even]);
  static_cast<const StaggeredOperator&>(solver_.op()).hop(Parity::odd, x_[Parity::even], x_[Parity::odd]);
  for (const Parity here : {Parity::even, Parity::odd})
    kernels::StaggeredForce::run_all(context_.lattice, here, eps, context_.u, x_, context_.p);
}

}  // namespace glueball
