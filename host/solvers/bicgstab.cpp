#include "solvers/bicgstab.hpp"

#include <cmath>
#include <cstring>
#include <span>

#include "solvers/device_control.hpp"

namespace glueball {
namespace {

enum BiCgStabStage : std::uint32_t { kBiBegin = 0, kBiAlpha = 1, kBiOmega = 2, kBiBeta = 3, kBiResume = 4 };

}  // namespace

template <class F>
BiCgStab<F>::BiCgStab(SolverMatrix<F>& op)
    : op_(op),
      lattice_(op.lattice()),
      r_(lattice_),
      r0_(lattice_),
      p_(lattice_),
      v_(lattice_),
      t_(lattice_),
      b_(lattice_),
      x_(lattice_),
      sums_(lattice_),
      scalars_(lattice_) {}

template <class F>
void BiCgStab<F>::iterate(F& x) {
  const Launch launch(lattice_, kFieldFlags<F>, &scalars_.memory());
  const auto step = [&](BiCgStabStage stage, std::uint32_t components) {
    const auto sum = sums_.collected(components);
    kernels::BiCgStabScalarStep::run(launch, {.stage = stage, .count = sum.count, .relative_target = 0},
                                     sum.partials, scalars_);
  };
  const auto matrix = [&](const F& in, F& out) {
    op_.run_with(launch.running);
    op_.even_odd(in, out);
    op_.run_with(nullptr);
  };
  matrix(p_, v_);
  kernels::Dot::run(launch, {}, r0_, v_, sums_.partials());
  step(kBiAlpha, 2);
  kernels::BiCgStabHalf::run(launch, {}, v_, r_, scalars_);
  matrix(r_, t_);
  kernels::BiCgStabOverlap::run(launch, {}, t_, r_, sums_.partials());
  step(kBiOmega, 3);
  kernels::BiCgStabUpdate::run(launch, {}, p_, t_, r0_, r_, x, sums_.partials(), scalars_);
  step(kBiBeta, 3);
  kernels::BiCgStabDirection::run(launch, {}, r_, v_, p_, scalars_);
}

template <class F>
DeviceCgResult BiCgStab<F>::solve(const F& b, F& x, double tolerance, int max_iterations,
                                  std::optional<double> scale) {
  gpu::Stream& stream = lattice_.stream();
  const Launch all(lattice_, kFieldFlags<F>);
  auto control = first_control<BiCgStabScalars::Control>(lattice_, max_iterations, 1, op_.layers());
  // A search that goes on keeps the numbers from rho on, which have the lattice's precision.
  stream.upload(scalars_.memory(),
                std::as_bytes(std::span(&control, 1))
                    .first(scale ? offsetof(BiCgStabScalars::Control, rho_re) : sizeof control));

  kernels::Axpby::run(all, {.a = 0, .b = 0}, b, b, x);
  kernels::Copy::run(all, {}, b, r_);
  if (scale)
    for (F* kept : {&p_, &v_}) kernels::Scale::run(all, {.a = *scale}, *kept);
  else
    for (F* copy : {&r0_, &p_}) kernels::Copy::run(all, {}, b, *copy);
  // The imaginary part of <b, b> is ignored in the first stage.
  kernels::Dot::run(all, {}, b, b, sums_.partials());
  const auto sum = sums_.collected(2);
  kernels::BiCgStabScalarStep::run(all, {.stage = kBiBegin, .count = sum.count, .relative_target = tolerance},
                                   sum.partials, scalars_);
  if (scale) {
    kernels::Dot::run(all, {}, r0_, r_, sums_.partials());
    const auto product = sums_.collected(2);
    kernels::BiCgStabScalarStep::run(all, {.stage = kBiResume, .count = product.count, .relative_target = 0},
                                     product.partials, scalars_);
    kernels::BiCgStabDirection::run(all, {}, r_, v_, p_, scalars_);
  }
  double norm2 = 0, rr = 0;
  run_ahead(
      stream, [&] { return stream.readback(scalars_.memory(), 0, sizeof control); },
      [&](bool) {
        for (int i = 0; i < kBatch; ++i) iterate(x);
      },
      [&](std::span<const std::byte> bytes, bool first) {
        std::memcpy(&control, bytes.data(), sizeof control);
        rr = lattice_.decode_sum(control.rr_low, control.rr_high);
        if (first) norm2 = rr;
        return SolverState(control.state) != SolverState::running;
      });
  last_ = SolverState(control.state);
  return {last_, int(control.iteration), norm2 > 0 ? std::sqrt(rr / norm2) : 0.0};
}

template <class F>
std::vector<DeviceCgResult> BiCgStab<F>::run(std::span<const InnerGoal> goals, bool resume) {
  const InnerGoal& goal = goals.front();
  if (resume && goal.scale > 0 && last_ == SolverState::converged) {
    const DeviceCgResult result = solve(b_, x_, goal.tolerance, goal.max_iterations, goal.scale);
    if (result.state != SolverState::broken || result.iterations > 0) return {result};
  }
  return {solve(b_, x_, goal.tolerance, goal.max_iterations)};
}

template class BiCgStab<SpinorField>;
template class BiCgStab<ColourField>;

}  // namespace glueball
