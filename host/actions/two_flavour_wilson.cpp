#include "actions/two_flavour_wilson.hpp"

#include "actions/noise.hpp"
#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball {

TwoFlavourWilson::TwoFlavourWilson(const ActionContext& context, const QuarkParameters& quark)
    : context_(context),
      solver_(context.lattice, context.u, context.solves, context.of(quark)),
      phi_(context.lattice),
      x_(context.lattice),
      y_(context.lattice) {}

TwoFlavourWilson::TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                                   const TwoFlavourParameters& parameters)
    : TwoFlavourWilson({.lattice = lattice,
                        .u = u,
                        .p = p,
                        .seed = parameters.seed,
                        .solves = {.force_tolerance = parameters.force_tolerance,
                                   .action_tolerance = parameters.action_tolerance,
                                   .max_iterations = parameters.max_iterations}},
                       wilson_quark(parameters.kappa, 0, 0)) {}

void TwoFlavourWilson::set_phi(const HalfSpinorField& phi) {
  phi_.set(phi);
  solver_.forget();
}

double TwoFlavourWilson::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors_on_host(context_, step, x_);
  HalfSpinorField phi(eta.size());
  const auto exact = solver_.exact(u);
  exact->even_odd(eta, phi, true);
  set_phi(phi);
  return reference::norm2(eta) - 2 * exact->log_det();
}

double TwoFlavourWilson::refresh(ExactLinks& u, std::uint32_t step) {
  auto& exact = solver_.exact(u);
  draw_spinors(context_, step, x_);
  copy(x_, exact.x);
  exact.op().even_odd(exact.x, exact.b, true);
  phi_.set(u, exact.b);
  solver_.forget();
  return exact.sums.norm2(exact.x) - 2 * exact.log_det();
}

double TwoFlavourWilson::energy(const Configuration& u) {
  solver_.links_changed();
  const HalfSpinorField& phi = phi_.host();
  HalfSpinorField x(phi.size());
  const auto exact = solver_.exact(u);
  solver_.solve(*exact, phi, x);
  return reference::dot(phi, x).real() - 2 * exact->log_det();
}

double TwoFlavourWilson::energy(ExactLinks& u) {
  solver_.links_changed();
  auto& exact = solver_.exact(u);
  const SpinorField& phi = phi_.exact(u);
  solver_.solve(exact, phi, exact.x);
  return exact.sums.dot(phi, exact.x).real() - 2 * exact.log_det();
}

void TwoFlavourWilson::kick(double eps) {
  solver_.links_changed();
  solver_.solve(phi_.field(), x_);
  solver_.op().even_odd(x_, y_);
  solver_.op().derivative(context_.p, eps, y_, x_, -2);
}

}  // namespace glueball
