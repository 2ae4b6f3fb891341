#include "solvers/block_cg.hpp"

#include <cmath>

#include "kernels/linalg.hpp"
#include "solvers/device_control.hpp"

namespace glueball {
template <class F>
BlockCg<F>::BlockCg(MultiMatrix<F>& op)
    : op_(op),
      lattice_(op.lattice()),
      r_(lattice_, op.count()),
      p_(lattice_, op.count()),
      sums_(lattice_, op.count() + 1),
      scalars_(lattice_, op.count()),
      beta_(op.count()) {
  if (op.has_fused())
    hop_partials_.emplace(lattice_, Shape::rhs_pairs, op.count());
  else
    ap_.emplace(lattice_, op.count());
  if (op.has_fused() || op.has_root()) mp_.emplace(lattice_, op.count());
}

template <class F>
void BlockCg<F>::iterate(Multi& x) {
  const Launch launch(lattice_, 0, &scalars_.memory(), count()),
      one(lattice_, kFieldFlags<F>, &scalars_.memory());
  op_.run_with(&scalars_.memory());
  if (hop_partials_) {
    const std::uint32_t hop_partials = lattice_.partials(Shape::rhs_pairs, count());
    op_.normal_root(p_, *mp_, *hop_partials_, scalars_);
    kernels::CgScalarStep::run(launch, {.stage = CgStage::alpha, .count = hop_partials}, *hop_partials_,
                               scalars_);
    op_.normal_residual(p_, *mp_, r_, *hop_partials_, scalars_);
    kernels::CgScalarStep::run(launch, {.stage = CgStage::beta, .count = hop_partials}, *hop_partials_,
                               scalars_);
  } else {
    op_.normal(p_, mp_ ? *mp_ : *ap_, *ap_);
    const auto step = [&](std::uint32_t stage) {
      const auto sums = sums_.collected(count());
      kernels::CgScalarStep::run(launch, {.stage = stage, .count = sums.count}, sums.partials, scalars_);
    };
    for (std::uint32_t n = 0; n < count(); ++n)
      if (op_.has_root())
        kernels::Norm2::run(one, part(n), *mp_, sums_.partials());
      else
        // Component n is the real part. Component n + 1, the imaginary part, is overwritten by the next
        // right-hand side.
        kernels::Dot::run(one, part(n), p_, *ap_, sums_.partials());
    step(CgStage::alpha);
    for (std::uint32_t n = 0; n < count(); ++n)
      kernels::CgResidual::run(one, part(n), *ap_, r_, sums_.partials(), scalars_);
    step(CgStage::beta);
  }
  op_.run_with(nullptr);
  kernels::CgDirection::run(launch, {.reals = r_.each()}, r_, p_, x, scalars_);
}

template <class F>
void BlockCg<F>::begin(const Multi& r, Multi& x, std::span<const InnerGoal> goals, bool resume) {
  std::vector<CgScalars::Control> controls;
  for (std::uint32_t n = 0; n < count(); ++n) {
    controls.push_back(first_control<CgScalars::Control>(lattice_, goals[n].max_iterations, count()));
    if (resume) controls[n].beta = beta_[n] * goals[n].scale;
  }
  send(lattice_, controls, scalars_);
  kernels::Copy::run(lattice_, {}, r, r_);
  if (resume)  // p = r + beta p; the same kernel adds 0 p to x
    kernels::CgDirection::run({lattice_, 0, nullptr, count()}, {.reals = r_.each()}, r_, p_, x, scalars_);
  else
    kernels::Copy::run(lattice_, {}, r, p_);
  for (std::uint32_t n = 0; n < count(); ++n)
    kernels::Norm2::run({lattice_, kFieldFlags<F>}, part(n), r, sums_.partials());
  const auto sums = sums_.collected(count());
  for (std::uint32_t n = 0; n < count(); ++n)
    kernels::CgScalarStep::run(
        lattice_,
        {.stage = CgStage::begin, .count = sums.count, .first = n, .relative_target = goals[n].tolerance},
        sums.partials, scalars_);
}

template <class F>
std::vector<DeviceCgResult> BlockCg<F>::cycle(Multi& x) {
  std::vector<DeviceCgResult> results(count());
  std::vector<double> norm2(count());
  run_ahead(
      lattice_.stream(),
      [&] { return lattice_.stream().readback(scalars_.memory(), 0, count() * control_bytes(lattice_)); },
      [&](bool) {
        for (int i = 0; i < batch_of(lattice_); ++i) iterate(x);
      },
      [&](std::span<const std::byte> bytes, bool first) {
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
        return !running;
      });
  kernels::CgFinish::run({lattice_, 0, nullptr, count()}, {.reals = r_.each()}, p_, x, scalars_);
  return results;
}

template <class F>
std::vector<DeviceCgResult> BlockCg<F>::solve(const Multi& b, Multi& x, double tolerance,
                                              int max_iterations) {
  kernels::Axpby::run(lattice_, {.a = 0, .b = 0}, b, b, x);
  begin(b, x, std::vector(op_.count(), InnerGoal{tolerance, max_iterations}), false);
  return cycle(x);
}

template class BlockCg<SpinorField>;
template class BlockCg<ColourField>;

}  // namespace glueball
