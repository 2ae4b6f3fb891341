#include "overlap/pole_sum.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "field/texels.hpp"
#include "kernels/multi.hpp"
#include "solvers/device_control.hpp"

namespace glueball {

using kernels::WilsonDslash;
using kernels::WilsonFullSum;

namespace {

/// Layers of ghost sites that a hop reads.
constexpr std::uint32_t kLayers = 1;

/// Iterations after which the poles are updated at once. With n unconverged poles vectors move 4 + (2 n + 2)
/// / 8 spinors a site and iteration, instead of 3 + 2 n for an update in every iteration.
constexpr std::uint32_t kKept = PoleSteps::kMostKept;
static_assert(kBatch % kKept == 0, "a solve that is left after a batch has had all its steps");

/// These return the place of an iteration's residual in the kept vectors, and that of the residual before it.
std::uint32_t place_of(std::uint32_t iteration) { return iteration % kKept; }
std::uint32_t place_before(std::uint32_t iteration) { return (iteration + kKept - 1) % kKept; }

/// True if sums are fused with hops, on CPU drivers too, where other solvers do not do this.
bool sums_fused_with_hops(const DeviceLattice& lattice) {
  if (lattice.device().info().type != gpu::DeviceType::software) return lattice.options().fused;
  if (lattice.domain() == nullptr) return true;
  LatticeOptions options = lattice.options();
  options.fused = true;
  return DeviceLattice(lattice.device(), lattice.geometry(), options).options().fused;
}

}  // namespace

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
      halo_(lattice),
      sums_(lattice),
      fused_(sums_fused_with_hops(lattice)),
      scalars_(lattice),
      shifts_(lattice, most_poles),
      steps_(lattice, most_poles),
      weights_(lattice, most_poles) {
  if (lattice.in_half())
    throw Error(ErrorKind::bad_value, "overlap quarks do not work in half precision",
                "give <precision single> or <precision double>");
  if (fused_)
    partials_.emplace(lattice, 2 * std::size_t(lattice.partials(Shape::hops)));
  else
    ap_ = full_vector(lattice);
  const auto poles = std::uint32_t(most_poles);
  for (int parity = 0; parity < 2; ++parity) {
    directions_.emplace_back(lattice, poles + poles % 2);
    kept_.emplace_back(lattice, kKept);
  }
}

void PoleSum::set(const RationalFunction& r) {
  if (r.order() == 0 || r.order() > room_ || r.constant != 0 || !(r.shifts[0] > 0) ||
      !std::is_sorted(r.shifts.begin(), r.shifts.end()))
    throw Error(ErrorKind::bad_value,
                fmt::format("a sum of {} poles is invalid, or has more than {}", r.order(), room_),
                "this is a fault of the caller");
  r_of_ = r;
}

void PoleSum::hop(const FieldVector<SpinorField>& in, const std::function<void(const Part&)>& run) {
  const HaloField both[] = {{&in[0], Parity::even}, {&in[1], Parity::odd}};
  const bool parts = lattice_.has_parts(Shape::hops, kLayers);
  halo_.begin(both, kLayers);
  if (parts) {
    run({Part::interior, kLayers});
    lattice_.stream().submit();
  }
  halo_.finish();
  run(parts ? Part{Part::boundary, kLayers} : Part{});
}

template <class Out>
void PoleSum::hop_with_sum(const FieldVector<SpinorField>& in, std::vector<Out>& out, std::uint32_t flags,
                           const WilsonFullSum::Args& arguments, gpu::Memory* running) {
  // CPU drivers execute both sides of a choice between two fields, so that they have a launch for each
  // parity. Only GPUs and tests add in shared memory. With four threads a site a workgroup has fewer sites
  // than half its threads.
  const bool together = lattice_.shared_sums() && lattice_.plan().threads_per_site <= 2;
  hop(in, [&](const Part& part) {
    Launch launch(lattice_, flags, running);
    launch.part = part;
    const auto run = [&](std::uint32_t parities) {
      launch.count = parities;
      WilsonFullSum::run(launch, arguments, u_[Parity::even], u_[Parity::odd], in[0], in[1], out[0], out[1],
                         *partials_, scalars_);
    };
    if (together) return run(WilsonFullSum::both);
    run(WilsonFullSum::even);
    run(WilsonFullSum::odd);
  });
}

void PoleSum::half_way(const FieldVector<SpinorField>& in, bool residual) {
  const auto matrix = [&](auto arguments) {
    arguments.a = 1;
    arguments.a5 = (residual ? -1 : 1) * std::sqrt(r_of_.shifts[0]);
    arguments.b = -kappa_;
    return arguments;
  };
  const std::uint32_t flags =
      boundary_.flags | WilsonDslash::kAddX | WilsonDslash::kTwist | (residual ? WilsonDslash::kDagger : 0);
  gpu::Memory* const running = &scalars_.memory();
  if (fused_) {
    auto arguments = matrix(boundary_.arguments<WilsonFullSum::Args>());
    if (!residual) return hop_with_sum(in, middle_, flags, arguments, running);
    arguments.from = place_before(queued_);
    arguments.to = place_of(queued_);
    return hop_with_sum(in, kept_, flags | WilsonFullSum::kResidual, arguments, running);
  }
  auto arguments = matrix(boundary_.arguments<WilsonDslash::Args>());
  auto& out = residual ? *ap_ : middle_;
  hop(in, [&](const Part& part) {
    for (const Parity target : kParities) {
      arguments.parity = std::uint32_t(target);
      const auto here = std::size_t(target), there = std::size_t(other(target));
      Launch launch(lattice_, flags, running);
      launch.part = part;
      WilsonDslash::run(launch, arguments, u_[target], u_[other(target)], in[there], in[here], out[here]);
    }
  });
  for (std::size_t part = 0; part < 2; ++part) {
    if (residual) {
      kernels::CgResidual::run(while_running(), {}, out[part], r_[part], sums_.partials(), scalars_);
      kernels::CopyPart::put(while_running(), r_[part], place_of(queued_), kept_[part]);
    } else {
      kernels::Norm2::run(while_running(), {}, out[part], sums_.partials());
    }
    sums_.collect(1, part > 0);
  }
}

void PoleSum::scalar_step(const Launch& launch, std::uint32_t stage, double tolerance) {
  const auto sum = fused_ ? sums_.collected_of_hops(*partials_, 2) : sums_.first_total();
  kernels::CgScalarStep::run(launch, {.stage = stage, .count = sum.count, .relative_target = tolerance},
                             sum.partials, scalars_);
}

/// Begins with r = p = b.
void PoleSum::begin(const FieldVector<SpinorField>& b, double tolerance, int max_iterations) {
  send(lattice_, first_control<CgScalars::Control>(lattice_, max_iterations, 1, kLayers), scalars_);
  const std::size_t poles = r_of_.order();
  in_precision(lattice_.format(), [&](auto real) {
    std::vector<args::ShiftState<decltype(real)>> states;
    for (const double s : r_of_.shifts)
      states.push_back({.sigma = decltype(real)(s - r_of_.shifts[0]), .zeta = 1, .zeta_last = 1});
    lattice_.stream().upload(shifts_.memory(), std::as_bytes(std::span(states)));
  });
  weights_.put(std::vector<Complex>(r_of_.numerators.begin(), r_of_.numerators.begin() + long(poles)));
  queued_ = 0;
  for (std::size_t part = 0; part < 2; ++part) {
    kernels::Copy::run(on_all_texels(b), {}, b[part], p_[part]);
    kernels::Copy::run(on_all_texels(b), {}, b[part], directions_[part]);
  }
  if (fused_) {
    // A hop of weight 0 computes the norm where the iterations have theirs.
    auto arguments = boundary_.arguments<WilsonFullSum::Args>();
    arguments.a = 1;
    arguments.to = place_before(0);
    hop_with_sum(b, kept_, boundary_.flags | WilsonDslash::kAddX, arguments, nullptr);
    ++hops_;
  } else {
    for (std::size_t part = 0; part < 2; ++part) {
      kernels::Copy::run(on_all_texels(b), {}, b[part], r_[part]);
      kernels::Norm2::run(lattice_, {}, b[part], sums_.partials());
      sums_.collect(1, part > 0);
    }
  }
  scalar_step({lattice_}, CgStage::begin, tolerance);
}

void PoleSum::take_steps(Launch launch, FieldVector<SpinorField>& x, std::uint32_t kept, bool first) {
  if (first) launch.flags |= kernels::PoleUpdate::kFirst;
  const auto poles = std::uint32_t(r_of_.order());
  for (std::size_t part = 0; part < 2; ++part)
    kernels::PoleUpdate::run(launch, {.poles = poles, .step = kept}, x[part], directions_[part], kept_[part],
                             scalars_, shifts_, steps_, weights_);
}

void PoleSum::iterate(FieldVector<SpinorField>& x) {
  const Launch launch = while_running();
  const auto poles = std::uint32_t(r_of_.order());
  half_way(p_, false);
  scalar_step(launch, CgStage::alpha);
  kernels::ShiftScalarStep::run(launch, {.shift = poles}, scalars_, shifts_);
  half_way(middle_, true);
  scalar_step(launch, CgStage::beta);
  kernels::PoleDirection::run(launch, {.reals = p_[0].reals(), .poles = poles, .step = place_of(queued_)},
                              kept_[0], kept_[1], p_[0], p_[1], scalars_, shifts_, steps_, weights_);
  if (++queued_ % kKept == 0) take_steps(launch, x, kKept, queued_ == kKept);
}

CgScalars::Control PoleSum::read_scalars() {
  gpu::Stream& stream = lattice_.stream();
  const int handle = ask_for(lattice_, scalars_);
  stream.wait(stream.submit());
  return decoded(lattice_, stream.readback_data(handle));
}

RationalFunction PoleSum::left() const {
  RationalFunction r;
  in_precision(lattice_.format(), [&](auto real) {
    std::vector<args::ShiftState<decltype(real)>> states(r_of_.order());
    lattice_.stream().download(shifts_.memory(), std::as_writable_bytes(std::span(states)));
    for (std::size_t n = 0; n < states.size(); ++n) {
      // A converged pole is not in what is left.
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
  // On one rank the state is read after batches of iterations, and a solve is left one batch later. Several
  // ranks leave at the same iteration.
  const auto batch = std::uint32_t(batch_of(lattice_));
  std::optional<std::uint32_t> left_at;
  run_ahead(
      lattice_.stream(), [&] { return ask_for(lattice_, scalars_); },
      [&](bool) {
        for (std::uint32_t i = 0; i < batch; ++i) iterate(x);
      },
      [&](std::span<const std::byte> bytes, bool first) {
        control = decoded(lattice_, bytes);
        const double rr = lattice_.decode_sum(control.rr_low, control.rr_high);
        if (first) norm2 = rr;
        if (leave > 0 && !left_at && control.iteration % kBatch == 0 && rr <= leave * leave * norm2)
          left_at = control.iteration + kBatch;
        return SolverState(control.state) != SolverState::running ||
               (left_at && control.iteration + batch >= *left_at);
      });
  // A solve that was left has done one more batch by now.
  if (SolverState(control.state) == SolverState::running) control = read_scalars();
  DeviceCgResult result;
  result.state = norm2 == 0 ? SolverState::converged : SolverState(control.state);  // b = 0 has x = 0
  // A solve that broke down has no last steps. One that was left has done them.
  if (norm2 > 0 && (result.state == SolverState::converged || result.state == SolverState::exhausted)) {
    const std::uint32_t before = control.iteration - 1, kept = before % kKept;
    take_steps({lattice_, kernels::PoleUpdate::kLast}, x, kept, before == kept);
  }
  if (fused_)
    for (std::size_t part = 0; part < 2; ++part)
      kernels::CopyPart::take(lattice_, kept_[part], place_before(control.iteration), r_[part]);
  hops_ += 2 * control.iteration;
  result.iterations = int(control.iteration);
  result.residual = norm2 > 0 ? std::sqrt(lattice_.decode_sum(control.rr_low, control.rr_high) / norm2) : 0.0;
  return result;
}

}  // namespace glueball
