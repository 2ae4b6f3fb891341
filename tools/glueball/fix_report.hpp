// The output of glueball fix.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "options/fix_options.hpp"

namespace glueball::app {

/// Prints a line for each copy if there are several.
void report_copy(const FixOptions& o, const FixedCopy& copy);
/// Prints and returns the result: the best copy, statistics of all copies, and the requested observables of
/// the fixed field.
nlohmann::ordered_json report(const FixOptions& o, const Configuration& fixed, const FixedCopy& best,
                              const std::vector<FixedCopy>& all);
/// Prints a result of `report` again.
void report_again(const FixOptions& o, const nlohmann::ordered_json& result);

}  // namespace glueball::app
