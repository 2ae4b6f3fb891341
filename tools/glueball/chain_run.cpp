#include "chain_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>

#include "app/config_file.hpp"
#include "app/json_line.hpp"
#include "app/paths.hpp"
#include "app/progress.hpp"
#include "app/provenance.hpp"
#include "app/same_run.hpp"
#include "app/signals.hpp"
#include "app/wording.hpp"
#include "files.hpp"
#include "io/ildg.hpp"
#include "io/ildg_metadata.hpp"
#include "reference/plaquette.hpp"

namespace glueball::app {
namespace {

/// Plaquettes of the same links from the device, in single precision, and here from a file of 32 bits differ
/// by 1e-8; those of neighbours in a chain by more than this on lattices that are simulated.
constexpr double kSamePlaquette = 1e-6;

/// The numbers of "beta = 6, c1 = 0\n", by name.
std::vector<std::pair<std::string, std::string>> named_values(const std::string& text) {
  static const std::regex pattern(R"(([A-Za-z_][\w.-]*) = ([^,\n]+))");
  std::vector<std::pair<std::string, std::string>> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at)
    found.emplace_back((*at)[1], (*at)[2]);
  return found;
}

/// Whether the lines that say whose a configuration is name this beta.
/// They name none where there is none, which is 0 in records.
bool names_beta(const std::string& text, double beta) {
  bool named = false;
  for (const auto& [name, value] : named_values(text)) {
    if (name != "beta") continue;
    named = true;
    if (std::abs(std::strtod(value.c_str(), nullptr) - beta) <= 1e-9 * std::abs(beta)) return true;
  }
  return !named && beta == 0;
}

/// A line of provenance without the time: who computed, not when.
Json who(const Json& line) {
  Json object = line.at("provenance");
  if (object.is_object()) object.erase("time");
  return object;
}

}  // namespace

ChainRun::ChainRun(const ChainOptions& options, ChainKind kind, std::string config, Setup& setup)
    : o_(options),
      setup_(setup),
      kind_(std::move(kind)),
      config_(std::move(config)),
      directory_(options.resume.empty() ? RunDirectory(options.output, options.common.force)
                                        : RunDirectory::of_run(options.resume)),
      series_(options.observables, kind_.keys),
      done_(options.first_step - 1) {
  if (o_.resume.empty()) {
    directory_.require_replaceable(
        config_, o_.is_made() ? std::vector<std::filesystem::path>() : std::vector{find_input(o_.start)});
    return;
  }
  require_same_run(
      directory_.path(),
      {.command = kind_.command, .tables = kind_.tables, .values = config_, .defaults = o_.defaults});
  past_ = directory_.past();
  if (!past_.lines.empty() && past_.lines.front().kind != HistoryLine::Kind::provenance)
    past_.refuse(0, "it does not say who made the run");
  if (past_.torn) left_out_.push_back(past_.name + ": the last line is not whole and dropped");
}

int ChainRun::run() {
  catch_signals();
  try {
    return run_chain();
  } catch (const DiskFull& full) {
    const bool can_go_on = (directory_.begun() || !o_.resume.empty()) &&
                           std::filesystem::exists(directory_.path() / "config.toml");
    throw DiskFull(full.path(), can_go_on
                                    ? fmt::format("free some space and go on with: glueball {} --resume {}",
                                                  kind_.command, directory_.path().string())
                                    : "free some space, or choose another --output");
  }
}

int ChainRun::run_chain() {
  const bool quiet = o_.common.quiet;
  setup_.device(o_.window.view);
  const Configuration start = first_configuration();
  choose_options(start.geometry());
  say(quiet, fmt::format("{} on {} {}, fields in {}", kind_.command, setup_.info().id(), setup_.info().name,
                         to_string(options_.storage)));
  say(quiet,
      fmt::format("lattice {}, start {}, {}{}", start.geometry().to_string(), o_.start, kind_.described,
                  done_ < o_.first_step ? "" : fmt::format(", from step {}", done_ + 1)));
  const auto begin = recorded_at_ = Clock::now();
  recorded_ = saved_ = done_;
  chain_ = kind_.make(setup_.device(), options_, start);
  if (o_.precision_of_file == 32 && chain_->in_double())
    say(quiet,
        "configurations of 32 bits hold half of this chain's digits: a run that is stopped and resumed goes "
        "on "
        "with other bits than one that is not");
  if (random_) chain_->ranlux()->restore(random_->generators);
  sums_ = std::make_unique<GlobalSums>(chain_->lattice());
  if (!o_.resume.empty()) {
    Json layout;  // of the records that the history holds
    series_.measure(chain_->lattice(), chain_->links(), *sums_, layout);
    replay(layout);
    for (const std::string& what : left_out_) warn(what);
  }
  int last = done_;
  progress_.emplace(std::uint64_t(o_.last_step() - done_), quiet);
  if (o_.window.view) open_window(last);
  while (last < o_.last_step() && (last == done_ || (caught_signal() == 0 && !display_lost()))) {
    if (window_)
      window_->step();
    else
      step(++last);
    progress_->update(std::uint64_t(last - done_), chain_->note());
  }
  save(last);
  writing_.wait();
  progress_->clear();
  return finish(last, std::chrono::duration<double>(Clock::now() - begin).count());
}

