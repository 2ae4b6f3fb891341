#include "fermion/wilson_operator.hpp"

#include "fermion/multi_wilson_operator.hpp"
#include "field/device_lattice.hpp"

namespace glueball {

using kernels::WilsonCg, kernels::WilsonDslash;

EvenOddHops::EvenOddHops(const HopBoundary& boundary, double kappa, double mu, bool dagger)
    : to_odd(boundary.arguments<WilsonDslash::Args>()), to_even(to_odd) {
  const double mubar = (dagger ? -2 : 2) * kappa * mu, norm = 1 + mubar * mubar;
  flags = boundary.flags | (dagger ? WilsonDslash::kDagger : 0) | (mubar != 0 ? WilsonDslash::kTwist : 0);
  to_odd.parity = std::uint32_t(Parity::odd);
  to_odd.b = 1 / norm;
  to_odd.b5 = -mubar / norm;
  to_even.parity = std::uint32_t(Parity::even);
  to_even.a = 1;
  to_even.a5 = mubar;
  to_even.b = -kappa * kappa;
}

WilsonOperator::WilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
                               const Boundary& boundary)
    : SpinorOperator(lattice, u, kappa, boundary), mu_(mu), odd_(lattice) {}

void WilsonOperator::hop(Parity target, const SpinorField& in, SpinorField& out, double scale,
                         bool dagger) const {
  auto arguments = boundary().arguments<WilsonDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.b = scale;
  run_hop<WilsonDslash>(in, other(target), boundary().flags | (dagger ? WilsonDslash::kDagger : 0), arguments,
                        links()[target], links()[other(target)], in, in, out);
}

void WilsonOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  const EvenOddHops hops(boundary(), kappa(), mu_, dagger);
  run_hop<WilsonDslash>(in, Parity::even, hops.flags, hops.to_odd, links()[Parity::odd],
                        links()[Parity::even], in, in, odd_);
  run_hop<WilsonDslash>(odd_, Parity::odd, hops.flags | WilsonDslash::kAddX, hops.to_even,
                        links()[Parity::even], links()[Parity::odd], odd_, in, out);
}

void WilsonOperator::even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                                  const CgScalars& scalars) {
  const EvenOddHops hops(boundary(), kappa(), mu_, residual);
  run_hop<WilsonDslash>(in, Parity::even, hops.flags, hops.to_odd, links()[Parity::odd],
                        links()[Parity::even], in, in, odd_);
  const std::uint32_t flags =
      hops.flags | WilsonDslash::kAddX | (residual ? kernels::WilsonDslashSum::kResidual : 0);
  run_hop<kernels::WilsonDslashSum>(odd_, Parity::odd, flags, hops.to_even, links()[Parity::even],
                                    links()[Parity::odd], odd_, in, out, partials, scalars);
}

void WilsonOperator::normal_root(const SpinorField& in, SpinorField& middle, Partials& partials,
                                 const CgScalars& scalars) {
  even_odd_sum(in, middle, false, partials, scalars);
}

void WilsonOperator::normal_residual(const SpinorField&, const SpinorField& middle, SpinorField& r,
                                     Partials& partials, const CgScalars& scalars) {
  even_odd_sum(middle, r, true, partials, scalars);
}

std::uint32_t WilsonOperator::iteration_flags() const {
  return boundary().flags | (mu_ != 0 ? WilsonCg::kTwist : 0);
}

gpu::Pipeline* WilsonOperator::iterations_pipeline() const {
  const FieldFormat& format = links()[Parity::even].format();
  const bool buffers = format.storage == gpu::Storage::buffer || format.storage == gpu::Storage::texel;
  const gpu::Limits& limits = lattice().device().info().limits;
  if (limits.shared_bytes != 0 &&
      limits.shared_bytes < shared_bytes_of_merged_workgroups(lattice(), lattice().merged_workgroups()))
    return nullptr;
  if (!buffers || !has_fused() || lattice().domain() != nullptr ||
      limits.storage_blocks < WilsonCg::record().access.size())
    return nullptr;
  return &lattice().pipeline(WilsonCg::name, Shape::merged_workgroups, iteration_flags(),
                             lattice().merged_workgroups(), format);
}

