// A Markov chain that leaves a directory: history, configurations, what it takes to go on.
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
  int first_step = 1;                              ///< the number of the first of them
  int thermalization = 0;                          ///< of these, how many are out of averages
  std::string observables = "plaquette,polyakov";  ///< as chain_observables takes them
  int measure_interval = 1;
  int save_interval = 0;  ///< steps between configurations; 0: the last only
  /// Minutes after which the last step is written where nothing else was. The next configuration replaces
  /// that one. 0: never.
  double checkpoint_minutes = 10;
  std::vector<SaveCondition> save_where;  ///< all of steps whose configurations are kept besides
  int precision_of_file = 64;             ///< bits of a number in configurations

  int last_step() const { return first_step + count - 1; }
};

/// What a run says of itself.
struct RunStamp {
  std::string config;            ///< all its options, TOML
  Provenance provenance;         ///< of this process
  std::string start_checksum{};  ///< of the configuration that was read to start from; empty: none was
};

class ChainRun {
 public:
  struct Hooks {
    /// After each step, before anything is written of it: throws where the device had something to say.
    std::function<void()> verify{};
    /// What a configuration's file says beside its plaquette, step, parameters, seed and date.
    std::function<void(int step, io::WriteOptions& write)> describe{};
    /// Is told of each record, also of those that a run which goes on has from before.
    std::function<void(const StepRecord& record)> recorded{};
  };

  /// The chain is at the start of the run, or at step `done` of one that `resume` is called for. Directory
  /// and chain must outlive this. Of several ranks the first has a directory and writes, the others have
  /// none; all make the same calls. `reserved`: names of observables that the chain records itself. Throws
  /// Error(bad_value) for observables that there are not.
  ChainRun(const ChainSettings& settings, RunDirectory* directory, MarkovChain& chain, RunStamp stamp,
           std::set<std::string> reserved, Hooks hooks);
  ~ChainRun();

  /// Counts what the history says until step `done`: the run then says at its end what one says that ran
  /// through. Throws Error(bad_file) for a history that is not one of this run, or has holes.
  void resume(const PastHistory& past, int done);

  /// The next step. Its record, where it has one, is in the history. Throws Error(not_converged), once the
  /// links before it are saved, as `verify`, MarkovChain::check and RunDirectory do, and Error(device) where
  /// links that are saved have another plaquette than was recorded of them.
  std::optional<StepRecord> step();
  /// The last step done.
  int done() const { return done_; }

  /// The configuration of the last step is written when this returns.
  void save_now();

  /// Records, and those after thermalization.
  int records() const { return records_; }
  int counted() const { return counted_; }
  std::vector<Summary> summaries() const;
  /// Ends the history with {"summary": `summary`}.
  void close(const nlohmann::ordered_json& summary);

 private:
  using Clock = std::chrono::steady_clock;

  /// Of a step, counted from 1 in this chain.
  int number_of(int step) const { return step - settings_.first_step + 1; }
  bool due(int step, int interval) const { return number_of(step) % interval == 0; }
  StepRecord measure(int step);
  /// Of the links after a step; all of them for number 0.
  std::vector<RecordedValues> measure_observables(int step, int number);
  /// The chain's links on a lattice with at least so many layers of the neighbours' sites.
  struct WiderLinks;
  WiderLinks& wider(int layers);
  void count(const StepRecord& record);
  /// Throws Error(bad_value) where configurations are to be kept for a number that the chain does not
  /// measure.
  void require_condition() const;
  /// Whether a step's configuration is to be kept for what was measured of it.
  bool wanted(const StepRecord& record) const;
  bool begun() const { return directory_ == nullptr || directory_->begun(); }
  void open_history();
  /// True if so much time has passed since the last configuration, by the clock of the first rank.
  bool checkpoint_due() const;
  /// Begins to write the configuration of a step, the chain's last. What is wrong is thrown by a later call.
  /// The next configuration replaces a checkpoint.
  void save(int step, bool checkpoint = false);
  [[noreturn]] void give_up(int step, const Error& error);

  ChainSettings settings_;
  RunDirectory* directory_;
  MarkovChain& chain_;
  RunStamp stamp_;
  Hooks hooks_;
  ObservableSeries series_;
  GlobalSums sums_;
  std::unique_ptr<WiderLinks> wider_;  ///< once observables read farther than the chain's lattice holds
  int done_, saved_, recorded_;        ///< the last step done, with a configuration, with a record
  std::uint32_t history_sum_ = 0;      ///< CRC-32 of the history until its last step
  /// Of the links after step `recorded_`, as it was measured; NaN where it was not.
  double recorded_plaquette_ = std::numeric_limits<double>::quiet_NaN();
  int resumed_ = 0;  ///< the step that the run goes on after
  int records_ = 0, counted_ = 0;
  bool known_ = false;                            ///< what there is to measure: all of it has been once
  std::optional<std::vector<HistoryLine>> kept_;  ///< of the run that is resumed
  std::string provenance_before_;                 ///< its last line of that kind
  Clock::time_point recorded_at_ = Clock::now(), saved_at_ = recorded_at_;
  int checkpoint_ = 0;     ///< the step of the configuration that the next one replaces; 0: none
  BackgroundJob writing_;  ///< the last configuration, while the chain goes on
};

}  // namespace glueball
