#include "actions/staggered_action.hpp"

#include "kernels/ranlux.hpp"
#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/gaussian_colour.hpp"
#include "reference/staggered.hpp"

namespace glueball {

StaggeredAction::StaggeredAction(const ActionContext& context, double mass)
    : context_(context),
      solver_(context.lattice, context.u, context.solves,
              context.of({.action = QuarkAction::staggered, .mass = mass})),
      phi_(context.lattice),
      x_(context.lattice) {}

HalfColourField StaggeredAction::draw(Parity parity, std::uint32_t step) {
  if (!context_.ranlux)
    return reference::gaussian_colour(context_.lattice.geometry(), parity, context_.seed, step,
                                      context_.number);
  HalfColourField drawn;
  kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, parity, 6, x_);
  download(x_, drawn);
  return drawn;
}

double StaggeredAction::refresh(const Configuration& u, std::uint32_t step) {
  const reference::FullColourField eta{draw(Parity::even, step), draw(Parity::odd, step)};
  HalfColourField phi(eta[0].size());
  solver_.exact(u)->prepare(eta, phi);
  phi_.set(phi);
  solver_.forget();
  return energy(u);
}

double StaggeredAction::refresh(ExactLinks& u, std::uint32_t step) {
  auto& exact = solver_.exact(u);
  ColourField odd(exact.lattice());
  upload(draw(Parity::even, step), exact.x);
  upload(draw(Parity::odd, step), odd);
  exact.op().prepare(exact.x, odd, exact.b);
  phi_.set(u, exact.b);
  solver_.forget();
  return energy(u);
}

double StaggeredAction::energy(const Configuration& u) {
  solver_.links_changed();
  const HalfColourField& phi = phi_.host();
  HalfColourField x(phi.size());
  solver_.solve(*solver_.exact(u), phi, x);
  return reference::dot(phi, x).real();
}

double StaggeredAction::energy(ExactLinks& u) {
  solver_.links_changed();
  auto& exact = solver_.exact(u);
  const ColourField& phi = phi_.exact(u);
  solver_.solve(exact, phi, exact.x);
  return exact.sums.dot(phi, exact.x).real();
}

void StaggeredAction::kick(double eps) {
  solver_.links_changed();
  solver_.solve(phi_.field(), x_);
  // dS = -x^+ dA x
  solver_.op().derivative(context_.p, eps / 2, x_, x_);
}

}  // namespace glueball
