#include "actions/determinant_ratio.hpp"

#include "actions/noise.hpp"
#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball {
namespace {

/// The heavy matrix is solved in heatbaths only.
ActionSolves without_guesses(ActionSolves solves) {
  solves.chronology = 0;
  return solves;
}

}  // namespace

DeterminantRatio::DeterminantRatio(const ActionContext& context, const QuarkParameters& light,
                                   const QuarkParameters& heavy)
    : context_(context),
      light_(context.lattice, context.u, context.solves, context.of(light)),
      heavy_(context.lattice, context.u, without_guesses(context.solves), context.of(heavy)),
      phi_(context.lattice),
      b_(context.lattice),
      x_(context.lattice),
      y_(context.lattice) {}

double DeterminantRatio::refresh(const Configuration& u, std::uint32_t step) {
  const HalfSpinorField eta = draw_spinors_on_host(context_, step, x_);
  heavy_.links_changed();
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  HalfSpinorField b(eta.size()), x(eta.size());
  light->even_odd(eta, b, true);
  heavy_.solve(*heavy, b, x);
  heavy->even_odd(x, b);  // (W^+)^-1 = W (W^+ W)^-1
  phi_.set(b);
  light_.forget();
  return reference::norm2(eta) - 2 * light->log_det() + 2 * heavy->log_det();
}

double DeterminantRatio::refresh(ExactLinks& u, std::uint32_t step) {
  heavy_.links_changed();
  auto &light = light_.exact(u), &heavy = heavy_.exact(u);
  draw_spinors(context_, step, x_);
  copy(x_, light.x);
  const double noise = light.sums.norm2(light.x);
  light.op().even_odd(light.x, light.b, true);
  heavy_.solve(heavy, light.b, heavy.x);
  heavy.op().even_odd(heavy.x, heavy.b);  // (W^+)^-1 = W (W^+ W)^-1
  phi_.set(u, heavy.b);
  light_.forget();
  return noise - 2 * light.log_det() + 2 * heavy.log_det();
}

double DeterminantRatio::energy(const Configuration& u) {
  light_.links_changed();
  const HalfSpinorField& phi = phi_.host();
  HalfSpinorField b(phi.size()), x(phi.size());
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  heavy->even_odd(phi, b, true);
  light_.solve(*light, b, x);
  return reference::dot(b, x).real() - 2 * light->log_det() + 2 * heavy->log_det();
}

double DeterminantRatio::energy(ExactLinks& u) {
  light_.links_changed();
  auto &light = light_.exact(u), &heavy = heavy_.exact(u);
  heavy.op().even_odd(phi_.exact(u), light.b, true);
  light_.solve(light, light.b, light.x);
  return light.sums.dot(light.b, light.x).real() - 2 * light.log_det() + 2 * heavy.log_det();
}

void DeterminantRatio::kick(double eps) {
  light_.links_changed();
  heavy_.links_changed();
  heavy_.op().even_odd(phi_.field(), b_, true);
  light_.solve(b_, x_);
  light_.op().even_odd(x_, y_);
  // dS = 2 Re phi^+ dW x - 2 Re y^+ dMhat x
  light_.op().derivative(context_.p, eps, y_, x_, -2);
  heavy_.op().derivative(context_.p, -eps, phi_.field(), x_, -2);
}

}  // namespace glueball
