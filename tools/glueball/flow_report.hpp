// The output of glueball flow for one file and for several.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "flow_file.hpp"

namespace glueball::app {

nlohmann::ordered_json row_json(const FlowRow& row);
std::string row_title();
std::string row_text(const FlowRow& row);

/// Return t0 and w0 if the flow has reached them (null in JSON), and the flow's steps.
nlohmann::ordered_json scales_json(const FlowFile& file);
std::string scales_text(const FlowFile& file);

/// Prints means over several files of one size: t0, w0, and the observables at each time. Errors are by the
/// Gamma method, or by the jackknife over bins of `bin`.
void print_means(const std::vector<FlowFile>& files, const std::optional<ObservableList>& observables,
                 std::size_t bin, bool json);

}  // namespace glueball::app
