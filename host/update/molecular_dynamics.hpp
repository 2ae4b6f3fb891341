// Molecular dynamics on a device: links, momenta and actions.
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
#include "smear/smeared_links.hpp"
#include "update/integrator.hpp"

namespace glueball {

/// The duration of a part of the dynamics, and its kernels' device time.
struct PartTime {
  double seconds = 0;
  std::map<std::string, gpu::KernelTime> kernels;
};

/// Smeared links that terms share: in the precision of the dynamics with the forces on them, and in double.
struct DynamicLinks {
  SmearedLinks smeared;
  std::unique_ptr<DoubleLinks> exact{};
};

/// A term of the Hamiltonian, with statistics.
struct DynamicTerm {
  std::unique_ptr<Action> action;
  int level = 0;
  DynamicLinks* links = nullptr;  ///< null: the links themselves
  int kicks = 0;
  /// Times of its kicks, and of its heatbath and energies.
  PartTime force, energy;
};

/// Integrates dU/dtau = i P U, dp_a/dtau = -dS/domega_a for H = sum p_a^2 / 2 + sum of the actions.
class MolecularDynamics {
 public:
  /// Momenta are drawn from `ranlux` if it is given, else from Philox.
  MolecularDynamics(const DeviceLattice& lattice, const Configuration& start, RanluxField* ranlux = nullptr);

  const DeviceLattice& lattice() const { return lattice_; }
  /// Returns the links with all ghost layers of the lattice. Code that changes them must exchange these too.
  GaugeField& links() { return u_; }
  MomentumField& momenta() { return p_; }
  /// Computes energies on the device from now on; before they are computed on the host. Throws as
  /// double_links_on_device does.
  void energies_on_device() { exact_ = double_links_on_device(lattice_); }
  bool has_energies_on_device() const { return exact_->on_device() != nullptr; }
  /// Returns the links in double precision, of which energies are functions. They are a copy of the present
  /// links, valid until the next call.
  DoubleLinks& exact() const;
  /// Returns the smeared links of this kind, made at the first call; null for none. An action that moves on
  /// them reads their links and adds to their force.
  DynamicLinks* smeared(const LinkSmearing& smearing);
  void add(std::unique_ptr<Action> action, int level = 0, DynamicLinks* links = nullptr);
  const std::vector<DynamicTerm>& terms() const { return terms_; }

  /// Allocates what a kick at shifted links needs, which would otherwise happen at the first such kick.
  void make_room_to_shift();

  /// Draws new momenta and pseudofermions for trajectory `step`, and returns H in double.
  double refresh(std::uint64_t seed, std::uint32_t step);
  /// Returns the present H in double.
  double hamiltonian();
  /// Integrates with the forces of all actions on one level.
  void integrate(Integrator integrator, double tau, int steps) { integrate({{integrator, steps}}, tau); }
  /// Integrates on nested levels, the outermost first, with each action on its own level.
  void integrate(const std::vector<Level>& levels, double tau);
  /// Calls `hook` within `integrate`, after each kick and drift, when the device has finished. It must not
  /// change links and momenta.
  void between_moves(std::function<void()> hook) { hook_ = std::move(hook); }
  /// Reverses time: p -> -p.
  void reverse();

  /// Adds eps * force of every action to p.
  void kick(double eps);
  /// Moves links: U <- exp(i eps P) U. Momenta change at topological-sector boundaries, where the energy of
  /// an action jumps.
  void drift(double eps);
  /// Returns the topological-sector boundaries of the action whose energy jumps, or null.
  SectorBoundaries* sector_boundaries() const { return sector_boundaries_; }
  /// Returns sqrt(<sum_a F_a^2>), averaged over the links, for each action. Momenta are overwritten.
  std::vector<double> force_norms();

  /// Switches on timing of each part, for which the host waits for the device.
  void time_parts(bool on) { timed_ = on; }
  bool timed() const { return timed_; }
  /// Return the times of updates of links, and of momenta: their heatbath, their energy, and the links in
  /// double for it.
  const PartTime& drifts() const { return drifts_; }
  const PartTime& kinetic() const { return kinetic_; }
  /// Returns the time of smearing, and of carrying forces back.
  const PartTime& smearing() const { return smearing_; }

  /// Returns the configuration in double precision.
  Configuration configuration() const { return exact().configuration(); }
  /// Returns max |U U^+ - 1| or |det U - 1| of the links as stored.
  double unitarity_deviation() const { return exact_->deviation(u_); }
  /// Returns solver iterations since the last call for each action.
  std::vector<int> take_iterations();
  /// Returns Action::take_filtered of each action.
  std::vector<std::optional<std::size_t>> take_filtered();

 private:
  void kick_level(int level, double eps);
  /// Adds eps * force of the terms that `take` accepts. Those on the same smeared links have them smeared,
  /// and their forces carried back, once for all.
  void kick_terms(double eps, const std::function<bool(const DynamicTerm&)>& take);
  /// Adds eps * force at the links exp(i shift F) U to p, where F is the level's force at U.
  void kick_shifted(int level, double eps, double shift);
  void kick(DynamicTerm& term, double eps);
  void clear_momenta();
  /// Moves links: U <- exp(i eps P) U.
  void move_links(double eps);

  void draw_momenta(std::uint64_t seed, std::uint32_t step);
  double sum_of_energies(const std::function<double(Action&, DoubleLinks&)>& energy);
  /// Runs `work`, and times it if timing is on.
  void part(PartTime& time, const std::function<void()>& work);

  const DeviceLattice& lattice_;
  RanluxField* ranlux_;
  Halo halo_;
  GaugeField u_;
  MomentumField p_;
  std::optional<GaugeField> kept_u_;  ///< copies for force-gradient kicks
  std::optional<MomentumField> kept_p_;
  std::optional<GlobalSums> sums_;
  std::unique_ptr<DoubleLinks> exact_;
  std::vector<std::unique_ptr<DynamicLinks>> smeared_;
  std::vector<DynamicTerm> terms_;
  SectorBoundaries* sector_boundaries_ = nullptr;
  PartTime drifts_, kinetic_, smearing_;
  bool timed_ = false;
  std::function<void()> hook_;
};

}  // namespace glueball
