// Links, momenta and actions on a device, moving along Hamilton's equations.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "actions/action.hpp"
#include "field/field.hpp"
#include "field/ranlux_field.hpp"
#include "halo/halo.hpp"
#include "lattice/momenta.hpp"
#include "linalg/global_sums.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// What a part of the dynamics took, where it is timed: on the clock, and of that by kernels on the device.
struct PartTime {
  double seconds = 0;
  std::map<std::string, gpu::KernelTime> kernels;
};

/// A term of the Hamiltonian, and what is known of its part in the dynamics.
struct DynamicTerm {
  std::unique_ptr<Action> action;
  int level = 0;
  int kicks = 0;
  PartTime force, energy;  ///< of its kicks; of its heatbath and its energies
};

/// dU/dtau = i P U, dp_a/dtau = -dS/domega_a; H = sum p_a^2 / 2 + sum of the actions.
class MolecularDynamics {
 public:
  /// Momenta are drawn from `ranlux` where there is one, from Philox otherwise.
  MolecularDynamics(const DeviceLattice& lattice, const Configuration& start, RanluxField* ranlux = nullptr);

  const DeviceLattice& lattice() const { return lattice_; }
  /// With all layers of the neighbours that the lattice holds: who changes them exchanges those too.
  GaugeField& links() { return u_; }
  MomentumField& momenta() { return p_; }
  /// From now on energies are computed on the device, on the host before. Throws as exact_links_on_device
  /// does.
  void energies_on_device() { exact_ = exact_links_on_device(lattice_); }
  bool has_energies_on_device() const { return exact_->on_device() != nullptr; }
  /// What energies are functions of: the links as they are now, in double, until they are asked for again.
  ExactLinks& exact() const;
  void add(std::unique_ptr<Action> action, int level = 0);
  const std::vector<DynamicTerm>& terms() const { return terms_; }

  /// Makes now what a kick at shifted links needs, and would make when it comes.
  void make_room_to_shift();

  /// New momenta and pseudofermions for trajectory `step`; returns H, in double.
  double refresh(std::uint64_t seed, std::uint32_t step);
  /// H as it is now, in double.
  double hamiltonian();
  /// The forces of all actions on one level.
  void integrate(Integrator integrator, double tau, int steps) { integrate({{integrator, steps}}, tau); }
  /// Nested levels, the outermost first; each action is on its own.
  void integrate(const std::vector<Level>& levels, double tau);
  /// Calls `hook` inside of `integrate`, after each kick and drift, with the device done. It must leave links
  /// and momenta alone.
  void between_moves(std::function<void()> hook) { hook_ = std::move(hook); }
  /// p -> -p, which turns time around.
  void reverse();

  /// p += eps * force of every action.
  void kick(double eps);
  /// U <- exp(i eps P) U, and momenta that change where the energy of an action jumps on the way.
  void drift(double eps);
  /// Of the action whose energy jumps; null where there is none.
  Surfaces* surfaces() const { return surfaces_; }
  /// sqrt(<sum_a F_a^2>), averaged over the links, of each action. Leaves other momenta behind.
  std::vector<double> force_norms();

  /// From now on the time of each part is taken, for which the device is waited for.
  void time_parts(bool on) { timed_ = on; }
  bool timed() const { return timed_; }
  /// Of the links' updates; of momenta: their heatbath and their energy, and the links in double for it.
  const PartTime& drifts() const { return drifts_; }
  const PartTime& kinetic() const { return kinetic_; }

  /// The configuration that the links stand for.
  Configuration configuration() const { return exact().configuration(); }
  /// max |U U^+ - 1| or |det U - 1| of the links as they are stored.
  double unitarity_deviation() const { return exact_->deviation(u_); }
  /// Solver iterations since the last call, of each action.
  std::vector<int> take_iterations();
  /// Action::take_filtered of each action.
  std::vector<std::optional<std::size_t>> take_filtered();

 private:
  void kick_level(int level, double eps);
  /// p += eps * force at the links exp(i shift F) U, F the level's force at U.
  void kick_shifted(int level, double eps, double shift);
  void kick(DynamicTerm& term, double eps);
  void clear_momenta();
  /// U <- exp(i eps P) U.
  void move_links(double eps);

  void draw_momenta(std::uint64_t seed, std::uint32_t step);
  double sum_of_energies(const std::function<double(Action&, ExactLinks&)>& energy);
  /// Does `work`, and takes its time where that is wanted.
  void part(PartTime& time, const std::function<void()>& work);

  const DeviceLattice& lattice_;
  RanluxField* ranlux_;
  Halo halo_;
  GaugeField u_;
  MomentumField p_;
  std::optional<GaugeField> kept_u_;  ///< of a force-gradient kick
  std::optional<MomentumField> kept_p_;
  std::optional<GlobalSums> sums_;
  std::unique_ptr<ExactLinks> exact_;
  std::vector<DynamicTerm> terms_;
  Surfaces* surfaces_ = nullptr;
  PartTime drifts_, kinetic_;
  bool timed_ = false;
  std::function<void()> hook_;
};

}  // namespace glueball
