// --deflate of commands that solve for quarks. Eigenvectors are read from a file, or computed first.
#pragma once

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lattice/low_modes.hpp"
#include "options/quark_options.hpp"

namespace glueball::app {

/// Eigenvectors for the deflation of a quark's solves, and their cost.
struct SolveDeflation {
  /// Null without --deflate and after their release. Computed vectors use the host's memory until then.
  std::shared_ptr<const LowModes> modes;
  std::vector<double> values;
  std::string file;    ///< the file that they were read from; empty: they were computed
  double seconds = 0;  ///< time of computing them, or of opening the file

  explicit operator bool() const { return !values.empty(); }
};

/// Returns how many eigenvectors --deflate computes, or nothing if it names a file or is not given. Throws
/// Error(bad_value) for a number out of range.
std::optional<int> deflation_count(const QuarkOptions& options);

/// Returns the eigenvectors of --deflate; `u` and `domain` are those of the solver. Throws as read_low_modes
/// and lowest_modes do.
SolveDeflation find_deflation(gpu::Device& device, const Configuration& u, const QuarkOptions& options,
                              const Domain* domain);

/// Sums over solves of the same columns without and with deflation.
struct DeflationGain {
  SolveTotal without, with;
};

std::string deflation_text(const SolveDeflation& deflation, const std::optional<DeflationGain>& gain = {});
nlohmann::ordered_json deflation_json(const SolveDeflation& deflation,
                                      const std::optional<DeflationGain>& gain = {});

}  // namespace glueball::app
