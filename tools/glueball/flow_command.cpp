#include "flow_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/measure_report.hpp"
#include "app/progress.hpp"
#include "cards/tuning.hpp"
#include "comm/gather.hpp"
#include "files.hpp"
#include "flow_report.hpp"
#include "io/ildg.hpp"
#include "io/place.hpp"
#include "measure/observable_list.hpp"
#include "reference/plaquette.hpp"
#include "run/flow_memory.hpp"
#include "run/json_line.hpp"
#include "run/provenance.hpp"

namespace glueball::app {
namespace {

/// Times of measurements between the first and the last.
std::vector<double> on_the_way(const FlowSettings& s) {
  std::vector<double> times;
  for (int n = 1; n < s.measurements(); ++n)
    times.push_back(s.times.empty() ? n * s.interval : s.times.at(std::size_t(n - 1)));
  return times;
}

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
  void keep(const FlowRecord& record, const std::vector<NamedQuantity>& observed);
  /// What was asked for of the links as they are now.
  std::vector<NamedQuantity> observe();
  void report_scales();
  void report_means() const;
  void report_means_of_observables() const;
  /// Where the links of a time on the way go.
  std::string place_of(const std::string& out, double t) const;
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
  std::vector<double> times_;                    ///< of measurements
  std::size_t measured_ = 0;                     ///< of this file
  /// [time][observable][file][quantity]
  std::vector<std::vector<std::vector<std::vector<Quantity>>>> ensembles_;
  bool one_size_ = true;
  std::optional<RunWindow> window_;
  std::optional<Hdf5Output> hdf5_;
};

std::vector<NamedQuantity> FlowCommand::observe() {
  std::vector<NamedQuantity> all;
  if (!observables_) return all;
  Measurement measurement(bench_->lattice, bench_->run.flow().links(), bench_->sums);
  measurement.number = clovers_.size();
  auto measured = observables_->measure(measurement);
  ensembles_.resize(std::max(ensembles_.size(), measured_ + 1),
                    std::vector<std::vector<std::vector<Quantity>>>(measured.size()));
  for (std::size_t i = 0; i < measured.size(); ++i) {
    auto& quantities = ensembles_[measured_][i].emplace_back();
    for (NamedQuantity& q : measured[i]) {
      quantities.push_back(q.quantity);
      if (!q.repeated) all.push_back(std::move(q));
    }
  }
  return all;
}

void FlowCommand::report(const FlowRecord& r) {
  if (window_) {
    window_->run().record("energy", r.t2e());
    window_->run().record("charge", r.density.charge);
  }
  const auto observed = observe();
  if (o_.common.json) {
    nlohmann::ordered_json row = row_json(r);
    if (observables_) row["observables"] = quantities_json(observed);
    print(std::move(row));
  } else {
    fmt::print("{}{}", row_text(r), quantities_text(observed));
  }
  keep(r, observed);
  std::fflush(stdout);
  if (times_.size() <= measured_) times_.push_back(r.t);
  ++measured_;
}

void FlowCommand::keep(const FlowRecord& r, const std::vector<NamedQuantity>& observed) {
  if (!*hdf5_) return;
  Hdf5Row row = Hdf5Row{{"configuration", std::int64_t(clovers_.size())}} + hdf5_row(r);
  for (const NamedQuantity& q : observed)
    if (q.quantity.fixed)
      hdf5_->put("axes", {hdf5_column(q.name, q.quantity.shape, q.quantity.values)});
    else
      row.push_back(hdf5_column(q.name, q.quantity.shape, q.quantity.values));
  hdf5_->append("flow", row);
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

void FlowCommand::report_means_of_observables() const {
  for (std::size_t n = 0; n < ensembles_.size(); ++n) {
    const auto all =
        observables_->summarize(bench_->lattice.geometry().whole(), ensembles_[n], std::size_t(o_.bin));
    if (o_.common.json) {
      nlohmann::ordered_json object = {{"t", times_[n]}};
      object.update(summary_object(o_.files.size(), all));
      fmt::print("{}\n", json_line({{"summary", object}}));
    } else {
      fmt::print("t = {:.4f}: {}", times_[n], summary_text(o_.files.size(), all));
    }
  }
}

std::string FlowCommand::place_of(const std::string& out, double t) const {
  std::filesystem::path path(out);
  path.replace_filename(fmt::format("{}-t{:.10g}{}", path.stem().string(), t, path.extension().string()));
  return path.string();
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
  if (o_.save_each && o_.save.empty())
    throw Error(ErrorKind::bad_value, "--save-each without --save", "say where to with --save PATH");
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
  if (o_.save_each)
    for (const std::string& out : outputs_)
      for (const double t : on_the_way(o_)) {
        io::require_writable(place_of(out, t), o_.common.force);
        require_not_read(place_of(out, t), o_.files);
      }
  hdf5_.emplace(o_.hdf5, o_.common.force);
  setup_.device(o_.window.view && world().first());
  options_ = setup_.options();
  hdf5_->begin(setup_.stamp(options_, 0));
  for (const auto& [name, word] : {std::pair{"action", o_.action}, {"charge", o_.charge}})
    hdf5_->set("flow", {name, word});
  hdf5_->set("flow", {o_.adaptive > 0 ? "adaptive" : "step", o_.adaptive > 0 ? o_.adaptive : o_.step});
  int most = std::max(GradientFlow::layers(action_), layers(charge_));
  if (observables_ && !world().alone()) most = std::max(most, observables_->layers());
  options_.ghosts = std::uint32_t(most);
  for_each_file(o_.files, [&](const std::string& path) { flow(path); });
  if (several()) {
    if (one_size_) {
      report_means();
      report_means_of_observables();
    } else {
      say(o_.common.quiet, "the files differ in size: no means");
    }
  }
  setup_.validate();
  hdf5_->finish(o_.common.quiet || o_.common.json);
  return int(Status::done);
}

void FlowCommand::flow(const std::string& path) {
  path_ = path;
  measured_ = 0;
  const std::string out = o_.save.empty() || !world().first() ? "" : outputs_.at(clovers_.size());
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
    if (o_.save_each && !run.finished()) {
      setup_.validate();
      save(run.flow(), out.empty() ? "" : place_of(out, record.t));
    }
    if (window_ && window_->lost()) window_->give_up("run it again; what is printed above is good");
    progress.update(n, fmt::format("t {:.3f}", record.t));
  }
  progress.clear();
  clovers_.push_back(run.clover());
  plaquettes_.push_back(run.plaquette());
  report_scales();
  if (*hdf5_) hdf5_->append("configurations", hdf5_origin(path, u) + hdf5_scales(run));
  if (o_.save.empty()) return;
  setup_.validate();
  save(run.flow(), out);
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

int run_flow(const FlowOptions& options, Setup& setup) { return FlowCommand(options, setup).run(); }

}  // namespace glueball::app
