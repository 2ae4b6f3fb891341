// --deflate of the commands that solve for quarks: eigenvectors from a file, or found first.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lattice/low_modes.hpp"
#include "quark_options.hpp"

namespace glueball::app {

/// Eigenvectors that a quark's solves are deflated by, and what they took.
struct SolveDeflation {
  /// Null without --deflate, and once it is dropped: vectors that were found lie in the host's memory until
  /// then.
  std::shared_ptr<const LowModes> modes;
  std::vector<double> values;
  std::string file;    ///< that they were read from; empty: they were found
  double seconds = 0;  ///< of finding them, or of opening the file

  explicit operator bool() const { return !values.empty(); }
};

/// How many --deflate says are to be found first; nothing where it names a file or is not given. Throws
/// Error(bad_value) for a number out of range.
std::optional<int> deflation_count(const QuarkOptions& options);

/// The eigenvectors of --deflate; `u` and `domain` as for the solver. Throws as read_low_modes and
/// lowest_modes do.
SolveDeflation find_deflation(gpu::Device& device, const Configuration& u, const QuarkOptions& options,
                              const Domain* domain);

/// Solves of the same columns without deflation and with it.
struct DeflationGain {
  SolveTotal without, with;
};

std::string deflation_text(const SolveDeflation& deflation, const std::optional<DeflationGain>& gain = {});
nlohmann::ordered_json deflation_json(const SolveDeflation& deflation,
                                      const std::optional<DeflationGain>& gain = {});

}  // namespace glueball::app
