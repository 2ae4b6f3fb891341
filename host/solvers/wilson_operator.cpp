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

WilsonOperator::WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu)
    : FermionOperator(lattice), u_(u), kappa_(kappa), mu_(mu), boundary_(lattice), odd_(lattice) {}

void WilsonOperator::hop(Parity target, const SpinorField& in, SpinorField& out, double scale, bool dagger) const {
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(target);
  arguments.b = scale;
  WilsonDslash::run({lattice(), boundary_.flag | (dagger ? WilsonDslash::kDagger : 0), groups()}, arguments, u_[target],
                    u_[other(target)], in, in, out);
}

void WilsonOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  const double mubar = (dagger ? -2 : 2) * kappa_ * mu_, norm = 1 + mubar * mubar;
  const std::uint32_t flags =
      boundary_.flag | (dagger ? WilsonDslash::kDagger : 0) | (mubar != 0 ? WilsonDslash::kTwist : 0);
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(Parity::odd);
  arguments.b = 1 / norm;
  arguments.b5 = -mubar / norm;
  WilsonDslash::run({lattice(), flags, groups()}, arguments, u_[Parity::odd], u_[Parity::even], in, in, odd_);
  arguments.parity = std::uint32_t(Parity::even);
  arguments.a = 1;
  arguments.a5 = mubar;
  arguments.b = -kappa_ * kappa_;
  arguments.b5 = 0;
  WilsonDslash::run({lattice(), flags | WilsonDslash::kAddX, groups()}, arguments, u_[Parity::even], u_[Parity::odd], odd_,
                    in, out);
}

double WilsonOperator::normal_flops() const {
  // Four hops; after every second one 12 numbers are multiplied and added, twice that with a twist.
  const double tail = mu_ != 0 ? 4 * 96 : 2 * 48;
  return (4 * WilsonDslash::kFlops + tail) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
