#include "flow/flow.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

constexpr double kNoNumber = 1e30;  ///< the kernel's value for a distance that is NaN

}  // namespace

GradientFlow::GradientFlow(const DeviceLattice& lattice, const FlowAction& action)
    : lattice_(lattice), action_(action), halo_(lattice), u_(lattice), moved_(lattice), k_(lattice) {
  if (action_.zeuthen) force_.emplace(lattice);
}

int GradientFlow::layers(const FlowAction& action) { return action.c1 != 0 ? 2 : 1; }

void GradientFlow::start(const Configuration& u) {
  upload(u, u_);
  halo_.exchange(u_);
  time_ = 0;
}

void GradientFlow::start(const GaugeField& u) {
  copy(u, u_);
  halo_.exchange(u_);
  time_ = 0;
}

void GradientFlow::stage(const FlowStage& stage, double eps) {
  const double scale = stage.force * eps;
  const std::uint32_t rectangles = action_.c1 != 0 ? kernels::FlowStep::kRectangles : 0;
  const auto arguments = [&](Parity this_parity) {
    return args::FlowArgs<double>{.parity = std::uint32_t(this_parity),
                                  .keep = stage.keep,
                                  .c0 = scale * action_.c0(),
                                  .c1 = scale * action_.c1,
                                  .move = stage.move};
  };
  if (force_)
    for (const Parity this_parity : kParities)
      kernels::FlowForce::run({lattice_, rectangles}, arguments(this_parity), u_[this_parity],
                              u_[other(this_parity)], (*force_)[this_parity]);
  if (force_) halo_.exchange(*force_, 1);
  for (const Parity this_parity : kParities) {
    if (force_)
      kernels::ZeuthenStep::run(lattice_, arguments(this_parity), u_[this_parity], u_[other(this_parity)],
                                (*force_)[this_parity], (*force_)[other(this_parity)], k_[this_parity],
                                moved_[this_parity]);
    else
      kernels::FlowStep::run({lattice_, rectangles}, arguments(this_parity), u_[this_parity],
                             u_[other(this_parity)], k_[this_parity], moved_[this_parity]);
  }
  std::swap(u_, moved_);
  halo_.exchange(u_);
  if (!hook_) return;
  lattice_.stream().finish();
  hook_();
}

void GradientFlow::step(double eps) {
  for (const auto& s : kFlowStages) stage(s, eps);
  time_ += eps;
}

GradientFlow::Attempt GradientFlow::try_step(double eps, double tolerance) {
  if (!before_) {
    before_.emplace(lattice_);
    second_order_.emplace(lattice_);
    largest_.emplace(lattice_);
  }
  copy(u_, *before_);
  stage(kFlowStages[0], eps);
  for (const Parity parity : kParities)
    kernels::Axpby::run(lattice_, {.a = kEmbeddedFirst, .b = 0}, k_[parity], k_[parity],
                        (*second_order_)[parity]);
  stage(kFlowStages[1], eps);
  for (const Parity parity : kParities)
    kernels::Axpy::run(lattice_, {.a = kEmbeddedSecond, .b = 0}, k_[parity], (*second_order_)[parity]);
  stage(kFlowStages[2], eps);

  for (const Parity parity : kParities) {
    kernels::FlowDistance::run(lattice_, {}, u_[parity], (*before_)[parity], (*second_order_)[parity],
                               largest_->partials());
    largest_->collect_maximum(1, parity == Parity::odd);
  }
  const double found = largest_->totals()[0];
  const double distance = found < kNoNumber ? found : std::numeric_limits<double>::infinity();
  const bool accepted = distance <= tolerance;
  if (accepted)
    time_ += eps;
  else
    std::swap(u_, *before_);
  return {distance, accepted};
}

Configuration GradientFlow::configuration() const { return download_unitary(u_); }

double largest_stable_step(const FlowAction& action) {
  const double fastest = 16 * (1 - 8 * action.c1) * (action.zeuthen ? 2.0 / 3.0 : 1);
  return 2.5127 / fastest;
}

void StepSize::learn(double tried, double distance) {
  const double factor = distance > 0 ? 0.95 * std::cbrt(tolerance_ / distance) : 2.0;
  eps_ = tried * std::clamp(factor, 0.2, 2.0);
}

}  // namespace glueball
