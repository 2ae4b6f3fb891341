// What glueball flow prints of a flow and of several.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "run/flow_run.hpp"

namespace glueball::app {

nlohmann::ordered_json row_json(const FlowRecord& record);
std::string row_title();
std::string row_text(const FlowRecord& record);

/// t0 and w0 where the flow has reached them (null in JSON), and its steps.
nlohmann::ordered_json scales_json(const FlowRun& run);
std::string scales_text(const FlowRun& run);

/// Of the scales of so many files, with errors by the Gamma method or by the jackknife over bins of `bin`.
nlohmann::ordered_json means_json(const FlowScales& clover, const FlowScales& plaquette, std::size_t files,
                                  std::size_t bin);
std::string means_text(const FlowScales& clover, const FlowScales& plaquette, std::size_t files,
                       std::size_t bin);

}  // namespace glueball::app
