// A Markov chain with a run directory: history, configurations, and all data needed to resume it.
#pragma once

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "io/gauge_sink.hpp"
#include "linalg/global_sums.hpp"
#include "measure/equilibration.hpp"
#include "run/background_job.hpp"
#include "run/markov_chain.hpp"
#include "run/observable_series.hpp"
#include "run/provenance.hpp"
#include "run/run_directory.hpp"
#include "run/save_condition.hpp"

namespace glueball {

struct ChainSettings {
  std::uint64_t seed = 1;
  int count = 1;                                   ///< steps of the whole chain
  int first_step = 1;                              ///< number of its first step
  int thermalization = 0;                          ///< number of first steps that averages leave out
  std::string observables = "plaquette,polyakov";  ///< a list of chain_observables
  int measure_interval = 1;
  int save_interval = 0;  ///< steps between configurations; 0: only the last
  /// Minutes without a written configuration after which the last step is written. The next configuration
  /// replaces it. 0: never.
  double checkpoint_minutes = 10;
  std::vector<SaveCondition>
      save_where;              ///< further steps whose configurations are kept: all conditions must hold
  int precision_of_file = 64;  ///< bits of a number in configurations

  int last_step() const { return first_step + count - 1; }
};

/// The provenance of a run.
struct RunProvenance {
  std::string config;            ///< all options as TOML
  Provenance provenance;         ///< provenance of this process
  std::string start_checksum{};  ///< checksum of the start configuration if it was read, else empty
};

class ChainRun {
 public:
  struct Hooks {
    /// Called after each step, before anything of it is written; throws if the device reported an error.
    std::function<void()> verify{};
    /// Writes the parts of a configuration's file other than plaquette, step, parameters, seed and date.
    std::function<void(int step, io::WriteOptions& write)> describe{};
    /// Called before the directory of a resumed run is written into.
    std::function<void()> resumes{};
    /// Called with each record, including those of a resumed run's past.
    std::function<void(const StepRecord& record)> recorded{};
  };

  /// The chain must be at the start of the run, or at step `done`, for which `resume` is called. Directory
  /// and chain must outlive this. On several ranks rank 0 has a directory and writes, and the others have
  /// none; all must make the same calls. `reserved` are the names of observables that the chain records
  /// itself. Throws Error(bad_value) for unknown observables.
  ChainRun(const ChainSettings& settings, RunDirectory* directory, MarkovChain& chain,
           RunProvenance provenance, std::set<std::string> reserved, Hooks hooks);
  ~ChainRun();

  /// Counts the records of the history up to step `done`, so that the summary equals that of a run that was
  /// not interrupted. Throws Error(bad_file) for a history that has gaps or belongs to another run.
  void resume(const PastHistory& past, int done);

  /// Makes the next step. If it has a record, that is in the history afterwards. Throws Error(not_converged)
  /// after the links before the step are saved, or those after it if an observable did not converge; as
  /// `verify`, MarkovChain::check and RunDirectory do; and Error(device) if saved links have another
  /// plaquette than was recorded.
  std::optional<StepRecord> step();
  /// Returns the last step done.
  int done() const { return done_; }

  /// Writes the configuration of the last step, and waits for it.
  void save_now();

  /// Return the number of records, and the number after thermalization.
  int records() const { return records_; }
  int counted() const { return counted_; }
  std::vector<Summary> summaries() const;
  /// True if the plaquette of the counted records is not in equilibrium (measure/equilibration.hpp).
  bool thermalizes() const { return drifts(plaquettes_); }
  /// Ends the history with {"summary": `summary`}.
  void close(const nlohmann::ordered_json& summary);

 private:
  using Clock = std::chrono::steady_clock;

  /// Counts a step from 1 in this chain.
  int number_of(int step) const { return step - settings_.first_step + 1; }
  bool due(int step, int interval) const { return number_of(step) % interval == 0; }
  StepRecord measure(int step);
  /// Measures the links after a step; number 0 means all observables.
  std::vector<RecordedValues> measure_observables(int step, int number);
  /// The chain's links on a lattice with at least so many ghost layers.
  struct WiderLinks;
  WiderLinks& wider(int layers);
  void count(const StepRecord& record);
  /// Throws Error(bad_value) if a condition for keeping configurations needs a number that the chain does not
  /// measure.
  void require_condition() const;
  /// True if a step's configuration is kept because of its measurements.
  bool wanted(const StepRecord& record) const;
  bool begun() const { return directory_ == nullptr || directory_->begun(); }
  void open_history();
  /// True if the time of a checkpoint has passed since the last configuration, by rank 0's clock.
  bool checkpoint_due() const;
  /// Begins to write the configuration of a step, the chain's last. Errors are thrown by a later call. The
  /// next configuration replaces a checkpoint.
  void save(int step, bool checkpoint = false);
  [[noreturn]] void give_up(int step, const Error& error);
  /// Saves the configuration of a step with an observable that did not converge, and throws.
  [[noreturn]] void give_up_measuring(int step, const Error& error);
  /// Returns the error of an observable, with the step, its configuration, and how to go on from there.
  Error located(int step, const Error& error, const std::string& state) const;

  ChainSettings settings_;
  RunDirectory* directory_;
  MarkovChain& chain_;
  RunProvenance provenance_;
  Hooks hooks_;
  ObservableSeries series_;
  GlobalSums sums_;
  std::unique_ptr<WiderLinks>
      wider_;  ///< made when observables need more ghost layers than the chain's lattice has
  int done_, saved_, recorded_;    ///< last step done, last one with a configuration, last one with a record
  std::uint32_t history_sum_ = 0;  ///< CRC-32 of the history up to its last step
  /// Measured plaquette of the links after step `recorded_`; NaN if it was not measured.
  double recorded_plaquette_ = std::numeric_limits<double>::quiet_NaN();
  int resumed_ = 0;  ///< step after which the run was resumed
  int records_ = 0, counted_ = 0;
  std::vector<double> plaquettes_;                ///< of counted records
  bool known_ = false;                            ///< true once all observables have been measured
  std::optional<std::vector<HistoryLine>> kept_;  ///< history of the resumed run
  std::string provenance_before_;                 ///< its last line of provenance
  Clock::time_point recorded_at_ = Clock::now(), saved_at_ = recorded_at_;
  int checkpoint_ = 0;     ///< step of the configuration that the next one replaces; 0: none
  BackgroundJob writing_;  ///< writes the last configuration while the chain continues
};

}  // namespace glueball
