// The configurations that glueball flow writes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "flow/flow.hpp"
#include "flow_command.hpp"

namespace glueball::app {

class FlowOutputs {
 public:
  /// `written`: as outputs_of has it. Throws Error(bad_value) for places that cannot be written, those of
  /// times on the way among them. The options must outlive this.
  FlowOutputs(const FlowOptions& options, const std::vector<bool>& written);

  /// The links of file number `n`, at the end or at a time on the way; on all ranks.
  void save(std::size_t n, const GradientFlow& flow, const LatticeOptions& lattice,
            std::optional<double> t = {}) const;

 private:
  const FlowOptions& o_;
  std::vector<bool> written_;
  std::vector<std::string> places_;  ///< of the files, on the first rank
};

}  // namespace glueball::app
