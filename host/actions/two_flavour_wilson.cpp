#include "actions/two_flavour_wilson.hpp"

#include "actions/noise.hpp"

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

double TwoFlavourWilson::refresh(DoubleLinks& u, std::uint32_t step) {
  const auto exact = solver_.exact(u);
  draw_spinors(context_, step, x_);
  exact->precise().take(x_, exact->x);
  exact->precise().even_odd(exact->x, exact->b, true);
  phi_.take(exact->precise(), exact->b);
  solver_.forget();
  return exact->precise().norm2(exact->x) - 2 * exact->precise().log_det();
}

double TwoFlavourWilson::energy(DoubleLinks& u) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  const auto& phi = phi_.in(exact->precise());
  return solver_.solve(*exact, phi, exact->x) - 2 * exact->precise().log_det();
}

void TwoFlavourWilson::kick(double eps) {
  solver_.links_changed();
  solver_.solve(phi_.field(), x_);
  solver_.op().even_odd(x_, y_);
  solver_.op().derivative(context_.p, eps, y_, x_, -2);
}

}  // namespace glueball
