// Commands that make a Markov chain: start, device, run (run/chain_run.hpp) and output.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "app/chain_recipe.hpp"
#include "app/progress.hpp"
#include "app/setup.hpp"
#include "hdf5_output.hpp"
#include "io/ranlux_file.hpp"
#include "options/chain_options.hpp"
#include "run/chain_run.hpp"

namespace glueball::app {

using Json = nlohmann::ordered_json;

/// The description of a chain that a command has before a device is opened.
struct ChainKind : ChainRecipe {
  std::string unit{};                      ///< unit of autocorrelation times, "trajectories"
  std::string records{};                   ///< name of the history's lines, "measurements"
  std::string described{};                 ///< parameters for the first line of a run
  std::optional<double> plaquette_beta{};  ///< beta if the chain samples the plaquette action alone
  /// Returns the expected plaquette for the window, if it is known.
  std::function<std::optional<double>(const view::LiveRun&)> expected_plaquette{};

  // The following functions describe the chain that `make` has made.
  /// Returns a few words for the progress line.
  std::function<std::string(const StepRecord& last)> note{};
  /// These write the chain's own series as keys, and as rows of text before and after the observables.
  std::function<void(Json& summary, MarkovChain&)> summarize{};
  std::function<std::string(MarkovChain&)> rows_before = [](MarkovChain&) { return std::string(); };
  std::function<std::string(MarkovChain&)> rows_after{};
};

class ChainCommand {
 public:
  /// `config` is the options. Throws Error(bad_value) for a directory that cannot be used, and for a resumed
  /// run with other physics.
  ChainCommand(const ChainOptions& options, ChainKind kind, ConfigValues config, Setup& setup);

  /// Returns the exit status.
  int run();

 private:
  void open_directory();
  /// Returns the absolute path of the run's directory.
  std::filesystem::path place() const;
  void share_past();
  int run_chain();
  void choose_options(const Geometry& geometry);
  void make_chain(const Configuration& start);
  void open_window();
  Configuration first_configuration();
  /// Throws Error(bad_file) if the resumed run was begun with another start file than the one just read.
  void require_same_start() const;
  Geometry part_of(const Geometry& whole, const MemoryNeed& need);
  Configuration last_configuration(const MemoryNeed& need);
  Configuration last_of_directory(const MemoryNeed& need);
  void describe(int step, io::WriteOptions& write) const;
  void describe_ensemble();
  void step();
  bool display_lost() const { return window_ && window_->lost(); }
  int finish(double seconds);
  /// Prints a warning of the chain once.
  void warn_of_chain(bool ended);

  const ChainOptions& o_;
  Setup& setup_;
  ChainKind kind_;
  ConfigValues config_;
  const Domain* domain_ = nullptr;         ///< this rank's domain; null on one rank
  std::optional<RunDirectory> directory_;  ///< on rank 0, which writes
  int done_;                               ///< last step of the resumed run
  std::string start_;                      ///< checksum of the start configuration, if it was read
  PastHistory past_;                       ///< history of the resumed run
  std::vector<std::string>
      left_out_;  ///< parts of it that were skipped, reported when the run is known to resume
  std::optional<io::RanluxState> random_;  ///< state of the resumed run's generators
  std::optional<std::uint32_t>
      history_sum_;  ///< checksum of the resumed run's history, as its configuration states it
  LatticeOptions options_;
  std::unique_ptr<MarkovChain> chain_;
  std::optional<Hdf5Output> hdf5_;
  std::optional<ChainRun> run_;
  std::optional<RunWindow> window_;
  std::optional<Progress> progress_;
  std::string note_, warned_;
  std::string ensemble_;  ///< QCDml document of the ensemble; empty: none
};

}  // namespace glueball::app
