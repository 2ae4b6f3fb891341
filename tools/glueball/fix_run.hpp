// A run of glueball fix: copies one after the other, the best kept, the state on disk.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "app/progress.hpp"
#include "app/run_directory.hpp"
#include "fix_options.hpp"
#include "fix_window.hpp"
#include "gpu/device.hpp"

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
  FixRun(const FixOptions& options, std::string config);
  int run();

 private:
  void read();
  void choose_options();
  void begin();
  void resume();
  /// What there is to say of a configuration that needs no iteration.
  std::optional<FixedCopy> already_fixed() const;
  /// False where a signal stopped it.
  bool fix_copy(int copy);
  bool observe(int copy, const GaugeFixing::Report& report);
  void keep(const FixedCopy& result, const Transformation& g);
  void save(const Configuration& fixed) const;
  int finish();

  FixOptions o_;
  std::string config_;
  std::optional<RunDirectory> directory_;
  std::optional<Configuration> u_;
  std::unique_ptr<gpu::Device> device_;
  LatticeOptions options_;
  std::vector<FixedCopy> done_;
  std::optional<FixedCopy> best_;
  Transformation best_g_;
  std::optional<Transformation> going_;  ///< of a copy that is resumed
  FixPoint going_at_;
  std::unique_ptr<FixWindow> window_;
  std::optional<Progress> progress_;
  bool display_lost_ = false;
  double first_theta_ = 0;
  int measurements_ = 0;
};

}  // namespace glueball::app
