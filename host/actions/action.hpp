// What the molecular dynamics knows of an action.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "actions/exact_links.hpp"
#include "actions/surfaces.hpp"

namespace glueball {

/// A term of the Hamiltonian. Forces act on the device. Energies decide in the Metropolis step, and are
/// computed in double precision where the ExactLinks are, on the host or on the device. The two agree to
/// rounding and to the solver's tolerance, and one may follow the other: `refresh` here, `energy` there.
class Action {
 public:
  virtual ~Action() = default;
  virtual std::string name() const = 0;

  /// Draws the action's own fields (pseudofermions) for trajectory `step` by heatbath, where it has any, and
  /// returns its energy. The links stand for those of the dynamics.
  virtual double refresh(ExactLinks& u, std::uint32_t step) = 0;
  /// The energy with the fields as they are. Throws Error(not_converged) where there is a solve.
  virtual double energy(ExactLinks& u) = 0;
  /// p += eps * force.
  virtual void kick(double eps) = 0;
  /// Single-precision solver iterations since the last call.
  virtual int take_iterations() { return 0; }
  /// Singular values that a filter of the force has changed since the last call (FermionOperator); null where
  /// there is no filter.
  virtual std::optional<std::size_t> take_filtered() { return {}; }
  /// Where its energy jumps; null where it does not.
  virtual Surfaces* surfaces() { return nullptr; }
};

}  // namespace glueball
