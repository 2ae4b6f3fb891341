// Fat links and their derivative on the CPU, in double precision.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/fat_links.hpp"

namespace glueball::reference {

/// Returns fat links of any matrices: a path forth and back need not be the unit matrix. Staples within
/// staples are computed, so that paths share common parts.
Configuration fat_links(const Configuration& u, const FatLinkWeights& w);

// The chain rule for links X(U): from y = dS/dX with dS = Re sum Tr dX y it computes z with dS = Re sum Tr dU
// z. It goes path by path over each link and shares nothing between paths.
Configuration fat_links_chain(const Configuration& u, const FatLinkWeights& w, const Configuration& y);
/// The chain rule for long links, reference::long_links.
Configuration long_links_chain(const Configuration& u, const Configuration& y);

}  // namespace glueball::reference
