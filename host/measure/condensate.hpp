// Chiral condensates of staggered quarks, by noise.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "solvers/quark_solver.hpp"

namespace glueball {

/// The quarks, and the accuracy.
struct CondensateOptions {
  QuarkAction action = QuarkAction::staggered;
  std::vector<double> masses;
  int vectors = 4;  ///< number of noise vectors
  double epsilon = 0;
  /// Noise vectors to solve for at once, for one mass after the other; with 1 all masses are solved for at
  /// once.
  int block = 1;
  int deflate = 0;  ///< number of eigenvectors to compute first, for deflation of all solves
};

/// Computes these eigenvectors, which serve all masses; null if there are none.
std::shared_ptr<const LowModes> low_modes_of(gpu::Device& device, const Configuration& u,
                                             const CondensateOptions& options, const Boundary& boundary,
                                             const Domain* domain);

/// Parses "ACTION:MASS[/MASS ...][:VECTORS[:EPSILON[:BLOCK[:DEFLATE]]]]", such as "hisq:0.01/0.05:8". `name`
/// is the observable's name in errors. Throws Error(bad_value) that names the fault.
CondensateOptions parse_condensate(const std::string& text, const std::string& name = "condensate");

/// Returns the tolerance, |b - M x| / |b| on all sites, of solves for traces of a quark of this mass: 1e-8,
/// or less for light quarks. M is normal, so that |b^+ M^-1 r| <= |x| |r| and Re b^+ x = m |x|^2. The
/// relative error of a condensate is therefore at most the tolerance times |M| / m, which is kept below 1e-6
/// for masses of 3e-4 and more. Rounding ends solves near 3e-15 / m on random links, so that the tolerance is
/// never below 1e-10, which the smallest mass of 1e-4 reaches: lighter quarks have an error of at most
/// 3e-10 / m.
double trace_tolerance(double mass);

/// Returns Re Tr M^-1 / V for each mass, summed over all four tastes: the mean over noise vectors eta of 1
/// and -1 of Re eta^+ M^-1 eta / V. All masses, or several vectors, are solved for at once, until |eta - M x|
/// / |eta| on all sites is at most trace_tolerance of their smallest mass, in double. Noise is a function of
/// `seed`, the vector and the global site. On a split lattice `u` is this rank's part of `domain`. Throws
/// Error(not_converged) if 10000 iterations do not suffice, as for light quarks on large, rough lattices.
std::vector<double> chiral_condensates(gpu::Device& device, const Configuration& u,
                                       const CondensateOptions& options, const Boundary& boundary,
                                       std::uint64_t seed, const Domain* domain = nullptr);

}  // namespace glueball
