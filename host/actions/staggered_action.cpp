#include "actions/staggered_action.hpp"

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "kernels/ranlux.hpp"

namespace glueball {

StaggeredAction::StaggeredAction(const ActionContext& context, const QuarkParameters& quark)
    : context_(context),
      name_(operator_kind<ColourField>(quark.action).name),
      solver_(context.lattice, context.u, context.solves, context.of(quark)),
      phi_(context.lattice),
      x_(context.lattice) {}

ParityColourField StaggeredAction::draw(Parity parity, std::uint32_t step) {
  if (!context_.ranlux)
    return cpu::gaussian_colour(context_.lattice.geometry(), parity, context_.seed, step, context_.number);
  ParityColourField drawn;
  kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, parity, x_);
  download(x_, drawn);
  return drawn;
}

double StaggeredAction::refresh(DoubleLinks& u, std::uint32_t step) {
  {
    const auto exact = solver_.exact(u);
    PreciseField<ColourField> odd = exact->precise().make();
    exact->precise().put(draw(Parity::even, step), exact->x);
    exact->precise().put(draw(Parity::odd, step), odd);
    exact->precise().prepare(exact->x, odd, exact->b);
    phi_.take(exact->precise(), exact->b);
  }
  solver_.forget();
  return energy(u);
}

double StaggeredAction::energy(DoubleLinks& u) {
  solver_.links_changed();
  const auto exact = solver_.exact(u);
  return solver_.solve(*exact, phi_.in(exact->precise()), exact->x);
}

void StaggeredAction::kick(double eps) {
  solver_.links_changed();
  solver_.solve(phi_.field(), x_);
  // dS = -x^+ dA x
  solver_.op().derivative(context_.p, eps / 2, x_, x_);
}

}  // namespace glueball
