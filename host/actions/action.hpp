// What the molecular dynamics knows of an action.
#pragma once

#include <string>

#include "actions/exact_links.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

/// A term of the Hamiltonian. Forces act on the device. Energies decide in the Metropolis step, and are
/// computed in double precision from the SU(3) matrices that the links on the device stand for: on the host
/// from download_unitary, or on the device from ExactLinks. The two agree to rounding and to the solver's
/// tolerance, and one may follow the other: `refresh` here, `energy` there.
class Action {
 public:
  virtual ~Action() = default;
  virtual std::string name() const = 0;

  /// Draws the action's own fields (pseudofermions) for trajectory `step` by heatbath, where it has any, and
  /// returns its energy. The links are those on the device.
  virtual double refresh(const Configuration& u, std::uint32_t step) = 0;
  virtual double refresh(ExactLinks& u, std::uint32_t step) = 0;
  /// The energy with the fields as they are. Throws Error(not_converged) where there is a solve.
  virtual double energy(const Configuration& u) = 0;
  virtual double energy(ExactLinks& u) = 0;
  /// p += eps * force.
  virtual void kick(double eps) = 0;
  /// Single-precision solver iterations since the last call.
  virtual int take_iterations() { return 0; }
};

}  // namespace glueball
