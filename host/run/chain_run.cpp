#include "run/chain_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <ratio>
#include <utility>

#include "comm/gather.hpp"
#include "comm/of_all.hpp"
#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "io/ildg.hpp"
#include "io/ranlux_file.hpp"
#include "run/json_line.hpp"
#include "run/last_configuration.hpp"
#include "run/named_values.hpp"
#include "run/record_json.hpp"

namespace glueball {
namespace {

/// Returns a line of provenance without its time, to compare programs and devices.
std::string who(const std::string& line) {
  auto object = nlohmann::json::parse(line).at("provenance");
  if (object.is_object()) object.erase("time");
  return object.dump();
}

}  // namespace

ChainRun::ChainRun(const ChainSettings& settings, RunDirectory* directory, MarkovChain& chain,
                   RunProvenance provenance, std::set<std::string> reserved, Hooks hooks)
    : settings_(settings),
      directory_(directory),
      chain_(chain),
      provenance_(std::move(provenance)),
      hooks_(std::move(hooks)),
      series_(settings.observables, settings.measure_interval, std::move(reserved)),
      sums_(chain.lattice()),
      done_(settings.first_step - 1),
      saved_(done_),
      recorded_(done_) {}

/// The chain's links with more ghost layers than its steps need, for observables of HISQ links or of 3 x 3
/// loops.
struct ChainRun::WiderLinks {
  WiderLinks(const DeviceLattice& like, const LatticeOptions& options)
      : lattice(like.device(), like.geometry(), options), u(lattice), sums(lattice) {}
  DeviceLattice lattice;
  GaugeField u;
  GlobalSums sums;
};

ChainRun::~ChainRun() = default;

ChainRun::WiderLinks& ChainRun::wider(int layers) {
  if (!wider_ || int(wider_->lattice.options().ghosts) < layers) {
    wider_.reset();
    LatticeOptions options = chain_.lattice().options();
    options.ghosts = std::uint32_t(layers);
    wider_ = std::make_unique<WiderLinks>(chain_.lattice(), options);
  }
  upload(download(chain_.links()), wider_->u);
  Halo(wider_->lattice).exchange(wider_->u);
  return *wider_;
}

/// The chain must know its past before it continues. The whole history is read: only later steps may be
/// dropped.
void ChainRun::resume(const PastHistory& past, int done) {
  try {
    measure_observables(done, 0);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_converged || done < settings_.first_step) throw;
    throw located(done, error, "the run cannot go on with this observable");
  }
  known_ = true;
  require_condition();
  const int interval = chain_.records_every_step() ? 1 : settings_.measure_interval;
  past.require_consecutive(settings_.first_step - 1 + interval, interval);
  kept_ = past.until(done);
  int recorded = settings_.first_step - 1;
  std::size_t index = 0;
  for (const HistoryLine& line : *kept_) {
    try {
      if (line.kind == HistoryLine::Kind::provenance) {
        const auto provenance = nlohmann::ordered_json::parse(line.text).at("provenance");
        if (whole_of<std::uint64_t>(provenance.at("seed")) != settings_.seed)
          past.refuse(index, fmt::format("the seed is not {}", settings_.seed));
        provenance_before_ = line.text;
      } else {
        recorded = int(line.step);
        const std::vector<RecordedValues> layout = series_.layout(number_of(recorded));
        const StepRecord record = record_of(line.text, layout);
        for (std::size_t n = 0; n < record.observables.size(); ++n)
          if (record.observables[n].values.size() != layout[n].values.size())
            past.refuse(index, fmt::format("{} has {} values instead of {}", layout[n].name,
                                           record.observables[n].values.size(), layout[n].values.size()));
        if (record.trajectory.has_value() != chain_.records_every_step())
          past.refuse(index, "the step is one of another algorithm");
        if (!names_beta(chain_.parameters(), record.beta))
          past.refuse(index,
                      fmt::format("the step was made at beta {:.10g}, not at that of this run", record.beta));
        count(record);
        if (hooks_.recorded) hooks_.recorded(record);
      }
    } catch (const nlohmann::json::exception& error) {
      past.refuse(index, fmt::format("no line of this run ({})", error.what()));
    }
    ++index;
  }
  if (recorded + interval <= done)
    throw Error(ErrorKind::bad_file,
                fmt::format("{}: it ends with step {}, but {} exists", past.name, recorded,
                            directory_ ? directory_->configuration(done).string() : "a later one"),
                "restore the file from a copy, or move later configurations elsewhere");
  done_ = saved_ = recorded_ = resumed_ = done;
}

