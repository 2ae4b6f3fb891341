// What the commands that solve for quarks share: the table of options, and the solver made of them.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/progress.hpp"
#include "app/setup.hpp"
#include "fermion/registry.hpp"
#include "io/quark_file.hpp"
#include "quark/source.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball::app {

/// Of overlap quarks.
struct OverlapOptions {
  double m0 = 1.4, sign_error = 0;
  int low_modes = 8;
  std::string smear = "none";
};

struct QuarkOptions {
  std::string file;
  bool ignore_checksum = false;
  std::string action = "wilson";
  double kappa = 0.12, mu = 0, csw = 1, mass = 0.1, naik_epsilon = 0;
  /// Of a command that takes several: those given, `mass` and `naik_epsilon` being the first.
  std::vector<double> masses, naik_epsilons;
  Four boundary{{1, 1, 1, -1}};
  FourReals twist{};
  double imaginary_mu = 0;
  std::string source = "point:0,0,0,0";
  double tolerance = 1e-10;
  std::string inner = "single", solver = "cg", restart = "auto";
  int max_iterations = 10000, reconstruct = 0, block = 0;
  std::string deflate;         ///< a file of eigenvectors, or how many to find
  bool takes_overlap = false;  ///< the command knows --action overlap
  OverlapOptions overlap;
  const CommonOptions* common = nullptr;  ///< of the command
};

/// What a command takes lists of.
enum class Lists {
  nothing,
  masses,  ///< --mass
  quarks,  ///< --mass and --naik-epsilon
};

/// Action, mass, phases at the boundary and the like; `mass`: what is said of --mass.
void add_quark_parameters(CLI::App& table, QuarkOptions& options, Lists lists,
                          const std::string& mass = "mass of staggered quarks, in lattice units");

/// `sources`: the words that --source takes here; `lists`: what may be one. Of `common`, where the solver's
/// --half-format lies. With `files` the command takes several configurations.
void add_quark_options(CLI::App& table, QuarkOptions& options, CommonOptions& common,
                       const std::string& sources, Lists lists = Lists::nothing,
                       std::vector<std::string>* files = nullptr);

/// Throws Error(bad_value) for a value that the action has no use for.
QuarkParameters quark_parameters(const QuarkOptions& options);
/// Overlap quarks are no QuarkAction: overlap_quarks.hpp.
inline bool is_overlap(const QuarkOptions& o) { return o.action == "overlap"; }
/// Whether fields are ParityColourField.
inline bool is_staggered(const QuarkOptions& o) {
  return !is_overlap(o) && is_staggered(quark_action(o.action));
}
/// Whether it has a mass, not a kappa.
inline bool has_mass(const QuarkOptions& o) { return is_overlap(o) || is_staggered(o); }
/// Throws Error(bad_value) as Boundary::check does.
Boundary boundary_of(const QuarkOptions& o);

/// "wilson, kappa 0.12, boundary 1,1,1,-1"
std::string describe(const QuarkOptions& options);

/// Thrown out of a solve when a signal that is caught (app/signals.hpp) has come.
struct Interrupted {};

/// Columns that were solved out of those asked for, with the residual of the one at work.
class SolveProgress {
 public:
  SolveProgress(std::size_t columns, double tolerance, bool quiet)
      : progress_(columns, quiet), tolerance_(tolerance), columns_(columns) {}
  int columns() const { return int(columns_); }
  /// Throws Interrupted.
  void update(int iterations, double residual);
  void column_done() { progress_.update(++done_); }
  void clear() { progress_.clear(); }

 private:
  Progress progress_;
  double tolerance_;
  std::size_t columns_, done_ = 0;
};

SolverOptions solver_options(const QuarkOptions& options, SolveProgress& progress);

/// The configuration of the file: its header is read first, and with a lattice that does not fit the device
/// no more than that, but Error(device) thrown. With `domain` this rank's part of it, and whose it is; null
/// where there is one rank.
Configuration fitting_configuration(Setup& setup, const QuarkOptions& options,
                                    const std::filesystem::path& path, const Domain** domain = nullptr);

template <class OneParity>
std::unique_ptr<QuarkSolver<OneParity>> make_solver(gpu::Device& device, const Configuration& u,
                                                    const QuarkOptions& options, SolveProgress& progress,
                                                    const Domain* domain = nullptr,
                                                    std::shared_ptr<const LowModes> low_modes = {}) {
  SolverOptions how = solver_options(options, progress);
  how.low_modes = std::move(low_modes);
  how.domain = domain;
  return make_quark_solver<OneParity>(device, u, quark_parameters(options), how);
}

/// Sums over the solves of a command.
struct SolveTotal {
  std::size_t columns = 0;
  int iterations = 0, restarts = 0;
  double residual = 0, residual_full = 0;  ///< the largest
  double seconds = 0, flops = 0;
  void add(const SolveResult& result);
  double gflops() const { return seconds > 0 ? flops / seconds * 1e-9 : 0; }
};

}  // namespace glueball::app
