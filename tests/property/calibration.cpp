// Errors that a run prints of a real chain, against the spread of many runs: pieces of one long chain, each
// summarised as a run of its own through its records.
#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/measure_report.hpp"
#include "run/observable_series.hpp"
#include "run/record_json.hpp"
#include "support/devices.hpp"
#include "update/heatbath.hpp"

namespace glueball::test::property_calibration {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kObservables = "plaquette,polyakov,wilson_loops:2x2,creutz:2x2,potential:1x2";

/// Collects the numbers of a summary with their errors: scalars, and the entries of tables.
void collect(const std::string& name, const Json& value, const Json& error,
             std::map<std::string, std::vector<std::pair<double, double>>>& into) {
  if (value.is_array())
    for (std::size_t n = 0; n < value.size(); ++n)
      collect(name + " " + std::to_string(n), value[n], error[n], into);
  else
    into[name].emplace_back(value.get<double>(), error.get<double>());
}

/// Makes runs of `steps` sweeps each. The spread of their means must be `smallest` to `largest` errors, and
/// has a noise of 1/sqrt(2 runs). Of the means `low` to `high` must be within their error. Pulls are no
/// measure: a susceptibility is small together with its error. 400 runs on 4x2x2x4 have a spread of 1.006
/// errors, so the error is right, but pulls down to -5, and the root of the mean square of 24 pulls is
/// above 1.55 in 8 % of draws.
void check_runs(const Geometry& geometry, double beta, int runs, int steps, double smallest, double largest,
                double low, double high) {
  gpu::Device& device = *devices().front();
  GaugeHeatbath chain(device, preferred_options(device),
                      {.couplings = {.beta = beta}, .overrelaxation = 1, .seed = 17},
                      Configuration(geometry));
  GlobalSums sums(chain.lattice());
  int step = 0;
  for (; step < 100; ++step) chain.sweep(step);
  std::map<std::string, std::vector<std::pair<double, double>>> printed;
  double longest = 0;
  for (int run = 0; run < runs; ++run) {
    ObservableSeries series(kObservables, 1, {});
    for (int n = 0; n < steps; ++n) {
      chain.sweep(++step);
      Measurement measurement(chain.lattice(), chain.links(), sums);
      StepRecord record{.step = n + 1, .observables = series.measure(measurement, n + 1)};
      series.count(record_of(history_line(record), record.observables), n + 1);  // as a resumed run counts it
    }
    Json summary;
    for (const Summary& s : series.summaries(geometry)) app::put_estimate(summary, s);
    summary = Json::parse(summary.dump());
    longest = std::max(longest, summary.at("plaquette_tau_int").get<double>());
    for (const auto& [name, value] : summary.items())
      if (summary.contains(name + "_error") && !name.ends_with("_tau_int"))
        collect(name, value, summary.at(name + "_error"), printed);
  }
  CHECK(printed.size() == 13);
  double all_inside = 0;
  for (const auto& [its_name, results] : printed) {
    const auto& name = its_name;
    CAPTURE(name);
    double mean = 0, stated = 0, squares = 0, inside = 0;
    for (const auto& [value, error] : results) {
      mean += value / runs;
      stated += error / runs;
    }
    for (const auto& [value, error] : results) {
      REQUIRE(error > 0);
      // The mean is made of the runs themselves: their spread about it is smaller than about the truth.
      const double pull = (value - mean) / error * std::sqrt(runs / (runs - 1.0));
      inside += std::abs(pull) < 1;
      squares += (value - mean) * (value - mean) / (runs - 1);
    }
    all_inside += inside / runs / double(printed.size());
    const double spread = std::sqrt(squares) / stated;
    MESSAGE(name, ": within one error ", inside / runs, ", spread over error ", spread);
    CHECK(spread > smallest);
    CHECK(spread < largest);
  }
  MESSAGE("of all ", all_inside, ", tau_int at most ", longest);
  CHECK(all_inside > low);
  CHECK(all_inside < high);
}

TEST_SUITE("property") {
  TEST_CASE("calibration: errors of short runs are the spread of runs") {
    check_runs(Geometry({4, 2, 2, 4}), 4.6, 48, 80, 0.5, 1.4, 0.58, 0.82);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("calibration: errors of runs are the spread of many runs") {
    // At beta 5.5 the memory is up to 20 sweeps: runs of 250 are too few there, and are marked so.
    check_runs(Geometry({4, 4, 4, 4}), 4.6, 60, 160, 0.55, 1.4, 0.6, 0.86);
  }
}

}  // namespace

}  // namespace glueball::test::property_calibration
