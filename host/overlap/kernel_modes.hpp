// The lowest eigenvectors of the overlap quarks' kernel, by themselves.
#pragma once

#include <span>
#include <vector>

#include "eigen/hermitian_matrix.hpp"
#include "fermion/wilson_operator.hpp"
#include "linalg/field_vectors.hpp"
#include "linalg/vector_dots.hpp"
#include "overlap/kernel.hpp"

namespace glueball {

struct KernelModes {
  std::vector<double> values;                     ///< of H, with their signs; the smallest in size first
  std::vector<double> residuals;                  ///< |H v - lambda v|
  std::vector<FieldVector<SpinorField>> vectors;  ///< orthonormal, on all sites
  double next = 0;                                ///< no other eigenvalue of H is smaller in size
  double largest = 0;                             ///< the largest in size, from below, within some percent
  std::size_t hops = 0;                           ///< over all sites, that it took
};

/// out = gamma5 M in; not the same.
void apply_kernel(WilsonOperator& op, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out);

/// gamma5 M between orthonormal vectors: its eigenvalues there, and what each is of them.
HermitianEigen kernel_between(WilsonOperator& op, std::span<const FieldVector<SpinorField>> x,
                              VectorDots& dots);

/// kernel.low_modes of them, less where the last are half of a pair of eigenvalues that differ by their sign:
/// the lowest of H^2 (Lanczos), rotated to those of H. `op` is that of kernel.kappa() and must have followed
/// its links. With no low modes the ends of the spectrum alone. With the modes `from` of links nearby the
/// search begins there; what it finds is as accurate and as complete. Throws as Lanczos does, and unless
/// `unsure` as require_signs.
KernelModes low_modes(WilsonOperator& op, const OverlapKernel& kernel, bool unsure = false,
                      const KernelModes* from = nullptr);

/// Throws Error(not_converged) for an eigenvalue too small for its sign to be known.
void require_signs(const KernelModes& modes);

}  // namespace glueball
