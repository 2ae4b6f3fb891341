#include "fix_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <set>

#include "app/autotune.hpp"
#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/provenance.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "fix_report.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg.hpp"
#include "io/transformation_file.hpp"
#include "reference/plaquette.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What a run that goes on may change; all other keys make its bits.
const std::set<std::string> kFree = {"max-iterations",
                                     "copies",
                                     "save",
                                     "save-transformation",
                                     "precision-of-file",
                                     "propagator",
                                     "cylinder-cut",
                                     "cone-cut",
                                     "checkpoint-interval",
                                     "ignore-checksum",
                                     "output",
                                     "device",
                                     "storage",
                                     "json",
                                     "quiet",
                                     "validate",
                                     "workgroup",
                                     "no-tune",
                                     "no-cache"};

constexpr const char *kState = "state.lime", *kBest = "best.lime";

void refuse_to_overwrite(const std::string& path, bool force) {
  if (!path.empty() && fs::exists(path) && !force)
    throw Error(Status::usage, path + " exists", "give --force or another name");
}

}  // namespace

Json FixedCopy::json() const {
  return {
      {"copy", copy},       {"functional", functional}, {"theta", theta},         {"iterations", iterations},
      {"seconds", seconds}, {"gflops", gflops},         {"converged", converged}, {"theta_residual", theta_residual}};
}

FixedCopy FixedCopy::of(const Json& line) {
  return {line.at("copy"),    line.at("functional"), line.at("theta"),     line.at("iterations"),
          line.at("seconds"), line.at("gflops"),     line.at("converged"), line.at("theta_residual")};
}

bool FixedCopy::better_than(const FixedCopy& other) const {
  return converged != other.converged ? converged : functional > other.functional;
}

FixRun::FixRun(const FixOptions& options, std::string config) : o_(options), config_(std::move(config)) {
  o_.parameters.check();
  if (o_.file.empty()) throw Error(Status::usage, "fix: which configuration?", "glueball fix FILE --gauge landau");
  if (o_.residual && o_.gauge != "mag") throw Error(Status::usage, "--residual is for --gauge mag", "leave it out");
  if (o_.propagator && o_.gauge == "mag")
    throw Error(Status::usage, "--propagator is for Landau and Coulomb gauge", "leave it out");
  refuse_to_overwrite(o_.save, o_.common.force || !o_.resume.empty());
  refuse_to_overwrite(o_.save_transformation, o_.common.force || !o_.resume.empty());
  if (!o_.resume.empty()) {
    directory_ = RunDirectory::of_run(o_.resume);
    directory_->require_same(config_, kFree);
  } else if (!o_.output.empty()) {
    directory_.emplace(o_.output, o_.common.force);
  }
}

void FixRun::read() {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  u_ = io::read_configuration(find_input(o_.file), read).configuration;
  // A file in 32 bits is in SU(3) to seven digits; from here on gauge-invariant observables keep sixteen.
  for (Matrix3& link : u_->links()) link = reunitarized(link);
  device_ = open_device(o_.common, o_.window.view);
  if (o_.common.precision == "mixed" && !device_->info().limits.float64)
    say(o_.common.quiet, device_->info().id() + " has no double precision: single alone");
  say(o_.common.quiet, fmt::format("{} gauge by {} on {} {}, lattice {}, functional {:.9f}", o_.gauge, o_.method,
                                   device_->info().id(), device_->info().name, u_->geometry().to_string(),
                                   reference::gauge_functional(*u_, o_.for_copy(0).gauge)));
}

/// Storage, workgroups and who works at a site. The last decides the order of additions: it is written into config.toml, from
/// where a run that goes on takes it.
void FixRun::choose_options() {
  options_ = preferred_options(*device_);
  if (o_.common.precision == "double") options_.precision = gpu::Precision::double_;
  const bool either = o_.grain == "auto" && o_.gauge != "mag";
  const std::string workload = o_.gauge == "landau" ? "fix" : "fix-" + o_.gauge;
  options_.lanes = o_.grain == "link" ? 4 : 1;
  app::choose_options(o_.common, *device_, u_->geometry(),
                      {.workload = workload, .images = o_.common.precision == "single", .lanes = either, .pairs = false}, options_);
  if (o_.grain == "auto") {
    o_.grain = grain_of(options_) == Grain::link ? "link" : "site";
    const std::string automatic = "grain = \"auto\"";
    if (const auto at = config_.find(automatic); at != std::string::npos)
      config_.replace(at, automatic.size(), "grain = \"" + o_.grain + "\"");
  }
  options_.precision = gpu::Precision::single;  // each stage has its own
  options_.lanes = 1;
}

