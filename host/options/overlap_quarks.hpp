// Overlap quarks in commands: their options, and their solver.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "options/quark_options.hpp"
#include "overlap/overlap_solver.hpp"

namespace glueball::app {

/// Declares --m0, --sign-error and --low-modes for a command with overlap quarks. Must be called
/// before add_quark_options, which then accepts the action.
void add_overlap_options(CLI::App& table, QuarkOptions& options);

/// Throws Error(bad_value) for invalid values.
OverlapKernel overlap_kernel(const QuarkOptions& options);
/// The same, with defaults for devices without double precision if no more is requested.
OverlapKernel overlap_kernel(const QuarkOptions& options, const gpu::DeviceInfo& device);
/// Returns the given masses or the default one. Throws Error(bad_value) as check_overlap_masses does.
std::vector<double> overlap_masses(const QuarkOptions& options);

/// Reads the configuration, smeared as the options say. The header is read first: Error(device) is thrown
/// before the links are read if they and `vectors` vectors do not fit on the device. On several ranks it
/// returns this rank's part, and `domain` is set; on one rank `domain` is null.
Configuration overlap_links(Setup& setup, const QuarkOptions& options, const std::filesystem::path& path,
                            const Domain** domain, std::size_t vectors = 0);

/// Makes the sign function over the links of overlap_links.
std::unique_ptr<SignFunction> overlap_sign(Setup& setup, const Configuration& u, const Domain* domain,
                                           const QuarkOptions& options);

/// The sign function over links, and a solver for all masses.
class OverlapQuarks {
 public:
  /// `u` is the links of overlap_links. All arguments must outlive this.
  OverlapQuarks(Setup& setup, const Configuration& u, const Domain* domain, const QuarkOptions& options,
                SolveProgress& progress);

  OverlapSolver& solver() { return *solver_; }
  /// Describes the sign function as text.
  std::vector<std::string> lines();
  /// Returns the same as numbers with their names in JSON.
  std::vector<std::pair<std::string, JsonNumber>> numbers();

 private:
  /// Returns the error of the sign function, which is measured once.
  double measured_error();

  const QuarkOptions& options_;
  std::unique_ptr<SignFunction> sign_;
  std::unique_ptr<OverlapSolver> solver_;
  std::optional<double> error_;
};

}  // namespace glueball::app
