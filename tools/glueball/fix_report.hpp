// What glueball fix prints.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "fix_options.hpp"

namespace glueball::app {

/// A line for each copy, where there are several.
void report_copy(const FixOptions& o, const FixedCopy& copy);
/// The result: the best copy, the statistics of all, and what was asked of the fixed field. Returns it too.
nlohmann::ordered_json report(const FixOptions& o, const Configuration& fixed, const FixedCopy& best,
                              const std::vector<FixedCopy>& all);
/// What `report` has returned, once more.
void report_again(const FixOptions& o, const nlohmann::ordered_json& result);

}  // namespace glueball::app
