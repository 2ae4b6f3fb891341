#include "actions/wilson_matrix.hpp"

#include "kernels/ranlux.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/transfer.hpp"
#include "reference/chiral_block.hpp"
#include "reference/twisted_mass.hpp"
#include "solvers/clover_operator.hpp"

namespace glueball {

WilsonMatrix::WilsonMatrix(const ActionContext& context, const WilsonQuark& quark)
    : context_(context), quark_(quark),
      solver_(context.lattice, context.u, context.solves,
              [quark](const DeviceLattice& lattice, const GaugeField& u,
                      const FermionOperator<SpinorField>* longer) -> std::unique_ptr<FermionOperator<SpinorField>> {
                if (quark.csw == 0) return std::make_unique<WilsonOperator>(lattice, u, quark.kappa, quark.mu);
                if (longer) return std::make_unique<CloverOperator>(lattice, u, static_cast<const CloverOperator&>(*longer));
                return std::make_unique<CloverOperator>(lattice, u, quark.kappa, quark.csw, quark.mu);
              }),
      left_odd_(context.lattice), right_odd_(context.lattice) {
  if (quark.csw != 0) z_.emplace(context.lattice);
}

std::unique_ptr<WilsonMatrix::Exact> WilsonMatrix::exact(const Configuration& u) const {
  const Boundary& boundary = context_.lattice.options().boundary;
  if (quark_.csw != 0) {
    const reference::CloverOperator::Options options{.csw = quark_.csw, .mu = quark_.mu, .boundary = boundary};
    return std::make_unique<reference::CloverOperator>(u, quark_.kappa, options);
  }
  if (quark_.mu == 0) return std::make_unique<reference::WilsonOperator<double>>(u, quark_.kappa, boundary);
  return std::make_unique<reference::TwistedMassOperator>(u, quark_.kappa, quark_.mu, boundary);
}

double WilsonMatrix::odd_energy(const Exact& exact) {
  const auto* clover = dynamic_cast<const reference::CloverOperator*>(&exact);
  return clover ? -2 * reference::log_determinant(clover->term(Parity::odd)) : 0;
}

double WilsonMatrix::odd_energy(ExactSolver<SpinorField>& exact) {
  const auto* clover = dynamic_cast<const CloverOperator*>(&exact.op());
  return clover ? -2 * clover->odd_log_determinant(exact.sums) : 0;
}

void WilsonMatrix::kick(double eps, const SpinorField& left, const SpinorField& right) {
  const auto& op = static_cast<const SpinorOperator&>(solver_.op());
  op.odd_half(right, right_odd_, false);
  op.odd_half(left, left_odd_, true);
  const SpinorField *const x[] = {&right, &right_odd_}, *const y[] = {&left, &left_odd_};
  for (const Parity here : {Parity::even, Parity::odd}) {
    const int h = int(here), t = 1 - h;
    const kernels::HopForce force(context_.lattice, here, eps * quark_.kappa);
    kernels::FermionForce::run({context_.lattice, force.flags}, force.arguments, context_.u[here], *x[h], *x[t], *y[h], *y[t],
                               context_.p[here]);
  }
  if (!z_) return;
  const args::LinearArgs<double> arguments{.planes = TensorHalf::kPlanes, .a = -2 * quark_.kappa * quark_.csw, .b = 0};
  TensorField& z = *z_;
  kernels::CloverOuter::run(context_.lattice, arguments, right, left, z[Parity::even]);
  kernels::CloverOuter::run(context_.lattice, arguments, right_odd_, left_odd_, z[Parity::odd]);
  kernels::CloverTrace::run(context_.lattice, arguments, static_cast<const CloverOperator&>(op).odd_inverse(), z[Parity::odd]);
  for (const Parity here : {Parity::even, Parity::odd})
    kernels::CloverForce::run_all(context_.lattice, here, eps, context_.u, z, context_.p);
}

void draw_spinors(const ActionContext& context, std::uint32_t step, SpinorField& eta) {
  if (context.ranlux)
    kernels::GaussianRanlux::pseudofermion(context.lattice, *context.ranlux, Parity::even, 24, eta);
  else
    kernels::GaussianSpinor::run(context.lattice,
                                 {.parity = std::uint32_t(Parity::even), .seed_low = std::uint32_t(context.seed),
                                  .seed_high = std::uint32_t(context.seed >> 32), .step = step,
                                  .stream = stream_word(Stream::pseudofermion, context.number)},
                                 eta);
}

HalfSpinorField draw_spinors_on_host(const ActionContext& context, std::uint32_t step, SpinorField& scratch) {
  draw_spinors(context, step, scratch);
  HalfSpinorField eta;
  download(context.lattice, scratch, eta);
  return eta;
}

}  // namespace glueball
