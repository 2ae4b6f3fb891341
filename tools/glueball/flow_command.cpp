#include "flow_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/graph_plot.hpp"
#include "app/hints.hpp"
#include "app/progress.hpp"
#include "app/wording.hpp"
#include "files_run.hpp"
#include "flow_file.hpp"
#include "flow_hdf5.hpp"
#include "flow_outputs.hpp"
#include "flow_plot.hpp"
#include "flow_report.hpp"
#include "kernel_specs/tuning.hpp"
#include "options/files.hpp"
#include "outputs.hpp"
#include "run/flow_run.hpp"
#include "run/json_line.hpp"

namespace glueball::app {
namespace {

/// A lattice of the files' size with the flow on it. It is made again if a file has another size.
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
  FlowCommand(const FlowOptions& options, const ConfigValues& config, Setup& setup)
      : o_(options),
        setup_(setup),
        action_(flow_action_of(o_.action)),
        charge_(field_strength_of(o_.charge)) {
    check();
    outputs_.emplace(o_);
    Outputs(o_.common, o_.files)
        .run(o_.output, o_.resume)
        .files("--save", outputs_->all())
        .file("--hdf5", o_.hdf5.path)
        .files("--plot", o_.plots);
    if (!o_.observables.empty()) observables_.emplace(o_.observables);
    kept_.emplace(FilesRunOptions{.command = "flow",
                                  .files = o_.files,
                                  .output = o_.output,
                                  .resume = o_.resume,
                                  .force = o_.common.force,
                                  .ignore_checksum = o_.ignore_checksum,
                                  .defaults = o_.defaults},
                  config);
  }
  int run();

 private:
  void check() const;
  void prepare(const Geometry& geometry);
  /// Returns false if a signal came before the file was finished.
  bool flow(std::size_t n, const std::string& path);
  void open_window();
  void add(const FlowRecord& record);
  void print_title(const std::string& path) const;
  void print_row(const FlowRow& row, const std::string& path) const;
  void print_scales(const FlowFile& file, const std::string& path) const;
  /// Prints the recorded result of a finished file, as if it had just been computed.
  void again(const FlowFile& file, const std::string& path);
  /// Measures the requested observables of the present links.
  std::vector<std::vector<NamedQuantity>> observe();
  void plot();
  bool several() const { return o_.files.size() > 1; }
  bool one_size() const;
  void print(nlohmann::ordered_json line, const std::string& path) const {
    if (several()) line["file"] = path;
    fmt::print("{}\n", json_line(line));
  }

