#include "solvers/block_cg.hpp"

#include <cmath>

#include "base/error.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
namespace {

constexpr std::uint32_t kMost = 16;
using Control = CgScalars::Control;
enum Stage : std::uint32_t { kBegin = 0, kAlpha = 1, kBeta = 2 };

std::uint32_t checked(std::uint32_t count) {
  if (count < 2 || count > kMost || count % 2 != 0)
    throw Error(Status::usage, std::to_string(count) + " right-hand sides at once",
                "an even number from 2 to " + std::to_string(kMost));
  return count;
}

args::PlanesArgs spinor(std::uint32_t n) {
  return {.planes = SpinorField::kPlanes, .first = n * SpinorField::kPlanes};
}

}  // namespace

MultiWilsonOperator::MultiWilsonOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double mu,
                                         std::uint32_t count)
    : lattice_(lattice), u_(u), kappa_(kappa), mu_(mu), boundary_(lattice), odd_(lattice, checked(count)) {}

void MultiWilsonOperator::even_odd(const MultiSpinorField& in, MultiSpinorField& out, bool dagger) {
  const EvenOddHops hops(boundary_, kappa_, mu_, dagger);
  kernels::WilsonDslashMulti::run({lattice_, hops.flags, nullptr, count()}, hops.to_odd, u_[Parity::odd], u_[Parity::even], in, in,
                                  odd_);
  kernels::WilsonDslashMulti::run({lattice_, hops.flags | kernels::WilsonDslash::kAddX, nullptr, count()}, hops.to_even,
                                  u_[Parity::even], u_[Parity::odd], odd_, in, out);
}

BlockCg::BlockCg(MultiWilsonOperator& op)
    : op_(op), lattice_(op.lattice()), r_(lattice_, op.count()), p_(lattice_, op.count()), mp_(lattice_, op.count()),
      ap_(lattice_, op.count()), partials_(lattice_), beta_(op.count()) {
  for (std::uint32_t n = 0; n < op.count(); ++n) scalars_.emplace_back(lattice_);
}

void BlockCg::iterate(MultiSpinorField& x) {
  const std::uint32_t count = lattice_.partials();
  op_.even_odd(p_, mp_);
  op_.even_odd(mp_, ap_, true);
  for (std::uint32_t n = 0; n < op_.count(); ++n) {
    const CgScalars& scalars = scalars_[n];
    const Launch launch(lattice_, 0, &scalars.memory());
    kernels::Norm2::run(launch, spinor(n), mp_, partials_);
    kernels::CgScalarStep::run(launch, {.stage = kAlpha, .count = count, .relative_target = 0}, partials_, scalars_[n]);
    kernels::CgResidual::run(launch, spinor(n), ap_, r_, partials_, scalars);
    kernels::CgScalarStep::run(launch, {.stage = kBeta, .count = count, .relative_target = 0}, partials_, scalars_[n]);
    kernels::CgDirection::run(launch, spinor(n), r_, p_, x, scalars);
  }
}

void BlockCg::begin(const MultiSpinorField& r, std::span<const Goal> goals, bool go_on) {
  kernels::Copy::run(lattice_, {.planes = r.planes()}, r, r_);
  if (!go_on) kernels::Copy::run(lattice_, {.planes = r.planes()}, r, p_);
  for (std::uint32_t n = 0; n < op_.count(); ++n) {
    CgScalars& scalars = scalars_[n];
    auto control = first_control<Control>(lattice_, goals[n].max_iterations);
    if (go_on) {
      // p = r + beta p; the same kernel moves x by no more than 0 p.
      control.beta = beta_[n] * goals[n].scale;
      send(lattice_, control, scalars);
      kernels::CgDirection::run(lattice_, spinor(n), r_, p_, ap_, scalars);
    } else {
      send(lattice_, control, scalars);
    }
    kernels::Norm2::run(lattice_, spinor(n), r, partials_);
    kernels::CgScalarStep::run(
        lattice_, {.stage = kBegin, .count = lattice_.partials(), .relative_target = goals[n].tolerance}, partials_, scalars);
  }
}

std::vector<DeviceCgResult> BlockCg::leg(MultiSpinorField& x) {
  gpu::Stream& stream = lattice_.stream();
  const auto queue_readback = [&] {
    std::vector<int> handles;
    for (const CgScalars& s : scalars_) handles.push_back(stream.readback(s.memory(), 0, sizeof(Control)));
    return handles;
  };
  std::vector<int> handles = queue_readback();
  gpu::Ticket ticket = stream.submit();
  std::vector<DeviceCgResult> results(scalars_.size());
  std::vector<double> norm2(scalars_.size());
  for (bool first = true;; first = false) {
    for (int i = 0; i < kBatch; ++i) iterate(x);
    const std::vector<int> next_handles = queue_readback();
    const gpu::Ticket next = stream.submit();
    stream.wait(ticket);
    bool running = false;
    for (std::size_t n = 0; n < scalars_.size(); ++n) {
      const Control control = decoded(lattice_, stream.readback_data(handles[n]));
      const double rr = lattice_.decode_sum(control.rr_low, control.rr_high);
      if (first) norm2[n] = rr;
      results[n] = {SolverState(control.state), int(control.iteration), norm2[n] > 0 ? std::sqrt(rr / norm2[n]) : 0.0};
      beta_[n] = control.beta;
      running = running || results[n].state == SolverState::running;
    }
    if (!running) break;
    handles = next_handles;
    ticket = next;
  }
  for (std::uint32_t n = 0; n < op_.count(); ++n) kernels::CgFinish::run(lattice_, spinor(n), p_, x, scalars_[n]);
  return results;
}

std::vector<DeviceCgResult> BlockCg::solve(const MultiSpinorField& b, MultiSpinorField& x, double tolerance,
                                           int max_iterations) {
  kernels::Axpby::run(lattice_, {.planes = x.planes(), .a = 0, .b = 0}, b, b, x);
  begin(b, std::vector(op_.count(), Goal{tolerance, max_iterations}), false);
  return leg(x);
}

double BlockCg::normal_flops() const {
  const double tail = op_.mu() != 0 ? 4 * 96 : 2 * 48;  // as WilsonOperator counts
  return (4 * kernels::WilsonDslash::kFlops + tail) * double(lattice_.geometry().half_volume());
}

}  // namespace glueball