/// `last` is the step the chain has come to: windows count with it.
void ChainRun::open_window(int& last) {
  const bool hmc = kind_.command == "hmc";
  const std::string unit = hmc ? "trajectory" : "sweep";
  window_.emplace(
      Observed{.kind = hmc ? view::RunKind::hmc : view::RunKind::heatbath,
               .lattice = chain_->lattice(),
               .links = [this]() -> const GaugeField& { return chain_->links(); },
               .configuration = [this] { return chain_->configuration(); },
               .label = unit,
               .unit = unit,
               .position = [&last] { return double(last); },
               .advance = [this, &last] { step(++last); },
               .on_pause = [this](std::function<void()> hook) { chain_->on_pause(std::move(hook)); }},
      o_.window, kind_.command, directory_.path().string(),
      view::ViewerOptions{.expected_plaquette = kind_.expected_plaquette, .checkpoint = [this, &last] {
                            save(last);
                            writing_.wait();
                            return directory_.configuration(last).string();
                          }});
}

/// What was chosen is written into config.toml, from where a run that goes on takes it: a compiler may round
/// otherwise in code for another storage, and the cache may have changed.
void ChainRun::choose_options(const Geometry& geometry) {
  options_ = setup_.tuned(geometry, {.workload = kind_.workload, .images = kind_.images}, setup_.options());
  config_ = with_choice(config_, "storage", "auto", std::string(to_string(options_.storage)));
  config_ = with_choice(config_, "workgroup", "0", std::to_string(options_.workgroup));
}

/// Made, read, or the last of the run that is resumed. Extents are known before anything large is allocated
/// on the device.
Configuration ChainRun::first_configuration() {
  const MemoryNeed need = kind_.memory(setup_.info(), setup_.options().storage);
  if (!o_.resume.empty() && !directory_.configurations().empty()) return last_configuration(need);
  if (o_.is_made()) {
    const Geometry geometry(o_.lattice.values);
    setup_.require_fits(geometry, need);
    return o_.start == "cold" ? Configuration(geometry) : hot_configuration(geometry, o_.seed);
  }
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  if (o_.lattice_given) read.expected = o_.lattice.values;
  Configuration start = setup_.read(find_input(o_.start), read, need).configuration;
  start_ = checksum_of(start);
  if (!past_.lines.empty()) {
    const Json first = Json::parse(past_.lines.front().text);
    if (const auto was = first.find("start"); was != first.end() && *was != start_)
      throw Error(
          ErrorKind::bad_file,
          fmt::format("{}: is not the configuration that the run in {} was begun with (checksum {}, {})",
                      o_.start, o_.resume, start_, json_line(*was)),
          "restore it from a copy, or start a new run");
  }
  return start;
}

/// The last that is whole: one that is not is said and passed over, set aside, and written anew when the
/// chain comes there again.
Configuration ChainRun::last_configuration(const MemoryNeed& need) {
  io::ReadOptions read;
  if (o_.lattice_given) read.expected = o_.lattice.values;
  const auto steps = directory_.configurations();
  std::optional<io::ConfigurationFile> file;
  for (const int step : steps) {
    try {
      file.emplace(setup_.read(directory_.configuration(step), read, need));
      if (kind_.ranlux)
        random_ = io::read_ranlux(directory_.random_state(step), file->configuration.geometry());
      done_ = step;
      break;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::bad_file || step == steps.back()) throw;
      left_out_.push_back(fmt::format("passed over and set aside: {}", worded(error.what())));
    }
  }
  require_recorded(done_, *file);
  if (done_ > o_.last_step() || (done_ == o_.last_step() && past_.finished()))
    throw Error(ErrorKind::bad_value,
                fmt::format("{}: all {} steps are done", o_.resume, done_ - o_.first_step + 1),
                fmt::format("raise {} to go on", kind_.count));
  return std::move(file->configuration);
}

