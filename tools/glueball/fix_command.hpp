// What glueball fix does with a configuration: reads it, chooses, runs host/run/fix_run.hpp, writes and
// reports.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/setup.hpp"
#include "fix_options.hpp"
#include "fix_window.hpp"
#include "hdf5_output.hpp"
#include "run/fix_run.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {

class FixCommand {
 public:
  /// `config`: the options. Throws Error(bad_value) for what cannot be meant so, before there is a
  /// device.
  FixCommand(const FixOptions& options, ConfigValues config, Setup& setup, Hdf5Output& hdf5);
  /// Returns the exit status.
  int run();

  /// Called with who works at a site, once that is chosen.
  void on_choice(std::function<void(const std::string& grain)> hook) { on_choice_ = std::move(hook); }
  /// Of a run that is done, on the first rank: {"copies": their lines, "report": the result}, as they are
  /// printed.
  const nlohmann::ordered_json& result() const { return result_; }
  /// Of the links that were read, on the first rank.
  const std::string& checksum() const { return input_; }

 private:
  int fix();
  void read();
  /// Of several ranks; the first has the whole too.
  void read_part();
  /// All links that there are on this rank.
  const Configuration& whole() const { return whole_ ? *whole_ : *u_; }
  /// What already_fixed says.
  std::optional<FixedCopy> already() const;
  void choose_options();
  /// Takes the run's directory, where there is one.
  void take_directory(FixRun& run);
  /// In HDF5, those of the run that are not there yet.
  void keep_copies(const FixRun& run);
  bool observe(const FixProgress& now);
  /// Says how to go on; the status.
  int stopped() const;
  int finish(const FixRun& run);
  /// Throws Error(not_converged); `done` are iterations of the last copy.
  [[noreturn]] void give_up(const FixedCopy& best, long done) const;
  void save(const Configuration& fixed, const FixRun& run) const;

  FixOptions o_;
  Setup& setup_;
  ConfigValues config_;
  Hdf5Output& hdf5_;
  std::optional<RunDirectory> directory_;
  std::optional<Configuration> u_;      ///< this rank's part
  std::optional<Configuration> whole_;  ///< on the first of several ranks
  std::string input_;                   ///< checksum of its links, as they were read
  const Domain* domain_ = nullptr;
  LatticeOptions options_;
  std::optional<FixWindow> window_;
  std::optional<Progress> progress_;
  bool display_lost_ = false;
  std::function<void(const std::string&)> on_choice_;
  nlohmann::ordered_json result_;
  std::size_t copies_kept_ = 0;        ///< in HDF5
  bool advanced_ = false;              ///< a copy has come to an end in this process
  std::set<std::string> replaceable_;  ///< files it writes that may be there already
};

}  // namespace glueball::app