void ChainRun::open_history() {
  nlohmann::ordered_json line = {
      {"provenance", nlohmann::ordered_json::parse(provenance_.provenance.json())}};
  if (!provenance_.start_checksum.empty()) line["start"] = provenance_.start_checksum;
  if (kept_) {
    if (hooks_.resumes) hooks_.resumes();
    directory_->resume(resumed_, *kept_, provenance_.config);
  } else {
    directory_->begin(provenance_.config);
  }
  history_sum_ = directory_->history().checksum();
  // Another line is written only if another device or program resumes.
  if (provenance_before_.empty() || who(provenance_before_) != who(line.dump()))
    directory_->history().append(json_line(line));
}

std::optional<StepRecord> ChainRun::step() {
  const int step = done_ + 1;
  writing_.check();
  try {
    chain_.advance(step);
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::not_converged) give_up(step, error);
    throw;
  }
  if (hooks_.verify) hooks_.verify();
  done_ = step;
  std::optional<StepRecord> record;
  bool keep = settings_.save_interval > 0 && due(step, settings_.save_interval);
  if (chain_.records_every_step() || due(step, settings_.measure_interval)) {
    record = measure(step);
    keep = wanted(*record) || keep;
  }
  if (keep)
    save(step);
  else if (checkpoint_due())
    save(step, true);
  return record;
}

bool ChainRun::checkpoint_due() const {
  if (settings_.checkpoint_minutes <= 0) return false;
  const std::chrono::duration<double, std::ratio<60>> since = Clock::now() - saved_at_;
  const bool mine = since.count() >= settings_.checkpoint_minutes;
  const Domain* domain = chain_.lattice().domain();
  return domain ? of_all(domain->ranks(), std::uint8_t(mine)).front() != 0 : mine;
}

namespace {

/// True for numbers of trajectories, which are no observables.
bool is_of_trajectory(const std::string& name) { return name == "plaquette" || name == "delta_h"; }

}  // namespace

void ChainRun::require_condition() const {
  for (const SaveCondition& condition : settings_.save_where)
    if (!chain_.records_every_step() || !is_of_trajectory(condition.quantity))
      series_.require_number(condition.quantity);
}

bool ChainRun::wanted(const StepRecord& record) const {
  const auto holds = [&](const SaveCondition& condition) {
    if (record.trajectory && is_of_trajectory(condition.quantity))
      return condition.holds(condition.quantity == "plaquette" ? record.trajectory->plaquette
                                                               : record.trajectory->delta_h);
    const RecordedValues* q = record.observable(condition.quantity);
    return q != nullptr && condition.holds(q->values.front());
  };
  return !settings_.save_where.empty() && std::ranges::all_of(settings_.save_where, holds);
}

std::vector<RecordedValues> ChainRun::measure_observables(int step, int number) {
  const auto measured = [&](const DeviceLattice& lattice, const GaugeField& u, GlobalSums& sums) {
    Measurement m(lattice, u, sums);
    m.boundary = chain_.boundary();
    m.number = std::uint64_t(step);
    return series_.measure(m, number);
  };
  const DeviceLattice& lattice = chain_.lattice();
  if (lattice.domain() != nullptr)
    if (const int layers = series_.layers(number); layers > int(lattice.options().ghosts)) {
      WiderLinks& there = wider(layers);
      return measured(there.lattice, there.u, there.sums);
    }
  return measured(lattice, chain_.links(), sums_);
}

StepRecord ChainRun::measure(int step) {
  StepRecord r = chain_.record();
  r.step = step;
  // The first time all are measured, so that an error in one is reported before anything is written. The step
  // of an observable that does not converge is kept all the same: only that number is lost.
  std::optional<Error> failed;
  try {
    measure_observables(step, known_ ? number_of(step) : 0);
    known_ = true;
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::not_converged) throw;
    failed = error;
  }
  r.observables = series_.layout(number_of(step));
  chain_.check(r);
  if (known_) require_condition();
  if (!begun()) open_history();
  if (!failed) count(r);
  const auto now = Clock::now();
  r.seconds = std::chrono::duration<double>(now - recorded_at_).count() / (step - recorded_);
  recorded_at_ = now;
  recorded_ = step;
  recorded_plaquette_ = r.plaquette();
  if (directory_) {
    directory_->history().append(history_line(r));
    history_sum_ = directory_->history().checksum();
  }
  if (failed) give_up_measuring(step, *failed);
  if (hooks_.recorded) hooks_.recorded(r);
  return r;
}