void WilsonOperator::iterate(const IterationFields& f, std::uint32_t groups, std::uint32_t count) {
  const EvenOddHops hops(boundary(), kappa(), mu_, false);
  auto arguments = boundary().arguments<WilsonCg::Args>();
  arguments.iterations = count;
  arguments.hop_groups = lattice().groups(Shape::hops);
  arguments.a = hops.to_even.a;
  arguments.a5 = hops.to_even.a5;
  arguments.b = hops.to_odd.b;
  arguments.b5 = hops.to_odd.b5;
  arguments.b_even = hops.to_even.b;
  arguments.b5_even = hops.to_even.b5;
  Launch launch(lattice(), iteration_flags());
  launch.groups = groups;
  launch.count = lattice().merged_workgroups();
  WilsonCg::run(launch, arguments, links()[Parity::even], links()[Parity::odd], f.p, odd_, f.middle, f.r, f.x,
                f.barrier, f.scalars);
}

void WilsonOperator::odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const {
  EvenOddHops hops(boundary(), kappa(), mu_, dagger);
  hops.to_odd.b *= kappa();
  hops.to_odd.b5 *= kappa();
  run_hop<WilsonDslash>(even, Parity::even, hops.flags, hops.to_odd, links()[Parity::odd],
                        links()[Parity::even], even, even, odd);
}

std::unique_ptr<FermionOperator<SpinorField>> WilsonOperator::at_precision(const DeviceLattice& lattice,
                                                                           const GaugeField& u) const {
  return std::make_unique<WilsonOperator>(lattice, u, kappa(), mu_, boundary().wrapped);
}

std::unique_ptr<MultiMatrix<SpinorField>> WilsonOperator::for_several(std::uint32_t count) const {
  return std::make_unique<MultiWilsonOperator>(lattice(), links(), kappa(), mu_, count, boundary().wrapped);
}

void WilsonOperator::hop_and_twist(Parity target, Complex a, const SpinorField& x, Complex b,
                                   const SpinorField& psi, SpinorField& out, bool dagger) const {
  auto arguments = boundary().arguments<WilsonDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a = a.real();
  arguments.a5 = a.imag();
  arguments.b = b.real();
  arguments.b5 = b.imag();
  const std::uint32_t flags = boundary().flags | WilsonDslash::kAddX | (mu_ != 0 ? WilsonDslash::kTwist : 0) |
                              (dagger ? WilsonDslash::kDagger : 0);
  run_hop<WilsonDslash>(psi, other(target), flags, arguments, links()[target], links()[other(target)], psi, x,
                        out);
}

// R = 1 + i mubar gamma5, mubar = 2 kappa mu. A complex number a + i a5 stands for a + i a5 gamma5.

void WilsonOperator::apply(Parity target, const SpinorField& this_parity, const SpinorField& other_parity,
                           SpinorField& out, bool dagger) {
  hop_and_twist(target, {1, (dagger ? -2 : 2) * kappa() * mu_}, this_parity, -kappa(), other_parity, out,
                dagger);
}

void WilsonOperator::prepare(const SpinorField& b_even, const SpinorField& b_odd, SpinorField& source) {
  // source = b_e + kappa H_eo R^-1 b_o. There is no kernel for R^-1 alone; a hop with factor 0 serves, once a
  // column.
  const double mubar = 2 * kappa() * mu_;
  if (mubar != 0)
    hop_and_twist(Parity::odd, Complex(1, -mubar) / (1 + mubar * mubar), b_odd, 0, b_even, odd_, false);
  add_hop(Parity::even, mubar != 0 ? odd_ : b_odd, b_even, kappa(), source);
}

void WilsonOperator::reconstruct(const SpinorField& b_odd, const SpinorField& x_even, SpinorField& x_odd) {
  // x_o = R^-1 (b_o + kappa H_oe x_e).
  const double mubar = 2 * kappa() * mu_;
  const Complex inverse = Complex(1, -mubar) / (1 + mubar * mubar);
  hop_and_twist(Parity::odd, inverse, b_odd, kappa() * inverse, x_even, x_odd, false);
}

double WilsonOperator::normal_flops() const {
  // There are four hops. After every second one 12 numbers are multiplied and added, twice that with a twist.
  const double tail = mu_ != 0 ? 4 * 96 : 2 * 48;
  return (4 * WilsonDslash::kFlops + tail) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