void ChainRun::require_recorded(int step, const io::ConfigurationFile& file) const {
  const std::string name = directory_.configuration(step).string();
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::bad_file, fmt::format("{}: {}", name, what),
                "one of both is of another run: restore it from a copy, or move the configuration elsewhere");
  };
  const auto found = file.header.find("xlf-info");
  const std::string about = found == file.header.end() ? "" : found->second;
  const auto number = io::xlf_value(about, "trajectory nr"), seed = io::xlf_value(about, "seed");
  if (!number || !seed) refuse("its xlf-info does not say step and seed");
  if (*number != std::to_string(step)) refuse("it is of step " + *number);
  if (*seed != std::to_string(o_.seed))
    refuse(fmt::format("its chain has the seed {}, the run in {} has {}", *seed, o_.resume, o_.seed));
  const double plaquette = reference::plaquette(file.configuration).average();
  if (random_ && !(random_->step == step && random_->seed == o_.seed &&
                   std::abs(random_->plaquette - plaquette) <= kSamePlaquette))
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: random numbers of step {}, seed {}, plaquette {:.9f}, but {} is of {}, {}, "
                            "{:.9f}",
                            directory_.random_state(step).string(), random_->step, random_->seed,
                            random_->plaquette, name, step, o_.seed, plaquette),
                "one of both is of another run: restore it from a copy, or move the configuration elsewhere");
  const HistoryLine* line = past_.of_step(step);
  if (line == nullptr) return;  // not every step need be recorded; replay() looks after those that must
  const Json physics = Json::parse(line->text).value("physics", Json::object());
  const auto recorded = [&](const char* key) -> std::optional<double> {
    const auto at = physics.find(key);
    return at != physics.end() && at->is_number() ? std::optional(at->get<double>()) : std::nullopt;
  };
  if (const auto beta = recorded("beta"); beta && !names_beta(about, *beta))
    refuse(fmt::format("it was made at another beta than step {} in {}, {:.10g}", step, past_.name, *beta));
  if (const auto here = recorded("plaquette"); here && !(std::abs(plaquette - *here) <= kSamePlaquette))
    refuse(fmt::format("its plaquette is {:.9f}, that of step {} in {} is {:.9f}", plaquette, step,
                       past_.name, *here));
}

/// What the chain knows of its past is known before it goes on. All of the history is looked at: what is
/// dropped of it must be what comes after.
void ChainRun::replay(const Json& observables) {
  const int interval = chain_->records_every_step() ? 1 : o_.measure_interval;
  past_.require_consecutive(o_.first_step - 1 + interval, interval);
  int recorded = o_.first_step - 1;
  std::size_t index = 0;
  for (const auto& line : past_.until(done_)) {
    try {
      const Json object = Json::parse(line.text);
      if (line.kind == HistoryLine::Kind::provenance) {
        if (object.at("provenance").at("seed").get<std::uint64_t>() != o_.seed)
          past_.refuse(index, fmt::format("the seed is not {}", o_.seed));
        provenance_before_ = object;
      } else {
        recorded = int(line.step);
        const StepRecord record{object.at("physics"), object.at("diagnostics")};
        if (const double beta = record.physics.at("beta"); !names_beta(chain_->parameters(), beta))
          past_.refuse(index, fmt::format("the step was made at beta {:.10g}, which this run has not", beta));
        if (due(recorded, o_.measure_interval))
          for (const auto& [key, value] : observables.items()) record.physics.at(key);
        count(recorded, record);
      }
    } catch (const Json::exception& error) {
      past_.refuse(index, fmt::format("no line of this run ({})", error.what()));
    }
    ++index;
  }
  if (recorded + interval <= done_)
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: it ends with step {}, but {} is there", past_.name, recorded,
                            directory_.configuration(done_).string()),
                "restore the file from a copy, or move later configurations elsewhere");
}

void ChainRun::open_history() {
  Json line = {{"provenance", Json::parse(setup_.stamp(options_, o_.seed).json())}};
  if (!start_.empty()) line["start"] = start_;
  if (o_.resume.empty())
    directory_.begin(config_);
  else
    directory_.go_on(done_, past_.until(done_), config_);
  // Once more only where another device or program goes on.
  if (provenance_before_.is_null() || who(provenance_before_) != who(line))
    directory_.history().append(json_line(line));
}

void ChainRun::step(int step) {
  writing_.check();
  try {
    chain_->advance(step);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_converged) give_up(step, error);
    throw;
  }
  setup_.validate();
  if (chain_->records_every_step() || due(step, o_.measure_interval)) measure(step);
  if (o_.save_interval > 0 && due(step, o_.save_interval)) save(step);
}

void ChainRun::measure(int step) {
  StepRecord r = chain_->record();
  if (due(step, o_.measure_interval)) series_.measure(chain_->lattice(), chain_->links(), *sums_, r.physics);
  chain_->check(step, r);
  if (window_) show(r);
  if (!directory_.begun()) open_history();
  count(step, r);
  const auto now = Clock::now();
  r.diagnostics["seconds"] = std::chrono::duration<double>(now - recorded_at_).count() / (step - recorded_);
  recorded_at_ = now;
  recorded_ = step;
  directory_.history().append(
      json_line({{"step", step}, {"physics", r.physics}, {"diagnostics", r.diagnostics}}));
  if (!o_.common.json) return;
  progress_->clear();
  Json flat = {{"step", step}};
  flat.update(r.physics);
  flat.update(r.diagnostics);
  fmt::print("{}\n", json_line(flat));
  std::fflush(stdout);
}

