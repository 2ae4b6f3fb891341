// Options of all commands that solve for quarks, and the solver made of them.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "app/options.hpp"
#include "app/progress.hpp"
#include "app/setup.hpp"
#include "fermion/registry.hpp"
#include "io/quark_file.hpp"
#include "quark/source.hpp"
#include "smear/link_smearing.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball::app {

/// A parameter of a quark or a count.
using JsonNumber = std::variant<double, std::uint64_t>;

/// Options of overlap quarks.
struct OverlapOptions {
  double m0 = 1.4, sign_error = 0;
  int low_modes = 8;
};

struct QuarkOptions {
  std::string file;
  bool ignore_checksum = false;
  std::string action = "wilson", smear = "none";
  bool exponential = false;
  double kappa = 0.12, mu = 0, csw = 1, mass = 0.1, naik_epsilon = 0;
  /// All given values of a command with lists; `mass` and `naik_epsilon` are the first.
  std::vector<double> masses, naik_epsilons;
  Four boundary{{1, 1, 1, -1}};
  FourReals twist{};
  double imaginary_mu = 0;
  std::string source = "point:0,0,0,0";
  double tolerance = 1e-10;
  std::string inner = "single", solver = "auto", restart = "auto";
  std::string multigrid = "auto";  ///< blocks and near-null vectors
  int max_iterations = 10000, reconstruct = 0, block = 0;
  std::string deflate;         ///< a file of eigenvectors, or how many to compute
  bool takes_overlap = false;  ///< true if the command has --action overlap
  OverlapOptions overlap;
  const CommonOptions* common = nullptr;  ///< common options of the command
};

/// The options that may be lists.
enum class Lists {
  nothing,
  masses,  ///< --mass
  quarks,  ///< --mass and --naik-epsilon
};

/// Declares action, mass, boundary phases and the like; `mass` is the help of --mass.
void add_quark_parameters(CLI::App& table, QuarkOptions& options, Lists lists,
                          const std::string& mass = "mass of staggered quarks, in lattice units");

/// Declares all options of a quark and its solver. `sources` are the words of --source; `lists` are the
/// options that may be lists. `common` has --half-format. With `files` the command takes several
/// configurations.
void add_quark_options(CLI::App& table, QuarkOptions& options, CommonOptions& common,
                       const std::string& sources, Lists lists = Lists::nothing,
                       std::vector<std::string>* files = nullptr);

/// Declares what common flags of a command that solves for quarks act with.
void add_solver_needs(CLI::App& table, const QuarkOptions& options);

/// Throws Error(bad_value) for a value that the action does not use.
QuarkParameters quark_parameters(const QuarkOptions& options);
/// True for overlap quarks, which are no QuarkAction (overlap_quarks.hpp).
inline bool is_overlap(const QuarkOptions& o) { return o.action == "overlap"; }
/// True if fields are ParityColourField.
inline bool is_staggered(const QuarkOptions& o) {
  return !is_overlap(o) && is_staggered(quark_action(o.action));
}
/// True if it has a mass instead of a kappa.
inline bool has_mass(const QuarkOptions& o) { return is_overlap(o) || is_staggered(o); }
/// Throws Error(bad_value) as Boundary::check does.
Boundary boundary_of(const QuarkOptions& o);

/// For example "wilson, kappa 0.12, boundary 1,1,1,-1".
std::string describe(const QuarkOptions& options);

/// Thrown from a solve after a caught signal (app/signals.hpp).
struct Interrupted {};

/// Progress of solved columns, with the residual of the present one.
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

/// Parses --smear. Throws Error(bad_value).
LinkSmearing smearing_of(const QuarkOptions& options);
/// Returns the options of a lattice in double precision, or in single if the device has no doubles.
LatticeOptions double_lattice(Setup& setup, const Geometry& geometry, const Domain* domain);
/// Returns the quark's links, smeared on the device in double precision if it has that. On a split lattice
/// they are this rank's.
Configuration smeared_links(Setup& setup, const QuarkOptions& options, const Configuration& u,
                            const Domain* domain);
/// Returns the memory of such smearing; nothing without smearing.
std::vector<MemoryNeed> smearing_memory(Setup& setup, const QuarkOptions& options);

/// Reads the configuration, smeared as the options say. The header is read first: Error(device) is thrown
/// before the links are read if they do not fit on the device. With `domain` it returns this rank's part and
/// sets `domain`; on one rank `domain` is null.
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
  return make_quark_solver<OneParity>(device, u, quark_parameters(options), how, options.masses);
}

/// Sums over a command's solves.
struct SolveTotal {
  std::size_t columns = 0;
  int iterations = 0, restarts = 0;
  double residual = 0, residual_full = 0;  ///< the largest ones
  double seconds = 0, flops = 0;
  std::optional<MultigridSetUp> set_up{};
  void add(const SolveResult& result);
  double gflops() const { return seconds > 0 ? flops / seconds * 1e-9 : 0; }
};

/// Warns of a hopping parameter above 1/4. Quarks are massless at 1/8 without gluons and at 1/4 at beta = 0,
/// so that no coupling gives such quarks a positive mass.
void warn_of_kappa(double kappa);
/// Warns of a hopping parameter or of masses that no solve should have.
void warn_of_quark(const QuarkOptions& o);

}  // namespace glueball::app
