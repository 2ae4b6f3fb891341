#include "fix_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <span>

#include "app/config_file.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/same_run.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "cards/tuning.hpp"
#include "files.hpp"
#include "fix/fix_memory.hpp"
#include "fix_report.hpp"
#include "io/ildg.hpp"
#include "io/transformation_file.hpp"
#include "reference/gauge_fixing.hpp"
#include "reference/plaquette.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char *kState = "state.lime", *kBest = "best.lime";

bool of_fixing(const std::string& name) { return name == kState || name == kBest; }

/// Functionals of one field, both in double precision on some host.
constexpr double kSameFunctional = 1e-9;

HistoryLine line_of(const FixedCopy& c) {
  Json line = {{"step", c.copy + 1}};
  line.update(c.json());
  return {HistoryLine::Kind::step, c.copy + 1, json_line(line)};
}

[[noreturn]] void refuse_to_resume(const fs::path& path, const std::string& what) {
  throw Error(ErrorKind::bad_file, fmt::format("{}: {}", path.string(), what), "start a new run");
}

}  // namespace

Json FixedCopy::json() const {
  return {{"copy", copy},           {"functional", functional},
          {"theta", theta},         {"iterations", iterations},
          {"seconds", seconds},     {"gflops", gflops},
          {"converged", converged}, {"theta_residual", theta_residual}};
}

FixedCopy FixedCopy::of(const Json& line) {
  return {line.at("copy"),    line.at("functional"), line.at("theta"),     line.at("iterations"),
          line.at("seconds"), line.at("gflops"),     line.at("converged"), line.at("theta_residual")};
}

bool FixedCopy::better_than(const FixedCopy& other) const {
  return converged != other.converged ? converged : functional > other.functional;
}

FixRun::FixRun(const FixOptions& options, std::string config, Setup& setup)
    : o_(options), setup_(setup), config_(std::move(config)) {
  o_.parameters.check();
  if (o_.residual && o_.gauge != "mag")
    throw Error(ErrorKind::bad_value, "--residual is for --gauge mag", "leave it out");
  if (o_.propagator && o_.gauge == "mag")
    throw Error(ErrorKind::bad_value, "--propagator is for Landau and Coulomb gauge", "leave it out");
  // A run that goes on may have written the files that it was begun with.
  std::map<std::string, std::vector<std::string>> before;
  if (!o_.resume.empty()) {
    directory_ = RunDirectory::of_run(o_.resume, of_fixing);
    before =
        require_same_run(directory_->path(), {.command = "fix", .values = config_, .defaults = o_.defaults});
  } else if (!o_.output.empty()) {
    directory_.emplace(o_.output, o_.common.force, of_fixing);
    directory_->require_replaceable(config_, {find_input(o_.file)});
  }
  const auto is_own = [&](const char* key, const std::string& path) {
    return before[key] == std::vector{path};
  };
  force_save_ = o_.common.force || is_own("save", o_.save);
  force_transformation_ = o_.common.force || is_own("save-transformation", o_.save_transformation);
  if (!o_.save.empty() && o_.save == o_.save_transformation)
    throw Error(ErrorKind::bad_value, fmt::format("--save and --save-transformation are both {}", o_.save),
                "give each a name of its own");
  outputs_of({o_.file}, o_.save, "", force_save_);
  outputs_of({o_.file}, o_.save_transformation, "", force_transformation_);
}

void FixRun::read() {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  const auto path = find_input(o_.file);
  setup_.device(o_.window.view);
  LatticeOptions options = setup_.options();
  options.precision = gpu::Precision::single;  // each stage has its own
  u_ = setup_.read(path, read, fix_memory(setup_.info(), options, o_.for_copy(0))).configuration;
  input_ = checksum_of(*u_);
  // A file in 32 bits is in SU(3) to seven digits; from here on gauge-invariant observables keep sixteen.
  for (Matrix3& link : u_->links()) link = reunitarized(link);
  if (o_.common.precision == "mixed" && !setup_.info().limits.float64)
    say(o_.common.quiet, setup_.info().id() + " has no double precision: single alone");
  say(o_.common.quiet,
      fmt::format("{} gauge by {} on {} {}, lattice {}, functional {:.9f}", o_.gauge, o_.method,
                  setup_.info().id(), setup_.info().name, u_->geometry().to_string(),
                  reference::gauge_functional(*u_, o_.for_copy(0).gauge)));
}

