// The parameters of a run of hybrid Monte Carlo.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "actions/registry.hpp"
#include "gpu/info.hpp"
#include "lattice/boundary.hpp"
#include "smear/link_smearing.hpp"
#include "update/chain_ranlux.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// A term of the action: a kind of the registry with its parameters, the level whose kicks include its force,
/// and the links that its quarks move on.
struct Monomial {
  std::string kind;
  ActionValues values;
  int level = 0;
  LinkSmearing smear{};
};

/// The host or the device computes the energies of the Metropolis decision, both in double precision.
enum class Energies {
  automatic,  ///< on the device if possible, see energies_on_device()
  host,       ///< by the CPU reference, which also detects faults of the device's memory
  device,     ///< see DoubleLinks; equal up to rounding and the solver's tolerance
};

struct HmcParameters {
  // These parameters describe the simple case: gauge theory with two flavours of Wilson quarks on one level.
  double beta = 5.5;                        ///< 6 / g^2
  double c1 = 0;                            ///< coefficient of the rectangles in the gauge action
  double kappa = 0.15;                      ///< hopping parameter; 0: pure gauge theory
  Boundary boundary = kAntiperiodicInTime;  ///< boundary condition of all quarks
  double tau = 1.0;                         ///< length of a trajectory
  int steps = 10;                           ///< integration steps a trajectory
  Integrator integrator = Integrator::omelyan;
  double force_tolerance = 1e-6;    ///< |r| / |b| in solves for forces, on the device
  double action_tolerance = 1e-10;  ///< true residual of solves for energies, in double
  int max_iterations = 5000;        ///< limit for one solve
  int chronology = 0;               ///< earlier solutions from which a force's solve starts, see ActionSolves
  /// A trajectory fails if dH per site is above this.
  double runaway = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 1;
  /// Overwrites links on the device without the host's knowledge, for tests of fault detection. Energies are
  /// on the host.
  bool inject_fault = false;

  std::vector<Level> levels;  ///< time scales, the outermost first; empty: one of `integrator` and `steps`
  /// Terms of the action; empty: the gauge action on the innermost level, the quarks on the outermost.
  std::vector<Monomial> monomials;
  /// Lower precision of the solver's iterations; empty: that of the dynamics.
  std::optional<gpu::Precision> inner;
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< format if `inner` is half precision
  Energies energies = Energies::automatic;
  int reversibility_interval = 0;  ///< interval of trajectories that are integrated back; 0: never
  RandomNumbers random{};          ///< random numbers of momenta, pseudofermions and Metropolis
  int force_interval = 0;          ///< interval of trajectories after which forces are measured; 0: never
};

/// Returns the parameters with complete levels and monomials, for dynamics in this precision. Throws
/// OptionError of "level" or "monomial" for invalid ones: an unknown kind or parameter, no steps, a monomial
/// on no level, a level without monomials, or ratios of determinants that do not form a chain of ever heavier
/// quarks with a determinant at its end.
HmcParameters settled(HmcParameters parameters, gpu::Precision precision = gpu::Precision::single);

}  // namespace glueball