void FixRun::begin() {
  if (!directory_) return;
  directory_->begin(config_);
  for (const char* name : {kState, kBest}) fs::remove(directory_->path() / name);
}

void FixRun::resume() {
  const fs::path state = directory_->path() / kState, best = directory_->path() / kBest;
  int copy = o_.copies;  // those done: without a state the next has not begun
  if (fs::exists(state)) {
    auto file = io::read_transformation(state);
    const Json at = Json::parse(file.info);
    copy = at.at("copy");
    going_at_ = {at.at("stage"), at.at("sweeps"), at.at("iterations"), at.at("seconds")};
    going_ = std::move(file.g);
  }
  for (const auto& line : directory_->history_until(copy)) done_.push_back(FixedCopy::of(Json::parse(line)));
  directory_->go_on(copy, config_);
  if (going_ && int(done_.size()) != copy)
    throw Error(Status::bad_input, directory_->path().string() + ": history.jsonl lacks copies", "start a new run");
  for (const FixedCopy& c : done_)
    if (!best_ || c.better_than(*best_)) best_ = c;
  if (best_) best_g_ = io::read_transformation(best).g;
}

std::optional<FixedCopy> FixRun::already_fixed() const {
  const FixParameters p = o_.for_copy(0);
  if (o_.random_start()) return std::nullopt;
  const double theta = theta_of(p, p.gauge, reference::divergence(*u_, p.gauge));
  const double residual = o_.residual ? theta_of(p, Gauge::residual, reference::divergence(*u_, Gauge::residual)) : 0;
  if (!(theta < p.theta && residual < p.theta)) return std::nullopt;
  say(o_.common.quiet, fmt::format("{} is in {} gauge already: theta {:.3e}, 0 iterations", o_.file, o_.gauge, theta));
  return FixedCopy{.functional = reference::gauge_functional(*u_, p.gauge),
                   .theta = theta,
                   .converged = true,
                   .theta_residual = residual};
}

bool FixRun::observe(int copy, const GaugeFixing::Report& r) {
  const FixParameters p = o_.for_copy(copy);
  const double theta = theta_of(p, r.stage.gauge, r.state);
  if (r.at.iterations == 0) first_theta_ = theta;
  const double way = std::log(first_theta_ / theta) / std::log(std::max(first_theta_ / p.theta, 1.0 + 1e-9));
  progress_->update(std::uint64_t(1000 * (copy + std::clamp(r.stage.anneals ? 0.0 : way, 0.0, 0.999))),
                    fmt::format("{}, iteration {}, theta {:.2e}, functional {:.9f}", r.stage.name(), r.at.iterations,
                                theta, r.state.functional));
  if (window_ && !window_->show(r, theta)) display_lost_ = true;
  const bool stop = caught_signal() != 0 || display_lost_;
  if (directory_ && (stop || ++measurements_ % o_.checkpoint_interval == 0)) {
    const Json at = {{"copy", copy},
                     {"stage", r.at.stage},
                     {"sweeps", r.at.sweeps},
                     {"iterations", r.at.iterations},
                     {"seconds", r.at.seconds}};
    io::write_transformation(directory_->path() / kState, u_->geometry(), r.fixer.transformation(), at.dump(), true);
  }
  return !stop;
}

