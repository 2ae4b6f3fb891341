// The work of glueball fix on a configuration: it reads, chooses options, runs host/run/fix_run.hpp, writes
// and reports.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/progress.hpp"
#include "app/setup.hpp"
#include "fix_window.hpp"
#include "hdf5_output.hpp"
#include "options/fix_options.hpp"
#include "run/fix_run.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {

class FixCommand {
 public:
  /// `config` is the options. Throws Error(bad_value) for invalid options before a device is opened.
  FixCommand(const FixOptions& options, ConfigValues config, Setup& setup, Hdf5Output& hdf5);
  /// Returns the exit status.
  int run();

  /// Calls `hook` with the number of threads a site ("grain") once it is chosen.
  void on_choice(std::function<void(const std::string& grain)> hook) { on_choice_ = std::move(hook); }
  /// Returns the result of a finished run on rank 0: {"copies": their lines, "report": the result}, as
  /// printed.
  const nlohmann::ordered_json& result() const { return result_; }
  /// Returns the checksum of the links that were read, on rank 0.
  const std::string& checksum() const { return input_; }

 private:
  int fix();
  void read();
  /// Reads this rank's part; rank 0 also keeps the whole configuration.
  void read_part();
  /// Returns all links that this rank has.
  const Configuration& whole() const { return whole_ ? *whole_ : *u_; }
  /// Returns the result of already_fixed.
  std::optional<FixedCopy> already() const;
  void choose_options();
  /// Attaches the run's directory if there is one.
  void take_directory(FixRun& run);
  /// Writes new copies of the run to HDF5.
  void keep_copies(const FixRun& run);
  bool observe(const FixProgress& now);
  /// Prints how to resume. Returns the exit status.
  int stopped() const;
  int finish(const FixRun& run);
  /// Throws Error(not_converged); `done` is the iterations of the last copy.
  [[noreturn]] void give_up(const FixedCopy& best, long done) const;
  void save(const Configuration& fixed, const FixRun& run) const;

  FixOptions o_;
  Setup& setup_;
  ConfigValues config_;
  Hdf5Output& hdf5_;
  std::optional<RunDirectory> directory_;
  std::optional<Configuration> u_;      ///< this rank's part
  std::optional<Configuration> whole_;  ///< whole configuration, on rank 0 of several
  std::string input_;                   ///< checksum of the links that were read
  const Domain* domain_ = nullptr;
  LatticeOptions options_;
  std::optional<FixWindow> window_;
  std::optional<Progress> progress_;
  bool display_lost_ = false;
  std::function<void(const std::string&)> on_choice_;
  nlohmann::ordered_json result_;
  std::size_t copies_kept_ = 0;  ///< number of copies in HDF5
  bool advanced_ = false;        ///< true if a copy was finished in this process
  std::string origin_;           ///< line in the text of its output files
  /// Output files that the resumed run may have written, and those that may be replaced.
  std::set<std::string> written_, replaced_;
};

}  // namespace glueball::app
