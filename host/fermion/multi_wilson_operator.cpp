#include "fermion/multi_wilson_operator.hpp"

namespace glueball {

using kernels::WilsonDslashMulti, kernels::WilsonDslashMultiSum;

MultiWilsonOperator::MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa,
                                         double mu, std::uint32_t count, const Boundary& boundary)
    : MultiMatrix(lattice, count),
      u_(u),
      kappa_(kappa),
      mu_(mu),
      boundary_(lattice.geometry(), boundary),
      odd_(lattice, count) {}

void MultiWilsonOperator::even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger) {
  const EvenOddHops hops(boundary_, kappa_, mu_, dagger);
  WilsonDslashMulti::run({lattice(), hops.flags, running(), count()}, hops.to_odd, u_[Parity::odd],
                         u_[Parity::even], with_neighbours(in, Parity::even), in, odd_);
  WilsonDslashMulti::run({lattice(), hops.flags | kernels::WilsonDslash::kAddX, running(), count()},
                         hops.to_even, u_[Parity::even], u_[Parity::odd], with_neighbours(odd_, Parity::odd),
                         in, out);
}

void MultiWilsonOperator::even_odd_sum(const MultiSpinorField& in, MultiSpinorField& out, bool residual,
                                       Partials& partials, const CgScalars& scalars) {
  const EvenOddHops hops(boundary_, kappa_, mu_, residual);
  WilsonDslashMulti::run({lattice(), hops.flags, running(), count()}, hops.to_odd, u_[Parity::odd],
                         u_[Parity::even], in, in, odd_);
  const std::uint32_t flags =
      hops.flags | kernels::WilsonDslash::kAddX | (residual ? WilsonDslashMultiSum::kResidual : 0);
  WilsonDslashMultiSum::run({lattice(), flags, running(), count()}, hops.to_even, u_[Parity::even],
                            u_[Parity::odd], odd_, in, out, partials, scalars);
}

void MultiWilsonOperator::normal_root(const MultiSpinorField& in, MultiSpinorField& middle,
                                      Partials& partials, const CgScalars& scalars) {
  even_odd_sum(in, middle, false, partials, scalars);
}

void MultiWilsonOperator::normal_residual(const MultiSpinorField&, const MultiSpinorField& middle,
                                          MultiSpinorField& r, Partials& partials, const CgScalars& scalars) {
  even_odd_sum(middle, r, true, partials, scalars);
}

double MultiWilsonOperator::normal_flops() const {
  const double tail = mu_ != 0 ? 4 * 96 : 2 * 48;  // as in WilsonOperator
  return (4 * kernels::WilsonDslash::kFlops + tail) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
