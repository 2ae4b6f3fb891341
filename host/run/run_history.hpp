// The history of a chain as time series, for a second look at a run.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "measure/observable.hpp"

namespace glueball {

/// A quantity of a history: a number or a table after each of some steps.
struct HistorySeries {
  std::string name;
  std::vector<std::size_t> shape;
  std::vector<int> steps;
  std::vector<std::vector<double>> values{};  ///< [place][n], places with the last index fastest
  bool observable = true;                     ///< false for numbers of the algorithm, such as delta_h

  /// Returns the steps between values.
  int stride() const { return steps.size() > 1 ? steps[1] - steps[0] : 1; }
  /// Returns the number of values before the step.
  std::size_t before(int step) const;
};

struct RunHistory {
  std::filesystem::path file{};
  std::vector<HistorySeries> series{};  ///< observables first
  double beta = 0;                      ///< 0: there is none
  int first_step = 0, last_step = 0;
  double seconds = 0;         ///< of all steps
  int rejected_in_a_row = 0;  ///< most of them
  bool hmc = false;
  bool finished = false;  ///< true if the run has written its summary
  bool torn = false;      ///< true if the last line is incomplete

  /// Returns the series of this name, or nullptr.
  const HistorySeries* find(const std::string& name) const;
};

/// Reads history.jsonl of a chain. An incomplete last line is left out. Throws Error(bad_file) for another
/// damaged line, for no step, and for the history of a command that is no chain.
RunHistory run_history(const std::filesystem::path& directory);

/// Returns means by the Gamma method of the values from a step on. Times and windows are in steps.
Summary summary_of(const HistorySeries& series, int first_counted);

/// Returns the mean over independent runs, each weighted with its number of values. There is no
/// autocorrelation time.
Summary mean_of_runs(std::span<const Summary> runs);

}  // namespace glueball
