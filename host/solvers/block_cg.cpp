#include "solvers/block_cg.hpp"

#include <cmath>

#include "base/error.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

constexpr std::uint32_t kMost = 16;

std::uint32_t checked(std::uint32_t count) {
  if (count < 2 || count > kMost || count % 2 != 0)
    throw Error(ErrorKind::bad_value, std::to_string(count) + " right-hand sides at once",
                "an even number from 2 to " + std::to_string(kMost));
  return count;
}

args::RealsArgs spinor(std::uint32_t n) {
  return {.reals = SpinorField::kReals, .first = n * SpinorField::kReals};
}

}  // namespace

MultiWilsonOperator::MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa,
                                         double mu, std::uint32_t count, const Boundary& boundary)
    : lattice_(lattice),
      u_(u),
      kappa_(kappa),
      mu_(mu),
      boundary_(lattice.geometry(), boundary),
      odd_(lattice, checked(count)) {}

void MultiWilsonOperator::even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger,
                                   gpu::Memory* running) {
  const EvenOddHops hops(boundary_, kappa_, mu_, dagger);
  kernels::WilsonDslashMulti::run({lattice_, hops.flags, running, count()}, hops.to_odd, u_[Parity::odd],
                                  u_[Parity::even], in, in, odd_);
  kernels::WilsonDslashMulti::run({lattice_, hops.flags | kernels::WilsonDslash::kAddX, running, count()},
                                  hops.to_even, u_[Parity::even], u_[Parity::odd], odd_, in, out);
}

void MultiWilsonOperator::even_odd_sum(const MultiSpinorField& in, MultiSpinorField& out, bool residual,
                                       Partials& partials, const CgScalars& scalars) {
  const EvenOddHops hops(boundary_, kappa_, mu_, residual);
  gpu::Memory* running = &scalars.memory();
  kernels::WilsonDslashMulti::run({lattice_, hops.flags, running, count()}, hops.to_odd, u_[Parity::odd],
                                  u_[Parity::even], in, in, odd_);
  const std::uint32_t flags =
      hops.flags | kernels::WilsonDslash::kAddX | (residual ? kernels::WilsonDslashMultiSum::kResidual : 0);
  kernels::WilsonDslashMultiSum::run({lattice_, flags, running, count()}, hops.to_even, u_[Parity::even],
                                     u_[Parity::odd], odd_, in, out, partials, scalars);
}

BlockCg::BlockCg(MultiWilsonOperator& op)
    : op_(op),
      lattice_(op.lattice()),
      r_(lattice_, op.count()),
      p_(lattice_, op.count()),
      mp_(lattice_, op.count()),
      partials_(lattice_),
      scalars_(lattice_, op.count()),
      beta_(op.count()) {
  if (lattice_.options().fused)
    hop_partials_.emplace(lattice_, Shape::pairs, op.count());
  else
    ap_.emplace(lattice_, op.count());
}

void BlockCg::iterate(MultiSpinorField& x) {
  const Launch launch(lattice_, 0, &scalars_.memory(), count()), one(lattice_, 0, &scalars_.memory());
  const std::uint32_t hop_partials = lattice_.partials(Shape::pairs, count()), partials = lattice_.partials();
  if (hop_partials_) {
    op_.even_odd_sum(p_, mp_, false, *hop_partials_, scalars_);
    kernels::CgScalarStep::run(launch, {.stage = CgStage::alpha, .count = hop_partials}, *hop_partials_,
                               scalars_);
    op_.even_odd_sum(mp_, r_, true, *hop_partials_, scalars_);
    kernels::CgScalarStep::run(launch, {.stage = CgStage::beta, .count = hop_partials}, *hop_partials_,
                               scalars_);
  } else {
    op_.even_odd(p_, mp_, false, &scalars_.memory());
    op_.even_odd(mp_, *ap_, true, &scalars_.memory());
    for (std::uint32_t n = 0; n < count(); ++n) {
      kernels::Norm2::run(one, spinor(n), mp_, partials_);
      kernels::CgScalarStep::run(lattice_, {.stage = CgStage::alpha, .count = partials, .first = n},
                                 partials_, scalars_);
      kernels::CgResidual::run(one, spinor(n), *ap_, r_, partials_, scalars_);
      kernels::CgScalarStep::run(lattice_, {.stage = CgStage::beta, .count = partials, .first = n}, partials_,
                                 scalars_);
    }
  }
  kernels::CgDirection::run(launch, {.reals = SpinorField::kReals}, r_, p_, x, scalars_);
}

