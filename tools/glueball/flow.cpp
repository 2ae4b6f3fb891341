// glueball flow: the gradient flow of a configuration, its action density, charge and the scales t0 and w0.
#include "flow/flow.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/autotune.hpp"
#include "app/open.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "app/validators.hpp"
#include "command.hpp"
#include "flow/scale.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg.hpp"
#include "measure/clover.hpp"
#include "reference/plaquette.hpp"
#include "run_window.hpp"

namespace glueball::app {
namespace {

struct FlowOptions {
  CommonOptions common;
  std::string file;
  double time = 2.0, step = 0.01, interval = 0.1, adaptive = 0.0;
  std::string action = "wilson", charge = "clover", save;
  bool ignore_checksum = false;
  int precision_of_file = 64;
  WindowOptions window;
};

class FlowRun {
 public:
  explicit FlowRun(const FlowOptions& options) : o_(options) {}
  int run();

 private:
  void advance(GradientFlow& flow, double target);
  void report(double t, const reference::ActionDensity& density);
  void report_scales();
  void save(const GradientFlow& flow) const;

  const FlowOptions& o_;
  std::optional<StepSize> step_size_;
  FlowCurve clover_, plaquette_;
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
        throw Error(Status::device, fmt::format("flow: the field is not finite at t = {:g}", flow.time()),
                    "run 'glueball doctor'");
      if (!attempt.accepted && eps < 1e-6)
        throw Error(Status::not_converged,
                    fmt::format("flow: --adaptive {:g} is out of single precision's reach at t = {:g} (distance {:.1e})",
                                o_.adaptive, flow.time(), attempt.distance),
                    "give 1e-6 or more");
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
    throw Error(Status::device, fmt::format("flow: the field is not finite at t = {:g}", t), "give a smaller --step");
  const double t2e = t * t * density.energy();
  clover_.add(t, t2e);
  plaquette_.add(t, t * t * density.plaquette);
  if (window_) {
    window_->run().record("energy", t2e);
    window_->run().record("charge", density.charge);
  }
  if (o_.common.json) {
    const nlohmann::ordered_json line = {{"t", t}, {"energy", density.energy()}, {"t2e", t2e},
                                         {"charge", density.charge}, {"energy_plaquette", density.plaquette}};
    fmt::print("{}\n", line.dump());
  } else {
    fmt::print("{:>8.4f} {:>14.8f} {:>14.8f} {:>14.8f} {:>12.6f}\n", t, density.energy(), t2e, density.plaquette,
               density.charge);
  }
  std::fflush(stdout);
}

void FlowRun::report_scales() {
  const auto text = [](std::optional<double> x) { return x ? fmt::format("{:.6f}", *x) : std::string("not reached"); };
  if (o_.common.json) {
    nlohmann::ordered_json line;
    const auto put = [&](const char* key, std::optional<double> x) {
      if (x) line[key] = *x;
      else line[key] = nullptr;
    };
    put("t0", clover_.t0());
    put("w0", clover_.w0());
    put("t0_plaquette", plaquette_.t0());
    put("w0_plaquette", plaquette_.w0());
    line["steps"] = steps_;
    line["rejected"] = rejected_;
    fmt::print("{}\n", line.dump());
    return;
  }
  fmt::print("t0/a^2  clover {}, plaquette {}\nw0/a    clover {}, plaquette {}\n", text(clover_.t0()),
             text(plaquette_.t0()), text(clover_.w0()), text(plaquette_.w0()));
}

void FlowRun::save(const GradientFlow& flow) const {
  const Configuration u = flow.configuration();
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.force = o_.common.force;
  write.xlf_info = fmt::format("plaquette = {:.12f}\nflow = {}, t = {:.10g}\nglueballversion = {}\ndate = {}\n",
                               reference::plaquette(u).average(), o_.action, flow.time(), version(), utc_time());
  io::write_ildg(o_.save, u, write);
  say(o_.common.quiet, "wrote " + o_.save);
}

int FlowRun::run() {
  const FlowAction action = reference::flow_action_of(o_.action);
  const auto kind = reference::field_strength_of(o_.charge);
  if (!o_.save.empty() && std::filesystem::exists(o_.save) && !o_.common.force)
    throw Error(Status::usage, o_.save + " exists", "give --force or another --save");
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  const Configuration u = io::read_configuration(find_input(o_.file), read).configuration;
  const auto device = open_device(o_.common, o_.window.view);
  LatticeOptions options = preferred_options(*device);
  options.precision = o_.common.precision_of_fields();
  const std::string workload = action.zeuthen ? "zeuthen-step" : action.c1 != 0 ? "symanzik-step" : "flow-step";
  choose_options(o_.common, *device, u.geometry(), {.workload = workload}, options);
  const DeviceLattice lattice(*device, u.geometry(), options);
  say(o_.common.quiet, fmt::format("{} flow on {} {}, lattice {}", o_.action, device->info().id(), device->info().name,
                                   u.geometry().to_string()));
  GradientFlow flow(lattice, action);
  CloverMeasurement clover(lattice, kind);
  if (o_.adaptive > 0) step_size_.emplace(o_.step, o_.adaptive);
  flow.start(u);
  if (!o_.common.json)
    fmt::print("{:>8} {:>14} {:>14} {:>14} {:>12}\n", "t", "E", "t^2 E", "E plaquette", "charge");

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
                             .on_pause = [&](std::function<void()> hook) {
                               pause_ = nullptr;
                               if (hook) pause_ = [&lattice, hook] { lattice.stream().finish(), hook(); };
                             }},
                    o_.window, "flow", ".");
  report(0, clover.measure(flow.links()));
  for (int n = 1; n <= measurements; ++n) {
    target = std::min(o_.time, n * o_.interval);
    if (window_)
      window_->step();
    else
      advance(flow, target);
    progress.clear();
    report(target, clover.measure(flow.links()));
    if (window_ && window_->lost()) window_->give_up("run it again; what is printed above is good");
    progress.update(std::uint64_t(n), fmt::format("t {:.3f}", target));
  }
  progress.clear();
  report_scales();
  if (device->messages() > 0)
    throw Error(Status::device, fmt::format("{} validation messages", device->messages()), "see stderr");
  if (!o_.save.empty()) save(flow);
  return int(Status::done);
}

}  // namespace

