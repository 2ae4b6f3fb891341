// A Markov chain that writes a run directory: start or resume, history, configurations, what it says at the
// end.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "app/background_job.hpp"
#include "app/chain_series.hpp"
#include "app/progress.hpp"
#include "app/run_directory.hpp"
#include "app/setup.hpp"
#include "base/error.hpp"
#include "cards/card.hpp"
#include "chain_options.hpp"
#include "io/ranlux_file.hpp"
#include "markov_chain.hpp"

namespace glueball::app {

/// What a command knows of its chain before there is a device.
struct ChainKind {
  std::string command;                ///< "hmc"
  std::string count;                  ///< the flag that may be raised, "--trajectories"
  std::string unit;                   ///< of autocorrelation times, "trajectories"
  std::string records;                ///< what lines of the history are of, "measurements"
  std::string described{};            ///< for the line that a run begins with: parameters
  bool ranlux = false;                ///< the random numbers have a state of their own
  std::vector<std::string> tables{};  ///< options that are tables in config.toml
  std::set<std::string> keys{};       ///< that the chain writes into physics itself, and observables do not
  /// What it takes of a device.
  std::function<MemoryNeed(const gpu::DeviceInfo&, gpu::Storage)> memory{};
  /// Where it is known, for the window.
  std::function<std::optional<double>(const view::LiveRun&)> expected_plaquette{};
  const cards::Benchmark* workload = nullptr;  ///< what storage and workgroups are tuned for
  bool images = true;                          ///< are a storage to tune for
  /// The options say storage and workgroup.
  std::function<std::unique_ptr<MarkovChain>(gpu::Device&, const LatticeOptions&, const Configuration& start)>
      make{};
};

class ChainRun {
 public:
  /// `config` is the TOML text of the options. Throws Error(bad_value) for a directory that cannot be used,
  /// and for a resumed run with other physics.
  ChainRun(const ChainOptions& options, ChainKind kind, std::string config, Setup& setup);

  /// Returns the exit status.
  int run();

 private:
  int run_chain();
  void choose_options(const Geometry& geometry);
  void open_window(int& last);
  Configuration first_configuration();
  Configuration last_configuration(const MemoryNeed& need);
  /// Throws Error(bad_file) unless configuration `step`, as its file has it, is what the history says of
  /// that step, and the state of the random numbers is that of both.
  void require_recorded(int step, const io::ConfigurationFile& file) const;
  void replay(const Json& observables);
  void open_history();
  void step(int step);
  void measure(int step);
  void count(int step, const StepRecord& record);
  /// In the window's histories.
  void show(const StepRecord& record);
  bool display_lost() const { return window_ && window_->lost(); }
  /// Takes a copy of the configuration; what is wrong with it or its file is thrown in a later step, or by
  /// writing_.wait().
  void save(int step);
  [[noreturn]] void give_up(int step, const Error& error);
  int finish(int step, double seconds);
  bool due(int step, int interval) const { return (step - o_.first_step + 1) % interval == 0; }

  using Clock = std::chrono::steady_clock;

  const ChainOptions& o_;
  Setup& setup_;
  ChainKind kind_;
  std::string config_;
  RunDirectory directory_;
  ChainSeries series_;
  std::string start_;  ///< checksum of the configuration that was read to start from
  LatticeOptions options_;
  std::unique_ptr<MarkovChain> chain_;
  std::unique_ptr<GlobalSums> sums_;
  std::optional<RunWindow> window_;
  std::optional<Progress> progress_;
  int all_ = 0, counted_ = 0;  ///< records, and those after thermalization
  int done_ = 0;               ///< the last step before this program's first
  int saved_ = 0;              ///< the last step that has a configuration
  int recorded_ = 0;
  // Of the run that is resumed.
  PastHistory past_;
  std::vector<std::string> left_out_;  ///< of it, to be said when it is known that the run goes on
  std::optional<io::RanluxState> random_;
  Json provenance_before_;
  Clock::time_point recorded_at_;
  BackgroundJob writing_;  ///< the last configuration, while the chain goes on
};

}  // namespace glueball::app
