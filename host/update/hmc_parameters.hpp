// What a run of hybrid Monte Carlo is made of.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "actions/registry.hpp"
#include "comm/domain.hpp"
#include "gpu/info.hpp"
#include "lattice/boundary.hpp"
#include "update/chain_ranlux.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// A term of the action: a kind of the registry with its numbers, and the level whose kicks it gives.
struct Monomial {
  std::string kind;
  ActionValues values;
  int level = 0;
};

/// Where the energies that Metropolis decides with are computed, in double either way.
enum class Energies {
  automatic,  ///< on the device where it can, see energies_on_device()
  host,       ///< the reference, which finds faults of the device's memory too
  device,     ///< see ExactLinks; the same to rounding and to what the solver's tolerance leaves
};

struct HmcParameters {
  // The simple way: gauge theory with two flavours of Wilson quarks on one level.
  double beta = 5.5;                        ///< 6 / g^2
  double c1 = 0;                            ///< coefficient of the rectangles in the gauge action
  double kappa = 0.15;                      ///< hopping parameter; 0: pure gauge theory, no quarks
  Boundary boundary = kAntiperiodicInTime;  ///< of all quarks
  double tau = 1.0;                         ///< length of a trajectory
  int steps = 10;                           ///< integration steps a trajectory
  Integrator integrator = Integrator::omelyan;
  double force_tolerance = 1e-6;    ///< |r| / |b|, on the device
  double action_tolerance = 1e-10;  ///< true residual, in double
  int max_iterations = 5000;        ///< of one solve
  int chronology = 0;               ///< earlier solutions that a force's solve starts from, see ActionSolves
  double runaway =
      std::numeric_limits<double>::infinity();  ///< a trajectory fails whose dH is above so much a site
  std::uint64_t seed = 1;
  /// For tests of the fault detection: overwrites links on the device behind the solver's back. Energies are
  /// the host's.
  bool inject_fault = false;

  std::vector<Level> levels;  ///< the outermost first; none: one of `integrator` and `steps`
  std::vector<Monomial>
      monomials;  ///< none: the gauge action on the innermost level, the quarks on the outermost
  gpu::Precision precision =
      gpu::Precision::single;  ///< of the molecular dynamics; energies are double always
  std::optional<gpu::Precision>
      inner;  ///< of the solver's iterations, shorter; the dynamics' own where there is none
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< of iterations in half precision
  Energies energies = Energies::automatic;
  int reversibility_interval = 0;  ///< trajectories between two that are run back; 0: none is
  RandomNumbers random{};          ///< of momenta, pseudofermions and Metropolis
  std::uint32_t workgroup = 0;     ///< LatticeOptions::workgroup
  std::optional<bool> together;    ///< LatticeOptions::together
  int force_interval = 0;          ///< trajectories between two after which forces are measured; 0: none
  const Domain* domain = nullptr;  ///< whose part of a lattice the start is, where it is split
};

/// With its levels and monomials, each complete. Throws OptionError of "level" or "monomial" for what makes
/// no sense: a kind or a number that does not exist, no steps, a monomial on no level, a level without
/// monomials, ratios of determinants that are no chain of ever heavier quarks with a determinant at its end.
HmcParameters settled(HmcParameters parameters);

}  // namespace glueball
