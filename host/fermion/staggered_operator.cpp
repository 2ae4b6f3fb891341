#include "fermion/staggered_operator.hpp"

#include "kernels/linalg.hpp"

namespace glueball {

using kernels::StaggeredDslash;

StaggeredOperator::StaggeredOperator(const DeviceLattice& lattice, const GaugeField& u, double mass,
                                     const Boundary& boundary)
    : FermionOperator(lattice), u_(u), mass_(mass), boundary_(lattice.geometry(), boundary), odd_(lattice) {}

void StaggeredOperator::hop(Parity target, const ColourField& in, ColourField& out) const {
  auto arguments = boundary_.arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.b = 1;
  StaggeredDslash::run({lattice(), boundary_.flags, running()}, arguments, u_[target], u_[other(target)], in,
                       in, out);
}

void StaggeredOperator::add_hop(Parity target, double a, const ColourField& x, double b,
                                const ColourField& psi, ColourField& out) const {
  auto arguments = boundary_.arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a;
  arguments.b = b;
  StaggeredDslash::run({lattice(), boundary_.flags | StaggeredDslash::kAddX, running()}, arguments,
                       u_[target], u_[other(target)], psi, x, out);
}

void StaggeredOperator::even_odd(const ColourField& in, ColourField& out, bool) {
  hop(Parity::odd, in, odd_);
  add_hop(Parity::even, mass_ * mass_, in, -1, odd_, out);
}

void StaggeredOperator::normal(const ColourField& in, ColourField&, ColourField& out) { even_odd(in, out); }

void StaggeredOperator::hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x,
                                ColourField& out, Partials& partials, const CgScalars& scalars,
                                std::uint32_t flags) {
  auto arguments = boundary_.arguments<StaggeredDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = mass_ * mass_;
  arguments.b = b;
  kernels::StaggeredDslashSum::run({lattice(), boundary_.flags | flags, running()}, arguments, u_[target],
                                   u_[other(target)], psi, x, out, partials, scalars);
}

void StaggeredOperator::normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                                    const CgScalars& scalars) {
  hop_sum(Parity::odd, 1, in, in, middle, partials, scalars, 0);
}

void StaggeredOperator::normal_residual(const ColourField& in, const ColourField& middle, ColourField& r,
                                        Partials& partials, const CgScalars& scalars) {
  hop_sum(Parity::even, -1, middle, in, r, partials, scalars, kernels::StaggeredDslashSum::kResidual);
}

std::unique_ptr<FermionOperator<ColourField>> StaggeredOperator::beside(const DeviceLattice& lattice,
                                                                        const GaugeField& u) const {
  return std::make_unique<StaggeredOperator>(lattice, u, mass_, boundary_.wrapped);
}

void StaggeredOperator::apply(Parity target, const ColourField& here, const ColourField& there,
                              ColourField& out, bool dagger) {
  add_hop(target, mass_, here, dagger ? -1 : 1, there, out);
}

void StaggeredOperator::prepare(const ColourField& b_even, const ColourField& b_odd, ColourField& source) {
  add_hop(Parity::even, mass_, b_even, -1, b_odd, source);
}

void StaggeredOperator::prepare_normal(const ColourField& b_even, const ColourField& b_odd, ColourField&,
                                       ColourField& source) {
  prepare(b_even, b_odd, source);
}

void StaggeredOperator::reconstruct(const ColourField& b_odd, const ColourField& x_even, ColourField& x_odd) {
  add_hop(Parity::odd, 1 / mass_, b_odd, -1 / mass_, x_even, x_odd);
}

void StaggeredOperator::make_room_for_derivative() {}

void StaggeredOperator::square_derivative(MomentumField& p, double eps, const ColourField& x) {
  hop(Parity::odd, x, odd_);
  const ColourField* const fields[] = {&x, &odd_};
  for (const Parity here : {Parity::even, Parity::odd}) {
    const int h = int(here);
    kernels::StaggeredForce::run(lattice(), boundary_, here, eps, u_[here], *fields[h], *fields[1 - h],
                                 p[here]);
  }
}

void StaggeredOperator::derivative(MomentumField& p, double eps, const ColourField& y, const ColourField& x,
                                   double) {
  // A is hermitian: 2 Re y^+ dA x = [(x + y)^+ dA (x + y) - (x - y)^+ dA (x - y)] / 2.
  if (&x == &y) return square_derivative(p, 2 * eps, x);
  if (!sum_) sum_.emplace(lattice());
  const Launch all(lattice(), kernels::kColours);
  for (const double sign : {1.0, -1.0}) {
    kernels::Axpby::run(all, {.a = 1, .b = sign}, x, y, *sum_);
    square_derivative(p, sign * eps / 2, *sum_);
  }
}

double StaggeredOperator::normal_flops() const {
  return (2 * StaggeredDslash::kFlops + 12) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