/// Storage, workgroups and who works at a site. The last decides the order of additions: it is written into
/// config.toml, from where a run that goes on takes it.
void FixRun::choose_options() {
  options_ = setup_.options();
  const bool either = o_.grain == "auto" && o_.gauge != "mag";
  options_.lanes = o_.grain == "link" ? 4 : 1;
  options_ = setup_.tuned(u_->geometry(),
                          {.workload = &cards::fixing_benchmark(o_.for_copy(0).gauge),
                           .images = o_.common.precision == "single",
                           .lanes = either,
                           .pairs = false},
                          options_);
  if (o_.grain == "auto") {
    o_.grain = grain_of(options_) == Grain::link ? "link" : "site";
    config_ = with_choice(config_, "grain", "auto", o_.grain);
  }
  options_.precision = gpu::Precision::single;  // each stage has its own
  options_.lanes = 1;
}

HistoryLine FixRun::input_line() const {
  const Json line = {{"input", {{"file", o_.file}, {"checksum", input_}}}};
  return {HistoryLine::Kind::input, 0, json_line(line)};
}

void FixRun::begin() {
  if (!directory_) return;
  directory_->begin(config_);
  directory_->history().append(input_line().text);
}

void FixRun::resume() {
  const PastHistory past = directory_->past();
  past.require_consecutive(1, 1);
  std::vector<HistoryLine> kept = past.lines;
  for (std::size_t n = 0; n < kept.size(); ++n) try {
      const Json line = Json::parse(kept[n].text);
      if (kept[n].kind == HistoryLine::Kind::input) {
        if (line.at("input").at("checksum") != input_)
          refuse_to_resume(o_.file,
                           "it is not the configuration that the run in " + o_.resume + " was begun with");
      } else if (kept[n].kind != HistoryLine::Kind::step) {
        past.refuse(n, "fix writes no such line");
      } else if (done_.push_back(FixedCopy::of(line)); done_.back().copy + 1 != kept[n].step) {
        past.refuse(n, "the copy is not that of its step");
      }
    } catch (const Json::exception& error) {
      past.refuse(n, fmt::format("no line of this run ({})", error.what()));
    }
  // Stopped before its first line, or of a version that wrote none.
  if (kept.empty() || kept.front().kind != HistoryLine::Kind::input) kept.insert(kept.begin(), input_line());
  resume_best(kept);
  resume_state();
  if (past.torn) warn(past.name + ": the last line is not whole and dropped");
  directory_->go_on(std::numeric_limits<int>::max(), kept, config_);
  if (!going_) fs::remove(directory_->path() / kState);  // of a copy that is done
}

void FixRun::resume_best(std::vector<HistoryLine>& kept) try {
  const fs::path path = directory_->path() / kBest;
  std::optional<FixedCopy> on_disk;
  if (!done_.empty() || fs::exists(path)) {
    auto file = io::read_transformation(path);
    if (file.geometry.extents() != u_->geometry().extents())
      refuse_to_resume(path, "it has other extents than " + o_.file);
    best_g_ = std::move(file.g);
    on_disk = FixedCopy::of(Json::parse(file.info));
    // Stopped between this file and the line in the history.
    if (on_disk->copy == int(done_.size())) {
      done_.push_back(*on_disk);
      kept.push_back(line_of(*on_disk));
    }
  }
  for (const FixedCopy& c : done_)
    if (!best_ || c.better_than(*best_)) best_ = c;
  if (!on_disk) return;
  if (on_disk->json() != best_->json()) refuse_to_resume(path, "it is not the best copy of history.jsonl");
  const double functional =
      reference::gauge_functional(gauge_transformed(*u_, best_g_), o_.for_copy(0).gauge);
  if (!(std::abs(functional - best_->functional) <= kSameFunctional))
    refuse_to_resume(path, fmt::format("it gives {} the functional {:.12f}, not {:.12f}", o_.file, functional,
                                       best_->functional));
} catch (const Json::exception& error) {
  refuse_to_resume(directory_->path() / kBest, error.what());
}

void FixRun::resume_state() try {
  const fs::path path = directory_->path() / kState;
  if (!fs::exists(path)) return;
  auto file = io::read_transformation(path);
  const Json at = Json::parse(file.info);
  const int copy = at.at("copy");
  if (copy < int(done_.size())) return;
  if (copy > int(done_.size())) refuse_to_resume(directory_->path(), "history.jsonl lacks copies");
  if (file.geometry.extents() != u_->geometry().extents())
    refuse_to_resume(path, "it has other extents than " + o_.file);
  going_at_ = {at.at("stage"), at.at("sweeps"), at.at("iterations"), at.at("seconds")};
  going_ = std::move(file.g);
} catch (const Json::exception& error) {
  refuse_to_resume(directory_->path() / kState, error.what());
}

