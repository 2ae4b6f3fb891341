#include "run/run_history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "run/history.hpp"
#include "run/json_line.hpp"
#include "run/record_json.hpp"

namespace glueball {
namespace {

using Json = nlohmann::ordered_json;

void flatten(const Json& value, std::size_t depth, std::vector<std::size_t>& shape,
             std::vector<double>& into) {
  if (value.is_number()) {
    into.push_back(value.get<double>());
  } else if (value.is_null()) {
    into.push_back(kUnknown);
  } else if (value.is_array()) {
    if (shape.size() == depth) shape.push_back(value.size());
    if (shape[depth] != value.size()) throw BadRecord("rows of a table differ in length");
    for (const Json& part : value) flatten(part, depth + 1, shape, into);
  } else {
    throw BadRecord(json_line(value).substr(0, 40) + " is no number");
  }
}

class Collector {
 public:
  explicit Collector(std::vector<HistorySeries>& all) : all_(all) {}

  void add(const std::string& name, int step, const Json& value, bool observable) {
    std::vector<std::size_t> shape;
    std::vector<double> values;
    flatten(value, 0, shape, values);
    auto at = std::ranges::find(all_, name, &HistorySeries::name);
    if (at == all_.end()) {
      all_.push_back({.name = name, .shape = shape, .steps = {}, .observable = observable});
      at = all_.end() - 1;
      at->values.resize(values.size());
    }
    if (at->shape != shape || at->values.size() != values.size())
      throw BadRecord(name + " has another shape than before");
    at->steps.push_back(step);
    for (std::size_t n = 0; n < values.size(); ++n) at->values[n].push_back(values[n]);
  }

 private:
  std::vector<HistorySeries>& all_;
};

}  // namespace

std::size_t HistorySeries::before(int step) const {
  return std::size_t(std::ranges::lower_bound(steps, step) - steps.begin());
}

const HistorySeries* RunHistory::find(const std::string& name) const {
  const auto at = std::ranges::find(series, name, &HistorySeries::name);
  return at == series.end() ? nullptr : &*at;
}

RunHistory run_history(const std::filesystem::path& directory) {
  RunHistory run{.file = directory / "history.jsonl", .series = {}};
  const PastHistory past = read_history(run.file);
  run.finished = past.finished();
  run.torn = past.torn.has_value();
  Collector observables(run.series);
  std::vector<HistorySeries> own;  // numbers of the algorithm come last
  Collector algorithm(own);
  int rejected = 0;
  for (std::size_t index = 0; index < past.lines.size(); ++index) {
    const HistoryLine& line = past.lines[index];
    if (line.kind == HistoryLine::Kind::input)
      throw Error(ErrorKind::bad_file, run.file.string() + ": is of a command that makes no chain",
                  "give the directory of a heatbath or hmc run");
    if (line.kind != HistoryLine::Kind::step) continue;
    const int step = int(line.step);
    if (run.last_step > 0 && step <= run.last_step)
      past.refuse(index, fmt::format("step {} comes after step {}", step, run.last_step));
    try {
      const Json object = Json::parse(line.text);
      const StepRecord record = record_of(object, {});
      for (const auto& [name, value] : object.at("physics").items())
        if (name != "beta" && name != "delta_h" && name != "accepted")
          observables.add(name, step, value, true);
      if (const auto& t = record.trajectory) {
        run.hmc = true;
        algorithm.add("delta_h", step, t->delta_h, false);
        algorithm.add("exp_minus_delta_h", step, std::exp(-t->delta_h), false);
        algorithm.add("acceptance", step, t->accepted ? 1.0 : 0.0, false);
        algorithm.add("cg_iterations", step, t->cg_iterations, false);
        if (t->steps) algorithm.add("steps", step, *t->steps, false);
        rejected = t->accepted ? 0 : rejected + 1;
        run.rejected_in_a_row = std::max(run.rejected_in_a_row, rejected);
      }
      if (run.first_step == 0) run.first_step = step, run.beta = record.beta;
      const double seconds = object.at("diagnostics").at("seconds").get<double>();  // not in `record`
      run.seconds += seconds * (step - (run.last_step > 0 ? run.last_step : step - 1));
    } catch (const nlohmann::json::exception& error) {
      past.refuse(index, fmt::format("no line of a chain ({})", error.what()));
    }
    run.last_step = step;
  }
  if (run.last_step == 0)
    throw Error(ErrorKind::bad_file, run.file.string() + ": there is no step in it",
                "give the directory of a heatbath or hmc run that has made one");
  run.series.insert(run.series.end(), own.begin(), own.end());
  return run;
}

Summary summary_of(const HistorySeries& series, int first_counted) {
  Summary s{.key = series.name, .shape = series.shape, .estimates = {}};
  const std::size_t skipped = series.before(first_counted);
  for (const std::vector<double>& values : series.values) {
    SeriesEstimate e = gamma_method(std::span(values).subspan(skipped));
    e.tau_int *= series.stride();
    e.tau_int_error *= series.stride();
    e.upper_time *= series.stride();
    e.window *= std::size_t(series.stride());
    s.estimates.push_back(e);
  }
  return s;
}

Summary mean_of_runs(std::span<const Summary> runs) {
  Summary mean{.key = runs.front().key, .shape = runs.front().shape, .estimates = {}};
  for (std::size_t place = 0; place < runs.front().estimates.size(); ++place) {
    SeriesEstimate all{.tau_int = kUnknown, .tau_int_error = kUnknown, .reliable = true};
    double square = 0;
    for (const Summary& run : runs) {
      const SeriesEstimate& e = run.estimates.at(place);
      all.values += e.values;
      all.not_finite += e.not_finite;
      all.mean += double(e.values) * e.mean;
      square += std::pow(double(e.values) * e.error, 2);
      all.reliable = all.reliable && e.reliable;
    }
    all.mean /= double(all.values);
    all.error = std::sqrt(square) / double(all.values);
    mean.estimates.push_back(all);
  }
  return mean;
}

}  // namespace glueball
