#include "run/fix_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "base/error.hpp"
#include "comm/gather.hpp"
#include "cpu/gauge_functional.hpp"

namespace glueball {

FixParameters FixSettings::of_copy(int copy) const {
  FixParameters p = parameters;
  p.seed += std::uint64_t(copy) << 32;
  return p;
}

std::optional<FixedCopy> already_fixed(const Configuration& u, const FixSettings& settings) {
  const FixParameters& p = settings.parameters;
  if (settings.random_start) return std::nullopt;
  const double theta = theta_of(p, p.gauge, cpu::divergence(u, p.gauge));
  const double residual = p.residual ? theta_of(p, Gauge::residual, cpu::divergence(u, Gauge::residual)) : 0;
  if (!(theta < p.theta && residual < p.theta)) return std::nullopt;
  return FixedCopy{.functional = cpu::gauge_functional(u, p.gauge),
                   .theta = theta,
                   .converged = true,
                   .theta_residual = residual};
}

FixRun::FixRun(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
               const FixSettings& settings, const Configuration* whole)
    : device_(device), options_(options), u_(u), whole_(whole), settings_(settings) {
  settings_.parameters.check();
}

void FixRun::begin(RunDirectory& directory, FixProvenance provenance) {
  records_.emplace(directory, std::move(provenance));
  records_->begin();
  kept_ = true;
}

bool FixRun::resume(RunDirectory& directory, FixProvenance provenance) {
  records_.emplace(directory, std::move(provenance));
  auto past = records_->resume(whole(), settings_.parameters.gauge);
  state_ = std::move(past.state);
  if (const auto& going = state_.going; going && going->at.stage >= int(stages(settings_.parameters).size()))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: a copy at stage {} of {}", directory.path().string(), going->at.stage,
                            stages(settings_.parameters).size()),
                "start a new run");
  kept_ = true;
  return past.torn;
}

void FixRun::share() {
  if (options_.domain == nullptr) return;
  Communicator& ranks = options_.domain->ranks();
  const auto from_first = [&ranks]<class T>(std::span<T> values) {
    ranks.broadcast(std::as_writable_bytes(values), 0);
  };
  struct {
    std::uint64_t done;
    bool best, going;
  } there{state_.done.size(), state_.best.has_value(), state_.going.has_value()};
  from_first(std::span(&there, 1));
  kept_ = true;
  state_.done.resize(std::size_t(there.done));
  from_first(std::span(state_.done));
  if (there.best) from_first(std::span(state_.best ? &*state_.best : &state_.best.emplace(), 1));
  if (there.going) from_first(std::span(&(state_.going ? &*state_.going : &state_.going.emplace())->at, 1));
}

Transformation FixRun::gathered(Transformation part) const {
  return options_.domain != nullptr ? glueball::gathered(*options_.domain, part) : std::move(part);
}

Transformation FixRun::scattered(Transformation whole) const {
  return options_.domain != nullptr ? glueball::scattered(*options_.domain, whole) : std::move(whole);
}

bool FixRun::observe(int copy, const GaugeFixing::Report& r, const Observer& observer) {
  const FixParameters& p = settings_.parameters;
  const double theta = theta_of(p, r.stage.gauge, r.state);
  if (r.at.iterations == 0) first_theta_ = theta;
  const double way = std::log(first_theta_ / theta) / std::log(std::max(first_theta_ / p.theta, 1.0 + 1e-9));
  const bool goes_on = !observer || observer({.copy = copy,
                                              .theta = theta,
                                              .way = std::clamp(r.stage.anneals ? 0.0 : way, 0.0, 0.999),
                                              .report = r});
  const bool last = !r.stage.anneals && r.at.sweeps >= p.max_iterations;  // unless it has converged
  if (kept_ && (!goes_on || last || ++measurements_ % settings_.checkpoint_interval == 0)) {
    const Transformation g = gathered(r.fixer.transformation());
    if (records_) records_->keep_going(copy, r.at, whole().geometry(), g);
  }
  return goes_on;
}

std::optional<FixedCopy> FixRun::advance(const Observer& observer) {
  const int copy = int(state_.done.size());
  const FixParameters p = settings_.of_copy(copy);
  GaugeFixing fixing(device_, options_, u_, p);
  if (hook_) fixing.between_sweeps(hook_);
  GoingCopy now;
  if (state_.going) {
    now = std::move(*state_.going);
    now.g = scattered(std::move(now.g));
    state_.going.reset();
  } else {
    now.g = settings_.random_start ? cpu::random_transformation(u_.geometry(), p.seed)
                                   : unit_transformation(u_.geometry());
  }
  const auto end = fixing.run(
      now.g, now.at, [&](const GaugeFixing::Report& report) { return observe(copy, report, observer); });
  if (end == GaugeFixing::End::stopped) return std::nullopt;
  now.g = gathered(std::move(now.g));
  FixedCopy done;
  if (options_.domain == nullptr || options_.domain->ranks().first())
    done = result(copy, now.at, end == GaugeFixing::End::converged, now.g);
  if (options_.domain != nullptr)
    options_.domain->ranks().broadcast(std::as_writable_bytes(std::span(&done, 1)), 0);
  keep(done, now.g);
  return done;
}

FixedCopy FixRun::result(int copy, const FixPoint& point, bool converged, const Transformation& g) const {
  const FixParameters& p = settings_.parameters;
  const Configuration fixed = gauge_transformed(whole(), g);
  FixedCopy c{.copy = copy, .iterations = point.iterations, .seconds = point.seconds, .converged = converged};
  c.functional = cpu::gauge_functional(fixed, p.gauge);
  c.theta = theta_of(p, p.gauge, cpu::divergence(fixed, p.gauge));
  if (p.residual) c.theta_residual = theta_of(p, Gauge::residual, cpu::divergence(fixed, Gauge::residual));
  // In single precision rounding decides; theta in double is what counts.
  c.converged = c.converged && c.theta < p.theta && c.theta_residual < p.theta;
  const double flops = settings_.flops_of_site * double(fixed.geometry().volume()) * double(point.iterations);
  c.gflops = point.seconds > 0 ? flops / point.seconds * 1e-9 : 0;
  return c;
}

void FixRun::keep_as_it_is(const FixedCopy& copy) { keep(copy, unit_transformation(whole().geometry())); }

void FixRun::keep(const FixedCopy& c, const Transformation& g) {
  if (!state_.best || c.better_than(*state_.best)) {
    state_.best = c;
    state_.best_g = g;
    if (records_) records_->keep_best(c, whole().geometry(), g);
  }
  state_.done.push_back(c);
  if (records_) records_->keep(c, *state_.best, whole().geometry(), state_.best_g);
}

}  // namespace glueball
