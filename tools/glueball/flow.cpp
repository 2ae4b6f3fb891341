// glueball flow: the gradient flow of configurations, their action density, charge and the scales t0 and w0.
#include "flow/flow.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/flow_memory.hpp"
#include "app/json_line.hpp"
#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "app/validators.hpp"
#include "cards/tuning.hpp"
#include "command.hpp"
#include "files.hpp"
#include "flow/scale.hpp"
#include "io/ildg.hpp"
#include "measure/clover.hpp"
#include "reference/plaquette.hpp"
#include "run_window.hpp"

namespace glueball::app {
namespace {

constexpr double kMostSteps = 1e9;  ///< of a flow: nobody waits for more

struct FlowOptions {
  CommonOptions common;
  std::vector<std::string> files;
  double time = 2.0, step = 0.01, interval = 0.1, adaptive = 0.0;
  std::string action = "wilson", charge = "clover", save;
  bool ignore_checksum = false;
  int precision_of_file = 64, bin = 0;
  WindowOptions window;
};

/// A lattice of the files' size with what flows on it; made anew where a file has another size.
struct Bench {
  Bench(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options,
        const FlowAction& action, reference::FieldStrength kind)
      : lattice(device, geometry, options), flow(lattice, action), clover(lattice, kind) {}
  DeviceLattice lattice;
  GradientFlow flow;
  CloverMeasurement clover;
};

class FlowRun {
 public:
  FlowRun(const FlowOptions& options, Setup& setup)
      : o_(options), setup_(setup), action_(reference::flow_action_of(o_.action)) {}
  int run();

 private:
  void check() const;
  void prepare(const Geometry& geometry);
  void flow(const std::string& path);
  void advance(GradientFlow& flow, double target);
  void report(double t, const reference::ActionDensity& density);
  void report_scales();
  void report_means() const;
  void save(const GradientFlow& flow, const std::string& out) const;
  bool several() const { return o_.files.size() > 1; }
  void print(nlohmann::ordered_json line) const {
    if (several()) line["file"] = path_;
    fmt::print("{}\n", json_line(line));
  }

