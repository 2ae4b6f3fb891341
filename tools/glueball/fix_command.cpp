#include "fix_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <limits>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "app/config_values.hpp"
#include "app/exit_status.hpp"
#include "app/hints.hpp"
#include "app/how_to_resume.hpp"
#include "app/links_checksum.hpp"
#include "app/paths.hpp"
#include "app/ranks.hpp"
#include "app/same_run.hpp"
#include "app/signals.hpp"
#include "base/error.hpp"
#include "comm/gather.hpp"
#include "cpu/gauge_functional.hpp"
#include "fix/fixing.hpp"
#include "fix_report.hpp"
#include "io/place.hpp"
#include "kernel_specs/tuning.hpp"
#include "options/files.hpp"

namespace glueball::app {
namespace {

/// True if a run has written its outputs. A copy that did not converge writes nothing.
bool has_converged(const std::filesystem::path& directory) {
  for (const HistoryLine& line : read_history(directory / "history.jsonl").lines)
    if (line.text.find("\"converged\":true") != std::string::npos) return true;
  return false;
}

}  // namespace

FixCommand::FixCommand(const FixOptions& options, ConfigValues config, Setup& setup, Hdf5Output& hdf5)
    : o_(options), setup_(setup), config_(std::move(config)), hdf5_(hdf5) {
  if (!world().alone() && o_.window.view)
    throw Error(ErrorKind::bad_value, "--view on several ranks", "leave it out, or start one process");
  if (!world().alone() && o_.method == "fourier")
    throw Error(ErrorKind::bad_value, "--method fourier on several ranks",
                "choose another, or start one process");
  config_.choose("ranks", "auto");  // a resumed run may have any number of ranks
  config_.choose("load-balance", "equal");
  if (!o_.output.empty())
    config_.choose("output", io::real_place(o_.resume.empty() ? o_.output : o_.resume).string());
  if (!world().first()) return;  // rank 0 has the files
  // A resumed run may itself have written these files earlier.
  std::map<std::string, std::vector<std::string>> before;
  if (!o_.resume.empty()) {
    directory_ = RunDirectory::of_run(o_.resume, FixRecords::owns);
    before = require_same_run(directory_->path(),
                              {.command = "fix", .values = config_.toml(), .defaults = o_.defaults});
  } else if (!o_.output.empty()) {
    directory_.emplace(o_.output, o_.common.force, FixRecords::owns);
    directory_->require_replaceable(config_.toml(), {find_input(o_.file)});
  }
  for (const auto& [key, path, extension] : o_.outputs()) {
    if (path.empty()) continue;
    if (o_.written || (before[key] == std::vector{path} && has_converged(directory_->path())))
      written_.insert(path);
    require_places({path}, o_.common.force || written_.contains(path));
  }
}

void FixCommand::read_part() {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  LatticeOptions options = setup_.options();
  options.precision = gpu::Precision::single;
  const MemoryNeed need = fix_memory(setup_.info(), options, o_.fixing());
  PartOfFile file = app::read_part(find_input(o_.file), read, [&](const Geometry& whole) {
    domain_ = setup_.domain(whole, 1);
    const Geometry part = domain_ != nullptr ? domain_->geometry() : whole;
    setup_.require_fits(part, {need});
    return part;
  });
  input_ = file.checksum;
  u_ = std::move(file.part);
}

void FixCommand::read() {
  io::ReadOptions read;
  read.ignore_checksum = o_.ignore_checksum;
  setup_.device(o_.window.view);
  if (world().alone()) {
    const auto path = find_input(o_.file);
    LatticeOptions options = setup_.options();
    options.precision = gpu::Precision::single;  // each stage has its own
    u_ = setup_.read(path, read, fix_memory(setup_.info(), options, o_.fixing())).configuration;
    input_ = checksum_of(*u_);
  } else {
    read_part();
  }
  // A file in 32 bits is in SU(3) to seven digits. After the projection gauge-invariant observables keep
  // sixteen.
  for (Matrix3& link : u_->links()) link = reunitarized(link);
  if (domain_ != nullptr) {
    Configuration all = gathered(*domain_, *u_);
    if (!world().first()) return;
    whole_ = std::move(all);
  }
  if (o_.common.precision == "mixed" && !setup_.info().limits.float64)
    say(o_.common.quiet, setup_.info().id() + " has no double precision: single alone");
  say(o_.common.quiet, fmt::format("{} gauge by {} on {}, lattice {}, functional {:.9f}", o_.gauge, o_.method,
                                   device_words(setup_.info()), whole().geometry().to_string(),
                                   cpu::gauge_functional(whole(), o_.fixing().gauge)));
}

/// Chooses storage, workgroup size and threads a site. The last determines the order of additions, and is
/// written into config.toml, from where a resumed run takes it.
void FixCommand::choose_options() {
  options_ = setup_.options();
  options_.domain = domain_;
  const bool either = o_.grain == "auto" && o_.gauge != "mag" && o_.gauge != "centre";
  options_.threads_per_site = o_.grain == "link" ? 4 : 1;
  options_ = setup_.tuned(u_->geometry(),
                          {.workload = &kernel_specs::fixing_benchmark(o_.fixing().gauge),
                           .images = o_.common.precision == "single",
                           .threads_per_site = either,
                           .two_per_site = false},
                          options_);
  if (o_.grain == "auto") {
    o_.grain = grain_of(options_) == Grain::link ? "link" : "site";
    config_.choose("grain", o_.grain);
  }
  if (on_choice_) on_choice_(o_.grain);
  options_.precision = gpu::Precision::single;  // each stage has its own
  options_.threads_per_site = 1;
}

int FixCommand::finish(const FixRun& run) {
  const FixedCopy& best = run.best();
  keep_copies(run);
  if (world().first()) {
    const Configuration fixed = gauge_transformed(whole(), run.best_transformation());
    if (best.converged) save(fixed, run);
    nlohmann::ordered_json copies = nlohmann::ordered_json::array();
    for (const FixedCopy& copy : run.copies()) copies.push_back(json_of(copy));
    nlohmann::ordered_json line = report(o_, fixed, best, run.copies());
    result_ = {{"copies", std::move(copies)}, {"report", std::move(line)}};
  }
  if (!best.converged) give_up(best, run.copies().back().iterations);
  return int(Status::done);
}

void FixCommand::give_up(const FixedCopy& best, long done) const {
  bool saves = false;
  for (const FixOutput& output : o_.outputs()) saves |= !output.path.empty();
  const std::string& kept = o_.resume.empty() ? o_.output : o_.resume;
  const long most = std::max(o_.parameters.max_iterations, done),
             twice = most > std::numeric_limits<long>::max() / 2 ? most : 2 * most;
  const bool single = o_.common.precision == "single";
  const std::string other = o_.method == "fourier" ? "a smaller --alpha" : "another --omega";
  std::string hint = single ? "give --precision mixed, or more --max-iterations, or " + other
                            : "give more --max-iterations, or " + other;
  if (!kept.empty() && !advanced_)
    hint = "what it would go on from is not there: start a new run";
  else if (!kept.empty() && single)
    hint = "start a new run with --precision mixed, or give more --max-iterations";
  else if (!o_.how_to_resume.empty())
    hint = fmt::format("{} --max-iterations {}", o_.how_to_resume, twice);
  else if (!kept.empty())
    hint = fmt::format("{} --max-iterations {}", how_to_resume("fix", kept), twice);
  throw Error(ErrorKind::not_converged,
              fmt::format("{} gauge: theta is {:.2e} after {} iterations, not {:.0e}{}", o_.gauge, best.theta,
                          best.iterations, o_.parameters.theta, saves ? "; no file is written" : ""),
              hint);
}

void FixCommand::take_directory(FixRun& run) {
  if (o_.output.empty() && o_.resume.empty()) return;
  if (directory_) {
    const FixProvenance provenance{.config = config_.toml(), .file = o_.file, .checksum = input_};
    if (o_.resume.empty())
      run.begin(*directory_, provenance);
    else if (run.resume(*directory_, provenance))
      warn((directory_->path() / "history.jsonl").string() + ": the last line is not whole and dropped");
  }
  run.share();
}

std::optional<FixedCopy> FixCommand::already() const {
  std::optional<FixedCopy> found;
  if (world().first()) found = already_fixed(whole(), o_.settings());
  if (world().alone()) return found;
  FixedCopy copy = found.value_or(FixedCopy());
  world().broadcast(std::as_writable_bytes(std::span(&copy, 1)), 0);
  return on_any_rank(found.has_value()) ? std::optional(copy) : std::nullopt;
}

void FixCommand::keep_copies(const FixRun& run) {
  if (!hdf5_) return;
  hdf5_.begin(setup_.provenance(options_, o_.parameters.seed), config_.toml());
  hdf5_.set("copies", {"gauge", o_.gauge});
  for (; copies_kept_ < run.copies().size(); ++copies_kept_)
    hdf5_.append("copies", hdf5_origin(o_.file, input_) + hdf5_row(run.copies()[copies_kept_]));
  if (!o_.resume.empty()) hdf5_.open();
}

bool FixCommand::observe(const FixProgress& now) {
  const GaugeFixing::Report& r = now.report;
  progress_->update(std::uint64_t(1000 * (now.copy + now.way)),
                    fmt::format("{}, iteration {}, theta {:.2e}, functional {:.9f}", r.stage.name(),
                                r.at.iterations, now.theta, r.state.functional));
  if (window_ && !window_->show(r, now.theta)) display_lost_ = true;
  return !on_any_rank(caught_signal() != 0 || display_lost_);
}

int FixCommand::stopped() const {
  const std::string hint = directory_                  ? how_to_resume("fix", directory_->path())
                           : !o_.how_to_resume.empty() ? o_.how_to_resume
                                                       : "nothing is kept, give --output DIR for that";
  if (display_lost_) window_->give_up(hint);
  warn(fmt::format("stopped by signal {}; {}", caught_signal(), hint));
  return 128 + caught_signal();
}

int FixCommand::run() {
  catch_signals("the sweep");
  try {
    return fix();
  } catch (const DiskFull& full) {
    if (!directory_ || !std::filesystem::exists(directory_->path() / "config.toml")) throw;
    throw DiskFull(full.path(), "free some space and " + how_to_resume("fix", directory_->path()));
  }
}

int FixCommand::fix() {
  read();
  const auto already = this->already();
  if (already)
    say(o_.common.quiet, fmt::format("{} is in {} gauge already: theta {:.3e}, 0 iterations", o_.file,
                                     o_.gauge, already->theta));
  else
    choose_options();
  options_.domain = domain_;
  FixRun run(setup_.device(), options_, *u_, o_.settings(), whole_ ? &*whole_ : nullptr);
  take_directory(run);
  if (!(o_.output.empty() && o_.resume.empty() && o_.how_to_resume.empty()))
    origin_ = origin_of("fix", config_.toml(), input_);
  if (world().first())
    for (const FixOutput& output : o_.outputs())
      if (replaces(output.path, o_.common.force, written_.contains(output.path), origin_))
        replaced_.insert(output.path);
  progress_.emplace(std::uint64_t(1000 * o_.copies), o_.common.quiet);
  if (o_.copies < run.begun())
    throw Error(ErrorKind::bad_value,
                fmt::format("--copies {}: the run in {} has begun {}", o_.copies, o_.resume, run.begun()),
                fmt::format("give {} or more", run.begun()));
  if (run.fresh() && already) {
    run.keep_as_it_is(*already);
    return finish(run);
  }
  while (!run.finished()) {
    if (o_.window.view && !window_) {
      window_.emplace(setup_.device(), options_, *u_, o_.fixing().gauge, o_.window,
                      directory_ ? directory_->path().string() : ".");
      run.between_sweeps(window_->between_sweeps());
    }
    const auto copy = run.advance([&](const FixProgress& now) { return observe(now); });
    progress_->clear();
    if (!copy) return stopped();
    advanced_ = true;
    report_copy(o_, *copy);
    keep_copies(run);
  }
  progress_->clear();
  return finish(run);
}

}  // namespace glueball::app
