// The options of glueball heatbath.
#pragma once

#include <string>

#include "options/chain_options.hpp"
#include "update/heatbath.hpp"

namespace glueball::app {

struct HeatbathOptions : ChainOptions {
  double beta = 6.0;
  std::string action = "wilson";
  int overrelax = 4;
};

void declare(CLI::App& table, HeatbathOptions& options);

/// Returns the parameters, and adds the plaquette to the observables, because other programs rely on it.
/// Throws Error(bad_value).
HeatbathParameters checked(HeatbathOptions& options);

}  // namespace glueball::app
