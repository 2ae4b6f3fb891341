#include "overlap/pole_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "field/texels.hpp"
#include "solvers/device_control.hpp"

namespace glueball {

using kernels::ShiftSum;
using kernels::WilsonDslashSum;

FieldVector<SpinorField> full_vector(const DeviceLattice& lattice) {
  FieldVector<SpinorField> v;
  for (int parity = 0; parity < 2; ++parity) v.emplace_back(lattice);
  return v;
}

PoleSum::PoleSum(const DeviceLattice& lattice, const GaugeField& u, double kappa, const Boundary& boundary,
                 std::size_t most_poles)
    : lattice_(lattice),
      u_(u),
      kappa_(kappa),
      boundary_(lattice.geometry(), boundary),
      room_(most_poles),
      r_(full_vector(lattice)),
      p_(full_vector(lattice)),
      middle_(full_vector(lattice)),
      partials_(lattice, 2 * std::size_t(lattice.partials(Shape::hops))),
      scalars_(lattice),
      shifts_(lattice, most_poles),
      weights_(lattice, most_poles) {
  if (lattice.domain() != nullptr)
    throw Error(ErrorKind::bad_value, "overlap quarks on several ranks", "start one process");
  if (lattice.in_half())
    throw Error(ErrorKind::bad_value, "overlap quarks in half precision",
                "give <precision single> or <precision double>");
  const auto others = std::uint32_t(std::max<std::size_t>(2, most_poles - 1));
  for (int parity = 0; parity < 2; ++parity) others_.emplace_back(lattice, others + others % 2);
}

void PoleSum::set(const RationalFunction& r) {
  if (r.order() == 0 || r.order() > room_ || r.constant != 0 || !(r.shifts[0] > 0) ||
      !std::is_sorted(r.shifts.begin(), r.shifts.end()))
    throw Error(ErrorKind::bad_value,
                fmt::format("a sum of {} poles in the room of {}, or one that is none", r.order(), room_),
                "this is a fault of the caller");
  r_of_ = r;
}

void PoleSum::half_way(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out, bool residual) {
  auto arguments = boundary_.arguments<WilsonDslashSum::Args>();
  arguments.a = 1;
  arguments.a5 = (residual ? -1 : 1) * std::sqrt(r_of_.shifts[0]);
  arguments.b = -kappa_;
  const std::uint32_t flags = boundary_.flags | kernels::WilsonDslash::kAddX | kernels::WilsonDslash::kTwist |
                              (residual ? kernels::WilsonDslash::kDagger | WilsonDslashSum::kResidual : 0);
  for (const Parity target : {Parity::even, Parity::odd}) {
    arguments.parity = std::uint32_t(target);
    const auto here = std::size_t(target), there = std::size_t(other(target));
    Launch launch(lattice_, flags, &scalars_.memory(), std::uint32_t(target) + 1);
    if (target == Parity::odd) launch.apart = &partials_;
    WilsonDslashSum::run(launch, arguments, u_[target], u_[other(target)], in[there], in[here], out[here],
                         partials_, scalars_);
  }
}

void PoleSum::scalar_step(const Launch& launch, std::uint32_t stage, double tolerance) {
  kernels::CgScalarStep::run(
      launch, {.stage = stage, .count = 2 * lattice_.partials(Shape::hops), .relative_target = tolerance},
      partials_, scalars_);
}

/// r = p = b.
void PoleSum::begin(const FieldVector<SpinorField>& b, double tolerance, int max_iterations) {
  send(lattice_, first_control<CgScalars::Control>(lattice_, max_iterations), scalars_);
  const std::size_t poles = r_of_.order();
  in_precision(lattice_.format(), [&](auto real) {
    std::vector<args::ShiftState<decltype(real)>> states;
    for (const double s : r_of_.shifts)
      states.push_back({.sigma = decltype(real)(s - r_of_.shifts[0]), .zeta = 1, .zeta_last = 1});
    lattice_.stream().upload(shifts_.memory(), std::as_bytes(std::span(states)));
  });
  weights_.put(std::vector<Complex>(r_of_.numerators.begin(), r_of_.numerators.begin() + long(poles)));
  // A hop of weight 0 leaves the norm where the iterations have theirs.
  auto arguments = boundary_.arguments<WilsonDslashSum::Args>();
  arguments.a = 1;
  for (const Parity target : {Parity::even, Parity::odd}) {
    arguments.parity = std::uint32_t(target);
    const auto here = std::size_t(target), there = std::size_t(other(target));
    const Launch launch(lattice_, boundary_.flags | kernels::WilsonDslash::kAddX, nullptr,
                        std::uint32_t(target) + 1);
    WilsonDslashSum::run(launch, arguments, u_[target], u_[other(target)], b[there], b[here], r_[here],
                         partials_, scalars_);
    kernels::Copy::run(on_all_texels(b), {}, b[here], p_[here]);
  }
  ++hops_;
  scalar_step({lattice_}, CgStage::begin, tolerance);
}

void PoleSum::take_steps(Launch launch, FieldVector<SpinorField>& x, std::uint32_t flags) {
  launch.flags = flags;
  for (std::size_t part = 0; part < 2; ++part)
    ShiftSum::run(launch, {.shift = std::uint32_t(r_of_.order())}, r_[part], p_[part], others_[part], x[part],
                  scalars_, shifts_, weights_);
}

void PoleSum::iterate(FieldVector<SpinorField>& x, bool first) {
  const Launch launch = while_running();
  half_way(p_, middle_, false);
  scalar_step(launch, CgStage::alpha);
  kernels::ShiftScalarStep::run(launch, {.shift = std::uint32_t(r_of_.order())}, scalars_, shifts_);
  half_way(middle_, r_, true);
  scalar_step(launch, CgStage::beta);
  take_steps(launch, x, first ? ShiftSum::kFirst : 0);
}

CgScalars::Control PoleSum::read_scalars() {
  gpu::Stream& stream = lattice_.stream();
  const int handle = stream.readback(scalars_.memory(), 0, sizeof(CgScalars::Control));
  stream.wait(stream.submit());
  return decoded(lattice_, stream.readback_data(handle));
}

RationalFunction PoleSum::left() const {
  RationalFunction r;
  in_precision(lattice_.format(), [&](auto real) {
    std::vector<args::ShiftState<decltype(real)>> states(r_of_.order());
    lattice_.stream().download(shifts_.memory(), std::as_writable_bytes(std::span(states)));
    for (std::size_t n = 0; n < states.size(); ++n) {
      // One that is through has no part in what is left.
      if (states[n].zeta == 0) continue;
      r.numerators.push_back(r_of_.numerators[n] * double(states[n].zeta));
      r.shifts.push_back(r_of_.shifts[n]);
    }
  });
  return r;
}

DeviceCgResult PoleSum::apply(const FieldVector<SpinorField>& b, FieldVector<SpinorField>& x,
                              double tolerance, int max_iterations, double leave) {
  set_to(0, b, x);
  begin(b, tolerance, max_iterations);
  CgScalars::Control control;
  double norm2 = 0;
  run_ahead(
      lattice_.stream(),
      [&] { return lattice_.stream().readback(scalars_.memory(), 0, sizeof(CgScalars::Control)); },
      [&](bool first) {
        for (int i = 0; i < kBatch; ++i) iterate(x, first && i == 0);
      },
      [&](std::span<const std::byte> bytes, bool first) {
        control = decoded(lattice_, bytes);
        const double rr = lattice_.decode_sum(control.rr_low, control.rr_high);
        if (first) norm2 = rr;
        return SolverState(control.state) != SolverState::running || rr <= leave * leave * norm2;
      });
  // What was left has a batch more by now.
  if (SolverState(control.state) == SolverState::running) control = read_scalars();
  DeviceCgResult result;
  result.state = norm2 == 0 ? SolverState::converged : SolverState(control.state);  // b = 0 has x = 0
  // A solve that broke down has no last step, and one that was left has had it.
  if (norm2 > 0 && (result.state == SolverState::converged || result.state == SolverState::exhausted))
    take_steps({lattice_}, x, ShiftSum::kLast | (control.iteration == 1 ? ShiftSum::kFirst : 0));
  hops_ += 2 * control.iteration;
  result.iterations = int(control.iteration);
  result.residual = norm2 > 0 ? std::sqrt(lattice_.decode_sum(control.rr_low, control.rr_high) / norm2) : 0.0;
  return result;
}

}  // namespace glueball
