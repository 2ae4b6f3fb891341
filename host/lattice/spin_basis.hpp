// The two bases of the Dirac matrices and the rotation between them.
#pragma once

#include "lattice/spinor.hpp"

namespace glueball {

/// External basis (files, results, the host's fields): DeGrand-Rossi, in 2x2 blocks of Pauli matrices s_k
///   gamma_x = [[0, i s_x], [-i s_x, 0]],  gamma_y = [[0, -i s_y], [i s_y, 0]],
///   gamma_z = [[0, i s_z], [-i s_z, 0]],  gamma_t = [[0, 1], [1, 0]],  gamma5 = diag(1, 1, -1, -1).
/// Internal basis (fields on the device): gamma_t is diagonal, so the hops in t move half spinors only,
///   gamma_k = [[0, -i s_k], [i s_k, 0]],  gamma_t = diag(1, 1, -1, -1),  gamma5 = -[[0, 1], [1, 0]].
/// In both gamma5 = gamma_x gamma_y gamma_z gamma_t.
///
/// psi_internal = S psi_external with the unitary S = [[s_y, s_y], [-s_y, s_y]] / sqrt 2, so that
/// S gamma_external S^+ = gamma_internal.
Spinor to_internal(const Spinor& external);

/// Returns psi_external = S^+ psi_internal, the inverse.
Spinor to_external(const Spinor& internal);

}  // namespace glueball
