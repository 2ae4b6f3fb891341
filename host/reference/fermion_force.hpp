// The molecular-dynamics force of two flavours of Wilson quarks, in double precision on the CPU.
#pragma once

#include "cpu/schur_operator.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// p += eps * force for S = phi^+ (Mhat^+ Mhat)^-1 phi with phi on the even sites. With X_e = (Mhat^+
/// Mhat)^-1 phi, Y_e = Mhat X_e and U -> exp(i omega_a T_a) U, dS = -2 Re Y_e^+ dMhat X_e and dMhat =
/// -kappa^2 (dH_eo H_oe + H_eo dH_oe). With the odd parts X_o = kappa H_oe X_e, Y_o = kappa (H^+)_oe Y_e this
/// is dS = 2 kappa Re Y^+ dH X over all sites. Its terms with U_mu(x) are force_a = -dS/domega_a = 2 kappa Im
/// Tr T_a (A - B), A = sum_spin [(1 - gamma_mu) U_mu(x) X(x+mu)] Y(x)^+, B = sum_spin [(1 + gamma_mu) X(x)]
/// [U_mu(x) Y(x+mu)]^+, with the boundary's factors in the links. Throws Error(bad_value) if sizes differ.
void fermion_force(const Configuration& u, const Boundary& boundary, double kappa,
                   const cpu::FullField<double>& x, const cpu::FullField<double>& y, double eps, Momenta& p);

/// X and Y on both parities from X on the even sites, as fermion_force takes them.
struct ForceFields {
  cpu::FullField<double> x, y;
};
ForceFields force_fields(const cpu::WilsonOperator<double>& m, const ParitySpinorField& x_even);

/// The same for any dS = -2 Re Y_e^+ dMhat X_e and M = T - kappa H with a site-diagonal T: X_o = kappa
/// T_oo^-1 H_oe X_e, Y_o = kappa (T_oo^+)^-1 (H^+)_oe Y_e. If T contains links, the force has a further term:
/// dS = 2 kappa Re Y^+ dH X - 2 Re Y^+ dT X, see reference/clover_force.hpp.
ForceFields force_fields(const cpu::SchurOperator& m, const ParitySpinorField& x_even,
                         const ParitySpinorField& y_even);

}  // namespace glueball::reference
