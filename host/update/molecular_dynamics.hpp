// Links, momenta and actions on a device, moving along Hamilton's equations.
#pragma once

#include <memory>
#include <vector>

#include "actions/action.hpp"
#include "lattice/field.hpp"
#include "lattice/momenta.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// dU/dtau = i P U, dp_a/dtau = -dS/domega_a; H = sum p_a^2 / 2 + sum of the actions.
class MolecularDynamics {
 public:
  MolecularDynamics(const DeviceLattice& lattice, const Configuration& start);

  const DeviceLattice& lattice() const { return lattice_; }
  GaugeField& links() { return u_; }
  MomentumField& momenta() { return p_; }
  void add(std::unique_ptr<Action> action) { actions_.push_back(std::move(action)); }
  const std::vector<std::unique_ptr<Action>>& actions() const { return actions_; }

  /// New momenta and pseudofermions for trajectory `step`; returns H, in double.
  double refresh(std::uint64_t seed, std::uint32_t step);
  /// H as it is now, in double.
  double hamiltonian();
  void integrate(Integrator integrator, double tau, int steps);
  /// p -> -p, which turns time around.
  void reverse();

  /// p += eps * force of every action.
  void kick(double eps);
  /// U <- exp(i eps P) U.
  void drift(double eps);

  /// The configuration that the links stand for.
  Configuration configuration() const;
  int take_iterations();

 private:
  const DeviceLattice& lattice_;
  GaugeField u_;
  MomentumField p_;
  std::vector<std::unique_ptr<Action>> actions_;
};

}  // namespace glueball
