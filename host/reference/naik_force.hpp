// The molecular-dynamics force of staggered quarks with a Naik term, in double precision on the CPU.
#pragma once

#include "lattice/momenta.hpp"
#include "reference/naik.hpp"

namespace glueball::reference {

/// p += eps * force for S = phi^+ A^-1 phi as in staggered_force, with the D of NaikOperator. A link is the
/// first, second or third of the three links of hops. For a hop from y with k links before this one, force_a
/// = three s(y) eta_mu(y) Im Tr T_a [links from it on] X(y+3mu) X(y)^+ [links before it], with the boundary's
/// factors. Throws Error(bad_value) if sizes differ.
void naik_force(const Configuration& u, const Boundary& boundary, const HopCoefficients& c,
                const FullColourField& x, double eps, Momenta& p);

}  // namespace glueball::reference
