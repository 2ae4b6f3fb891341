// What `glueball measure` prints: a JSON line or a table a file, and the ensemble's means with errors.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/observable.hpp"

namespace glueball::app {

/// Values with the last index fastest, as nested arrays; a number where the shape is {}.
nlohmann::ordered_json shaped(const std::vector<std::size_t>& shape, const std::vector<double>& values);

std::string measure_json(const std::string& file, const Geometry& geometry, std::span<const Quantity> quantities);
std::string measure_text(const std::string& file, const Geometry& geometry, std::span<const Quantity> quantities);

/// {"summary": {"files": n, key: {"mean", "error", "tau_int"}, ...}}, each of the shape of the quantity.
std::string summary_json(std::size_t files, std::span<const Summary> summaries);
std::string summary_text(std::size_t files, std::span<const Summary> summaries);

}  // namespace glueball::app
