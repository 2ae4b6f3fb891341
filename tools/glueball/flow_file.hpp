// What glueball flow has found of a file: to be printed, kept, and read again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "measure/observable_list.hpp"
#include "run/flow_run.hpp"

namespace glueball::app {

/// At a flow time.
struct FlowRow {
  FlowRecord record;
  std::vector<std::vector<NamedQuantity>> observed{};  ///< [observable][quantity]

  /// Each name once.
  std::vector<NamedQuantity> quantities() const;
};

struct FlowFile {
  Site lattice{};  ///< extents of the whole
  std::vector<FlowRow> rows{};
  int steps = 0, rejected = 0;  ///< of the integration

  FlowCurve clover() const, plaquette() const;

  nlohmann::ordered_json record() const;
  /// Throws nlohmann::json::exception for what `record` does not write.
  static FlowFile of(const nlohmann::ordered_json& record, const std::optional<ObservableList>& observables);
};

}  // namespace glueball::app
