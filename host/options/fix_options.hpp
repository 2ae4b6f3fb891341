// The options of glueball fix.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "fix/fixing.hpp"
#include "fix/gluon_propagator.hpp"
#include "options/hdf5_options.hpp"
#include "options/run_window.hpp"
#include "run/fix_run.hpp"

namespace glueball::app {

/// An output file by the name of its option. For several configurations, files with this extension are
/// written.
struct FixOutput {
  std::string key, path, extension;
};

struct FixOptions {
  FixOptions() { common.precision = "mixed"; }

  CommonOptions common;
  std::vector<std::string> files;
  std::string file;  ///< the present one of `files`
  std::string gauge = "landau", method = "or", norm = "mean", start, grain = "auto";
  std::string save, save_transformation, save_projected, save_vortex_removed, output, resume;
  std::string defaults;  ///< defaults of all options as TOML
  std::vector<std::string> scans, plots;
  std::string how_to_resume;  ///< for several files, how a run that keeps results is resumed
  bool written = false;  ///< for several files, a resumed run may have written the outputs of the present one
  bool residual = false, ignore_checksum = false, propagator = false;
  FixParameters parameters;
  MomentumCut cut;
  WindowOptions window;
  Hdf5Options hdf5;
  int copies = 1, precision_of_file = 64, checkpoint_interval = 20;

  bool random_start() const { return start.empty() ? copies > 1 : start == "random"; }
  /// Returns the parameters for a device.
  FixParameters fixing() const;
  FixSettings settings() const;
  /// Returns the outputs of the fixed configuration; paths that are not requested are "".
  std::vector<FixOutput> outputs() const;
};

/// Finds a gauge by the name of --gauge.
Gauge gauge_named(const std::string& name);

void declare(CLI::App& table, FixOptions& o);

}  // namespace glueball::app