  const FlowOptions& o_;
  Setup& setup_;
  FlowAction action_;
  FieldStrength charge_;
  std::optional<ObservableList> observables_;
  std::optional<FilesRun> kept_;
  std::optional<GraphPlots> plots_;
  LatticeOptions options_;  ///< before the tuner's choice
  std::unique_ptr<Bench> bench_;
  std::optional<FlowOutputs> outputs_;
  FlowFile now_;                ///< results of the present file
  std::string path_;            ///< path of the present file
  std::vector<FlowFile> done_;  ///< finished files
  std::optional<RunWindow> window_;
  std::optional<Hdf5Output> hdf5_;
};

std::vector<std::vector<NamedQuantity>> FlowCommand::observe() {
  if (!observables_) return {};
  Measurement measurement(bench_->lattice, bench_->run.flow().links(), bench_->sums);
  measurement.number = done_.size();
  return observables_->measure(measurement);
}

void FlowCommand::add(const FlowRecord& r) {
  if (window_) {
    window_->run().record("energy", r.t2e());
    window_->run().record("charge", r.density.charge);
  }
  now_.rows.push_back({r, observe()});
  print_row(now_.rows.back(), path_);
  append_row(*hdf5_, done_.size(), now_.rows.back());
}

void FlowCommand::print_title(const std::string& path) const {
  if (o_.common.json) return;
  if (several()) fmt::print("{}\n", path);
  fmt::print("{}", row_title());
}

void FlowCommand::print_row(const FlowRow& row, const std::string& path) const {
  if (o_.common.json)
    print(row_json(row), path);
  else
    fmt::print("{}", row_text(row));
  std::fflush(stdout);
}

void FlowCommand::print_scales(const FlowFile& file, const std::string& path) const {
  if (o_.common.json)
    print(scales_json(file), path);
  else
    fmt::print("{}", scales_text(file));
  std::fflush(stdout);
}

void FlowCommand::again(const FlowFile& file, const std::string& path) {
  print_title(path);
  for (const FlowRow& row : file.rows) {
    print_row(row, path);
    append_row(*hdf5_, done_.size(), row);
  }
  print_scales(file, path);
  append_file(*hdf5_, file, path, kept_->checksum(done_.size()));
}

bool FlowCommand::one_size() const {
  return std::ranges::all_of(done_, [&](const FlowFile& f) { return f.lattice == done_.front().lattice; });
}

void FlowCommand::plot() {
  if (plots_->empty()) return;
  if (one_size())
    plots_->write(flow_graph(done_, std::size_t(o_.bin)), o_.common.quiet);
  else
    warn("the files differ in size: no plot");
}

void FlowCommand::check() const {
  if (several() && o_.window.view)
    throw Error(ErrorKind::bad_value, fmt::format("--view with {} files", o_.files.size()),
                "give one configuration");
  if (o_.window.view && !(o_.output.empty() && o_.resume.empty()))
    throw Error(ErrorKind::bad_value, "--view with --output", "leave one of them out");
  require_bins(o_.files.size(), o_.bin);
  glueball::check(o_, action_);
}

/// Chooses storage and workgroup size with the first file, and writes them into config.toml, from where a
/// resumed run takes them.
void FlowCommand::prepare(const Geometry& geometry) {
  if (bench_ && bench_->lattice.geometry() == geometry) return;
  const bool first = !bench_;
  bench_.reset();
  if (first) {
    options_ = setup_.tuned(geometry, {.workload = &kernel_specs::flow_benchmark(action_)}, options_);
    kept_->begin([&](ConfigValues& config) {
      config.choose("storage", std::string(to_string(options_.storage)));
      config.choose("workgroup", std::to_string(options_.workgroup));
    });
  }
  bench_ = std::make_unique<Bench>(setup_.device(), geometry, options_, o_, action_, charge_);
  say(o_.common.quiet, fmt::format("{} flow on {}, lattice {}", o_.action, device_words(setup_.info()),
                                   geometry.whole().to_string()));
}

int FlowCommand::run() {
  plots_.emplace(o_.plots, o_.common.force);
  outputs_->require(*kept_);
  hdf5_.emplace(o_.hdf5, o_.common.force, kept_->hdf5_mark(o_.hdf5));
  if (!kept_->all_done() || o_.hdf5.wanted()) {
    setup_.device(o_.window.view && world().first());
    options_ = setup_.options();
    if (o_.hdf5.wanted()) kept_->begin_hdf5(*hdf5_, setup_.provenance(options_, 0));
    set_flow(*hdf5_, o_);
    int most = std::max(GradientFlow::layers(action_), layers(charge_));
    if (observables_ && !world().alone()) most = std::max(most, observables_->layers());
    options_.ghosts = std::uint32_t(most);
  }
  bool stops = false;
  kept_->with_room([&] {
    for_each_file(kept_->files(), [&](const std::string& path) {
      if (stops) return;
      const std::size_t n = done_.size();
      if (const auto* result = kept_->result(n)) {
        FlowFile file = FlowFile::of(*result, observables_, std::size_t(o_.measurements() + 1));
        again(file, path);
        done_.push_back(std::move(file));
      } else if (!flow(n, path)) {
        stops = true;
      }
      stops = stops || (done_.size() < o_.files.size() && kept_->stops());
    });
  });
  if (done_.size() > 1) {
    if (one_size())
      print_means(done_, observables_, std::size_t(o_.bin), o_.common.json);
    else
      say(o_.common.quiet, "the files differ in size: no means");
  }
  setup_.validate();
  if (stops) return kept_->stopped(done_.size());
  kept_->with_room([&] { hdf5_->finish(o_.common.quiet || o_.common.json); });
  plot();
  return int(Status::done);
}

bool FlowCommand::flow(std::size_t n, const std::string& path) {
  now_ = {};
  path_ = path;
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  const MemoryNeed need = flow_memory(setup_.info(), options_, action_, charge_, o_.adaptive > 0,
                                      observables_ ? &*observables_ : nullptr);
  std::string checksum;
  const bool named = kept_->keeps() || o_.hdf5.wanted();
  const Configuration u = setup_.read_part(path, read, {need}, options_, named ? &checksum : nullptr);
  outputs_->begin(n, kept_->origin(checksum));
  prepare(u.geometry());
  FlowRun& run = bench_->run;
  run.start(u);
  now_.lattice = u.geometry().whole_extents();
  print_title(path);
  Progress progress(std::uint64_t(o_.measurements()), o_.common.quiet);
  // The window must be closed before the fields that it shows are freed.
  struct Closing {
    std::optional<RunWindow>& window;
    ~Closing() { window.reset(); }
  } const closing{window_};
  if (o_.window.view) open_window();
  add(run.measure());
  for (std::uint64_t step = 1; !run.finished(); ++step) {
    if (kept_->stops()) return false;
    if (window_)
      window_->step();
    else
      run.advance();
    progress.clear();
    const FlowRecord record = run.measure();
    add(record);
    if (o_.save_each && !run.finished()) {
      setup_.validate();
      outputs_->save(n, run.flow(), options_, record.t);
    }
    if (window_ && window_->lost()) window_->give_up("run it again; what is printed above is good");
    progress.update(step, fmt::format("t {:.3f}", record.t));
  }
  progress.clear();
  now_.steps = run.steps();
  now_.rejected = run.rejected();
  print_scales(now_, path);
  append_file(*hdf5_, now_, path, checksum);
  if (kept_->keeps() || !o_.save.empty()) setup_.validate();
  if (!o_.save.empty()) outputs_->save(n, run.flow(), options_);
  kept_->keep(n, checksum, now_.record());
  done_.push_back(std::move(now_));
  return true;
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

int run_flow(const FlowOptions& options, const ConfigValues& config, Setup& setup) {
  return FlowCommand(options, config, setup).run();
}

}  // namespace glueball::app
