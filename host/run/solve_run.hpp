// Quark propagators of a configuration: M x = b for the columns of a source, for one quark or several masses.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "fermion/quark.hpp"
#include "run/source_columns.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// The output of a mass's solutions.
struct SolutionFile {
  std::string path;
  std::string info;  ///< description of their origin in the file
};

/// Masses and kappa are in lattice units.
struct SolveSettings {
  QuarkParameters quark;
  /// Masses that are solved for at once, of staggered quarks or of the caller's solver; empty: quark.mass.
  std::vector<double> masses{};
  SourceSpec source{};
  int columns = 0;                    ///< as in SourceColumns
  bool ignore_checksum = false;       ///< for a file of sources
  std::vector<SolutionFile> files{};  ///< one for each mass; empty: solutions are not written
  int precision_of_file = 64;         ///< bits of a number in them
  bool force = false;                 ///< true if existing files may be replaced

  const Domain* domain =
      nullptr;  ///< the domain whose part of the lattice the configuration is, if it is split
};

/// The record of one solution: its position, the solve, and its norm.
struct SolveRecord {
  int column = 0;
  io::QuarkColumn label{};
  std::size_t nth_mass = 0;
  double mass = 0;  ///< for staggered quarks
  SolveResult result{};
  double norm2 = 0;  ///< |x|^2 over all sites; on several ranks rank 0 has it
};

/// Solves for columns, or blocks of them, one after the other; on several ranks rank 0 writes. OneParity is
/// ParitySpinorField or ParityColourField, depending on the action.
template <class OneParity>
class SolveRun {
 public:
  /// Opens the source and the files. `u` must outlive this. Throws as SourceColumns and QuarkFieldSink do.
  SolveRun(const Configuration& u, SolveSettings settings);

  int columns() const { return columns_.count(); }
  std::size_t masses() const { return settings_.masses.empty() ? 1 : settings_.masses.size(); }

  /// Makes the solver. Must be called once, before `solve`. Throws as make_quark_solver does.
  void prepare(gpu::Device& device, const SolverOptions& options);
  /// The same with a solver for the masses of the settings, which must outlive this.
  void prepare(QuarkSolver<OneParity>& solver) { solver_ = &solver; }

  /// Solves for the first column, or block of them, without SolverOptions::low_modes, and drops the
  /// solutions. Records are in the order of `solve`. They are solved for with low modes before, so that times
  /// are those of a device after warm-up.
  std::vector<SolveRecord> undeflated();

  /// Called for every solution before it is written: in the order of columns and, in each, of masses.
  using Done = std::function<void(const SolveRecord&)>;
  /// Solves for all columns. Throws Error(not_converged) with the residual that was reached. After any
  /// exception no file is left.
  void solve(const Done& done);
  /// Gives the files their final names. Must be called once the results are known to be correct.
  void finish();

 private:
  double mass(std::size_t k) const {
    return settings_.masses.empty() ? settings_.quark.mass : settings_.masses[k];
  }
  void keep(SolveRecord record, const FullQuarkField<OneParity>& own, const Done& done);

  const Configuration& u_;
  SolveSettings settings_;
  SourceColumns<OneParity> columns_;
  std::vector<std::unique_ptr<io::QuarkFieldSink>> sinks_;  ///< one for each mass
  std::unique_ptr<QuarkSolver<OneParity>> own_;             ///< null if the caller has a solver
  QuarkSolver<OneParity>* solver_ = nullptr;
};

}  // namespace glueball