std::optional<FixedCopy> FixRun::already_fixed() const {
  const FixParameters p = o_.for_copy(0);
  if (o_.random_start()) return std::nullopt;
  const double theta = theta_of(p, p.gauge, reference::divergence(*u_, p.gauge));
  const double residual =
      o_.residual ? theta_of(p, Gauge::residual, reference::divergence(*u_, Gauge::residual)) : 0;
  if (!(theta < p.theta && residual < p.theta)) return std::nullopt;
  say(o_.common.quiet,
      fmt::format("{} is in {} gauge already: theta {:.3e}, 0 iterations", o_.file, o_.gauge, theta));
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
                    fmt::format("{}, iteration {}, theta {:.2e}, functional {:.9f}", r.stage.name(),
                                r.at.iterations, theta, r.state.functional));
  if (window_ && !window_->show(r, theta)) display_lost_ = true;
  const bool stop = caught_signal() != 0 || display_lost_;
  if (directory_ && (stop || ++measurements_ % o_.checkpoint_interval == 0)) {
    const Json at = {{"copy", copy},
                     {"stage", r.at.stage},
                     {"sweeps", r.at.sweeps},
                     {"iterations", r.at.iterations},
                     {"seconds", r.at.seconds}};
    directory_->require_here();
    io::write_transformation(directory_->path() / kState, u_->geometry(), r.fixer.transformation(),
                             json_line(at), true);
  }
  return !stop;
}

bool FixRun::fix_copy(int copy) {
  const FixParameters p = o_.for_copy(copy);
  GaugeFixing fixing(setup_.device(), options_, *u_, p);
  if (o_.window.view && !window_)
    window_ = std::make_unique<FixWindow>(setup_.device(), options_, *u_, p.gauge, o_.window,
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
  if (o_.residual)
    c.theta_residual = theta_of(p, Gauge::residual, reference::divergence(fixed, Gauge::residual));
  // In single precision rounding decides: what counts is theta in double.
  c.converged = c.converged && c.theta < p.theta && c.theta_residual < p.theta;
  const double flops =
      cards::of<kernels::RelaxGauge>().flops * double(u_->geometry().volume()) * double(point.iterations);
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
    if (directory_) {
      directory_->require_here();
      io::write_transformation(directory_->path() / kBest, u_->geometry(), g, json_line(c.json()), true);
    }
  }
  done_.push_back(c);
  if (!directory_) return;
  directory_->history().append(line_of(c).text);
  directory_->history().sync();             // the state is needed until then
  fs::remove(directory_->path() / kState);  // the next copy has its own
}

void FixRun::save(const Configuration& fixed) const {
  const std::string described =
      fmt::format("gauge = {}{}\nfunctional = {:.15f}\ntheta = {:.6e}\n{}", o_.gauge,
                  o_.residual ? " with residual Landau" : "", best_->functional, best_->theta,
                  best_->converged ? "" : "NOT CONVERGED: theta is not what was asked for\n");
  if (!o_.save.empty()) {
    make_directory_of(o_.save);
    io::WriteOptions write;
    write.precision = o_.precision_of_file;
    write.force = force_save_;
    write.xlf_info = fmt::format("plaquette = {:.12f}\n{}glueballversion = {}\ndate = {}\n",
                                 reference::plaquette(fixed).average(), described, version(), utc_time());
    io::write_ildg(o_.save, fixed, write);
    say(o_.common.quiet, "wrote " + o_.save);
  }
  if (!o_.save_transformation.empty()) {
    make_directory_of(o_.save_transformation);
    io::write_transformation(o_.save_transformation, fixed.geometry(), best_g_, described,
                             force_transformation_);
    say(o_.common.quiet, "wrote " + o_.save_transformation);
  }
}

int FixRun::finish() {
  const Configuration fixed = gauge_transformed(*u_, best_g_);
  save(fixed);
  report(o_, fixed, *best_, done_);
  if (!best_->converged)
    throw Error(ErrorKind::not_converged,
                fmt::format("{} gauge: theta is {:.2e} after {} iterations, not {:.0e}", o_.gauge,
                            best_->theta, best_->iterations, o_.parameters.theta),
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
      warn(fmt::format("stopped by signal {}; {}", caught_signal(), hint));
      return 128 + caught_signal();
    }
  progress_->clear();
  return finish();
}

}  // namespace glueball::app
