#include "actions/staggered_action.hpp"

#include "kernels/fermion.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/transfer.hpp"
#include "reference/dot.hpp"
#include "reference/gaussian_colour.hpp"
#include "solvers/staggered_operator.hpp"

namespace glueball {

StaggeredAction::StaggeredAction(const ActionContext& context, double mass)
    : context_(context), mass_(mass),
      solver_(context.lattice, context.u, context.solves,
              [mass](const DeviceLattice& lattice, const GaugeField& u, const FermionOperator<ColourField>*) {
                return std::make_unique<StaggeredOperator>(lattice, u, mass);
              }),
      phi_(context.lattice), x_(context.lattice) {}

HalfColourField StaggeredAction::draw(Parity parity, std::uint32_t step) {
  if (!context_.ranlux)
    return reference::gaussian_colour(context_.lattice.geometry(), parity, context_.seed, step, context_.number);
  HalfColourField drawn;
  kernels::GaussianRanlux::pseudofermion(context_.lattice, *context_.ranlux, parity, 6, x_[parity]);
  download(context_.lattice, x_[parity], drawn);
  return drawn;
}

double StaggeredAction::refresh(const Configuration& u, std::uint32_t step) {
  reference::FullColourField eta, phi;
  for (const Parity parity : {Parity::even, Parity::odd}) {
    eta[std::size_t(parity)] = draw(parity, step);
    phi[std::size_t(parity)].resize(u.geometry().half_volume());
  }
  reference::StaggeredOperator(u, mass_, context_.lattice.options().boundary).full(eta, phi, true);
  phi_.set(phi[0]);
  solver_.forget();
  return energy(u);
}

double StaggeredAction::refresh(ExactLinks& u, std::uint32_t step) {
  auto& exact = solver_.exact(u);
  const HalfColourField even = draw(Parity::even, step), odd = draw(Parity::odd, step);
  upload(exact.lattice(), odd, exact.x);
  static_cast<const StaggeredOperator&>(exact.op()).hop(Parity::even, exact.x, exact.b);
  upload(exact.lattice(), even, exact.x);
  kernels::Scale::run({exact.lattice(), kFieldFlags<ColourField>}, {.planes = ColourField::kPlanes, .a = -1, .b = 0}, exact.b);
  kernels::Axpy::run({exact.lattice(), kFieldFlags<ColourField>}, {.planes = ColourField::kPlanes, .a = mass_, .b = 0}, exact.x,
                     exact.b);
  phi_.set(u, exact.b);
  solver_.forget();
  return energy(u);
}

double StaggeredAction::energy(const Configuration& u) {
  solver_.links_changed();
  const HalfColourField& phi = phi_.host();
  HalfColourField x(phi.size());
  solver_.solve(reference::StaggeredOperator(u, mass_, context_.lattice.options().boundary), phi, x);
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
  solver_.solve(phi_.field(), x_[Parity::even]);
  static_cast<const StaggeredOperator&>(solver_.op()).hop(Parity::odd, x_[Parity::even], x_[Parity::odd]);
  for (const Parity here : {Parity::even, Parity::odd})
    kernels::StaggeredForce::run_all(context_.lattice, here, eps, context_.u, x_, context_.p);
}

}  // namespace glueball
