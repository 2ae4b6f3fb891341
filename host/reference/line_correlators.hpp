// Correlators of field strengths along lines in time, in double precision on the CPU.
#pragma once

#include "lattice/action_density.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Re tr around the lattice in time from a site on, with F_mu_nu put in there and dt links later.
double strengths_on_line(const Configuration& u, const Site& s, int mu, int nu, int dt, FieldStrength kind);

/// The same with U_mu U_t - U_t U_mu at the site, which takes the line to its neighbour along mu (`forward`)
/// or against it, and the like at the neighbour dt links later, which takes it back.
double corners_on_line(const Configuration& u, const Site& s, int mu, bool forward, int dt);

}  // namespace glueball::reference
