#include "solvers/staggered_operator.hpp"

#include "solvers/wilson_operator.hpp"

namespace glueball {

using kernels::StaggeredDslash;

StaggeredOperator::StaggeredOperator(const DeviceLattice& lattice, const GaugeField& u, double mass)
    : FermionOperator(lattice), u_(u), mass_(mass), odd_(lattice) {
  const HopBoundary b(lattice);
  flag_ = b.flag;
  boundary_ = {.phase_x_re = b.wilson.phase_x_re, .phase_x_im = b.wilson.phase_x_im, .phase_y_re = b.wilson.phase_y_re,
               .phase_y_im = b.wilson.phase_y_im, .phase_z_re = b.wilson.phase_z_re, .phase_z_im = b.wilson.phase_z_im,
               .phase_t_re = b.wilson.phase_t_re, .phase_t_im = b.wilson.phase_t_im};
}

void StaggeredOperator::hop(Parity target, const ColourField& in, ColourField& out) const {
  auto arguments = boundary_;
  arguments.parity = std::uint32_t(target);
  arguments.b = 1;
  StaggeredDslash::run({lattice(), flag_, running()}, arguments, u_[target], u_[other(target)], in, in, out);
}

void StaggeredOperator::even_odd(const ColourField& in, ColourField& out, bool) {
  hop(Parity::odd, in, odd_);
  auto arguments = boundary_;
  arguments.parity = std::uint32_t(Parity::even);
  arguments.a = mass_ * mass_;
  arguments.b = -1;
  StaggeredDslash::run({lattice(), flag_ | StaggeredDslash::kAddX, running()}, arguments, u_[Parity::even],
                       u_[Parity::odd], odd_, in, out);
}

void StaggeredOperator::normal(const ColourField& in, ColourField&, ColourField& out) { even_odd(in, out); }

void StaggeredOperator::hop_sum(Parity target, double b, const ColourField& psi, const ColourField& x, ColourField& out,
                                Partials& partials, const CgScalars& scalars, std::uint32_t flags) {
  auto arguments = boundary_;
  arguments.parity = std::uint32_t(target);
  arguments.a = mass_ * mass_;
  arguments.b = b;
  kernels::StaggeredDslashSum::run({lattice(), flag_ | flags, running()}, arguments, u_[target], u_[other(target)], psi, x,
                                   out, partials, scalars);
}

void StaggeredOperator::normal_root(const ColourField& in, ColourField& middle, Partials& partials,
                                    const CgScalars& scalars) {
  hop_sum(Parity::odd, 1, in, in, middle, partials, scalars, 0);
}

void StaggeredOperator::normal_residual(const ColourField& in, const ColourField& middle, ColourField& r,
                                        Partials& partials, const CgScalars& scalars) {
  hop_sum(Parity::even, -1, middle, in, r, partials, scalars, kernels::StaggeredDslashSum::kResidual);
}

double StaggeredOperator::normal_flops() const {
  return (2 * StaggeredDslash::kFlops + 12) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
