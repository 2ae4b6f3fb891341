#include "run/flow_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "field/device_lattice.hpp"
#include "flow/flow.hpp"
#include "measure/clover.hpp"
#include "measure/observable_list.hpp"

namespace glueball {
namespace {

constexpr double kMostSteps = 1e9;  ///< largest number of steps of a flow, beyond any use

}  // namespace

int FlowSettings::measurements() const {
  return times.empty() ? std::max(1, int(std::ceil(time / interval - 1e-9))) : int(times.size());
}

void check(const FlowSettings& s, const FlowAction& action) {
  const auto above_0 = [](const char* name, double value) {
    if (!(value > 0))
      throw Error(ErrorKind::bad_value, fmt::format("flow: a {} of {:g}", name, value), "give one above 0");
  };
  if (s.times.empty()) above_0("time", s.time), above_0("measuring interval", s.interval);
  above_0("step", s.step);
  if (!(s.adaptive >= 0)) above_0("tolerance", s.adaptive);
  double shortest = s.interval, last = 0;
  for (const double t : s.times) {
    if (!(t > last))
      throw Error(ErrorKind::bad_value, fmt::format("flow: a time of {:g} after {:g}", t, last),
                  "give <times> above 0 and each above the one before it");
    shortest = last == 0 ? t : std::min(shortest, t - last);
    last = t;
  }
  if (!(s.time / shortest <= kMostSteps))
    throw Error(
        ErrorKind::bad_value,
        fmt::format("flow: a time of {:g} in measuring intervals of {:g}: too many", s.time, shortest),
        s.times.empty() ? "raise <measure_interval> or lower <time>" : "give <times> further apart");
  if (!(s.time / s.step <= kMostSteps))
    throw Error(ErrorKind::bad_value,
                fmt::format("flow: time {:g} in steps of {:g}: too many", s.time, s.step),
                "raise <step> or lower <time>");
  // Measurements shorten steps.
  const double step = std::min({s.step, shortest, s.time}), limit = largest_stable_step(action);
  if (s.adaptive == 0 && step > limit)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("flow: a step of {:g}{}: this flow is unstable with steps above {:.3g}", s.step,
                    step < s.step ? fmt::format(", which measurements cut to {:g}", step) : "", limit),
        "give a <step> of half of that or less, or <adaptive 1e-4>");
}

FlowRun::FlowRun(const DeviceLattice& lattice, const FlowSettings& settings, const FlowAction& action,
                 FieldStrength charge)
    : lattice_(lattice), settings_(settings), flow_(lattice, action), measurement_(lattice, charge) {
  check(settings, action);
}

void FlowRun::start(const Configuration& u) {
  // Files in single precision are unitary to that precision only. Without a projection a step's error would
  // never be below it.
  Configuration links = u;
  for (Matrix3& link : links.links()) link = reunitarized(link);
  flow_.start(links);
  step_size_.reset();
  if (settings_.adaptive > 0) step_size_.emplace(settings_.step, settings_.adaptive);
  clover_ = plaquette_ = {};
  last_action_ = 0;
  measured_ = steps_ = rejected_ = 0;
}

double FlowRun::next() const {
  if (measured_ == 0) return 0;
  if (!settings_.times.empty()) return settings_.times.at(std::size_t(measured_ - 1));
  return std::min(settings_.time, measured_ * settings_.interval);
}

void FlowRun::advance() {
  const double target = next(), small = 1e-9 * std::max(1.0, target);
  while (target - flow_.time() > small) {
    step(target - flow_.time(), small);
    ++steps_;
    if (hook_) {
      lattice_.stream().finish();
      hook_();
    }
  }
}

void FlowRun::step(double left, double small) {
  const double wanted = step_size_ ? step_size_->eps() : settings_.step;
  const double eps = wanted < left - small ? wanted : left;
  if (!step_size_) return flow_.step(eps);
  const auto attempt = flow_.try_step(eps, step_size_->tolerance());
  if (!std::isfinite(attempt.distance))
    throw Error(ErrorKind::device, fmt::format("flow: the field is not finite at t = {:g}", flow_.time()),
                "run 'glueball doctor'");
  const bool in_double = lattice_.precision() == gpu::Precision::double_;
  if (!attempt.accepted && eps < 1e-6)
    throw Error(
        ErrorKind::not_converged,
        fmt::format("flow: {1} precision does not allow an error of {0:g} at t = {2:g} (distance {3:.1e})",
                    settings_.adaptive, in_double ? "double" : "single", flow_.time(), attempt.distance),
        in_double ? "raise <adaptive> to 1e-13 or more"
                  : "raise <adaptive> to 1e-6 or more, or give <precision double>");
  // A step that a measurement shortened does not limit the longer step that was wanted.
  if (!attempt.accepted || eps == wanted) step_size_->learn(eps, attempt.distance);
  if (!attempt.accepted) ++rejected_;
}

FlowRecord FlowRun::measure() {
  const FlowRecord r{next(), measurement_.measure(flow_.links())};
  if (!std::isfinite(r.density.energy()))
    throw Error(ErrorKind::device, fmt::format("flow: the field is not finite at t = {:g}", r.t),
                "give a smaller <step>");
  // The action must decrease. (That of an improved flow may slightly increase at the end, because its
  // gradient is not of exactly this action.)
  if (r.t > 0 && r.density.plaquette > 1.01 * last_action_ + 1e-5)
    throw Error(
        ErrorKind::not_converged,
        fmt::format("flow: the action increased at t = {:g} (E plaquette {:.4g}, {:.4g} before): the steps "
                    "are too long",
                    r.t, r.density.plaquette, last_action_),
        settings_.adaptive > 0 ? "give a smaller <adaptive>" : "give a smaller <step>, or <adaptive 1e-4>");
  last_action_ = r.density.plaquette;
  clover_.add(r.t, r.t2e());
  plaquette_.add(r.t, r.t * r.t * r.density.plaquette);
  ++measured_;
  return r;
}

MemoryNeed flow_memory(const gpu::DeviceInfo& device, const LatticeOptions& options, const FlowAction& action,
                       FieldStrength charge, bool adaptive, const ObservableList* observables) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    const DeviceLattice lattice(null_device, start.geometry(), options);
    GradientFlow flow(lattice, action);
    CloverMeasurement clover(lattice, charge);
    flow.start(start);
    constexpr double kStep = 0.01, kAny = 1;
    if (adaptive)
      flow.try_step(kStep, kAny);
    else
      flow.step(kStep);
    clover.measure(flow.links());
    if (observables == nullptr) return;
    GlobalSums sums(lattice);
    Measurement m(lattice, flow.links(), sums);
    take_memory(*observables, m);
  });
}

}  // namespace glueball
