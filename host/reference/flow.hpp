// Gradient flow of gauge fields in double precision on the CPU.
#pragma once

#include <array>
#include <string_view>

#include "lattice/configuration.hpp"
#include "lattice/flow_action.hpp"
#include "lattice/momenta.hpp"

namespace glueball::reference {

/// Returns the coefficients z_a of Z_mu(x) = i sum_a z_a T_a on every link.
Momenta flow_force(const Configuration& u, const FlowAction& action);

/// Makes one step. Returns the largest distance |V - V'| / 9 of the third- and second-order results over all
/// links, in the Frobenius norm.
double flow_step(Configuration& u, const FlowAction& action, double eps);

}  // namespace glueball::reference
