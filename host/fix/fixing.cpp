#include "fix/fixing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "lattice/transformation.hpp"

namespace glueball {
namespace {

/// Below this theta the mixed method changes from single to double precision. Rounding in single makes a
/// theta of about 1e-13.
constexpr double kSingleReaches = 1e-10;

double chosen(const FixParameters& p, Gauge gauge, double mean, double largest, double worst_slice) {
  return p.largest ? largest : gauge == Gauge::coulomb ? worst_slice : mean;
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Adds its lifetime to a point's time, without the creation of pipelines.
class Clock {
 public:
  Clock(gpu::Device& device, FixPoint& point) : device_(device), point_(point) {}
  ~Clock() { point_.seconds += now() - begin_ - (device_.pipeline_seconds() - pipelines_); }
  Clock(const Clock&) = delete;
  Clock& operator=(const Clock&) = delete;

 private:
  gpu::Device& device_;
  FixPoint& point_;
  double begin_ = now(), pipelines_ = device_.pipeline_seconds();
};

}  // namespace

double AnnealingSchedule::temperature(long sweep) const {
  return sweeps < 2 ? hottest : hottest + (coldest - hottest) * double(sweep) / double(sweeps - 1);
}

void FixParameters::check() const {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, what, hint);
  };
  if (!(omega >= 1 && omega < 2))
    refuse(fmt::format("omega {:g} is not in [1, 2)", omega),
           "<omega 1> is plain relaxation, <omega 1.7> a good start");
  if (!(chance >= 0 && chance < 1))
    refuse(fmt::format("a chance of double steps of {:g} is not in [0, 1)", chance), "try <p 0.6>");
  if (!(annealing.coldest > 0))
    refuse(fmt::format("a temperature of {:g} is not above 0", annealing.coldest), "try <t_end 0.1>");
  if (annealing.coldest > annealing.hottest)
    refuse(fmt::format("the temperature rises from {:g} to {:g}", annealing.hottest, annealing.coldest),
           "annealing cools down: exchange the two");
  if (residual && gauge != Gauge::maximally_abelian)
    refuse("only the maximally Abelian gauge has a residual one", "leave it out");
  if (gauge == Gauge::centre && method != FixMethod::overrelaxation)
    refuse("the centre gauge is reached by overrelaxation alone", "leave <method or>");
  if (method == FixMethod::fourier && gauge != Gauge::landau && gauge != Gauge::coulomb)
    refuse("Fourier acceleration is for Landau and Coulomb gauge", "leave <method or>");
  if (!(alpha > 0)) refuse(fmt::format("a Fourier step of {:g} is not above 0", alpha), "try <alpha 0.08>");
  if (!(momentum >= 0 && momentum < 1))
    refuse(fmt::format("a momentum of Fourier steps of {:g} is not in [0, 1)", momentum),
           "try <momentum 0.8>");
  if (!(fourier_from > 0))
    refuse(fmt::format("a theta of {:g} to begin Fourier steps at is not above 0", fourier_from),
           "try <fourier_from 0.01>");
  if (power < 0 || power > 2)
    refuse(fmt::format("omega's power cannot be expanded to order {}", power), "give <power 0>, 1 or 2");
  if (!(theta > 0)) refuse("theta must be above 0", "try <theta 1e-12>");
}

std::string FixStage::name() const {
  constexpr const char* names[] = {"landau", "coulomb", "mag", "residual", "centre"};
  return fmt::format("{}{} {}", names[int(gauge)],
                     anneals   ? " annealing"
                     : fourier ? " Fourier"
                               : "",
                     gpu::to_string(precision));
}

std::vector<FixStage> stages(const FixParameters& p) {
  const auto first = p.precision == FixPrecision::double_ ? gpu::Precision::double_ : gpu::Precision::single;
  std::vector<FixStage> all;
  if (p.method == FixMethod::annealing) all.push_back({p.gauge, true, first, 0});
  const bool fourier = p.method == FixMethod::fourier;
  if (fourier) all.push_back({p.gauge, false, first, std::max(p.theta, p.fourier_from)});
  const auto relax = [&](gpu::Precision precision, double theta) {
    all.push_back({p.gauge, false, precision, theta, fourier});
    if (p.residual) all.push_back({Gauge::residual, false, precision, theta});
  };
  // All gauges are relaxed in single precision before any in double: rounding of the residual gauge in single
  // would undo what double had reached.
  const double handover = p.precision == FixPrecision::mixed ? kSingleReaches : 0;
  if (p.precision != FixPrecision::double_) relax(gpu::Precision::single, std::max(p.theta, handover));
  if (p.precision != FixPrecision::single) relax(gpu::Precision::double_, p.theta);
  return all;
}

double theta_of(const FixParameters& p, Gauge gauge, const GaugeState& s) {
  return chosen(p, gauge, s.theta, s.largest, s.worst_slice);
}
double theta_of(const FixParameters& p, Gauge gauge, const Divergence& d) {
  return chosen(p, gauge, d.mean, d.largest, d.worst_slice);
}

