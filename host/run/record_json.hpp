// Records of a chain as history.jsonl and --json have them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Values with the last index fastest, as nested arrays; a number where the shape is {}. What is no number is
/// null.
nlohmann::ordered_json shaped(const std::vector<std::size_t>& shape, std::span<const double> values);

/// {"step": N, "physics": {...}, "diagnostics": {...}}, a line of a history.
std::string history_line(const StepRecord& record);
/// The same on one level.
std::string flat_line(const StepRecord& record);

/// A line of a history again; of observables those in `layout`, which must all be there, or none where it is
/// empty. Throws nlohmann::json::exception for a line without what it must have.
StepRecord record_of(const std::string& line, const std::vector<RecordedValues>& layout);

/// What observables have measured of a configuration, [observable][quantity], to be kept and read again.
nlohmann::ordered_json quantities_record(const std::vector<std::vector<NamedQuantity>>& measured);
/// Of the observables of `list`. Throws nlohmann::json::exception for what quantities_record does not write,
/// or of another number of observables.
std::vector<std::vector<NamedQuantity>> quantities_of(const nlohmann::ordered_json& record,
                                                      const ObservableList& list);

}  // namespace glueball
