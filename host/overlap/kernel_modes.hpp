// The lowest eigenvectors of the overlap kernel H.
#pragma once

#include <span>
#include <vector>

#include "eigen/small_matrices.hpp"
#include "fermion/wilson_operator.hpp"
#include "linalg/field_vectors.hpp"
#include "linalg/vector_dots.hpp"
#include "overlap/kernel.hpp"

namespace glueball {

struct KernelModes {
  std::vector<double> values;     ///< eigenvalues of H with their signs, in ascending order of |lambda|
  std::vector<double> residuals;  ///< |H v - lambda v|
  std::vector<FieldVector<SpinorField>> vectors;  ///< orthonormal, on all sites
  double next = 0;                                ///< lower bound of |lambda| of all other eigenvalues of H
  double largest = 0;    ///< lower estimate of the largest |lambda|, within some percent
  std::size_t hops = 0;  ///< hops over all sites for the search
};

/// out = gamma5 M in; `in` and `out` must differ.
void apply_kernel(WilsonOperator& op, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);

/// Diagonalizes gamma5 M in the space of orthonormal vectors: its eigenvalues, and the coefficients of the
/// vectors.
HermitianEigen kernel_between(WilsonOperator& op, std::span<const FieldVector<SpinorField>> x,
                              VectorDots& dots);

/// Finds kernel.low_modes low modes, or fewer if the last are halves of pairs of eigenvalues that differ by
/// their sign. A Lanczos process finds the lowest modes of H^2, which are rotated to those of H. `op` is that
/// of kernel.kappa() and must have been updated with its links. Without low modes only the ends of the
/// spectrum are found. With the modes `from` of links nearby the search starts there; its result is as
/// accurate and complete. Throws as Lanczos does, and as require_signs does unless `unsure`.
KernelModes low_modes(WilsonOperator& op, const OverlapKernel& kernel, bool unsure = false,
                      const KernelModes* from = nullptr);

/// Throws Error(not_converged) for an eigenvalue whose sign is uncertain, because its residual is too large.
void require_signs(const KernelModes& modes);

}  // namespace glueball
