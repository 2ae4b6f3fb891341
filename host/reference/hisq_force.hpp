// The molecular-dynamics force of HISQ quarks, in double precision on the CPU.
#pragma once

#include "cpu/hisq.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// The derivative z with respect to U: dS = Re sum Tr dU z.
struct HisqDerivative {
  Configuration z;
  std::size_t filtered;  ///< singular values that the filter has changed
};
/// Applies the chain rule to z_x = dS/dX and z_n = dS/dN: through fat and long links of W, the projection to
/// U(3) with the force filter (Bazavov et al., 1004.0342, appendix), and V.
HisqDerivative hisq_chain(const Configuration& u, double epsilon, const Configuration& z_x,
                          const Configuration& z_n, double filter = kHisqForceFilter);

/// p += eps * force for S = phi^+ A^-1 phi as in staggered_force, with the D of HisqOperator. Returns the
/// number of singular values that the filter has changed. Throws Error(bad_value) if sizes differ.
std::size_t hisq_force(const Configuration& u, const Boundary& boundary, double epsilon,
                       const cpu::FullColourField& x, double eps, Momenta& p,
                       double filter = kHisqForceFilter);

}  // namespace glueball::reference
