// Overlap quarks of a command: their options, and the solver made of these.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "overlap/overlap_solver.hpp"
#include "quark_options.hpp"
#include "solve_report.hpp"

namespace glueball::app {

/// --m0, --sign-error, --low-modes and --smear, of a command that takes overlap quarks; to be called before
/// add_quark_options, which then knows the action.
void add_overlap_options(CLI::App& table, QuarkOptions& options);

/// Throws Error(bad_value) for a value that they have no use for.
OverlapKernel overlap_kernel(const QuarkOptions& options);
/// The same with what a device without doubles can do, unless more is asked for.
OverlapKernel overlap_kernel(const QuarkOptions& options, const gpu::DeviceInfo& device);
/// The masses that were given, or the one by default. Throws Error(bad_value) as check_overlap_masses does.
std::vector<double> overlap_masses(const QuarkOptions& options);

/// The configuration of the file, smeared as the options say: its header is read first, and with a lattice
/// that does not fit the device no more than that, but Error(device) thrown. So many vectors are to fit as
/// well. This rank's part, and whose it is in `domain`; null where there is one rank.
Configuration overlap_links(Setup& setup, const QuarkOptions& options, const std::filesystem::path& path,
                            const Domain** domain, std::size_t vectors = 0);

/// The links, smeared as the options say.
Configuration overlap_smeared(Setup& setup, const QuarkOptions& options, const Configuration& u,
                              const Domain* domain);

/// The sign function over the links that overlap_links gives.
std::unique_ptr<SignFunction> overlap_sign(Setup& setup, const Configuration& u, const Domain* domain,
                                           const QuarkOptions& options);

/// The sign function over links, and a solver of all masses.
class OverlapQuarks {
 public:
  /// `u` are the links that overlap_links gives. All must outlive it.
  OverlapQuarks(Setup& setup, const Configuration& u, const Domain* domain, const QuarkOptions& options,
                SolveProgress& progress);

  OverlapSolver& solver() { return *solver_; }
  /// What the sign function is, for a reader.
  std::vector<std::string> lines();
  /// The same as numbers, by their names in JSON.
  std::vector<std::pair<std::string, JsonNumber>> numbers();

 private:
  /// Of the sign function, found once.
  double measured_error();

  const QuarkOptions& options_;
  std::unique_ptr<SignFunction> sign_;
  std::unique_ptr<OverlapSolver> solver_;
  std::optional<double> error_;
};

}  // namespace glueball::app
