#include "chain_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <new>
#include <span>
#include <sstream>

#include "app/config_values.hpp"
#include "app/exit_status.hpp"
#include "app/hints.hpp"
#include "app/how_to_resume.hpp"
#include "app/links_checksum.hpp"
#include "app/measure_report.hpp"
#include "app/no_memory.hpp"
#include "app/paths.hpp"
#include "app/ranks.hpp"
#include "app/same_run.hpp"
#include "app/signals.hpp"
#include "comm/gather.hpp"
#include "io/ildg_metadata.hpp"
#include "io/place.hpp"
#include "measure/multilevel_observables.hpp"
#include "options/files.hpp"
#include "outputs.hpp"
#include "run/json_line.hpp"
#include "run/last_configuration.hpp"
#include "run/observable_series.hpp"
#include "run/record_json.hpp"
#include "solvers/device_barrier.hpp"

namespace glueball::app {

ChainCommand::ChainCommand(const ChainOptions& options, ChainKind kind, ConfigValues config, Setup& setup)
    : o_(options),
      setup_(setup),
      kind_(std::move(kind)),
      config_(std::move(config)),
      done_(options.first_step - 1) {
  // Unknown observables are refused before any work.
  const ObservableList known = chain_observables(o_.observables, o_.measure_interval);
  require_coupling(o_.observables, kind_.plaquette_beta);
  // Domains must be at least as long as the range of the observables.
  if (!world().alone()) kind_.ghosts = std::max(kind_.ghosts, known.layers());
  config_.choose("ranks", "auto");  // a resumed run may have any number of ranks
  config_.choose("load-balance", "equal");
  if (!place().empty()) config_.choose("output", place().string());
  Outputs(o_.common, {o_.is_made() ? "" : o_.start})
      .run(o_.output, o_.resume, RunDirectory::is_of_chain)
      .file("--hdf5", o_.hdf5.path);
  std::optional<Hdf5Mark> mark;
  if (!o_.resume.empty()) mark = mark_of_run(place(), o_.output, o_.hdf5);
  hdf5_.emplace(o_.hdf5, o_.common.force, mark);
  if (world().first()) open_directory();
  if (!o_.resume.empty()) share_past();
}

std::filesystem::path ChainCommand::place() const {
  return io::real_place(o_.resume.empty() ? o_.output : o_.resume);
}

void ChainCommand::open_directory() {
  directory_.emplace(o_.resume.empty() ? RunDirectory(o_.output, o_.common.force)
                                       : RunDirectory::of_run(o_.resume));
  if (const std::string& warning = directory_->warning(); !warning.empty()) warn(warning);
  if (o_.resume.empty()) {
    directory_->require_replaceable(config_.toml(), o_.is_made() ? std::vector<std::filesystem::path>()
                                                                 : std::vector{find_input(o_.start)});
    return;
  }
  require_same_run(
      directory_->path(),
      {.command = kind_.command, .tables = kind_.tables, .values = config_.toml(), .defaults = o_.defaults});
  past_ = directory_->past();
  if (!past_.lines.empty() && past_.lines.front().kind != HistoryLine::Kind::provenance)
    past_.refuse(0, "it does not say who made the run");
  if (past_.torn) left_out_.push_back(past_.name + ": the last line is not whole and dropped");
}

/// Sends the history to ranks that do not read the directory, since a chain may depend on it.
void ChainCommand::share_past() {
  if (world().alone()) return;
  std::string text;
  for (const HistoryLine& line : past_.lines) text += line.text + "\n";
  broadcast(world(), text);
  if (directory_) return;
  std::istringstream lines(text);
  past_ = read_history(lines, o_.resume);
}

int ChainCommand::run() {
  catch_signals(kind_.command == "hmc" ? "the trajectory" : "the sweep");
  try {
    return run_chain();
  } catch (const DiskFull& full) {
    const bool can_resume = (directory_->begun() || !o_.resume.empty()) &&
                            std::filesystem::exists(directory_->path() / "config.toml");
    throw DiskFull(full.path(),
                   can_resume ? "free some space and " + how_to_resume(kind_.command, directory_->path())
                              : "free some space, or take another directory");
  } catch (const std::bad_alloc&) {
    if (!directory_ || !std::filesystem::exists(directory_->path() / "config.toml")) throw;
    throw Error(
        ErrorKind::device, kNoMemory,
        "what was written is good: free some memory and " + how_to_resume(kind_.command, directory_->path()));
  }
}

int ChainCommand::run_chain() {
  const bool quiet = o_.common.quiet;
  setup_.device(o_.window.view && world().first());
  const Configuration start = first_configuration();
  choose_options(start.geometry());
  say(quiet, fmt::format("{} on {}, fields in {}", kind_.command, device_words(setup_.info()),
                         to_string(options_.storage)));
  say(quiet,
      fmt::format("lattice {}, start {}, {}{}", start.geometry().whole().to_string(), o_.start,
                  kind_.described, done_ < o_.first_step ? "" : fmt::format(", from step {}", done_ + 1)));
  const auto begin = std::chrono::steady_clock::now();
  make_chain(start);
  progress_.emplace(std::uint64_t(o_.last_step() - done_), quiet);
  if (o_.window.view) open_window();
  const int first = done_;
  while (run_->done() < o_.last_step() &&
         (run_->done() == first || !on_any_rank(caught_signal() != 0 || display_lost()))) {
    if (window_)
      window_->step();
    else
      step();
    progress_->update(std::uint64_t(run_->done() - first), note_);
  }
  run_->save_now();
  progress_->clear();
  return finish(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
}

void ChainCommand::make_chain(const Configuration& start) {
  if (!options_.domain)
    setup_.precompile(kind_.command + config_.toml(),
                      [this](gpu::Device& null_device, const Configuration& small) {
                        kind_.make(null_device, options_, small)->advance(1);
                      });
  chain_ = kind_.make(setup_.device(), options_, start);
  if (o_.precision_of_file == 32 && chain_->in_double())
    say(o_.common.quiet,
        "configurations of 32 bits hold half of this chain's digits: a run that is stopped and resumed goes "
        "on with other bits than one that is not");
  if (kind_.ranlux && on_any_rank(random_.has_value()))
    chain_->ranlux()->restore_whole(random_ ? random_->generators : std::vector<RanluxWords>());
  ChainRun::Hooks hooks{.verify = [this] { setup_.validate(); }};
  if (o_.qcdml.wanted()) {
    describe_ensemble();
    hooks.describe = [this](int step, io::WriteOptions& w) { describe(step, w); };
  }
  const Provenance provenance = setup_.provenance(options_, o_.seed);
  if (*hdf5_) {
    hdf5_->begin(provenance, config_.toml());
    if (!start_.empty()) hdf5_->set("/", {"start_checksum", start_});
    hdf5_->set("/", {"directory", place().string()});
    hooks.resumes = [this] { hdf5_->open(); };
    hooks.recorded = [this](const StepRecord& r) { hdf5_->append("history", hdf5_row(r)); };
  }
  run_.emplace(o_, directory_ ? &*directory_ : nullptr, *chain_,
               RunProvenance{config_.toml(), provenance, start_}, kind_.keys, std::move(hooks));
  if (o_.resume.empty()) return;
  run_->resume(past_, done_);
  if (history_sum_) past_.require_unchanged(done_, *history_sum_);
  for (const std::string& what : left_out_) warn(what);
  if (const auto last = past_.last_step(); last > done_)
    say(o_.common.quiet,
        fmt::format("the run is resumed after step {}, {}; steps {} to {} of its history are made again",
                    done_,
                    done_ < o_.first_step ? "because no configuration was written"
                                          : "the last one with a whole configuration",
                    done_ + 1, last));
}

void ChainCommand::open_window() {
  const bool hmc = kind_.command == "hmc";
  const std::string unit = hmc ? "trajectory" : "sweep";
  window_.emplace(
      Observed{.kind = hmc ? view::RunKind::hmc : view::RunKind::heatbath,
               .lattice = chain_->lattice(),
               .links = [this]() -> const GaugeField& { return chain_->links(); },
               .configuration = [this] { return chain_->configuration(); },
               .label = unit,
               .unit = unit,
               .position = [this] { return double(run_->done()); },
               .advance = [this] { step(); },
               .on_pause = [this](std::function<void()> hook) { chain_->on_pause(std::move(hook)); }},
      o_.window, kind_.command, directory_ ? directory_->path().string() : "",
      view::ViewerOptions{.expected_plaquette = kind_.expected_plaquette, .checkpoint = [this] {
                            run_->save_now();
                            return directory_ ? directory_->configuration(run_->done()).string() : "";
                          }});
}

/// Chooses options and writes them into config.toml, from where a resumed run takes them. With another
/// storage a compiler may round differently, and the tuner's cache may have changed.
void ChainCommand::choose_options(const Geometry& geometry) {
  LatticeOptions from = setup_.options();
  from.domain = domain_;
  options_ = setup_.tuned(geometry, {.workload = kind_.workload, .images = kind_.images}, from);
  if (o_.common.storage == "auto") config_.choose("storage", std::string(to_string(options_.storage)));
  // If precisions differ, "auto" is kept, and gives the same result when the run is resumed.
  const auto shared = domain_ == nullptr ? DeviceBarrier::suits(setup_.device(), geometry) : false;
  if (kind_.solves && o_.common.persistent_cg == "auto" && shared)
    config_.choose("persistent-cg", *shared ? "on" : "off");
  if (o_.common.workgroup == 0) config_.choose("workgroup", std::to_string(options_.workgroup));
}

/// Makes or reads the first configuration, or reads the last one of a resumed run. The extents are checked
/// before anything large is allocated on the device.
Configuration ChainCommand::first_configuration() {
  const MemoryNeed need = kind_.memory(setup_.info(), setup_.options());
  if (!o_.resume.empty() && on_any_rank(directory_ && !directory_->configurations().empty()))
    return last_configuration(need);
  const auto part_of = [&](const Geometry& whole) { return this->part_of(whole, need); };
  if (o_.is_made()) {
    const Geometry geometry = part_of(Geometry(o_.lattice.values));
    return o_.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o_.seed);
  }
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  if (o_.lattice_given) read.expected = o_.lattice.values;
  if (!world().alone()) {
    PartOfFile file = read_part(find_input(o_.start), read, part_of);
    start_ = file.checksum;
    if (world().first()) require_same_start();
    world().barrier();
    return std::move(file.part);
  }
  Configuration start = setup_.read(find_input(o_.start), read, need).configuration;
  start_ = checksum_of(start);
  require_same_start();
  return start;
}

void ChainCommand::require_same_start() const {
  if (past_.lines.empty()) return;
  const Json first = Json::parse(past_.lines.front().text);
  if (const auto was = first.find("start"); was != first.end() && *was != start_)
    throw Error(
        ErrorKind::bad_file,
        fmt::format("{}: is not the configuration that the run in {} was begun with (checksum {}, {})",
                    o_.start, o_.resume, start_, json_line(*was)),
        "restore it from a copy, or start a new run");
}

/// Returns this rank's part of the lattice, after a check that it fits on the device.
Geometry ChainCommand::part_of(const Geometry& whole, const MemoryNeed& need) {
  domain_ = setup_.domain(whole, kind_.ghosts);
  const Geometry part = domain_ ? domain_->geometry() : whole;
  setup_.require_fits(part, {need});
  return part;
}

/// Returns the last configuration, on several ranks this rank's part. Rank 0 reads it.
Configuration ChainCommand::last_configuration(const MemoryNeed& need) {
  std::optional<Configuration> whole;
  if (directory_) whole = last_of_directory(need);
  if (world().alone()) {
    part_of(whole->geometry(), need);
    return std::move(*whole);
  }
  struct {
    Site extents;
    int done;
  } found{whole ? whole->geometry().extents() : Site{}, done_};
  world().broadcast(std::as_writable_bytes(std::span(&found, 1)), 0);
  done_ = found.done;
  part_of(Geometry(found.extents), need);
  return scattered(*domain_, whole ? &*whole : nullptr);
}

/// Reads the last complete configuration of the directory. An incomplete one is reported, renamed and
/// skipped; the chain writes it again.
Configuration ChainCommand::last_of_directory(const MemoryNeed& need) {
  io::ReadOptions read;
  if (o_.lattice_given) read.expected = o_.lattice.values;
  LastConfiguration last = glueball::last_configuration(
      *directory_, kind_.ranlux,
      [&](const std::filesystem::path& path) {
        // On several ranks each device holds only its part.
        return setup_.read(path, read, world().alone() ? std::vector{need} : std::vector<MemoryNeed>{});
      },
      [this](const Error& error) { left_out_.push_back("passed over and set aside: " + error.message()); });
  require_recorded(*directory_, past_, last, o_.seed);
  done_ = last.step;
  random_ = std::move(last.random);
  history_sum_ = last.history_checksum();
  if (done_ > o_.last_step() || (done_ == o_.last_step() && past_.finished()))
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: all {} steps are done", o_.resume, done_ - o_.first_step + 1),
                fmt::format("raise {} to go on", kind_.count));
  return std::move(last.file.configuration);
}

