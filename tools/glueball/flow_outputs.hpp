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
  /// Throws as places_of does. The options must outlive this.
  explicit FlowOutputs(const FlowOptions& options);

  /// Their places, those of times on the way among them.
  std::vector<std::string> all() const;
  /// To be called before there is work: throws as require_places does, to which `written` goes.
  void require(const std::vector<bool>& written);

  /// The links of file number `n`, at the end or at a time on the way; on all ranks.
  void save(std::size_t n, const GradientFlow& flow, const LatticeOptions& lattice,
            std::optional<double> t = {}) const;

 private:
  /// Those of file number `n`.
  std::vector<std::string> all_of(std::size_t n) const;

  const FlowOptions& o_;
  std::vector<std::string> places_;  ///< of the files
  std::vector<bool> written_;
};

}  // namespace glueball::app
