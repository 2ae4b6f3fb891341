// The results of glueball flow for a file, which are printed, recorded and read again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/flow_run.hpp"

namespace glueball::app {

/// Results at a flow time.
struct FlowRow {
  FlowRecord record;
  std::vector<std::vector<NamedQuantity>> observed{};  ///< [observable][quantity]

  /// Returns the quantities, each name once.
  std::vector<NamedQuantity> quantities() const;
};

struct FlowFile {
  Site lattice{};  ///< extents of the whole lattice
  std::vector<FlowRow> rows{};
  int steps = 0, rejected = 0;  ///< steps of the integration

  FlowCurve clover() const, plaquette() const;

  nlohmann::ordered_json record() const;
  /// Throws nlohmann::json::exception for text that `record` does not write, or another number of rows.
  static FlowFile of(const nlohmann::ordered_json& record, const std::optional<ObservableList>& observables,
                     std::size_t rows);
};

}  // namespace glueball::app
