// Fat links and their derivative on the CPU, in double precision.
#pragma once

#include "lattice/configuration.hpp"
#include "lattice/fat_links.hpp"

namespace glueball::reference {

/// Of any links: paths there and back are not taken for unit matrices. Staples within staples, so that paths
/// share what they have in common.
Configuration fat_links(const Configuration& u, const FatLinkWeights& w);

// The chain rule: of y = dS/dX for links X made of U, what it is for U, where dS = Re sum Tr dX y = Re sum Tr
// dU z. Path by path, each link of it once: nothing is shared.
Configuration fat_links_chain(const Configuration& u, const FatLinkWeights& w, const Configuration& y);
/// Of long links, reference::long_links.
Configuration long_links_chain(const Configuration& u, const Configuration& y);

}  // namespace glueball::reference
