#include "run/fix_records.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "cpu/gauge_functional.hpp"
#include "io/transformation_file.hpp"
#include "run/json_line.hpp"

namespace glueball {
namespace {

namespace fs = std::filesystem;
using FixJson = nlohmann::ordered_json;

constexpr const char *kState = "state.lime", *kBest = "best.lime";

/// Largest difference of the functionals of one field, computed in double precision on different hosts.
constexpr double kSameFunctional = 1e-9;

HistoryLine line_of(const FixedCopy& c, int step) {
  FixJson line = {{"step", step}};
  line.update(json_of(c));
  return {HistoryLine::Kind::step, step, json_line(line)};
}

/// A copy that did not converge may be continued, and is recorded again then.
void put(FixState& state, const FixedCopy& c) {
  std::vector<FixedCopy>& done = state.done;
  if (!done.empty() && done.back().copy == c.copy && !done.back().converged) done.pop_back();
  done.push_back(c);
  if (!state.best || c.better_than(*state.best)) state.best = c;
}

[[noreturn]] void refuse_to_resume(const fs::path& path, const std::string& what) {
  throw Error(ErrorKind::bad_file, fmt::format("{}: {}", path.string(), what), "start a new run");
}

}  // namespace

bool FixRecords::owns(const std::string& name) { return name == kState || name == kBest; }

HistoryLine FixRecords::input_line() const {
  const FixJson line = {{"input", {{"file", provenance_.file}, {"checksum", provenance_.checksum}}}};
  return {HistoryLine::Kind::input, 0, json_line(line)};
}

void FixRecords::begin() {
  directory_.begin(provenance_.config);
  directory_.history().append(input_line().text);
}

FixRecords::Past FixRecords::resume(const Configuration& u, Gauge gauge) {
  const PastHistory past = directory_.past();
  Past found{.torn = past.torn.has_value()};
  FixState& state = found.state;
  std::vector<HistoryLine> kept = read_history(past, state);
  read_best(u, gauge, past, kept, state);
  read_going(u.geometry(), past, state);
  directory_.resume(std::numeric_limits<int>::max(), kept, provenance_.config);
  if (!state.going) fs::remove(directory_.path() / kState);  // state of a finished copy
  return found;
}

std::vector<HistoryLine> FixRecords::read_history(const PastHistory& past, FixState& state) {
  past.require_consecutive(1, 1);
  steps_ = 0;
  std::vector<HistoryLine> kept = past.lines;
  for (std::size_t n = 0; n < kept.size(); ++n) try {
      const FixJson line = FixJson::parse(kept[n].text);
      if (kept[n].kind == HistoryLine::Kind::input) {
        if (line.at("input").at("checksum") != provenance_.checksum)
          refuse_to_resume(provenance_.file, "it is not the configuration that the run in " +
                                                 directory_.path().string() + " was begun with");
      } else if (kept[n].kind != HistoryLine::Kind::step) {
        past.refuse(n, "fix writes no such line");
      } else {
        put(state, fixed_copy_of(line));
        if (state.done.back().copy != int(state.done.size()) - 1)
          past.refuse(n, "it is neither the next copy nor one that did not converge");
        ++steps_;
      }
    } catch (const FixJson::exception& error) {
      past.refuse(n, fmt::format("no line of this run ({})", error.what()));
    }
  // The run was stopped before its first line, or is of a version that wrote none.
  if (kept.empty() || kept.front().kind != HistoryLine::Kind::input) kept.insert(kept.begin(), input_line());
  return kept;
}

void FixRecords::require_unchanged(const PastHistory& past, const char* name, const FixJson& info) const {
  if (const auto sum = info.find(kHistoryChecksum); sum != info.end())
    past.require_unchanged(whole_of<int>(info.at(info.contains("lines") ? "lines" : "copies")),
                           whole_of<std::uint32_t>(*sum), (directory_.path() / name).string());
}

void FixRecords::read_best(const Configuration& u, Gauge gauge, const PastHistory& past,
                           std::vector<HistoryLine>& kept, FixState& state) try {
  const fs::path path = directory_.path() / kBest;
  std::optional<FixedCopy> on_disk;
  if (!state.done.empty() || fs::exists(path)) {
    auto file = io::read_transformation(path);
    if (file.geometry.extents() != u.geometry().extents())
      refuse_to_resume(path, "it has other extents than " + provenance_.file);
    state.best_g = std::move(file.g);
    const FixJson info = FixJson::parse(file.info);
    on_disk = fixed_copy_of(info);
    require_unchanged(past, kBest, info);
    // The run was stopped between this file and the line in the history, which is the first or a further one
    // of the copy.
    const bool further = !state.done.empty() && on_disk->copy == state.done.back().copy &&
                         !state.done.back().converged && on_disk->iterations > state.done.back().iterations;
    if (on_disk->copy == int(state.done.size()) || further) {
      put(state, *on_disk);
      kept.push_back(line_of(*on_disk, ++steps_));
    }
  }
  if (!on_disk) return;
  if (!state.best || json_of(*on_disk) != json_of(*state.best))
    refuse_to_resume(path, "it is not the best copy of history.jsonl");
  const double functional = cpu::gauge_functional(gauge_transformed(u, state.best_g), gauge);
  if (!(std::abs(functional - state.best->functional) <= kSameFunctional))
    refuse_to_resume(path, fmt::format("it gives {} the functional {:.12f}, not {:.12f}", provenance_.file,
                                       functional, state.best->functional));
} catch (const FixJson::exception& error) {
  refuse_to_resume(directory_.path() / kBest, error.what());
}

void FixRecords::read_going(const Geometry& geometry, const PastHistory& past, FixState& state) const try {
  const fs::path path = directory_.path() / kState;
  if (!fs::exists(path)) return;
  auto file = io::read_transformation(path);
  const FixJson at = FixJson::parse(file.info);
  const int copy = whole_of<int>(at.at("copy"));
  if (copy < 0) refuse_to_resume(path, fmt::format("no copy has the number {}", copy));
  if (copy > int(state.done.size())) refuse_to_resume(directory_.path(), "history.jsonl lacks copies");
  const bool last = copy == int(state.done.size()) - 1, gave_up = last && !state.done.back().converged;
  if (copy < int(state.done.size()) && !gave_up) return;
  require_unchanged(past, kState, at);
  if (file.geometry.extents() != geometry.extents())
    refuse_to_resume(path, "it has other extents than " + provenance_.file);
  const FixPoint point{whole_of<int>(at.at("stage")), whole_of<long>(at.at("sweeps")),
                       whole_of<long>(at.at("iterations")), at.at("seconds")};
  constexpr long kMost = 1000000000000000;  // more cannot be done, and sums of some are numbers, too
  if (point.stage < 0 || point.sweeps < 0 || point.iterations < 0 || point.sweeps > kMost ||
      point.iterations > kMost)
    refuse_to_resume(path, fmt::format("no copy is at stage {} after {} sweeps of it and {} iterations",
                                       point.stage, point.sweeps, point.iterations));
  state.going = GoingCopy{point, std::move(file.g)};
  if (gave_up) state.done.pop_back();
} catch (const FixJson::exception& error) {
  refuse_to_resume(directory_.path() / kState, error.what());
}

void FixRecords::write(const char* name, const Geometry& geometry, const Transformation& g, FixJson info) {
  directory_.history().sync();  // a file must not be newer than the history on disk
  info["lines"] = steps_;
  info[kHistoryChecksum] = directory_.history().checksum();
  io::write_transformation(directory_.path() / name, geometry, g, json_line(info), true);
}

void FixRecords::keep_best(const FixedCopy& copy, const Geometry& geometry, const Transformation& g) {
  write(kBest, geometry, g, json_of(copy));
}

void FixRecords::keep(const FixedCopy& copy, const FixedCopy& best, const Geometry& geometry,
                      const Transformation& g) {
  directory_.history().append(line_of(copy, ++steps_).text);
  directory_.history().sync();  // the state is needed until then
  // The line of the best copy is in its file anyway. Lines after it are covered by a checksum now.
  if (json_of(best) != json_of(copy)) write(kBest, geometry, g, json_of(best));
  // The next copy has its own state. One that did not converge may be continued.
  if (copy.converged) fs::remove(directory_.path() / kState);
}

void FixRecords::keep_going(int copy, const FixPoint& at, const Geometry& geometry, const Transformation& g) {
  write(kState, geometry, g,
        {{"copy", copy},
         {"stage", at.stage},
         {"sweeps", at.sweeps},
         {"iterations", at.iterations},
         {"seconds", at.seconds}});
}

}  // namespace glueball
