// How many iterations a gauge takes, against a parameter of the relaxation.
#pragma once

#include <string>
#include <vector>

#include "app/setup.hpp"
#include "fix_options.hpp"

namespace glueball::app {

/// A parameter and its values.
struct FixScan {
  std::string parameter;  ///< omega, p, alpha or momentum
  std::vector<double> values;

  /// Of "omega=1:1.95:0.05" (first, last, step) or "p=0.2,0.5". Throws Error(bad_value).
  static FixScan parse(const std::string& text);
  /// The options with a value of the parameter, and the method that has it.
  FixOptions with(const FixOptions& o, double value) const;
};

/// Brings each file to the gauge with each value, from g = 1; prints, and draws where that is asked for. What
/// is not reached within --max-iterations has no number, neither has a mean over files of which one did not.
/// Theta is the device's. Returns the exit status. Throws Error(bad_value) for values that make no sense,
/// Error(not_converged) where nothing is there to be drawn.
int run_scan(const FixOptions& options, Setup& setup);

}  // namespace glueball::app
