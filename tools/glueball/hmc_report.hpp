// The output of `glueball hmc` for its chain.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/hmc_chain.hpp"

namespace glueball::app {

/// Returns the text for the progress line.
std::string hmc_note(const StepRecord& last);
/// Writes the chain's own series and costs into the summary of the run.
void put_hmc_summary(nlohmann::ordered_json& summary, HmcChain& chain);
/// Return the same as rows of text before and after the observables.
std::string hmc_rows_before(const HmcChain& chain);
std::string hmc_rows_after(HmcChain& chain);

}  // namespace glueball::app
