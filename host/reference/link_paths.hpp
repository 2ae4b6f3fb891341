// Sums of products of links along paths, and their derivative, on the CPU. Paths are computed one after the
// other.
#pragma once

#include <functional>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/fat_links.hpp"

namespace glueball::reference {

struct PathStep {
  int mu;
  bool forward;
};

/// A path of links and its coefficient.
struct WeightedPath {
  std::vector<PathStep> steps;
  double weight;
};

/// Returns the paths of a fat link along mu.
std::vector<WeightedPath> fat_link_paths(int mu, const FatLinkWeights& w);

/// Returns for each link the sum over the paths of its direction from its site.
Configuration path_sums(const Configuration& u,
                        const std::function<std::vector<WeightedPath>(int mu)>& paths);

/// The chain rule for such sums X: from y = dS/dX it computes z with respect to U, where dS = Re sum Tr dX y
/// = Re sum Tr dU z.
Configuration path_sums_chain(const Configuration& u,
                              const std::function<std::vector<WeightedPath>(int mu)>& paths,
                              const Configuration& y);

/// The chain rule for links X(U): from y = dS/dX with dS = Re sum Tr dX y it computes z with dS = Re sum Tr
/// dU
// z. It goes path by path over each link and shares nothing between paths.
Configuration fat_links_chain(const Configuration& u, const FatLinkWeights& w, const Configuration& y);
/// The chain rule for long links, cpu::long_links.
Configuration long_links_chain(const Configuration& u, const Configuration& y);

}  // namespace glueball::reference
