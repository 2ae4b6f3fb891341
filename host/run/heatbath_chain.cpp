#include "run/heatbath_chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace glueball {

StepRecord HeatbathChain::record() {
  return {.beta = couplings_.beta, .unitarity_deviation = heatbath_.unitarity_deviation()};
}

void HeatbathChain::check(const StepRecord& record) const {
  if (!std::isfinite(record.plaquette()) || !(record.unitarity_deviation <= 1e-3))
    throw Error(ErrorKind::device,
                fmt::format("step {}: the links are not in SU(3), deviation {:.1e}", record.step,
                            record.unitarity_deviation),
                "the last configuration written is good; run 'glueball doctor'");
}

std::string HeatbathChain::parameters() const {
  return fmt::format("beta = {:.10g}, c1 = {:.10g}\n", couplings_.beta, couplings_.c1);
}

std::vector<Monomial> HeatbathChain::monomials() const {
  return {{.kind = "gauge", .values = {{"beta", couplings_.beta}, {"c1", couplings_.c1}}}};
}

void HeatbathChain::count(const StepRecord& record) {
  deviation_ = std::max(deviation_, record.unitarity_deviation);
}

void HeatbathChain::set_couplings(const GaugeCouplings& couplings) {
  couplings_ = couplings;
  heatbath_.set_couplings(couplings);
}

}  // namespace glueball