bool FixRun::fix_copy(int copy) {
  const FixParameters p = o_.for_copy(copy);
  GaugeFixing fixing(*device_, options_, *u_, p);
  if (o_.window.view && !window_)
    window_ = std::make_unique<FixWindow>(*device_, options_, *u_, p.gauge, o_.window,
                                          directory_ ? directory_->path().string() : ".");
  if (window_) fixing.between_sweeps(window_->between_sweeps());
  FixPoint point;
  Transformation g;
  if (going_) {
    g = std::move(*going_);
    point = going_at_;
    going_.reset();
  } else {
    g = o_.random_start() ? reference::random_transformation(u_->geometry(), p.seed)
                          : unit_transformation(u_->geometry());
  }
  const auto end = fixing.run(g, point, [&](const GaugeFixing::Report& r) { return observe(copy, r); });
  if (end == GaugeFixing::End::stopped) return false;
  const Configuration fixed = gauge_transformed(*u_, g);
  FixedCopy c{.copy = copy,
              .iterations = point.iterations,
              .seconds = point.seconds,
              .converged = end == GaugeFixing::End::converged};
  c.functional = reference::gauge_functional(fixed, p.gauge);
  c.theta = theta_of(p, p.gauge, reference::divergence(fixed, p.gauge));
  if (o_.residual) c.theta_residual = theta_of(p, Gauge::residual, reference::divergence(fixed, Gauge::residual));
  // In single precision rounding decides: what counts is theta in double.
  c.converged = c.converged && c.theta < p.theta && c.theta_residual < p.theta;
  const double flops = kernels::RelaxGauge::kFlops * double(u_->geometry().volume()) * double(point.iterations);
  c.gflops = point.seconds > 0 ? flops / point.seconds * 1e-9 : 0;
  keep(c, g);
  progress_->clear();
  report_copy(o_, c);
  return true;
}

void FixRun::keep(const FixedCopy& c, const Transformation& g) {
  if (!best_ || c.better_than(*best_)) {
    best_ = c;
    best_g_ = g;
    if (directory_) io::write_transformation(directory_->path() / kBest, u_->geometry(), g, c.json().dump(), true);
  }
  done_.push_back(c);
  if (!directory_) return;
  Json line = {{"step", c.copy + 1}};
  line.update(c.json());
  directory_->history().append(line.dump());
  fs::remove(directory_->path() / kState);  // the next copy has its own
}

void FixRun::save(const Configuration& fixed) const {
  const std::string described = fmt::format("gauge = {}{}\nfunctional = {:.15f}\ntheta = {:.6e}\n{}", o_.gauge,
                                            o_.residual ? " with residual Landau" : "", best_->functional, best_->theta,
                                            best_->converged ? "" : "NOT CONVERGED: theta is not what was asked for\n");
  const bool force = o_.common.force || !o_.resume.empty();
  if (!o_.save.empty()) {
    io::WriteOptions write;
    write.precision = o_.precision_of_file;
    write.force = force;
    write.xlf_info = fmt::format("plaquette = {:.12f}\n{}glueballversion = {}\ndate = {}\n",
                                 reference::plaquette(fixed).average(), described, version(), utc_time());
    io::write_ildg(o_.save, fixed, write);
    say(o_.common.quiet, "wrote " + o_.save);
  }
  if (!o_.save_transformation.empty()) {
    io::write_transformation(o_.save_transformation, fixed.geometry(), best_g_, described, force);
    say(o_.common.quiet, "wrote " + o_.save_transformation);
  }
}

int FixRun::finish() {
  const Configuration fixed = gauge_transformed(*u_, best_g_);
  save(fixed);
  report(o_, fixed, *best_, done_);
  if (device_->messages() > 0)
    throw Error(Status::device, fmt::format("{} validation messages", device_->messages()), "see stderr");
  if (!best_->converged)
    throw Error(Status::not_converged,
                fmt::format("{} gauge: theta is {:.2e} after {} iterations, not {:.0e}", o_.gauge, best_->theta,
                            best_->iterations, o_.parameters.theta),
                o_.common.precision == "single" ? "give --precision mixed, or more --max-iterations"
                                                : "give more --max-iterations, or another --omega");
  return int(Status::done);
}

int FixRun::run() {
  catch_signals();
  read();
  const auto already = already_fixed();
  if (!already) choose_options();
  if (o_.resume.empty())
    begin();
  else
    resume();
  progress_.emplace(std::uint64_t(1000 * o_.copies), o_.common.quiet);
  if (done_.empty() && !going_ && already) {
    keep(*already, unit_transformation(u_->geometry()));
    return finish();
  }
  for (int copy = int(done_.size()); copy < o_.copies; ++copy)
    if (!fix_copy(copy)) {
      progress_->clear();
      const std::string hint = directory_ ? "go on with: glueball fix --resume " + directory_->path().string()
                                          : "nothing is kept, give --output DIR for that";
      if (display_lost_) window_->give_up(hint);
      fmt::print(stderr, "stopped by signal {}; {}\n", caught_signal(), hint);
      return 128 + caught_signal();
    }
  progress_->clear();
  return finish();
}

}  // namespace glueball::app