void ChainRun::show(const StepRecord& r) {
  for (const auto& [from, to] :
       {std::pair{"delta_h", "delta_h"}, {"acceptance", "acceptance"}, {"cg_iterations", "iterations"}})
    for (const Json* part : {&r.physics, &r.diagnostics})
      if (part->contains(from)) window_->run().record(to, part->at(from).get<double>());
}

void ChainRun::count(int step, const StepRecord& record) {
  chain_->count(step, record);
  ++all_;
  if (step < o_.first_step + o_.thermalization) return;
  ++counted_;
  series_.count(record.physics);
}

void ChainRun::save(int step) {
  if (step == saved_) return;
  if (!directory_.begun()) open_history();
  writing_.wait();  // one copy of the configuration at a time
  io::WriteOptions write;
  write.precision = o_.precision_of_file;
  write.xlf_info = fmt::format("trajectory nr = {}\n{}seed = {}\nglueballversion = {}\ndate = {}\n", step,
                               chain_->parameters(), o_.seed, version(), utc_time());
  if (o_.qcdml.wanted()) {
    io::QcdmlOrigin origin = o_.qcdml.origin();
    origin.update = std::to_string(step);
    origin.machine_type = setup_.info().name;
    origin.parameters = named_values(chain_->parameters());
    origin.parameters.emplace_back("seed", std::to_string(o_.seed));
    origin.lfn = o_.qcdml.logical_filename(directory_.configuration(step).filename().string());
    write.logical_filename = origin.lfn;
    write.qcdml = io::qcdml_xml(origin);
  }
  directory_.history().sync();  // a configuration is never ahead of the history, nor of the random numbers
  io::RanluxState random{.step = step, .seed = o_.seed};
  if (chain_->ranlux()) random.generators = chain_->ranlux()->state();
  writing_.start([u = chain_->configuration(), step, device = setup_.info().id(), write,
                  random = std::move(random), path = directory_.configuration(step),
                  random_path = directory_.random_state(step)]() mutable {
    const double plaquette = reference::plaquette(u).average();
    if (!std::isfinite(plaquette))
      throw Error(ErrorKind::device,
                  fmt::format("step {}: the configuration on {} is not finite", step, device),
                  "the last one written is good; run 'glueball doctor'");
    write.xlf_info = fmt::format("plaquette = {:.12f}\n", plaquette) + write.xlf_info;
    random.plaquette = plaquette;
    if (!random.generators.empty()) io::write_ranlux(random_path, u.geometry(), random);
    io::write_ildg(path, u, write);
  });
  saved_ = step;
}

/// What the run has so far is kept.
void ChainRun::give_up(int step, const Error& error) {
  if (!directory_.begun()) throw error;
  save(step - 1);
  writing_.wait();
  throw Error(error.kind(), error.what(),
              fmt::format("the configuration before it is {}", directory_.configuration(step - 1).string()));
}

int ChainRun::finish(int step, double seconds) {
  if (!directory_.begun()) open_history();
  const Geometry& geometry = chain_->lattice().geometry();
  Json summary = {{kind_.records, counted_}};
  chain_->summarize(summary);
  series_.summarize(geometry, o_.measure_interval, summary);
  summary["seconds"] = seconds;
  summary["device_bytes"] = setup_.device().peak();
  directory_.history().append(json_line({{"summary", summary}}));
  std::string text = fmt::format("no {} after thermalization; {}\n", kind_.records, duration(seconds));
  if (counted_ > 0)
    text = fmt::format("{} {} counted of {}, {}\n", counted_, kind_.records, all_, duration(seconds)) +
           chain_->rows_before() + series_.rows(geometry, o_.measure_interval, kind_.unit) +
           chain_->rows_after();
  if (o_.common.json)
    say(o_.common.quiet, text);
  else
    fmt::print("{}", text);
  say(o_.common.quiet, fmt::format("wrote {} and {}", (directory_.path() / "history.jsonl").string(),
                                   directory_.configuration(step).string()));
  if (display_lost() && step != o_.last_step())
    window_->give_up(
        fmt::format("go on with: glueball {} --resume {}", kind_.command, directory_.path().string()));
  if (caught_signal() == 0 || step == o_.last_step()) return int(Status::done);
  warn(fmt::format("stopped by signal {} after step {}; go on with: glueball {} --resume {}", caught_signal(),
                   step, kind_.command, directory_.path().string()));
  return 128 + caught_signal();
}

}  // namespace glueball::app
