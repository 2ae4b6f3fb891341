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
    : context_(context), light_(context, light), heavy_(without_guesses(context), heavy), phi_(context.lattice),
      b_(context.lattice), x_(context.lattice), y_(context.lattice) {}

double DeterminantRatio::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors_on_host(context_, step, x_);
  heavy_.solver().links_changed();
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  HalfSpinorField b(eta.size()), x(eta.size());
  light->even_odd(eta, b, true);
  heavy_.solver().solve(*heavy, b, x);
  heavy->even_odd(x, b);  // (W^+)^-1 = W (W^+ W)^-1
  phi_.set(b);
  light_.solver().forget();
  return reference::norm2(eta) + WilsonMatrix::odd_energy(*light) - WilsonMatrix::odd_energy(*heavy);
}

double DeterminantRatio::refresh(ExactLinks& u, std::uint32_t step) {
  heavy_.solver().links_changed();
  auto &light = light_.exact(u), &heavy = heavy_.exact(u);
  draw_spinors(context_, step, x_);
  convert(context_.lattice, x_, light.lattice(), light.x);
  const double noise = light.sums.norm2(light.x);
  light.op().even_odd(light.x, light.b, true);
  heavy_.solver().solve(heavy, light.b, heavy.x);
  heavy.op().even_odd(heavy.x, heavy.b);  // (W^+)^-1 = W (W^+ W)^-1
  phi_.set(u, heavy.b);
  light_.solver().forget();
  return noise + WilsonMatrix::odd_energy(light) - WilsonMatrix::odd_energy(heavy);
}

double DeterminantRatio::energy(const Configuration& u) {
  light_.solver().links_changed();
  const HalfSpinorField& phi = phi_.host();
  HalfSpinorField b(phi.size()), x(phi.size());
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  heavy->even_odd(phi, b, true);
  light_.solver().solve(*light, b, x);
  return reference::dot(b, x).real() + WilsonMatrix::odd_energy(*light) - WilsonMatrix::odd_energy(*heavy);
}

double DeterminantRatio::energy(ExactLinks& u) {
  light_.solver().links_changed();
  auto &light = light_.exact(u), &heavy = heavy_.exact(u);
  heavy.op().even_odd(phi_.exact(u), light.b, true);
  light_.solver().solve(light, light.b, light.x);
  return light.sums.dot(light.b, light.x).real() + WilsonMatrix::odd_energy(light) - WilsonMatrix::odd_energy(heavy);
}

void DeterminantRatio::kick(double eps) {
  light_.solver().links_changed();
  heavy_.solver().links_changed();
  heavy_.op().even_odd(phi_.field(), b_, true);
  light_.solver().solve(b_, x_);
  light_.op().even_odd(x_, y_);
  // dS = 2 Re phi^+ dW x - 2 Re y^+ dMhat x
  light_.kick(eps, y_, x_);
  heavy_.kick(-eps, phi_.field(), x_);
}

}  // namespace glueball
