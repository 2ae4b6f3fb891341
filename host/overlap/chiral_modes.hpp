// The lowest eigenvalues of overlap quarks for each chirality, and the index of their matrix.
#pragma once

#include <functional>
#include <vector>

#include "eigen/vector_matrix.hpp"
#include "overlap/overlap_operator.hpp"

namespace glueball {

struct ChiralModesOptions {
  int count = 2;            ///< eigenvalues of each chirality; more are computed if all are zero
  double tolerance = 1e-6;  ///< |A v - lambda v| with A = D(0)^+ D(0)
  int max_restarts = 1000;  ///< limit of restarts of a Lanczos process
  std::uint64_t seed = 1;   ///< seed of its start vectors
  /// Called with the chirality, the number of its eigenvalues found so far, and the residual of the next one.
  std::function<void(Chirality, int, double)> progress{};
};

/// Eigenvalues of D(0)^+ D(0). All except those of zero modes exist in both chiralities with the same
/// eigenvalue |z|^2, from 0 to 1.
struct ChiralModes {
  struct OfOne {
    std::vector<double> values;  ///< in ascending order
    std::vector<double> residuals;
    int zero_modes = 0;  ///< number of eigenvalues that are 0
  };
  OfOne minus, plus;

  const OfOne& of(Chirality c) const { return c == Chirality::plus ? plus : minus; }
  OfOne& of(Chirality c) { return c == Chirality::plus ? plus : minus; }
  /// Returns n_minus - n_plus. By the index theorem this is the topological charge with the sign of (1 / 32
  /// pi^2) eps tr F F; cpu::charge_density has the other sign. Modes so small that they cannot be
  /// separated from zero do not matter, since they come in pairs.
  int index() const { return minus.zero_modes - plus.zero_modes; }
};

/// The matrix A = D(0)^+ D(0) on fields of `chirality`, and 1, its largest eigenvalue, on those of the other.
class ChiralNormalMatrix : public VectorMatrix<SpinorField> {
 public:
  /// `op` must outlive this; `accuracy` is that of the sign function.
  ChiralNormalMatrix(OverlapOperator& op, Chirality chirality, double accuracy);

  const DeviceLattice& lattice() const override { return op_.sign().lattice(); }
  /// Returns zeros, because a Lanczos process applies the matrix to an uninitialized vector, and the sign
  /// function fails for NaN.
  FieldVector<SpinorField> make() const override;
  std::size_t dimension() const override;
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) override;

 private:
  OverlapOperator& op_;
  Chirality chirality_;
  double accuracy_;
  FieldVector<SpinorField> part_, image_;
};

/// Finds the modes by a Lanczos process in each chirality. The tolerance is lowered if it does not separate
/// zero modes from others. Throws Error(not_converged) if the sign function's error does not allow this, and
/// as Lanczos and SignFunction::apply do.
ChiralModes chiral_modes(SignFunction& sign, const ChiralModesOptions& options);

}  // namespace glueball
