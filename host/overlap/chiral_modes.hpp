// The lowest eigenvalues of overlap quarks, chirality by chirality, and the index of their matrix.
#pragma once

#include <functional>
#include <vector>

#include "eigen/vector_matrix.hpp"
#include "overlap/overlap_operator.hpp"

namespace glueball {

struct ChiralModesOptions {
  int count = 2;            ///< eigenvalues of each chirality, more where all of these are zero
  double tolerance = 1e-6;  ///< |A v - lambda v|, A = D(0)^+ D(0)
  int max_restarts = 1000;  ///< of a Lanczos process
  std::uint64_t seed = 1;   ///< of the vectors that it starts with
  /// Called with the chirality, the eigenvalues found of it so far and the residual of the one at work.
  std::function<void(Chirality, int, double)> progress{};
};

/// Of D(0)^+ D(0), in which all but zero modes come in both chiralities with the same eigenvalue |z|^2, from
/// 0 to 1.
struct ChiralModes {
  struct OfOne {
    std::vector<double> values;  ///< ascending
    std::vector<double> residuals;
    int zero_modes = 0;  ///< eigenvalues that are 0
  };
  OfOne minus, plus;

  const OfOne& of(Chirality c) const { return c == Chirality::plus ? plus : minus; }
  OfOne& of(Chirality c) { return c == Chirality::plus ? plus : minus; }
  /// n_minus - n_plus: the topological charge with the sign of (1 / 32 pi^2) eps tr F F, by the index
  /// theorem; reference::charge_density has the other sign. Modes too small to be told from zero do not
  /// count, since they come in pairs.
  int index() const { return minus.zero_modes - plus.zero_modes; }
};

/// A = D(0)^+ D(0) where `chirality` is, and 1, its largest eigenvalue, where the other one is.
class ChiralNormalMatrix : public VectorMatrix<SpinorField> {
 public:
  /// `op` must outlive it; `accuracy` is that of the sign function.
  ChiralNormalMatrix(OverlapOperator& op, Chirality chirality, double accuracy);

  const DeviceLattice& lattice() const override { return op_.sign().lattice(); }
  /// Of zeros: a Lanczos process tries the matrix on a vector of anything, and the sign of what is no number
  /// is none.
  FieldVector<SpinorField> make() const override;
  std::size_t dimension() const override;
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) override;

 private:
  OverlapOperator& op_;
  Chirality chirality_;
  double accuracy_;
  FieldVector<SpinorField> part_, image_;
};

/// By Lanczos in each chirality, to less than the tolerance where that does not tell zero modes from others.
/// Throws Error(not_converged) where the sign's error does not let it, and as Lanczos does, and as
/// SignFunction::apply.
ChiralModes chiral_modes(SignFunction& sign, const ChiralModesOptions& options);

}  // namespace glueball
