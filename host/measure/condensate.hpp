// Chiral condensates of staggered quarks, by noise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solvers/quark_solver.hpp"

namespace glueball {

/// Of which quarks, and how well.
struct CondensateOptions {
  QuarkAction action = QuarkAction::staggered;
  std::vector<double> masses;
  int vectors = 4;     ///< of noise
  double epsilon = 0;  ///< correction of Naik's term of HISQ quarks
  int block = 1;       ///< vectors solved for at once, one mass after the other; of 1 all masses together
  int deflate = 0;     ///< eigenvectors to find first, by which all solves are deflated
};

/// Those eigenvectors, of the quark with any of the masses; none where there are to be none.
std::shared_ptr<const LowModes> low_modes_of(gpu::Device& device, const Configuration& u,
                                             const CondensateOptions& options, const Boundary& boundary,
                                             const Domain* domain);

/// "ACTION:MASS[/MASS ...][:VECTORS[:EPSILON[:BLOCK[:DEFLATE]]]]", such as "hisq:0.01/0.05:8". `name` is the
/// observable's in errors. Throws Error(bad_value) that says what is wrong with it.
CondensateOptions parse_condensate(const std::string& text, const std::string& name = "condensate");

/// Re Tr M^-1 / V of each mass, of all four tastes: the mean over noise vectors eta of 1 and -1 of Re eta^+
/// M^-1 eta / V. All masses are solved for at once, or several vectors, until
/// |eta - M x| / |eta| on all sites is 1e-8 in double, for every mass; noise is a function of `seed`, the
/// vector and the global site. Of a lattice that is split `u` is this rank's part of it, of `domain`. Throws
/// Error(not_converged).
std::vector<double> chiral_condensates(gpu::Device& device, const Configuration& u,
                                       const CondensateOptions& options, const Boundary& boundary,
                                       std::uint64_t seed, const Domain* domain = nullptr);

}  // namespace glueball
