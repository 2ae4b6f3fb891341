// glueball flow: the gradient flow of configurations, their action density, charge and the scales t0 and w0.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/measure_report.hpp"
#include "app/progress.hpp"
#include "app/validators.hpp"
#include "cards/tuning.hpp"
#include "comm/gather.hpp"
#include "command.hpp"
#include "files.hpp"
#include "flow_report.hpp"
#include "io/ildg.hpp"
#include "measure/observable_list.hpp"
#include "reference/plaquette.hpp"
#include "run/flow_memory.hpp"
#include "run/flow_run.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"
#include "run_window.hpp"

namespace glueball::app {
namespace {

struct FlowOptions : FlowSettings {
  CommonOptions common;
  std::vector<std::string> files;
  std::string action = "wilson", charge = "clover", observables, save;
  bool ignore_checksum = false;
  int precision_of_file = 64, bin = 0;
  WindowOptions window;
};

/// A lattice of the files' size with what flows on it; made anew where a file has another size.
struct Bench {
  Bench(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options,
        const FlowSettings& settings, FlowAction action, FieldStrength charge)
      : lattice(device, geometry, options), run(lattice, settings, action, charge), sums(lattice) {}
  DeviceLattice lattice;
  FlowRun run;
  GlobalSums sums;
};

class FlowCommand {
 public:
  FlowCommand(const FlowOptions& options, Setup& setup)
      : o_(options),
        setup_(setup),
        action_(flow_action_of(o_.action)),
        charge_(field_strength_of(o_.charge)) {
    if (!o_.observables.empty()) observables_.emplace(o_.observables);
  }
  int run();

