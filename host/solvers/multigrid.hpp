// Adaptive multigrid for Wilson, twisted-mass and clover quarks.
#pragma once

#include <functional>
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
/// The set-up makes near-null vectors: random fields relaxed on Mhat x = 0. Then it finds how many steps the
/// coarse lattice needs. With fewer, iterations increase towards light quarks.
class Multigrid : public InnerSolver<SpinorField> {
 public:
  /// `op` is the matrix of this quark, made of the links `u`; both must outlive this. The boundary has phases
  /// on wrapping links only. It solves for up to `columns` right-hand sides at once, for which it reads the
  /// coarse matrix and the near-null vectors once. Throws Error(bad_value) as aggregation_for does, and for
  /// another precision than single, images and parts of a lattice. Throws Error(device) if memory does not
  /// suffice.
  Multigrid(FermionOperator<SpinorField>& op, const GaugeField& u, const QuarkParameters& quark,
            const MultigridParameters& parameters, std::size_t columns = 1);
  ~Multigrid() override;

  /// Returns how many of `columns` right-hand sides to solve for at once: their vectors take at most half of
  /// the device's memory.
  static std::size_t fitting(const DeviceLattice& lattice, std::size_t columns);

  /// Makes the near-null vectors and the coarse matrix for the present links. Throws Error(not_converged) if
  /// that is not possible. `progress` is called before each vector, and may throw to stop.
  void set_up(const std::function<void(int, double)>& progress = {});
  /// Returns the last set-up, if there has been one.
  const std::optional<MultigridSetUp>& made() const { return made_; }
  const Aggregation& aggregation() const { return aggregation_; }
  /// Returns the floating-point operations of an iteration, without those of the outer solver's vectors.
  double flops() const;

  /// A column of a cycle: `z` is an approximate solution of Mhat z = r, and rest = r - Mhat z.
  struct Cycle {
    const SpinorField* r;
    SpinorField *z, *rest;
  };
  void cycle(std::span<const Cycle> columns);
  const Aggregates& aggregates() const { return *aggregates_; }
  const CoarseOperator& coarse() const { return *coarse_; }

  const DeviceLattice& lattice() const override { return lattice_; }
  System system() const override { return System::even_odd; }
  std::size_t count() const override { return columns_.size(); }
  SolverMatrix<SpinorField>* matrix() override { return count() == 1 ? &op_ : nullptr; }
  bool restarts() const override { return true; }
  SpinorField& residual() override { return b_; }
  void put(std::size_t n, bool wanted) override;
  /// Makes the set-up first if there is none.
  std::vector<DeviceCgResult> run(std::span<const InnerGoal> goals, bool resume) override;
  const SpinorField& correction(std::size_t n) override { return columns_[n].x[0]; }

 private:
  using Vector = FieldVector<SpinorField>;
  struct SetUp;
  /// A right-hand side's flexible generalised conjugate residuals.
  struct Column {
    explicit Column(const DeviceLattice& lattice);
    Vector x, r;
    std::vector<Vector> z, w;  ///< directions and their images, w orthonormal
    double size = 0;           ///< |b|
    DeviceCgResult result{};
  };

  void make_hierarchy(SetUp& s);
  /// Returns how many steps on the coarse lattice solve for slow modes to kCoarseResidual.
  int enough_steps();
  /// Makes noise at the even sites.
  void gaussian(std::uint32_t number, SpinorField& to);
  void start(Column& c);
  /// Takes direction number `kept`, of which z is given and w is r - w.
  void step(Column& c, std::size_t kept, double tolerance);
  double norm(const SpinorField& x);

  FermionOperator<SpinorField>& op_;
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  QuarkParameters quark_;
  MultigridParameters parameters_;
  Aggregation aggregation_;
  int coarse_steps_ = 0;
  DeviceLattice coarse_lattice_;
  std::unique_ptr<Aggregates> aggregates_;
  std::unique_ptr<CoarseOperator> coarse_;
  std::unique_ptr<CoarseSolver> coarse_solver_;
  FullCoarseField coarse_b_, coarse_x_;
  SpinorField b_, image_;
  std::vector<Column> columns_;
  GlobalSums sums_;
  VectorDots dots_;
  Factors factors_;
  Totals totals_;
  std::optional<MultigridSetUp> made_;
};

}  // namespace glueball