void BlockCg::begin(const MultiSpinorField& r, MultiSpinorField& x, std::span<const InnerGoal> goals,
                    bool go_on) {
  std::vector<CgScalars::Control> controls;
  for (std::uint32_t n = 0; n < count(); ++n) {
    controls.push_back(first_control<CgScalars::Control>(lattice_, goals[n].max_iterations, count()));
    if (go_on) controls[n].beta = beta_[n] * goals[n].scale;
  }
  send(lattice_, controls, scalars_);
  kernels::Copy::run(lattice_, {}, r, r_);
  if (go_on)  // p = r + beta p; the same kernel moves x by 0 p
    kernels::CgDirection::run({lattice_, 0, nullptr, count()}, {.reals = SpinorField::kReals}, r_, p_, x,
                              scalars_);
  else
    kernels::Copy::run(lattice_, {}, r, p_);
  for (std::uint32_t n = 0; n < count(); ++n) {
    kernels::Norm2::run(lattice_, spinor(n), r, partials_);
    kernels::CgScalarStep::run(lattice_,
                               {.stage = CgStage::begin,
                                .count = lattice_.partials(),
                                .first = n,
                                .relative_target = goals[n].tolerance},
                               partials_, scalars_);
  }
}

std::vector<DeviceCgResult> BlockCg::leg(MultiSpinorField& x) {
  gpu::Stream& stream = lattice_.stream();
  const auto queue_readback = [&] {
    return stream.readback(scalars_.memory(), 0, count() * control_bytes(lattice_));
  };
  int handle = queue_readback();
  gpu::Ticket ticket = stream.submit();
  std::vector<DeviceCgResult> results(count());
  std::vector<double> norm2(count());
  for (bool first = true;; first = false) {
    for (int i = 0; i < kBatch; ++i) iterate(x);
    const int next_handle = queue_readback();
    const gpu::Ticket next = stream.submit();
    stream.wait(ticket);
    const auto bytes = stream.readback_data(handle);
    bool running = false;
    for (std::size_t n = 0; n < results.size(); ++n) {
      const CgScalars::Control control = decoded(lattice_, bytes, n);
      const double rr = lattice_.decode_sum(control.rr_low, control.rr_high);
      if (first) norm2[n] = rr;
      results[n] = {SolverState(control.state), int(control.iteration),
                    norm2[n] > 0 ? std::sqrt(rr / norm2[n]) : 0.0};
      beta_[n] = control.beta;
      running = running || results[n].state == SolverState::running;
    }
    if (!running) break;
    handle = next_handle;
    ticket = next;
  }
  kernels::CgFinish::run({lattice_, 0, nullptr, count()}, {.reals = SpinorField::kReals}, p_, x, scalars_);
  return results;
}

std::vector<DeviceCgResult> BlockCg::solve(const MultiSpinorField& b, MultiSpinorField& x, double tolerance,
                                           int max_iterations) {
  kernels::Axpby::run(lattice_, {.a = 0, .b = 0}, b, b, x);
  begin(b, x, std::vector(op_.count(), InnerGoal{tolerance, max_iterations}), false);
  return leg(x);
}

double BlockCg::normal_flops() const {
  const double tail = op_.mu() != 0 ? 4 * 96 : 2 * 48;  // as WilsonOperator counts
  return (4 * kernels::WilsonDslash::kFlops + tail) * double(lattice_.geometry().half_volume());
}

}  // namespace glueball
