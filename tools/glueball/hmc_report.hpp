// What `glueball hmc` says of its chain.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/hmc_chain.hpp"

namespace glueball::app {

/// For the progress line.
std::string hmc_note(const StepRecord& last);
/// Its own series and costs, into the summary of the run.
void put_hmc_summary(nlohmann::ordered_json& summary, HmcChain& chain);
/// The same as rows of text: what comes before the observables, and after them.
std::string hmc_rows_before(const HmcChain& chain);
std::string hmc_rows_after(HmcChain& chain);

}  // namespace glueball::app