Command flow_command(CLI::App& root) {
  CLI::App* table = root.add_subcommand("flow", "gradient flow: action density, topological charge, t0 and w0");
  auto o = std::make_shared<FlowOptions>();
  const std::string flow = "Flow", output = "Measurements and files";
  auto option = [&](const char* name, auto& value, const std::string& text, const char* type, const std::string& group) {
    return table->add_option(name, value, text)->type_name(type)->capture_default_str()->group(group);
  };
  table->add_option("file,--file", o->file, "gauge configuration (ILDG, NERSC, ...)")->type_name("FILE")->required();
  table->add_flag("--ignore-checksum", o->ignore_checksum, "read on although checksum or plaquette is wrong");
  option("--time", o->time, "flow time to reach, in units of a^2", "NUMBER", flow)->check(above_zero());
  option("--step", o->step, "integration step, in units of a^2; with --adaptive the first one", "NUMBER", flow)
      ->check(above_zero());
  option("--action", o->action, "whose gradient: wilson, symanzik or zeuthen", "NAME", flow)
      ->check(one_of({"wilson", "symanzik", "zeuthen"}));
  option("--adaptive", o->adaptive,
         "largest distance of third- and second-order results that a step may have; 0: steps of one size", "NUMBER", flow)
      ->check(zero_or_above());
  option("--measure-interval", o->interval, "flow time between measurements", "NUMBER", output)->check(above_zero());
  option("--charge", o->charge, "field strength: clover, improved2 or improved4", "NAME", output)
      ->check(one_of({"clover", "improved2", "improved4"}));
  option("--save", o->save, "where to write the flowed configuration (ILDG)", "PATH", output);
  option("--precision-of-file", o->precision_of_file, "bits of a number in it: 32 or 64", "BITS", output)
      ->check(one_of({"32", "64"}));
  declare_window(*table, o->window);
  add_precision(*table, o->common, {"single", "double"});
  add_common(*table, o->common);
  table->footer("Example:  glueball flow assets/configurations/quickstart.ildg --time 2 --step 0.02");
  return {table, [o] { return FlowRun(*o).run(); }};
}

}  // namespace glueball::app
