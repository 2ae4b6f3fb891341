#include "solvers/conjugate_gradient.hpp"

#include <cmath>
#include <utility>

#include "solvers/device_control.hpp"

namespace glueball {
template <class F>
ConjugateGradient<F>::ConjugateGradient(SolverMatrix<F>& op)
    : op_(op),
      lattice_(op.lattice()),
      r_(lattice_),
      p_(lattice_),
      mp_(lattice_),
      sums_(lattice_),
      scalars_(lattice_) {
  if (op.has_fused())
    hop_partials_.emplace(lattice_, Shape::hops);
  else
    ap_.emplace(lattice_);
  if (DeviceBarrier::wanted(lattice_)) {
    if (gpu::Pipeline* const pipeline = op.iterations_pipeline()) barrier_.emplace(lattice_, *pipeline);
  }
}

template <class F>
Launch ConjugateGradient<F>::while_running() const {
  return {lattice_, kFieldFlags<F>, &scalars_.memory()};
}

template <class F>
void ConjugateGradient<F>::iterate(F& x) {
  const Launch launch = while_running();
  op_.run_with(launch.running);
  if (hop_partials_) {
    op_.normal_root(p_, mp_, *hop_partials_, scalars_);
  } else {
    op_.normal(p_, mp_, *ap_);
    if (op_.has_root())
      kernels::Norm2::run(launch, {}, mp_, sums_.partials());
    else
      kernels::Dot::run(launch, {}, p_, *ap_,
                        sums_.partials());  // the first component is the real part
  }
  scalar_step(launch, CgStage::alpha);
  after_alpha();
  if (hop_partials_)
    op_.normal_residual(p_, mp_, r_, *hop_partials_, scalars_);
  else
    kernels::CgResidual::run(launch, {}, *ap_, r_, sums_.partials(), scalars_);
  op_.run_with(nullptr);
  scalar_step(launch, CgStage::beta);
  // The readback is queued before the kernel below, so that both overlap if a batch is one iteration.
  if (lattice_.domain()) asked_ = ask_for(lattice_, scalars_);
  kernels::CgDirection::run(launch, {}, r_, p_, x, scalars_);
  after_direction();
}

/// Updates the scalars with the sum over all ranks that the last hop or kernel of linear algebra has
/// computed.
template <class F>
void ConjugateGradient<F>::scalar_step(const Launch& launch, std::uint32_t stage) {
  const auto sum = hop_partials_ ? sums_.collected_of_hops(*hop_partials_) : sums_.collected(1);
  kernels::CgScalarStep::run(launch, {.stage = stage, .count = sum.count, .relative_target = 0}, sum.partials,
                             scalars_);
}

template <class F>
void ConjugateGradient<F>::begin(const F& r, double tolerance, int max_iterations, bool resume,
                                 double scale) {
  const Launch all(lattice_, kFieldFlags<F>);
  send(lattice_, first_control<CgScalars::Control>(lattice_, max_iterations, 1, op_.layers()), scalars_);

  kernels::Copy::run(all, {}, r, r_);
  if (resume) {
    kernels::Axpby::run(all, {.a = 1, .b = beta_ * scale}, r, p_, mp_);
    kernels::Copy::run(all, {}, mp_, p_);
  } else {
    kernels::Copy::run(all, {}, r, p_);
  }
  kernels::Norm2::run(all, {}, r, sums_.partials());
  const auto sum = sums_.collected(1);
  kernels::CgScalarStep::run(all, {.stage = CgStage::begin, .count = sum.count, .relative_target = tolerance},
                             sum.partials, scalars_);
}

template <class F>
DeviceCgResult ConjugateGradient<F>::cycle(F& x) {
  CgScalars::Control control;
  double norm2 = 0;
  DeviceBarrier* const barrier = barrier_ && !has_more_to_do() ? &*barrier_ : nullptr;
  if (barrier) barrier->find([&](std::uint32_t groups) { op_.iterate(iteration_fields(x), groups, 0); });
  run_ahead(
      lattice_.stream(),
      [&] {
        const auto earlier = std::exchange(asked_, {});
        return earlier ? *earlier : ask_for(lattice_, scalars_);
      },
      [&](bool) {
        if (barrier && barrier->groups() != 0) {
          barrier->open();
          op_.iterate(iteration_fields(x), barrier->groups(), barrier->iterations());
          barrier->ask();
        } else {
          for (int i = 0; i < batch_of(lattice_); ++i) iterate(x);
        }
      },
      [&](std::span<const std::byte> bytes, bool first) {
        control = decoded(lattice_, bytes);
        if (first)
          norm2 = lattice_.decode_sum(control.rr_low, control.rr_high);
        else if (barrier)
          barrier->look();
        return SolverState(control.state) != SolverState::running;
      },
      !barrier || barrier->groups() == 0);
  // A persistent launch leaves no step to add, and a submission would be useless.
  if (control.alpha != 0) kernels::CgFinish::run({lattice_, kFieldFlags<F>}, {}, p_, x, scalars_);
  beta_ = control.beta;

  DeviceCgResult result;
  result.state = SolverState(control.state);
  result.iterations = int(control.iteration);
  result.residual = norm2 > 0 ? std::sqrt(lattice_.decode_sum(control.rr_low, control.rr_high) / norm2) : 0.0;
  return result;
}

template <class F>
DeviceCgResult ConjugateGradient<F>::solve(const F& b, F& x, double tolerance, int max_iterations) {
  kernels::Axpby::run({lattice_, kFieldFlags<F>}, {.a = 0, .b = 0}, b, b, x);
  begin(b, tolerance, max_iterations);
  return cycle(x);
}

template class ConjugateGradient<SpinorField>;
template class ConjugateGradient<ColourField>;

}  // namespace glueball