void ChainRun::count(const StepRecord& record) {
  chain_.count(record);
  ++records_;
  if (record.step < settings_.first_step + settings_.thermalization) return;
  ++counted_;
  plaquettes_.push_back(record.plaquette());
  series_.count(record, number_of(record.step));
}

void ChainRun::save_now() {
  save(done_);
  try {
    writing_.wait();
  } catch (...) {
    saved_ = -1;  // a second request is also reported
    throw;
  }
}

void ChainRun::save(int step, bool checkpoint) {
  if (step == saved_) {
    if (!checkpoint) checkpoint_ = 0;  // it is not replaced
    return;
  }
  if (!begun()) open_history();
  writing_.wait();  // only one copy of the configuration at a time
  Configuration links = chain_.configuration();
  if (const Domain* domain = chain_.lattice().domain()) links = gathered(*domain, std::move(links));
  io::RanluxState random{.step = step, .seed = settings_.seed};
  if (chain_.ranlux()) random.generators = chain_.ranlux()->whole_state();
  saved_ = step;
  saved_at_ = Clock::now();
  const int replaced = std::exchange(checkpoint_, checkpoint ? step : 0);
  if (!directory_) return;
  std::vector<std::filesystem::path> old;
  if (replaced > 0) old = {directory_->configuration(replaced), directory_->random_state(replaced)};
  io::WriteOptions write;
  write.precision = settings_.precision_of_file;
  write.xlf_info =
      fmt::format("trajectory nr = {}\n{}seed = {}\n{} = {:08x}\nglueballversion = {}\ndate = {}\n", step,
                  chain_.parameters(), settings_.seed, kHistoryChecksum, history_sum_, version(), utc_time());
  if (hooks_.describe) hooks_.describe(step, write);
  directory_->history()
      .sync();  // neither a configuration nor a random state may be newer than the history on disk
  const double recorded = step == recorded_ ? recorded_plaquette_ : std::numeric_limits<double>::quiet_NaN();
  writing_.start([u = std::move(links), step, recorded, old, device = chain_.lattice().device().info().id(),
                  write, random = std::move(random), path = directory_->configuration(step),
                  random_path = directory_->random_state(step)]() mutable {
    const double plaquette = cpu::plaquette(u).average();
    if (!std::isfinite(plaquette))
      throw Error(ErrorKind::device,
                  fmt::format("step {}: the configuration on {} is not finite", step, device),
                  "the last one written is good; run 'glueball doctor'");
    // Sums on a faulty device may be wrong without any other sign, and with them energies and acceptance of a
    // whole chain.
    if (std::abs(plaquette - recorded) > kSamePlaquette)
      throw Error(
          ErrorKind::device,
          fmt::format("step {}: the links on {} have a plaquette of {:.7f}, which was recorded as {:.7f}",
                      step, device, plaquette, recorded),
          "the last configuration written is good; run 'glueball doctor'");
    write.xlf_info = fmt::format("plaquette = {:.12f}\n", plaquette) + write.xlf_info;
    random.plaquette = plaquette;
    if (!random.generators.empty()) io::write_ranlux(random_path, u.geometry(), random);
    io::write_ildg(path, u, write);
    std::error_code gone;
    for (const auto& one : old) std::filesystem::remove(one, gone);
  });
}

/// Saves the run's present state and throws.
void ChainRun::give_up(int step, const Error& error) {
  if (!begun()) throw error;
  save(step - 1);
  writing_.wait();
  if (!directory_) throw error;
  throw Error(error.kind(),
              fmt::format("{}; the configuration before it is {}", error.message(),
                          directory_->configuration(step - 1).string()),
              error.hint());
}

void ChainRun::give_up_measuring(int step, const Error& error) {
  save(step);
  writing_.wait();
  throw located(step, error, "the step is recorded without this number");
}

Error ChainRun::located(int step, const Error& error, const std::string& state) const {
  if (!directory_) return {error.kind(), fmt::format("step {}: {}", step, error.message()), error.hint()};
  return {
      error.kind(),
      fmt::format("step {}: {}; {}, its configuration is {}", step, error.message(), state,
                  directory_->configuration(step).string()),
      fmt::format("a new run goes on with that as <start> and <first_step {}>: {}, or leave the observable "
                  "out",
                  step + 1, error.hint())};
}

std::vector<Summary> ChainRun::summaries() const {
  return series_.summaries(chain_.lattice().geometry().whole());
}

void ChainRun::close(const nlohmann::ordered_json& summary) {
  if (!directory_) return;
  if (!begun()) open_history();
  directory_->history().append(json_line({{"summary", summary}}));
}

}  // namespace glueball