void ChainCommand::step() {
  const auto record = run_->step();
  warn_of_chain(false);
  if (!record) return;
  note_ = kind_.note(*record);
  if (window_) window_->run().record(*record);
  if (!o_.common.json) return;
  progress_->clear();
  fmt::print("{}\n", flat_line(*record));
  std::fflush(stdout);
}

void ChainCommand::warn_of_chain(bool ended) {
  if (!warned_.empty() || !world().first()) return;
  warned_ = chain_->warning(ended);
  if (warned_.empty()) return;
  progress_->clear();
  warn(warned_);
}

int ChainCommand::finish(double seconds) {
  warn_of_chain(true);
  Json summary = {{kind_.records, run_->counted()}};
  kind_.summarize(summary, *chain_);
  const auto summaries = run_->summaries();
  for (const Summary& s : summaries) put_estimate(summary, s);
  summary["seconds"] = seconds;
  summary["device_bytes"] = setup_.device().peak();
  run_->close(summary);
  for (const Summary& s : summaries) hdf5_->put("summary", hdf5_arrays(s));
  if (!directory_) return int(Status::done);
  std::string text = fmt::format("no {} after thermalization; {}\n", kind_.records, duration(seconds));
  if (run_->counted() > 0) {
    text = fmt::format("{} {} counted of {}, {}\n", run_->counted(), kind_.records, run_->records(),
                       duration(seconds)) +
           kind_.rows_before(*chain_);
    for (const Summary& s : summaries)
      if (!s.fixed) text += summary_rows(s, kind_.unit);
    text += kind_.rows_after(*chain_);
  }
  if (o_.common.json) {
    say(o_.common.quiet, text);
    fmt::print("{}\n", json_line({{"summary", summary}}));
  } else {
    fmt::print("{}", text);
  }
  if (run_->thermalizes())
    say(o_.common.quiet,
        fmt::format("the plaquette still drifts: its mean is no average in equilibrium; go on with a larger "
                    "{}, and leave the beginning out: glueball summary {}",
                    kind_.count, shell_word(directory_->path().string())));
  const int step = run_->done();
  const std::string resume = how_to_resume(kind_.command, directory_->path());
  say(o_.common.quiet, fmt::format("wrote {} and {}", (directory_->path() / "history.jsonl").string(),
                                   directory_->configuration(step).string()));
  if (display_lost() && step != o_.last_step()) window_->give_up(resume);
  hdf5_->finish(o_.common.quiet);
  if (caught_signal() == 0 || step == o_.last_step()) return int(Status::done);
  warn(fmt::format("stopped by signal {} after step {}; {}", caught_signal(), step, resume));
  return 128 + caught_signal();
}

}  // namespace glueball::app