 private:
  void check() const;
  void prepare(const Geometry& geometry);
  void flow(const std::string& path);
  void open_window();
  void report(const FlowRecord& record);
  /// What was asked for of the links as they are now.
  std::vector<NamedQuantity> observe() const;
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
  FieldStrength charge_;
  std::optional<ObservableList> observables_;
  LatticeOptions options_;  ///< before what is measured to be fastest
  std::unique_ptr<Bench> bench_;
  std::string path_;
  std::vector<std::string> outputs_;             ///< of the files, empty where nothing is saved
  std::vector<FlowCurve> clovers_, plaquettes_;  ///< of the files that are done
  bool one_size_ = true;
  std::optional<RunWindow> window_;
};

std::vector<NamedQuantity> FlowCommand::observe() const {
  std::vector<NamedQuantity> all;
  if (!observables_) return all;
  Measurement measurement(bench_->lattice, bench_->run.flow().links(), bench_->sums);
  measurement.number = clovers_.size();
  for (auto& quantities : observables_->measure(measurement))
    for (NamedQuantity& q : quantities)
      if (!q.repeated) all.push_back(std::move(q));
  return all;
}

void FlowCommand::report(const FlowRecord& r) {
  if (window_) {
    window_->run().record("energy", r.t2e());
    window_->run().record("charge", r.density.charge);
  }
  if (o_.common.json) {
    nlohmann::ordered_json row = row_json(r);
    if (observables_) row["observables"] = quantities_json(observe());
    print(std::move(row));
  } else {
    fmt::print("{}{}", row_text(r), quantities_text(observe()));
  }
  std::fflush(stdout);
}

void FlowCommand::report_scales() {
  if (o_.common.json)
    print(scales_json(bench_->run));
  else
    fmt::print("{}", scales_text(bench_->run));
}

void FlowCommand::report_means() const {
  const auto bin = std::size_t(o_.bin);
  const FlowScales clover = flow_scales(clovers_, bin), plaquette = flow_scales(plaquettes_, bin);
  if (o_.common.json)
    fmt::print("{}\n", json_line({{"summary", means_json(clover, plaquette, o_.files.size(), bin)}}));
  else
    fmt::print("{}", means_text(clover, plaquette, o_.files.size(), bin));
}

void FlowCommand::save(const GradientFlow& flow, const std::string& out) const {
  Configuration u = flow.configuration();
  if (options_.domain) u = gathered(*options_.domain, std::move(u));
  if (!world().first()) return;
  make_directory_of(out);
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.force = o_.common.force;
  write.xlf_info =
      fmt::format("plaquette = {:.12f}\nflow = {}, t = {:.10g}\nglueballversion = {}\ndate = {}\n",
                  reference::plaquette(u).average(), o_.action, flow.time(), version(), utc_time());
  io::write_ildg(out, u, write);
  say(o_.common.quiet, "wrote " + out);
}

void FlowCommand::check() const {
  if (several() && o_.window.view)
    throw Error(ErrorKind::bad_value, fmt::format("--view with {} files", o_.files.size()),
                "give one configuration");
  require_bins(o_.files.size(), o_.bin);
  glueball::check(o_, action_);
}

void FlowCommand::prepare(const Geometry& geometry) {
  if (bench_ && bench_->lattice.geometry() == geometry) return;
  one_size_ = !bench_;
  bench_.reset();
  const LatticeOptions options =
      setup_.tuned(geometry, {.workload = &cards::flow_benchmark(action_)}, options_);
  bench_ = std::make_unique<Bench>(setup_.device(), geometry, options, o_, action_, charge_);
  say(o_.common.quiet, fmt::format("{} flow on {} {}, lattice {}", o_.action, setup_.info().id(),
                                   setup_.info().name, geometry.whole().to_string()));
}

int FlowCommand::run() {
  check();
  if (world().first()) outputs_ = outputs_of(o_.files, o_.save, ".ildg", o_.common.force);
  setup_.device(o_.window.view && world().first());
  options_ = setup_.options();
  int most = std::max(GradientFlow::layers(action_), layers(charge_));
  if (observables_ && !world().alone()) most = std::max(most, observables_->layers());
  options_.ghosts = std::uint32_t(most);
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

void FlowCommand::flow(const std::string& path) {
  path_ = path;
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  const MemoryNeed need = flow_memory(setup_.info(), options_, action_, charge_, o_.adaptive > 0,
                                      observables_ ? &*observables_ : nullptr);
  const Configuration u = setup_.read_part(path, read, {need}, options_);
  prepare(u.geometry());
  FlowRun& run = bench_->run;
  run.start(u);
  if (!o_.common.json) {
    if (several()) fmt::print("{}\n", path);
    fmt::print("{}", row_title());
  }
  Progress progress(std::uint64_t(o_.measurements()), o_.common.quiet);
  // The window goes before what it looks at.
  struct Closing {
    std::optional<RunWindow>& window;
    ~Closing() { window.reset(); }
  } const closing{window_};
  if (o_.window.view) open_window();
  report(run.measure());
  for (std::uint64_t n = 1; !run.finished(); ++n) {
    if (window_)
      window_->step();
    else
      run.advance();
    progress.clear();
    const FlowRecord record = run.measure();
    report(record);
    if (window_ && window_->lost()) window_->give_up("run it again; what is printed above is good");
    progress.update(n, fmt::format("t {:.3f}", record.t));
  }
  progress.clear();
  clovers_.push_back(run.clover());
  plaquettes_.push_back(run.plaquette());
  report_scales();
  if (o_.save.empty()) return;
  setup_.validate();
  save(run.flow(), world().first() ? outputs_.at(clovers_.size() - 1) : "");
}

void FlowCommand::open_window() {
  FlowRun& run = bench_->run;
  window_.emplace(
      Observed{.kind = view::RunKind::flow,
               .lattice = run.lattice(),
               .links = [&]() -> const GaugeField& { return run.flow().links(); },
               .configuration = [&] { return run.flow().configuration(); },
               .label = "flow time",
               .unit = "flow time",
               .position = [&] { return run.flow().time(); },
               .advance = [&] { run.advance(); },
               .on_pause = [&](std::function<void()> hook) { run.between_steps(std::move(hook)); }},
      o_.window, "flow", ".");
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
  CLI::Option* time =
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
  CLI::Option* interval =
      option("--measure-interval", o->interval, "flow time between measurements", "NUMBER", output)
          ->check(above_zero());
  table
      ->add_option("--times", o->times,
                   "flow times to measure at after 0, ascending, by commas; the flow ends at the last one")
      ->type_name("LIST")
      ->delimiter(',')
      ->check(above_zero())
      ->excludes(interval)
      ->excludes(time)
      ->group(output);
  option("--observables", o->observables,
         "of the links at each measured time too, by commas; 'glueball measure --help' lists them", "LIST",
         output);
  option("--charge", o->charge, fmt::format("field strength: {}", fmt::join(field_strength_names(), ", ")),
         "NAME", output)
      ->check(one_of(field_strength_names()));
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
  return {table, o->common,
          [o](Setup& setup) {
            if (!o->times.empty()) o->time = o->times.back();
            return FlowCommand(*o, setup).run();
          },
          true};
}

}  // namespace glueball::app
