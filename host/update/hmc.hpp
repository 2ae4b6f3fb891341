// Hybrid Monte Carlo with any actions of the registry on any time scales.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "field/device_lattice.hpp"
#include "field/memory_need.hpp"
#include "gpu/device.hpp"
#include "gpu/info.hpp"
#include "update/chain_links.hpp"
#include "update/hmc_parameters.hpp"
#include "update/molecular_dynamics.hpp"
#include "update/trajectory.hpp"

namespace glueball {

class Hmc {
 public:
  /// Returns the layers of ghost sites on a split lattice: 2, or more if quarks need them.
  static int ghosts(const std::vector<Monomial>& monomials);
  /// Makes its lattice with these options and `ghosts` layers of ghost sites. Their precision is that of
  /// molecular dynamics; energies are always in double.
  /// Throws Error for invalid parameters (see settled()) or a device that lacks what is needed. On a split
  /// lattice it throws Error(bad_value) for quarks that do not work there, for RANLUX, and for energies on
  /// the host.
  Hmc(gpu::Device& device, const LatticeOptions& options, const HmcParameters& parameters,
      const Configuration& start);
  ~Hmc();

  /// Runs trajectory number `step`, a function of the links, the seed and the step alone, or of the links and
  /// the generators. Throws Error(not_converged) from the solver, and for a dH that is not finite or above
  /// the runaway limit, before Metropolis decides. After any exception links and generators are as before the
  /// trajectory.
  Trajectory run(int step);

  /// Returns the present links, unitary in double precision.
  const Configuration& configuration() const;
  /// True if energies are computed on the device.
  bool energies_on_device() const { return dynamics_->has_energies_on_device(); }
  /// Returns device time by kernel over `profiled()` timed trajectories. These are the second, and later one
  /// in eight or fewer, so that timing takes at most a tenth of the time.
  const std::map<std::string, gpu::KernelTime>& times();
  int profiled() const { return profiled_; }
  /// Returns the number of trajectories that this object has run, without those of a chain's earlier
  /// processes.
  int runs() const { return runs_; }
  const DeviceLattice& lattice() const { return lattice_; }
  /// Returns the present links on the device, which a rejected trajectory does not change. Work on them does
  /// not count in `times`.
  const GaugeField& links();
  MolecularDynamics& dynamics() { return *dynamics_; }
  /// Returns the parameters as settled() completes them.
  const HmcParameters& parameters() const { return parameters_; }

  /// Returns the generators if random numbers are RANLUX's. Their state is then part of the chain's state.
  std::optional<ChainRanlux>& ranlux() { return ranlux_; }

  /// Sets the number of steps of the outermost level.
  void set_steps(int steps) { parameters_.levels.front().steps = steps; }
  /// As MolecularDynamics::between_moves. Trajectories are not timed then, because timing would include the
  /// hook's work.
  void between_moves(std::function<void()> hook) {
    timed_ = !hook;
    dynamics_->between_moves(std::move(hook));
  }
  /// Calls `see` at the end of every trajectory, in the order in which functions were added.
  /// `configuration()` and `links()` are then those after the trajectory.
  void after_trajectory(std::function<void(const Trajectory&)> see) { watchers_.push_back(std::move(see)); }

 private:
  void require_possible_on_ranks() const;
  void integrate() { dynamics_->integrate(parameters_.levels, parameters_.tau); }
  void propose(Trajectory& t);
  void require_no_runaway(const Trajectory& t) const;
  /// Makes the Metropolis decision and takes or restores the links.
  void decide(Trajectory& t);
  /// Integrates back from the end of a proposal, and compares with its start.
  Reversibility run_back(const Configuration& start);
  void record_costs(Trajectory& t);
  bool due(int step, int interval) const { return interval > 0 && step % interval == 0; }

  HmcParameters parameters_;
  DeviceLattice lattice_;
  std::optional<ChainRanlux> ranlux_;
  std::unique_ptr<MolecularDynamics> dynamics_;
  std::optional<ChainLinks> links_;
  double energy_before_ = 0;  ///< H at the start of the present trajectory
  std::vector<std::function<void(const Trajectory&)>> watchers_;
  int runs_ = 0, profiled_ = 0;
  /// The first trajectory is never timed, because users wait for it.
  int next_sample_ = 1;
  double untimed_seconds_ = 1;  ///< duration of the last trajectory without timestamps
  bool timed_ = true;
};

/// Returns the memory with energies on the host or on the device. Throws as Hmc does.
MemoryNeed hmc_memory(const gpu::DeviceInfo& device, const LatticeOptions& options,
                      const HmcParameters& parameters, Energies energies);

/// True if a run's energies are on the device. With Energies::automatic they are if it has double precision,
/// if fields are not in images, and if memory suffices. On a split lattice they always are.
bool energies_on_device(const HmcParameters& settled, const gpu::DeviceInfo& device,
                        const LatticeOptions& options, const Geometry& geometry);

}  // namespace glueball
