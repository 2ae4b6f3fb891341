#include "solvers/wilson_operator.hpp"

namespace glueball {

using kernels::WilsonDslash;

HopBoundary::HopBoundary(const DeviceLattice& lattice) {
  const Boundary& b = lattice.options().boundary;
  if (b.signs_only()) return;
  flag = kernels::kPhases;
  const Complex x = b.wrapping_factor(0), y = b.wrapping_factor(1), z = b.wrapping_factor(2), t = b.wrapping_factor(3);
  wilson = {.phase_x_re = x.real(), .phase_x_im = x.imag(), .phase_y_re = y.real(), .phase_y_im = y.imag(),
            .phase_z_re = z.real(), .phase_z_im = z.imag(), .phase_t_re = t.real(), .phase_t_im = t.imag()};
}

EvenOddHops::EvenOddHops(const HopBoundary& boundary, double kappa, double mu, bool dagger)
    : to_odd(boundary.wilson), to_even(boundary.wilson) {
  const double mubar = (dagger ? -2 : 2) * kappa * mu, norm = 1 + mubar * mubar;
  flags = boundary.flag | (dagger ? WilsonDslash::kDagger : 0) | (mubar != 0 ? WilsonDslash::kTwist : 0);
  to_odd.parity = std::uint32_t(Parity::odd);
  to_odd.b = 1 / norm;
  to_odd.b5 = -mubar / norm;
  to_even.parity = std::uint32_t(Parity::even);
  to_even.a = 1;
  to_even.a5 = mubar;
  to_even.b = -kappa * kappa;
}

WilsonOperator::WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu)
    : SpinorOperator(lattice), u_(u), kappa_(kappa), mu_(mu), boundary_(lattice), odd_(lattice) {}

void WilsonOperator::hop(Parity target, const SpinorField& in, SpinorField& out, double scale, bool dagger) const {
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(target);
  arguments.b = scale;
  WilsonDslash::run({lattice(), boundary_.flag | (dagger ? WilsonDslash::kDagger : 0), running()}, arguments, u_[target],
                    u_[other(target)], in, in, out);
}

void WilsonOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  const EvenOddHops hops(boundary_, kappa_, mu_, dagger);
  WilsonDslash::run({lattice(), hops.flags, running()}, hops.to_odd, u_[Parity::odd], u_[Parity::even], in, in, odd_);
  WilsonDslash::run({lattice(), hops.flags | WilsonDslash::kAddX, running()}, hops.to_even, u_[Parity::even], u_[Parity::odd],
                    odd_, in, out);
}

void WilsonOperator::even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                                  const CgScalars& scalars) {
  const EvenOddHops hops(boundary_, kappa_, mu_, residual);
  WilsonDslash::run({lattice(), hops.flags, running()}, hops.to_odd, u_[Parity::odd], u_[Parity::even], in, in, odd_);
  const std::uint32_t flags = hops.flags | WilsonDslash::kAddX | (residual ? kernels::WilsonDslashSum::kResidual : 0);
  kernels::WilsonDslashSum::run({lattice(), flags, running()}, hops.to_even, u_[Parity::even], u_[Parity::odd], odd_, in, out,
                                partials, scalars);
}

void WilsonOperator::normal_root(const SpinorField& in, SpinorField& middle, Partials& partials, const CgScalars& scalars) {
  even_odd_sum(in, middle, false, partials, scalars);
}

void WilsonOperator::normal_residual(const SpinorField&, const SpinorField& middle, SpinorField& r, Partials& partials,
                                     const CgScalars& scalars) {
  even_odd_sum(middle, r, true, partials, scalars);
}

void WilsonOperator::odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const {
  EvenOddHops hops(boundary_, kappa_, mu_, dagger);
  hops.to_odd.b *= kappa_;
  hops.to_odd.b5 *= kappa_;
  WilsonDslash::run({lattice(), hops.flags, running()}, hops.to_odd, u_[Parity::odd], u_[Parity::even], even, even, odd);
}

double WilsonOperator::normal_flops() const {
  // Four hops; after every second one 12 numbers are multiplied and added, twice that with a twist.
  const double tail = mu_ != 0 ? 4 * 96 : 2 * 48;
  return (4 * WilsonDslash::kFlops + tail) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
