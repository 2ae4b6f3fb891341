#include "actions/two_flavour_wilson.hpp"

#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball {

TwoFlavourWilson::TwoFlavourWilson(const ActionContext& context, const WilsonQuark& quark)
    : context_(context), matrix_(context, quark), device_phi_(context.lattice), x_(context.lattice), y_(context.lattice) {}

TwoFlavourWilson::TwoFlavourWilson(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
                                   const TwoFlavourParameters& parameters)
    : TwoFlavourWilson({.lattice = lattice, .u = u, .p = p, .seed = parameters.seed,
                        .solves = {.force_tolerance = parameters.force_tolerance,
                                   .action_tolerance = parameters.action_tolerance,
                                   .max_iterations = parameters.max_iterations}},
                       {.kappa = parameters.kappa}) {}

void TwoFlavourWilson::set_phi(const HalfSpinorField& phi) {
  phi_ = phi;
  upload(context_.lattice, phi_, device_phi_);
  matrix_.solver().forget();
}

double TwoFlavourWilson::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors(context_, step, device_phi_);
  HalfSpinorField phi(eta.size());
  const auto exact = matrix_.exact(u);
  exact->even_odd(eta, phi, true);
  set_phi(phi);
  return reference::norm2(eta) + WilsonMatrix::odd_energy(*exact);
}

double TwoFlavourWilson::energy(const Configuration& u) {
  matrix_.solver().links_changed();
  HalfSpinorField x(phi_.size());
  const auto exact = matrix_.exact(u);
  matrix_.solver().solve(*exact, phi_, x);
  return reference::dot(phi_, x).real() + WilsonMatrix::odd_energy(*exact);
}

void TwoFlavourWilson::kick(double eps) {
  matrix_.solver().links_changed();
  matrix_.solver().solve(device_phi_, x_);
  matrix_.op().even_odd(x_, y_);
  matrix_.kick(eps, y_, x_);
}

}  // namespace glueball
