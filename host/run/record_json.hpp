// Records of a chain in the formats of history.jsonl and --json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/step_record.hpp"

namespace glueball {

/// Returns values with the last index fastest as nested arrays, or a number for shape {}. Numbers that are
/// not finite become null.
nlohmann::ordered_json shaped(const std::vector<std::size_t>& shape, std::span<const double> values);

/// Returns a line of a history: {"step": N, "physics": {...}, "diagnostics": {...}}.
std::string history_line(const StepRecord& record);
/// Returns the same on one level.
std::string flat_line(const StepRecord& record);

/// Reads a line of a history. It must have all observables in `layout`, unless that is empty. Throws
/// nlohmann::json::exception for a line without a required key.
StepRecord record_of(const std::string& line, const std::vector<RecordedValues>& layout);
StepRecord record_of(const nlohmann::ordered_json& line, const std::vector<RecordedValues>& layout);

/// Returns a record of an observable's measurements, [observable][quantity], which can be read again.
nlohmann::ordered_json quantities_record(const std::vector<std::vector<NamedQuantity>>& measured);
/// Reads such a record for the observables of `list` on this lattice. Throws nlohmann::json::exception for
/// another format, another number of observables, or other quantities than an observable has.
std::vector<std::vector<NamedQuantity>> quantities_of(const nlohmann::ordered_json& record,
                                                      const ObservableList& list, const Geometry& geometry);

/// Reads the extents of a whole lattice. Throws nlohmann::json::exception if there is no such lattice.
Site lattice_of(const nlohmann::ordered_json& extents);

}  // namespace glueball
