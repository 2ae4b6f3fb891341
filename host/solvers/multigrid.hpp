// Adaptive multigrid for Wilson, twisted-mass and clover quarks.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "linalg/field_vectors.hpp"
#include "linalg/vector_dots.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/coarse_solver.hpp"
#include "solvers/inner_solver.hpp"
#include "solvers/multigrid_parameters.hpp"

namespace glueball {

/// Solves Mhat x = b by flexible generalised conjugate residuals, whose preconditioner is a cycle of two
/// lattices (Babich et al., arXiv:1005.3043; Frommer et al., arXiv:1303.1377; Clark et al.,
/// arXiv:1612.07873). A cycle solves roughly for the low modes on the coarse lattice, and relaxes the rest by
/// minimal residuals.
///
/// Mhat x_e = r_e is M x = (r_e, 0) on all sites, so that the coarse matrix is that of M, which has nearest
/// neighbours only. Restriction and prolongation are needed on the even sites alone.
///
/// The set-up makes near-null vectors: random fields relaxed on Mhat x = 0, then improved by cycles.
class Multigrid : public InnerSolver<SpinorField> {
 public:
  /// `op` is the matrix of this quark, made of the links `u`; both must outlive this. The boundary has phases
  /// on wrapping links only. Throws Error(bad_value) as aggregation_for does, and for another precision than
  /// single, images and parts of a lattice. Throws Error(device) if memory does not suffice.
  Multigrid(FermionOperator<SpinorField>& op, const GaugeField& u, const QuarkParameters& quark,
            const MultigridParameters& parameters);
  ~Multigrid() override;

  /// Makes the near-null vectors and the coarse matrix for the present links. Throws Error(not_converged) if
  /// that is not possible.
  void set_up();
  /// Returns the last set-up, if there has been one.
  const std::optional<MultigridSetUp>& made() const { return made_; }
  const Aggregation& aggregation() const { return aggregation_; }
  /// Returns the floating-point operations of an iteration, without those of the outer solver's vectors.
  double flops() const;

  /// Computes an approximate solution z of Mhat z = r, and rest = r - Mhat z.
  void cycle(const SpinorField& r, SpinorField& z, SpinorField& rest);
  const Aggregates& aggregates() const { return *aggregates_; }
  const CoarseOperator& coarse() const { return *coarse_; }

  const DeviceLattice& lattice() const override { return lattice_; }
  System system() const override { return System::even_odd; }
  SolverMatrix<SpinorField>* matrix() override { return &op_; }
  bool restarts() const override { return true; }
  SpinorField& residual() override { return b_; }
  /// Makes the set-up first if there is none.
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) override;
  const SpinorField& correction(std::size_t) override { return x_[0]; }

 private:
  struct SetUp;
  void make_hierarchy(SetUp& s);
  double norm(const SpinorField& x);

  FermionOperator<SpinorField>& op_;
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  QuarkParameters quark_;
  MultigridParameters parameters_;
  Aggregation aggregation_;
  DeviceLattice coarse_lattice_;
  std::unique_ptr<Aggregates> aggregates_;
  std::unique_ptr<CoarseOperator> coarse_;
  std::unique_ptr<CoarseSolver> coarse_solver_;
  FullCoarseField coarse_b_, coarse_x_;
  SpinorField b_, image_;
  FieldVector<SpinorField> x_, r_;
  std::vector<FieldVector<SpinorField>> z_, w_;  ///< directions and their images, w orthonormal
  GlobalSums sums_;
  VectorDots dots_;
  Factors factors_;
  Totals totals_;
  std::optional<MultigridSetUp> made_;
};

}  // namespace glueball