  const FlowOptions& o_;
  Setup& setup_;
  FlowAction action_;
  std::unique_ptr<Bench> bench_;
  std::string path_;
  std::vector<std::string> outputs_;             ///< of the files, empty where nothing is saved
  std::vector<FlowCurve> clovers_, plaquettes_;  ///< of the files so far; the last is that which flows
  bool one_size_ = true;
  double last_action_ = 0;
  std::optional<StepSize> step_size_;
  std::optional<RunWindow> window_;
  std::function<void()> pause_;  ///< between steps
  int steps_ = 0, rejected_ = 0;
};

/// To a multiple of the measuring interval, or to the end.
void FlowRun::advance(GradientFlow& flow, double target) {
  const double small = 1e-9 * std::max(1.0, target);
  while (target - flow.time() > small) {
    const double left = target - flow.time(), wanted = step_size_ ? step_size_->eps() : o_.step;
    const double eps = wanted < left - small ? wanted : left;
    if (!step_size_) {
      flow.step(eps);
    } else {
      const auto attempt = flow.try_step(eps, step_size_->tolerance());
      if (!std::isfinite(attempt.distance))
        throw Error(ErrorKind::device, fmt::format("flow: the field is not finite at t = {:g}", flow.time()),
                    "run 'glueball doctor'");
      if (!attempt.accepted && eps < 1e-6)
        throw Error(
            ErrorKind::not_converged,
            fmt::format("flow: --adaptive {:g} is out of {} precision's reach at t = {:g} (distance {:.1e})",
                        o_.adaptive,
                        o_.common.precision_of_fields() == gpu::Precision::double_ ? "double" : "single",
                        flow.time(), attempt.distance),
            o_.common.precision_of_fields() == gpu::Precision::double_
                ? "give 1e-13 or more"
                : "give 1e-6 or more, or --precision double");
      // A step cut short by the measuring interval says nothing against the longer one it stands for.
      if (!attempt.accepted || eps == wanted) step_size_->learn(eps, attempt.distance);
      if (!attempt.accepted) ++rejected_;
    }
    ++steps_;
    if (pause_) pause_();
  }
}

void FlowRun::report(double t, const reference::ActionDensity& density) {
  if (!std::isfinite(density.energy()))
    throw Error(ErrorKind::device, fmt::format("flow: the field is not finite at t = {:g}", t),
                "give a smaller --step");
  // A gradient flow goes downhill. (Improved ones do not on exactly this action: they may raise it by a
  // little at the end.)
  if (t > 0 && density.plaquette > 1.01 * last_action_ + 1e-5)
    throw Error(ErrorKind::not_converged,
                fmt::format("flow: the action has risen at t = {:g} (E plaquette {:.4g}, {:.4g} before): its "
                            "steps are too long",
                            t, density.plaquette, last_action_),
                o_.adaptive > 0 ? "give a smaller --adaptive" : "give a smaller --step, or --adaptive 1e-4");
  last_action_ = density.plaquette;
  const double t2e = t * t * density.energy();
  clovers_.back().add(t, t2e);
  plaquettes_.back().add(t, t * t * density.plaquette);
  if (window_) {
    window_->run().record("energy", t2e);
    window_->run().record("charge", density.charge);
  }
  if (o_.common.json) {
    print({{"t", t},
           {"energy", density.energy()},
           {"t2e", t2e},
           {"charge", density.charge},
           {"energy_plaquette", density.plaquette}});
  } else {
    fmt::print("{:>8.4f} {:>14.8f} {:>14.8f} {:>14.8f} {:>12.6f}\n", t, density.energy(), t2e,
               density.plaquette, density.charge);
  }
  std::fflush(stdout);
}

/// null in JSON where there is none.
nlohmann::ordered_json number(std::optional<double> x) {
  return x ? nlohmann::ordered_json(*x) : nlohmann::ordered_json(nullptr);
}

void FlowRun::report_scales() {
  const FlowCurve &clover = clovers_.back(), &plaquette = plaquettes_.back();
  if (o_.common.json) {
    print({{"t0", number(clover.t0())},
           {"w0", number(clover.w0())},
           {"t0_plaquette", number(plaquette.t0())},
           {"w0_plaquette", number(plaquette.w0())},
           {"steps", steps_},
           {"rejected", rejected_}});
    return;
  }
  const auto text = [](std::optional<double> x) {
    return x ? fmt::format("{:.6f}", *x) : std::string("not reached");
  };
  fmt::print("t0/a^2  clover {}, plaquette {}\nw0/a    clover {}, plaquette {}\n", text(clover.t0()),
             text(plaquette.t0()), text(clover.w0()), text(plaquette.w0()));
}

void FlowRun::report_means() const {
  const auto bin = std::size_t(o_.bin);
  const FlowScales clover = flow_scales(clovers_, bin), plaquette = flow_scales(plaquettes_, bin);
  if (o_.common.json) {
    nlohmann::ordered_json means = {{"files", o_.files.size()}, {"bin", o_.bin}};
    const auto put = [&](const std::string& key, const ScaleEstimate& scale) {
      means[key] = number(scale.value);
      means[key + "_error"] = number(scale.error);
      if (o_.bin == 0) means[key + "_tau_int"] = number(scale.tau_int);
      means[key + "_reliable"] = scale.reliable;
      if (scale.missed > 0) means[key + "_missed"] = scale.missed;
    };
    put("t0", clover.t0);
    put("w0", clover.w0);
    put("t0_plaquette", plaquette.t0);
    put("w0_plaquette", plaquette.w0);
    fmt::print("{}\n", json_line({{"summary", means}}));
    return;
  }
  const auto text = [&](const ScaleEstimate& scale) {
    if (!scale.value) return std::string("not reached");
    if (scale.error)
      return fmt::format("{:.6f} +- {:.6f}{}", *scale.value, *scale.error,
                         scale.reliable ? ""
                         : bin == 0     ? " (too few to be sure)"
                                        : " (too few, or bins too short, to be sure)");
    if (bin == 0) return fmt::format("{:.6f} (no error: too few, or near the end of the flow)", *scale.value);
    if (scale.missed == 0) return fmt::format("{:.6f} (no error: fewer than two bins)", *scale.value);
    return fmt::format("{:.6f} (no error: {} of {} jackknife samples do not reach it)", *scale.value,
                       scale.missed, o_.files.size() / bin);
  };
  fmt::print("mean of {} configurations\nt0/a^2  clover {}, plaquette {}\nw0/a    clover {}, plaquette {}\n",
             o_.files.size(), text(clover.t0), text(plaquette.t0), text(clover.w0), text(plaquette.w0));
}

void FlowRun::save(const GradientFlow& flow, const std::string& out) const {
  make_directory_of(out);
  const Configuration u = flow.configuration();
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.force = o_.common.force;
  write.xlf_info =
      fmt::format("plaquette = {:.12f}\nflow = {}, t = {:.10g}\nglueballversion = {}\ndate = {}\n",
                  reference::plaquette(u).average(), o_.action, flow.time(), version(), utc_time());
  io::write_ildg(out, u, write);
  say(o_.common.quiet, "wrote " + out);
}

void FlowRun::check() const {
  if (several() && o_.window.view)
    throw Error(ErrorKind::bad_value, fmt::format("--view with {} files", o_.files.size()),
                "give one configuration");
  require_bins(o_.files.size(), o_.bin);
  if (!(o_.time / o_.interval <= kMostSteps))
    throw Error(ErrorKind::bad_value,
                fmt::format("--time {:g} in measuring intervals of {:g}: too many", o_.time, o_.interval),
                "raise --measure-interval");
  if (!(o_.time / o_.step <= kMostSteps))
    throw Error(ErrorKind::bad_value, fmt::format("--time {:g} in steps of {:g}: too many", o_.time, o_.step),
                "raise --step");
  // Measurements cut steps short.
  const double step = std::min({o_.step, o_.interval, o_.time}), limit = largest_stable_step(action_);
  if (o_.adaptive == 0 && step > limit)
    throw Error(
        ErrorKind::bad_value,
        fmt::format("--step {:g}: the {} flow is unstable with steps above {:.3g}", step, o_.action, limit),
        "give half of that or less, or --adaptive 1e-4");
}

void FlowRun::prepare(const Geometry& geometry) {
  if (bench_ && bench_->lattice.geometry() == geometry) return;
  one_size_ = !bench_;
  bench_.reset();
  const LatticeOptions options =
      setup_.tuned(geometry, {.workload = &cards::flow_benchmark(action_)}, setup_.options());
  bench_ = std::make_unique<Bench>(setup_.device(), geometry, options, action_,
                                   reference::field_strength_of(o_.charge));
  say(o_.common.quiet, fmt::format("{} flow on {} {}, lattice {}", o_.action, setup_.info().id(),
                                   setup_.info().name, geometry.to_string()));
}

int FlowRun::run() {
  check();
  outputs_ = outputs_of(o_.files, o_.save, ".ildg", o_.common.force);
  setup_.device(o_.window.view);
  for_each_file(o_.files, [&](const std::string& path) { flow(path); });
  if (several()) {
    if (one_size_)
      report_means();
    else
      say(o_.common.quiet, "the files differ in size: no means");
  }
  setup_.validate();
  return int(Status::done);
}

void FlowRun::flow(const std::string& path) {
  path_ = path;
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  const auto kind = reference::field_strength_of(o_.charge);
  const MemoryNeed need = flow_memory(setup_.info(), setup_.options(), action_, kind, o_.adaptive > 0);
  Configuration u = setup_.read(path, read, need).configuration;
  // Files in single precision are unitary to that only, and a step's error would never fall below it.
  for (Matrix3& link : u.links()) link = reunitarized(link);
  prepare(u.geometry());
  const DeviceLattice& lattice = bench_->lattice;
  GradientFlow& flow = bench_->flow;
  step_size_.reset();
  if (o_.adaptive > 0) step_size_.emplace(o_.step, o_.adaptive);
  steps_ = rejected_ = 0;
  clovers_.emplace_back();
  plaquettes_.emplace_back();
  flow.start(u);
  if (!o_.common.json) {
    if (several()) fmt::print("{}\n", path);
    fmt::print("{:>8} {:>14} {:>14} {:>14} {:>12}\n", "t", "E", "t^2 E", "E plaquette", "charge");
  }

  const int measurements = std::max(1, int(std::ceil(o_.time / o_.interval - 1e-9)));
  Progress progress(std::uint64_t(measurements), o_.common.quiet);
  double target = 0;
  // The window goes before what it looks at.
  struct Closing {
    std::optional<RunWindow>& window;
    ~Closing() { window.reset(); }
  } const closing{window_};
  if (o_.window.view)
    window_.emplace(Observed{.kind = view::RunKind::flow,
                             .lattice = lattice,
                             .links = [&]() -> const GaugeField& { return flow.links(); },
                             .configuration = [&] { return flow.configuration(); },
                             .label = "flow time",
                             .unit = "flow time",
                             .position = [&] { return flow.time(); },
                             .advance = [&] { advance(flow, target); },
                             .on_pause =
                                 [&](std::function<void()> hook) {
                                   pause_ = nullptr;
                                   if (hook) pause_ = [&lattice, hook] { lattice.stream().finish(), hook(); };
                                 }},
                    o_.window, "flow", ".");
  report(0, bench_->clover.measure(flow.links()));
  for (int n = 1; n <= measurements; ++n) {
    target = std::min(o_.time, n * o_.interval);
    if (window_)
      window_->step();
    else
      advance(flow, target);
    progress.clear();
    report(target, bench_->clover.measure(flow.links()));
    if (window_ && window_->lost()) window_->give_up("run it again; what is printed above is good");
    progress.update(std::uint64_t(n), fmt::format("t {:.3f}", target));
  }
  progress.clear();
  report_scales();
  if (o_.save.empty()) return;
  setup_.validate();
  save(flow, outputs_.at(clovers_.size() - 1));
}

}  // namespace

Command flow_command(CLI::App& root) {
  CLI::App* table =
      root.add_subcommand("flow", "gradient flow: action density, topological charge, t0 and w0 with errors");
  auto o = std::make_shared<FlowOptions>();
  const std::string flow = "Flow", output = "Measurements and files";
  auto option = [&](const char* name, auto& value, const std::string& text, const char* type,
                    const std::string& group) {
    return table->add_option(name, value, text)->type_name(type)->capture_default_str()->group(group);
  };
  table
      ->add_option("file,--file", o->files,
                   "gauge configurations (ILDG, NERSC, ...); of several, means with errors too")
      ->type_name("FILE")
      ->required();
  table->add_flag("--ignore-checksum", o->ignore_checksum, "read on although checksum or plaquette is wrong");
  option("--time", o->time, "flow time to reach, in units of a^2", "NUMBER", flow)->check(above_zero());
  option("--step", o->step,
         "integration step, in units of a^2: 0.157 at most for wilson, 0.0942 symanzik, 0.141 zeuthen; with "
         "--adaptive the first one",
         "NUMBER", flow)
      ->check(above_zero());
  option("--action", o->action, "whose gradient: wilson, symanzik or zeuthen", "NAME", flow)
      ->check(one_of({"wilson", "symanzik", "zeuthen"}));
  option("--adaptive", o->adaptive,
         "largest distance of third- and second-order results that a step may have; 0: steps of one size",
         "NUMBER", flow)
      ->check(zero_or_above());
  option("--measure-interval", o->interval, "flow time between measurements", "NUMBER", output)
      ->check(above_zero());
  option("--charge", o->charge, "field strength: clover, improved2 or improved4", "NAME", output)
      ->check(one_of({"clover", "improved2", "improved4"}));
  option("--bin", o->bin,
         "files a jackknife bin holds, for the errors of t0 and w0, two bins at least; 0: the Gamma method, "
         "for files of one chain in its order",
         "COUNT", output)
      ->check(zero_or_above());
  option("--save", o->save,
         "where to write the flowed configuration (ILDG); of several a directory, for a file of each name",
         "PATH", output);
  option("--precision-of-file", o->precision_of_file, "bits of a number in it: 32 or 64", "BITS", output)
      ->check(one_of({"32", "64"}));
  declare_window(*table, o->window);
  add_precision(*table, o->common, {"single", "double"});
  add_common(*table, o->common);
  table->footer("Example:  glueball flow assets/configurations/quickstart.ildg --time 2 --step 0.02");
  return {table, o->common, [o](Setup& setup) { return FlowRun(*o, setup).run(); }};
}

}  // namespace glueball::app
