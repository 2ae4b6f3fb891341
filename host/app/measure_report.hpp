// How measured quantities, means and errors are printed: a JSON line or a table a file, and what an ensemble
// or a chain says of them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"

namespace glueball::app {

/// Of one file; repeated quantities are left out.
std::string measure_json(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities);
std::string measure_text(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities);

/// Its quantities alone.
nlohmann::ordered_json quantities_json(std::span<const NamedQuantity> quantities);
std::string quantities_text(std::span<const NamedQuantity> quantities);

/// {"summary": {"files": n, key: {"mean", "error", "tau_int", "tau_int_error", "reliable"}, ...}}, each but
/// the last of the shape of the quantity. Times are in files; there are none where errors are by jackknife.
std::string summary_json(std::size_t files, std::span<const Summary> summaries);
/// What "summary" holds there.
nlohmann::ordered_json summary_object(std::size_t files, std::span<const Summary> summaries);
std::string summary_text(std::size_t files, std::span<const Summary> summaries);

/// KEY, KEY_error, KEY_tau_int, KEY_tau_int_error of the shape of the quantity and KEY_reliable: whether all
/// of them are.
void put_estimate(nlohmann::ordered_json& summary, const Summary& s);

/// "0.5709945 +- 0.0013092", or what of it is not determined.
std::string value_and_error(const SeriesEstimate& e, int width, int digits);

/// A row of a summary: "plaquette   0.5709945 +- 0.0013092  (tau_int 1.42 +- 0.93 steps)". It says so where
/// there were too few values for the error, and where there is none.
std::string summary_row(const std::string& name, const SeriesEstimate& estimate, const std::string& unit,
                        int digits = 7);
/// One for each number of a summary, places named as "creutz [0,1]".
std::string summary_rows(const Summary& s, const std::string& unit, int digits = 7);

}  // namespace glueball::app
