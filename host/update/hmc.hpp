// Hybrid Monte Carlo with any actions of the registry, on any levels.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "gpu/device.hpp"
#include "update/chain_links.hpp"
#include "update/hmc_parameters.hpp"
#include "update/molecular_dynamics.hpp"
#include "update/trajectory.hpp"

namespace glueball {

class Hmc {
 public:
  /// Layers of the neighbours' sites that its lattice holds where it is split: 2, or what quarks need.
  static int ghosts(const std::vector<Monomial>& monomials);
  /// Throws Error for parameters (see settled()) or a device that cannot do it. On part of a lattice:
  /// Error(bad_value) for quarks that do not work there, for RANLUX, and for energies on the host.
  Hmc(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters, const Configuration& start);
  ~Hmc();

  /// Trajectory number `step`: a function of the links, the seed and the step alone, or of the links and
  /// the generators. Throws Error(not_converged) from the solver, and where dH is not finite or runs away,
  /// which is seen before Metropolis decides. After any exception links and generators are those before the
  /// trajectory.
  Trajectory run(int step);

  /// The links now, unitary in double precision.
  const Configuration& configuration() const;
  /// Whether energies are computed on the device.
  bool energies_on_device() const { return dynamics_->has_energies_on_device(); }
  /// Time on the device by kernel, of those trajectories that were timed: `profiled()` of them, the second
  /// and from there on one in eight or less, so that timing takes no more than a tenth of the time.
  const std::map<std::string, gpu::KernelTime>& times();
  int profiled() const { return profiled_; }
  /// Trajectories that this has run, those of a chain's earlier processes not among them.
  int runs() const { return runs_; }
  const DeviceLattice& lattice() const { return lattice_; }
  /// The links now, on the device, where a rejected trajectory left other ones. Work on them is not part of
  /// `times`.
  const GaugeField& links();
  MolecularDynamics& dynamics() { return *dynamics_; }
  /// As settled().
  const HmcParameters& parameters() const { return parameters_; }

  /// Generators, where the random numbers are RANLUX's. Their state is then part of the chain's.
  std::optional<ChainRanlux>& ranlux() { return ranlux_; }

  /// Steps of the outermost level from now on.
  void set_steps(int steps) { parameters_.levels.front().steps = steps; }
  /// As MolecularDynamics::between_moves. Trajectories are not timed then: the hook's own work would be.
  void between_moves(std::function<void()> hook) {
    timed_ = !hook;
    dynamics_->between_moves(std::move(hook));
  }
  /// Calls `see` at the end of every trajectory, in the order they were added; `configuration()` and
  /// `links()` are then those after it.
  void after_trajectory(std::function<void(const Trajectory&)> see) { watchers_.push_back(std::move(see)); }

 private:
  void require_possible_on_ranks() const;
  void integrate() { dynamics_->integrate(parameters_.levels, parameters_.tau); }
  void propose(Trajectory& t);
  void require_no_runaway(const Trajectory& t) const;
  /// Metropolis: whether the links are taken.
  void decide(Trajectory& t);
  /// From the end of a proposal to where it came from.
  Reversibility run_back(const Configuration& start);
  void record_costs(Trajectory& t);
  bool due(int step, int interval) const { return interval > 0 && step % interval == 0; }

  HmcParameters parameters_;
  DeviceLattice lattice_;
  std::optional<ChainRanlux> ranlux_;
  std::unique_ptr<MolecularDynamics> dynamics_;
  std::optional<ChainLinks> links_;
  double energy_before_ = 0;  ///< of the trajectory that runs
  std::vector<std::function<void(const Trajectory&)>> watchers_;
  int runs_ = 0, profiled_ = 0;
  int next_sample_ = 1;         ///< never the first, which people wait for
  double untimed_seconds_ = 1;  ///< of the last trajectory without timestamps
  bool timed_ = true;
};

}  // namespace glueball
