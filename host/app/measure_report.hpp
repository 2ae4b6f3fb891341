// Output of measured quantities, means and errors: a JSON line or a table for each file, and the summary of
// an ensemble or a chain.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"

namespace glueball::app {

/// Format the quantities of one file; a repeated quantity is printed once.
std::string measure_json(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities);
std::string measure_text(const std::string& file, const Geometry& geometry,
                         std::span<const NamedQuantity> quantities);

/// Format the quantities alone, without file and lattice.
nlohmann::ordered_json quantities_json(std::span<const NamedQuantity> quantities);
std::string quantities_text(std::span<const NamedQuantity> quantities);

/// Returns {"summary": {"files": n, ...}} with the keys of put_estimate. Autocorrelation times are in files.
std::string summary_json(std::size_t files, std::span<const Summary> summaries);
/// Returns the object below "summary".
nlohmann::ordered_json summary_object(std::size_t files, std::span<const Summary> summaries);
std::string summary_text(std::size_t files, std::span<const Summary> summaries);

/// Adds KEY, KEY_error, KEY_tau_int, KEY_tau_int_error of the shape of the quantity, and KEY_reliable: true
/// if all errors are reliable. Autocorrelation times are absent if errors are by jackknife. Every command's
/// summary and HDF5 use these keys.
void put_estimate(nlohmann::ordered_json& summary, const Summary& s);

/// Returns "0.5709945 +- 0.0013092", or the words for a mean or an error that is not determined.
std::string value_and_error(const SeriesEstimate& e, int width, int digits);

/// Returns a row of a summary: "plaquette   0.5709945 +- 0.0013092  (tau_int 1.42 +- 0.93 steps)". The row
/// says if there were too few values for the error, and if there is none. `with_window` adds the window of
/// the autocorrelation sum, in the same unit, to the time.
std::string summary_row(const std::string& name, const SeriesEstimate& estimate, const std::string& unit,
                        int digits = 7, bool with_window = false);
/// Returns one row for each number of a summary; places are named as "creutz [0,1]".
std::string summary_rows(const Summary& s, const std::string& unit, int digits = 7, bool with_window = false);

}  // namespace glueball::app
