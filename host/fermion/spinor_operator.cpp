#include "fermion/spinor_operator.hpp"

namespace glueball {

SpinorOperator::SpinorOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa,
                               const Boundary& boundary)
    : FermionOperator(lattice), u_(u), kappa_(kappa), boundary_(lattice.geometry(), boundary) {}

void SpinorOperator::add_hop(Parity target, const SpinorField& psi, const SpinorField& x, double b,
                             SpinorField& out, bool dagger) const {
  using kernels::WilsonDslash;
  auto arguments = boundary_.arguments<WilsonDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = 1;
  arguments.b = b;
  const std::uint32_t flags = boundary_.flags | WilsonDslash::kAddX | (dagger ? WilsonDslash::kDagger : 0);
  run_hop<WilsonDslash>(psi, other(target), flags, arguments, u_[target], u_[other(target)], psi, x, out);
}

void SpinorOperator::normal(const SpinorField& in, SpinorField& middle, SpinorField& out) {
  SolverMatrix::normal(in, middle, out);
  if (shift_ != 0) kernels::Axpy::run({lattice(), 0, running()}, {.a = shift_, .b = 0}, in, out);
}

void SpinorOperator::make_room_for_derivative() {
  if (!odd_x_) odd_x_.emplace(lattice());
  if (!odd_y_) odd_y_.emplace(lattice());
}

void SpinorOperator::derivative(MomentumField& p, double eps, const SpinorField& y, const SpinorField& x,
                                double) {
  make_room_for_derivative();
  odd_half(x, *odd_x_, false);
  odd_half(y, *odd_y_, true);
  with_neighbours(*odd_x_, Parity::odd);  // the even fields have their neighbours' sites since the hops
  with_neighbours(*odd_y_, Parity::odd);
  const SpinorField *const right[] = {&x, &*odd_x_}, *const left[] = {&y, &*odd_y_};
  for (const Parity this_parity : {Parity::even, Parity::odd}) {
    const int h = int(this_parity), t = 1 - h;
    kernels::FermionForce::run(lattice(), boundary_, this_parity, eps * kappa_, u_[this_parity], *right[h],
                               *right[t], *left[h], *left[t], p[this_parity]);
  }
}

}  // namespace glueball
