// A scan of the iterations of gauge fixing over a parameter of the relaxation.
#pragma once

#include <string>
#include <vector>

#include "app/setup.hpp"
#include "options/fix_options.hpp"

namespace glueball::app {

/// A parameter and its values.
struct FixScan {
  std::string parameter;  ///< "omega", "p", "alpha" or "momentum"
  std::vector<double> values;

  /// Parses "omega=1:1.95:0.05" (first, last, step) or "p=0.2,0.5". Throws Error(bad_value).
  static FixScan parse(const std::string& text);
  /// Returns the options with a value of the parameter, and with the method that has this parameter.
  FixOptions with(const FixOptions& o, double value) const;
};

/// Fixes each file with each value from g = 1, prints, and draws plots if requested. A value for which
/// --max-iterations is exceeded has no number, nor has a mean over files that include one. Theta is computed
/// on the device. Returns the exit status. Throws Error(bad_value) for invalid values, Error(not_converged)
/// if there is nothing to draw.
int run_scan(const FixOptions& options, Setup& setup);

}  // namespace glueball::app
