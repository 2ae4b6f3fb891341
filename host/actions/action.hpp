// The interface between molecular dynamics and a term of the Hamiltonian.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "actions/double_links.hpp"
#include "actions/sector_boundaries.hpp"

namespace glueball {

/// A term of the Hamiltonian. Forces are computed on the device. Energies decide the Metropolis step, so they
/// are computed in double precision, on the host or on the device (DoubleLinks). Force and energy agree to
/// rounding and to the solver's tolerance. They may be computed on different processors: `refresh` on the
/// device, `energy` on the host.
class Action {
 public:
  virtual ~Action() = default;
  virtual std::string name() const = 0;

  /// Draws the action's own fields (pseudofermions) for trajectory `step` by heatbath and returns its energy.
  /// `u` equals the links of the dynamics.
  virtual double refresh(DoubleLinks& u, std::uint32_t step) = 0;
  /// Returns the energy with the fields as they are. Throws Error(not_converged) if a solve fails.
  virtual double energy(DoubleLinks& u) = 0;
  /// Computes p += eps * force.
  virtual void kick(double eps) = 0;
  /// Returns the number of single-precision solver iterations since the last call.
  virtual int take_iterations() { return 0; }
  /// Returns how many singular values a filter of the force has changed since the last call
  /// (FermionOperator); null if the action has no filter.
  virtual std::optional<std::size_t> take_filtered() { return {}; }
  /// Returns the topological-sector boundaries at which the energy jumps; null if the energy is continuous.
  virtual SectorBoundaries* sector_boundaries() { return nullptr; }
};

}  // namespace glueball
