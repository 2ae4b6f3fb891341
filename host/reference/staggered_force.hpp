// The molecular-dynamics forces of staggered quarks, with and without a Naik term, in double precision on the
// CPU.
#pragma once

#include "cpu/staggered.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// p += eps * force for S = phi^+ A^-1 phi, A = m^2 - D_eo D_oe, with phi on the even sites. With X_e = A^-1
/// phi, X_o = D_oe X_e and D^+ = -D, dS = -X_e^+ dA X_e = 2 Re X_e^+ dD_eo X_o. For U -> exp(i omega_a T_a) U
/// the link U_mu(x) is in dD_eo forwards from an even x and backwards from an odd one. Therefore force_a =
/// -dS/domega_a = s(x) eta_mu(x) Im Tr T_a U_mu(x) X(x+mu) X(x)^+ with s = 1 on even x and -1 on odd x, and
/// with the boundary's factors in the links. Throws Error(bad_value) if sizes differ.
void staggered_force(const Configuration& u, const Boundary& boundary, const cpu::FullColourField& x,
                     double eps, Momenta& p);

/// The same only for the links from the sites of one parity.
void staggered_force(const Configuration& u, const Boundary& boundary, Parity from,
                     const cpu::FullColourField& x, double eps, Momenta& p);

/// p += eps * force for S = phi^+ A^-1 phi as in staggered_force, with the D of NaikOperator. A link is the
/// first, second or third of the three links of hops. For a hop from y with k links before this one, force_a
/// = three s(y) eta_mu(y) Im Tr T_a [links from it on] X(y+3mu) X(y)^+ [links before it], with the boundary's
/// factors. Throws Error(bad_value) if sizes differ.
void naik_force(const Configuration& u, const Boundary& boundary, const HopCoefficients& c,
                const cpu::FullColourField& x, double eps, Momenta& p);

}  // namespace glueball::reference
