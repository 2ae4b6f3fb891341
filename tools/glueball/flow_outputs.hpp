// The configurations that glueball flow writes.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "files_run.hpp"
#include "flow/flow.hpp"
#include "flow_command.hpp"

namespace glueball::app {

class FlowOutputs {
 public:
  /// Throws as places_of does. The options must outlive this.
  explicit FlowOutputs(const FlowOptions& options);

  /// Returns the paths of all outputs, including those at intermediate times.
  std::vector<std::string> all() const;
  /// Must be called before there is work. Throws as require_kept and require_places do.
  void require(const FilesRun& kept);

  /// Must be called before file number `n` is flowed. `origin` is that of FilesRun. Throws Error(bad_value)
  /// without --force if there is an output that is not this run's.
  void begin(std::size_t n, const std::string& origin);
  /// Writes the links of that file at an intermediate time or at the end. All ranks must call it.
  void save(std::size_t n, const GradientFlow& flow, const LatticeOptions& lattice,
            std::optional<double> t = {}) const;

 private:
  /// Returns the outputs of file number `n`.
  std::vector<std::string> all_of(std::size_t n) const;

  const FlowOptions& o_;
  std::vector<std::string> places_;  ///< output paths of the files
  std::vector<bool> written_;
  std::string origin_;              ///< line in the text of the present file's outputs
  std::set<std::string> replaced_;  ///< those of them that may be replaced
};

}  // namespace glueball::app
