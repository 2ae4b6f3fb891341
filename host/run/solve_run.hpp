// Quark propagators of a configuration: M x = b for the columns of a source, of one quark or of several
// masses.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fermion/quark.hpp"
#include "run/source_columns.hpp"
#include "solvers/multimass_solver.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// Where the solutions of a mass go.
struct SolutionFile {
  std::string path;
  std::string info;  ///< what the file says of its origin
};

/// Masses and kappa in lattice units.
struct SolveSettings {
  QuarkParameters quark;
  /// Of staggered quarks: two or more are solved for at once, in place of `quark.mass`. Of a solver of one's
  /// own: those that it has.
  std::vector<double> masses{};
  SourceSpec source{};
  int columns = 0;                    ///< as SourceColumns takes it
  bool ignore_checksum = false;       ///< of a file of sources
  std::vector<SolutionFile> files{};  ///< one a mass; none: solutions are not kept
  int precision_of_file = 64;         ///< bits of a number in them
  bool force = false;                 ///< whether they may replace others

  const Domain* domain = nullptr;  ///< whose part of a lattice the configuration is, where it is split

  bool several() const { return masses.size() > 1; }
};

/// One solution: its place, how it was found, its norm.
struct SolveRecord {
  int column = 0;
  io::QuarkColumn label{};
  std::size_t nth_mass = 0;
  double mass = 0;  ///< of staggered quarks
  SolveResult result{};
  double norm2 = 0;  ///< |x|^2, over all sites; of several ranks the first knows it
};

/// Solves for a column, or a block of them, after another; of several ranks the first writes.
/// ParitySpinorField or ParityColourField as the action has it.
template <class OneParity>
class SolveRun {
 public:
  /// Opens the source and the files. `u` must outlive this. Throws as SourceColumns and QuarkFieldSink do.
  SolveRun(const Configuration& u, SolveSettings settings);

  int columns() const { return columns_.count(); }
  std::size_t masses() const { return settings_.several() ? settings_.masses.size() : 1; }

  /// Makes the solver. To be called once, before `solve`. Throws as make_spinor_solver and
  /// make_multimass_solver do.
  void prepare(gpu::Device& device, const SolverOptions& options);
  /// The same with a solver of one's own, for the masses of the settings at once: x of each from b.
  using Masses = std::function<std::vector<SolveResult>(const FullQuarkField<OneParity>&,
                                                        std::span<FullQuarkField<OneParity>>)>;
  void prepare(Masses solve) { masses_at_once_ = std::move(solve); }

  /// Solves for the first column, or block of them, without SolverOptions::low_modes, and forgets the
  /// solutions. In the order of `solve`. Before that they are solved for with them, so that times are those
  /// of a device that has done it all before.
  std::vector<SolveRecord> undeflated();

  /// Called for every solution before it is written: in the order of columns and, in each, of masses.
  using Done = std::function<void(const SolveRecord&)>;
  /// Solves for all columns. Throws Error(not_converged) that says how far it came; then, or where anything
  /// else is thrown, no file is left.
  void solve(const Done& done);
  /// The files appear under their names. To be called once the results are known to be good.
  void finish();

 private:
  void solve_one_mass(const Done& done);
  void solve_masses(const Done& done);
  void keep(SolveRecord record, const FullQuarkField<OneParity>& own, const Done& done);

  const Configuration& u_;
  SolveSettings settings_;
  SourceColumns<OneParity> columns_;
  std::vector<std::unique_ptr<io::QuarkFieldSink>> sinks_;  ///< one a mass
  std::unique_ptr<QuarkSolver<OneParity>> solver_;
  std::unique_ptr<MultimassSolver> multimass_;  ///< in its place where there are several masses
  Masses masses_at_once_;                       ///< what solves for these: that, or one of the caller's own
};

}  // namespace glueball
