#include "heatbath_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball::app {

StepRecord HeatbathChain::record() {
  return {{{"beta", couplings_.beta}}, {{"unitarity_deviation", heatbath_.unitarity_deviation()}}};
}

void HeatbathChain::check(int step, const StepRecord& record) const {
  const double deviation = record.diagnostics.at("unitarity_deviation").get<double>();
  if (!std::isfinite(record.physics.at("plaquette").get<double>()) || !(deviation <= 1e-3))
    throw Error(ErrorKind::device,
                fmt::format("step {}: the links are not in SU(3), deviation {:.1e}", step, deviation),
                "the last configuration written is good; run 'glueball doctor'");
}

std::string HeatbathChain::parameters() const {
  return fmt::format("beta = {:.10g}, c1 = {:.10g}\n", couplings_.beta, couplings_.c1);
}

void HeatbathChain::count(int, const StepRecord& record) {
  plaquette_ = record.physics.at("plaquette").get<double>();
  deviation_ = std::max(deviation_, record.diagnostics.at("unitarity_deviation").get<double>());
}

std::string HeatbathChain::note() const { return fmt::format("plaquette {:.6f}", plaquette_); }

std::string HeatbathChain::rows_after() {
  return fmt::format("{:<24} {:>12.1e} before a step's links are brought back to SU(3)\n", "unitarity",
                     deviation_);
}

}  // namespace glueball::app
