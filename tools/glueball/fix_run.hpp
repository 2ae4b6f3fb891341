// A run of glueball fix: copies one after the other, the best kept, the state on disk.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/progress.hpp"
#include "app/setup.hpp"
#include "fix_options.hpp"
#include "fix_window.hpp"
#include "run/run_directory.hpp"

namespace glueball::app {

/// What became of a copy, recomputed in double precision on the CPU.
struct FixedCopy {
  int copy = 0;
  double functional = 0, theta = 0;
  long iterations = 0;
  double seconds = 0, gflops = 0;
  bool converged = false;
  double theta_residual = 0;

  nlohmann::ordered_json json() const;
  static FixedCopy of(const nlohmann::ordered_json& line);
  bool better_than(const FixedCopy& other) const;
};

class FixRun {
 public:
  FixRun(const FixOptions& options, std::string config, Setup& setup);
  int run();

 private:
  void read();
  void choose_options();
  void begin();
  HistoryLine input_line() const;
  void resume();
  /// Of the best copy, from the run that is resumed; `done_` gains it where it is there but its line is not.
  void resume_best(std::vector<HistoryLine>& kept);
  void resume_state();
  /// What there is to say of a configuration that needs no iteration.
  std::optional<FixedCopy> already_fixed() const;
  /// False where a signal stopped it.
  bool fix_copy(int copy);
  bool observe(int copy, const GaugeFixing::Report& report);
  void keep(const FixedCopy& result, const Transformation& g);
  void save(const Configuration& fixed) const;
  int finish();

  FixOptions o_;
  Setup& setup_;
  std::string config_;
  std::optional<RunDirectory> directory_;
  std::optional<Configuration> u_;
  std::string input_;  ///< checksum of its links, as they were read
  LatticeOptions options_;
  std::vector<FixedCopy> done_;
  std::optional<FixedCopy> best_;
  Transformation best_g_;
  std::optional<Transformation> going_;  ///< of a copy that is resumed
  FixPoint going_at_;
  std::unique_ptr<FixWindow> window_;
  std::optional<Progress> progress_;
  bool display_lost_ = false;
  bool force_save_ = false, force_transformation_ = false;  ///< the files of --save may be overwritten
  double first_theta_ = 0;
  int measurements_ = 0;
};

}  // namespace glueball::app
