// Links, momenta and actions on a device, moving along Hamilton's equations.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "actions/action.hpp"
#include "lattice/field.hpp"
#include "lattice/momenta.hpp"
#include "lattice/ranlux_field.hpp"
#include "solvers/global_sums.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// A term of the Hamiltonian, and what is known of its part in the dynamics.
struct DynamicTerm {
  std::unique_ptr<Action> action;
  int level = 0;
  double seconds = 0;  ///< of its kicks, where they are timed
  int kicks = 0;
};

/// dU/dtau = i P U, dp_a/dtau = -dS/domega_a; H = sum p_a^2 / 2 + sum of the actions.
class MolecularDynamics {
 public:
  /// Momenta are drawn from `ranlux` where there is one, from Philox otherwise.
  MolecularDynamics(const DeviceLattice& lattice, const Configuration& start, RanluxField* ranlux = nullptr);

  const DeviceLattice& lattice() const { return lattice_; }
  GaugeField& links() { return u_; }
  MomentumField& momenta() { return p_; }
  void add(std::unique_ptr<Action> action, int level = 0) { terms_.push_back({std::move(action), level}); }
  const std::vector<DynamicTerm>& terms() const { return terms_; }

  /// New momenta and pseudofermions for trajectory `step`; returns H, in double.
  double refresh(std::uint64_t seed, std::uint32_t step);
  /// H as it is now, in double.
  double hamiltonian();
  /// The forces of all actions on one level.
  void integrate(Integrator integrator, double tau, int steps) { integrate({{integrator, steps}}, tau); }
  /// Nested levels, the outermost first; each action is on its own.
  void integrate(const std::vector<Level>& levels, double tau);
  /// Calls `hook` inside of `integrate`, after each kick and drift, with the device done. It must leave links and momenta alone.
  void between_moves(std::function<void()> hook) { hook_ = std::move(hook); }
  /// p -> -p, which turns time around.
  void reverse();

  /// p += eps * force of every action.
  void kick(double eps);
  /// U <- exp(i eps P) U.
  void drift(double eps);
  /// sqrt(<sum_a F_a^2>), averaged over the links, of each action. Leaves other momenta behind.
  std::vector<double> force_norms();

  /// From now on the time of each action's kicks is taken, for which the device is waited for.
  void time_kicks(bool on) { timed_ = on; }

  /// The configuration that the links stand for.
  Configuration configuration() const;
  /// Solver iterations since the last call, of each action.
  std::vector<int> take_iterations();

 private:
  void kick_level(int level, double eps);
  /// p += eps * force at the links exp(i shift F) U, F the level's force at U.
  void kick_shifted(int level, double eps, double shift);
  void kick(DynamicTerm& term, double eps);
  void clear_momenta();

  void draw_momenta(std::uint64_t seed, std::uint32_t step);

  const DeviceLattice& lattice_;
  RanluxField* ranlux_;
  GaugeField u_;
  MomentumField p_;
  std::optional<GaugeField> kept_u_;  ///< of a force-gradient kick
  std::optional<MomentumField> kept_p_;
  std::optional<GlobalSums> sums_;
  std::vector<DynamicTerm> terms_;
  bool timed_ = false;
  std::function<void()> hook_;
};

}  // namespace glueball
