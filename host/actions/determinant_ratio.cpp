#include "actions/determinant_ratio.hpp"

#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball {
namespace {

/// The heavy matrix is solved in heatbaths only.
ActionContext without_guesses(ActionContext context) {
  context.solves.chronology = 0;
  return context;
}

}  // namespace

DeterminantRatio::DeterminantRatio(const ActionContext& context, const WilsonQuark& light, const WilsonQuark& heavy)
    : context_(context), light_(context, light), heavy_(without_guesses(context), heavy), device_phi_(context.lattice),
      b_(context.lattice), x_(context.lattice), y_(context.lattice) {}

double DeterminantRatio::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors(context_, step, device_phi_);
  heavy_.solver().links_changed();
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  HalfSpinorField b(eta.size()), x(eta.size());
  light->even_odd(eta, b, true);
  heavy_.solver().solve(*heavy, b, x);
  phi_.resize(eta.size());
  heavy->even_odd(x, phi_);  // (W^+)^-1 = W (W^+ W)^-1
  upload(context_.lattice, phi_, device_phi_);
  light_.solver().forget();
  return reference::norm2(eta) + WilsonMatrix::odd_energy(*light) - WilsonMatrix::odd_energy(*heavy);
}

double DeterminantRatio::energy(const Configuration& u) {
  light_.solver().links_changed();
  HalfSpinorField b(phi_.size()), x(phi_.size());
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  heavy->even_odd(phi_, b, true);
  light_.solver().solve(*light, b, x);
  return reference::dot(b, x).real() + WilsonMatrix::odd_energy(*light) - WilsonMatrix::odd_energy(*heavy);
}

void DeterminantRatio::kick(double eps) {
  light_.solver().links_changed();
  heavy_.solver().links_changed();
  heavy_.op().even_odd(device_phi_, b_, true);
  light_.solver().solve(b_, x_);
  light_.op().even_odd(x_, y_);
  // dS = 2 Re phi^+ dW x - 2 Re y^+ dMhat x
  light_.kick(eps, y_, x_);
  heavy_.kick(-eps, device_phi_, x_);
}

}  // namespace glueball
