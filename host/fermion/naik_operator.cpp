#include "fermion/naik_operator.hpp"

namespace glueball {

using kernels::HopOuter, kernels::NaikDslash;

NaikDslash::Args NaikOperator::arguments(Parity target, double a, double b) const {
  auto arguments = boundary().arguments<NaikDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a;
  arguments.one = 0.5 * b * c_.one;
  arguments.three = 0.5 * b * c_.three;
  return arguments;
}

void NaikOperator::hop(Parity target, const ColourField& in, ColourField& out) const {
  const Parity there = other(target);
  NaikDslash::run({lattice(), boundary().flags, running()}, arguments(target, 0, 1), links()[target],
                  links()[there], long_[target], long_[there], in, in, out);
}

void NaikOperator::add_hop(Parity target, double a, const ColourField& x, double b, const ColourField& psi,
                           ColourField& out) const {
  const Parity there = other(target);
  NaikDslash::run({lattice(), boundary().flags | NaikDslash::kAddX, running()}, arguments(target, a, b),
                  links()[target], links()[there], long_[target], long_[there], psi, x, out);
}

std::unique_ptr<FermionOperator<ColourField>> NaikOperator::beside(const DeviceLattice& lattice,
                                                                   const GaugeField& u) const {
  return std::make_unique<NaikOperator>(lattice, u, mass(), boundary().wrapped, c_);
}

void NaikOperator::make_room_for_derivative() {
  if (!by_links_) by_links_.emplace(lattice());
  if (!by_long_links_) by_long_links_.emplace(lattice());
}

void NaikOperator::outer(std::uint32_t flags, double coefficient, const ColourField& even,
                         const ColourField& odd, MatrixField& z) const {
  auto arguments = boundary().arguments<HopOuter::Args>();
  const ColourField* const fields[] = {&even, &odd};
  for (const Parity here : {Parity::even, Parity::odd}) {
    const int h = int(here);
    arguments.parity = std::uint32_t(here);
    // A link is in D_eo forwards from an even site, and in its adjoint, -D_oe, from an odd one.
    arguments.coefficient = here == Parity::even ? coefficient : -coefficient;
    HopOuter::run({lattice(), boundary().flags | flags}, arguments, *fields[h], *fields[1 - h], z[here]);
  }
}

void NaikOperator::square_derivative(MomentumField& p, double eps, const ColourField& even,
                                     const ColourField& odd) {
  make_room_for_derivative();
  outer(0, c_.one, even, odd, *by_links_);
  outer(HopOuter::kThree, c_.three, even, odd, *by_long_links_);
  kernels::LongLinksChain::run_all(lattice(), links(), *by_long_links_, *by_links_);
  kernels::LinkForce::run_all(lattice(), eps, links(), *by_links_, p);
}

}  // namespace glueball
