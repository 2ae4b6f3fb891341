// Correlators of field strengths along lines in time, in double precision on the CPU.
#pragma once

#include "lattice/action_density.hpp"
#include "lattice/configuration.hpp"

namespace glueball::reference {

/// Returns Re tr of the loop around the lattice in time from a site on, with F_mu_nu inserted there and dt
/// links later.
double strengths_on_line(const Configuration& u, const Site& s, int mu, int nu, int dt, FieldStrength kind);

/// The same with U_mu U_t - U_t U_mu at the site, which moves the line to the neighbour along mu (`forward`)
/// or against it, and the corresponding term dt links later, which moves it back.
double corners_on_line(const Configuration& u, const Site& s, int mu, bool forward, int dt);

}  // namespace glueball::reference
