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

  /// Returns the paths of all outputs, including those at intermediate times.
  std::vector<std::string> all() const;
  /// Must be called before there is work. `written` says which files a resumed run has written already.
  /// Throws as require_places does.
  void require(const std::vector<bool>& written);

  /// Writes the links of file number `n` at an intermediate time or at the end. All ranks must call it.
  /// Throws Error(bad_value) without --force if a file of that name exists that is not this run's.
  void save(std::size_t n, const GradientFlow& flow, const LatticeOptions& lattice,
            std::optional<double> t = {}) const;

 private:
  /// Returns the outputs of file number `n`.
  std::vector<std::string> all_of(std::size_t n) const;

  const FlowOptions& o_;
  std::vector<std::string> places_;  ///< output paths of the files
  std::vector<bool> written_;
};

}  // namespace glueball::app
