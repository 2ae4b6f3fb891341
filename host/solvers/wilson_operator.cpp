#include "solvers/wilson_operator.hpp"

namespace glueball {

using kernels::WilsonDslash;

void WilsonOperator::hop(Parity target, const SpinorField& in, SpinorField& out, double scale, bool dagger) const {
  WilsonDslash::run({lattice_, dagger ? WilsonDslash::kDagger : 0, groups_},
                    {.parity = std::uint32_t(target), .a = 0, .b = scale}, u_[target], u_[other(target)], in, in,
                    out);
}

void WilsonOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  hop(Parity::odd, in, odd_, 1.0, dagger);
  WilsonDslash::run({lattice_, WilsonDslash::kAddX | (dagger ? WilsonDslash::kDagger : 0), groups_},
                    {.parity = std::uint32_t(Parity::even), .a = 1, .b = -kappa_ * kappa_}, u_[Parity::even],
                    u_[Parity::odd], odd_, in, out);
}

void WilsonOperator::normal(const SpinorField& in, SpinorField& middle, SpinorField& out) {
  even_odd(in, middle);
  even_odd(middle, out, true);
}

}  // namespace glueball
