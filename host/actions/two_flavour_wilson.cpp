#include "actions/two_flavour_wilson.hpp"

#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball {

TwoFlavourWilson::TwoFlavourWilson(const ActionContext& context, const WilsonQuark& quark)
    : context_(context), matrix_(context, quark), phi_(context.lattice), x_(context.lattice), y_(context.lattice) {}

TwoFlavourWilson::TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                                   const TwoFlavourParameters& parameters)
    : TwoFlavourWilson({.lattice = lattice, .u = u, .p = p, .seed = parameters.seed,
                        .solves = {.force_tolerance = parameters.force_tolerance,
                                   .action_tolerance = parameters.action_tolerance,
                                   .max_iterations = parameters.max_iterations}},
                       {.kappa = parameters.kappa}) {}

void TwoFlavourWilson::set_phi(const HalfSpinorField& phi) {
  phi_.set(phi);
  matrix_.solver().forget();
}

double TwoFlavourWilson::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors_on_host(context_, step, x_);
  HalfSpinorField phi(eta.size());
  const auto exact = matrix_.exact(u);
  exact->even_odd(eta, phi, true);
  set_phi(phi);
  return reference::norm2(eta) + WilsonMatrix::odd_energy(*exact);
}

double TwoFlavourWilson::refresh(ExactLinks& u, std::uint32_t step) {
  auto& exact = matrix_.exact(u);
  draw_spinors(context_, step, x_);
  convert(context_.lattice, x_, exact.lattice(), exact.x);
  exact.op().even_odd(exact.x, exact.b, true);
  phi_.set(u, exact.b);
  matrix_.solver().forget();
  return exact.sums.norm2(exact.x) + WilsonMatrix::odd_energy(exact);
}

double TwoFlavourWilson::energy(const Configuration& u) {
  matrix_.solver().links_changed();
  const HalfSpinorField& phi = phi_.host();
  HalfSpinorField x(phi.size());
  const auto exact = matrix_.exact(u);
  matrix_.solver().solve(*exact, phi, x);
  return reference::dot(phi, x).real() + WilsonMatrix::odd_energy(*exact);
}

double TwoFlavourWilson::energy(ExactLinks& u) {
  matrix_.solver().links_changed();
  auto& exact = matrix_.exact(u);
  const SpinorField& phi = phi_.exact(u);
  matrix_.solver().solve(exact, phi, exact.x);
  return exact.sums.dot(phi, exact.x).real() + WilsonMatrix::odd_energy(exact);
}

void TwoFlavourWilson::kick(double eps) {
  matrix_.solver().links_changed();
  matrix_.solver().solve(phi_.field(), x_);
  matrix_.op().even_odd(x_, y_);
  matrix_.kick(eps, y_, x_);
}

}  // namespace glueball