GaugeFixing::GaugeFixing(gpu::Device& device, const LatticeOptions& options, const Configuration& u,
                         const FixParameters& parameters)
    : device_(device), options_(options), u_(u), p_(parameters) {
  p_.check();
  if (p_.precision == FixPrecision::mixed && !device.info().limits.float64)
    p_.precision = FixPrecision::single;
}

GaugeFixing::End GaugeFixing::run(Transformation& g, FixPoint& point, const Observer& observer) {
  const auto all = stages(p_);
  End end = End::converged;
  while (point.stage < int(all.size()) && end == End::converged) {
    const FixStage& stage = all[std::size_t(point.stage)];
    LatticeOptions options = options_;
    options.precision = stage.precision;
    if (options.precision != gpu::Precision::single && options.storage == gpu::Storage::image)
      options.storage = gpu::Storage::buffer;
    const DeviceLattice lattice(device_, u_.geometry(), options);
    GaugeFixer fixer(lattice, u_, stage.gauge, p_.grain);
    fixer.start(g);
    if (stage.fourier) fixer.prepare_fourier();
    end = run_stage(stage, fixer, point, observer);
    g = fixer.transformation();
    if (end != End::stopped) g = reunitarized(std::move(g));
    if (end == End::converged) {
      ++point.stage;
      point.sweeps = 0;
    }
  }
  return end;
}

GaugeFixing::End GaugeFixing::run_stage(const FixStage& stage, GaugeFixer& fixer, FixPoint& point,
                                        const Observer& observer) {
  while (true) {
    const auto slices = fixer.measure_slices();
    const GaugeState state = whole(slices);
    const double theta = theta_of(p_, stage.gauge, state);
    if (!std::isfinite(theta) && stage.fourier)
      throw Error(ErrorKind::not_converged,
                  fmt::format("gauge fixing: Fourier steps of {:g} with momentum {:g} diverge", p_.alpha,
                              p_.momentum),
                  "try <alpha 0.08> and <momentum 0.8>");
    if (!std::isfinite(theta))
      throw Error(ErrorKind::device, "gauge fixing: the field is not finite", "run 'glueball doctor'");
    if (!observer({point, stage, state, fixer})) return End::stopped;
    if (stage.anneals ? point.sweeps >= p_.annealing.sweeps : theta < stage.theta) return End::converged;
    if (!stage.anneals && point.sweeps >= p_.max_iterations) return End::too_long;
    if (stage.gauge == Gauge::coulomb && !stage.anneals) {
      std::vector<bool> done;
      for (const SliceState& s : slices) done.push_back((p_.largest ? s.largest : s.theta) < stage.theta);
      fixer.rest(done);
    }
    const Clock clock(device_, point);
    if (stage.anneals)
      anneal_some(fixer, point, std::min<long>(point.sweeps + p_.interval, p_.annealing.sweeps));
    else
      relax_some(stage, fixer, point);
    fixer.lattice().stream().finish();
  }
}

void GaugeFixing::anneal_some(GaugeFixer& fixer, FixPoint& point, long last) {
  for (; point.sweeps < last; ++point.sweeps) {
    fixer.anneal(p_.annealing.temperature(point.sweeps), p_.seed, std::uint32_t(point.sweeps));
    for (int n = 0; n < p_.annealing.microcanonical; ++n) fixer.microcanonical();
    point.iterations += 1 + p_.annealing.microcanonical;
    pause(fixer, point);
  }
}

void GaugeFixing::relax_some(const FixStage& stage, GaugeFixer& fixer, FixPoint& point) {
  // Measurements are at multiples of the interval from the stage's first sweep, so that a resumed run
  // measures at the same sweeps.
  const long interval = stage.fourier ? std::max(p_.interval / 2, 1) : p_.interval;
  const long last = std::min(point.sweeps - point.sweeps % interval + interval, p_.max_iterations);
  for (; point.sweeps < last; ++point.sweeps, ++point.iterations) {
    if (stage.fourier)
      fixer.accelerated(p_.alpha, point.sweeps % interval == 0 ? 0 : p_.momentum);
    else if (p_.method == FixMethod::stochastic)
      fixer.relax_stochastic(p_.chance, p_.seed, std::uint32_t(point.iterations));
    else
      fixer.relax(p_.omega, p_.power);
    pause(fixer, point);
  }
}

void GaugeFixing::pause(const GaugeFixer& fixer, FixPoint& point) {
  if (!hook_) return;
  fixer.lattice().stream().finish();
  const double begin = now();
  hook_();
  point.seconds -= now() - begin;
}

MemoryNeed fix_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const FixParameters& parameters) {
  return memory_need(device, [&](gpu::Device& null_device, const Configuration& start) {
    GaugeFixing fixing(null_device, options, start, parameters);
    // Only one stage's fields are allocated at a time, so that each stage is started once.
    for (int stage = 0; stage < int(stages(fixing.parameters()).size()); ++stage) {
      Transformation g = unit_transformation(start.geometry());
      FixPoint point{.stage = stage};
      fixing.run(g, point, [](const GaugeFixing::Report&) { return false; });
    }
  });
}

}  // namespace glueball
