#include "actions/determinant_ratio.hpp"

#include "actions/noise.hpp"

namespace glueball {
namespace {

/// The heavy matrix is solved in heatbaths only, where guesses are of no use.
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

double DeterminantRatio::refresh(DoubleLinks& u, std::uint32_t step) {
  heavy_.links_changed();
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  draw_spinors(context_, step, x_);
  light->precise().take(x_, light->x);
  const double noise = light->precise().norm2(light->x);
  light->precise().even_odd(light->x, light->b, true);
  heavy_.solve(*heavy, light->b, heavy->x);
  heavy->precise().even_odd(heavy->x, heavy->b);  // (W^+)^-1 = W (W^+ W)^-1
  phi_.take(heavy->precise(), heavy->b);
  light_.forget();
  return noise - 2 * light->precise().log_det() + 2 * heavy->precise().log_det();
}

double DeterminantRatio::energy(DoubleLinks& u) {
  light_.links_changed();
  const auto light = light_.exact(u), heavy = heavy_.exact(u);
  heavy->precise().even_odd(phi_.in(heavy->precise()), light->b, true);
  return light_.solve(*light, light->b, light->x) - 2 * light->precise().log_det() +
         2 * heavy->precise().log_det();
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
