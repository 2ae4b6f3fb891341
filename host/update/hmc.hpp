// Hybrid Monte Carlo with a gauge action and two flavours of Wilson quarks.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "gpu/device.hpp"
#include "lattice/device_lattice.hpp"
#include "update/molecular_dynamics.hpp"

namespace glueball {

struct HmcParameters {
  double beta = 5.5;                             ///< 6 / g^2
  double c1 = 0;                                 ///< coefficient of the rectangles in the gauge action
  double kappa = 0.15;                           ///< hopping parameter; 0: pure gauge theory, no quarks
  std::array<int, kDirections> boundary{1, 1, 1, -1};  ///< fermion signs
  double tau = 1.0;                              ///< length of a trajectory
  int steps = 10;                                ///< integration steps a trajectory
  Integrator integrator = Integrator::omelyan;
  double force_tolerance = 1e-6;                 ///< |r| / |b|, on the device
  double action_tolerance = 1e-10;               ///< true residual, in double
  int max_iterations = 5000;                     ///< of one solve
  std::uint64_t seed = 1;
  std::uint32_t workgroup = 0;                   ///< LatticeOptions::workgroup
  /// For tests of the fault detection: overwrites links on the device behind the solver's back.
  bool inject_fault = false;
};

/// What one trajectory did.
struct Trajectory {
  int step = 0;
  double plaquette = 0;            ///< after the Metropolis step, average over all planes
  double delta_h = 0;              ///< H(new) - H(old), in double
  bool accepted = false;
  int cg_iterations = 0;           ///< single-precision iterations on the device, all solves
  double seconds = 0;
  double unitarity_deviation = 0;  ///< worst link as stored, before Metropolis saw it re-unitarised
};

class Hmc {
 public:
  /// Throws Error for parameters or a device that cannot do it.
  Hmc(gpu::Device& device, gpu::Storage storage, const HmcParameters& parameters, const Configuration& start);
  ~Hmc();

  /// Trajectory number `step`: a function of the links, the seed and the step alone. Throws Error(not_converged) from
  /// the solver; the links are then those before the trajectory.
  Trajectory run(int step);

  /// The links now, unitary in double precision.
  Configuration configuration() const;
  /// Time on the device by kernel, of those trajectories that were timed: `profiled()` of them, one in eight.
  const std::map<std::string, gpu::KernelTime>& times();
  int profiled() const { return profiled_; }
  const DeviceLattice& lattice() const { return lattice_; }
  /// The links now, on the device, where a rejected trajectory left other ones. Work on them is not part of `times`.
  const GaugeField& links();
  MolecularDynamics& dynamics() { return *dynamics_; }

 private:
  HmcParameters parameters_;
  Configuration links_;
  DeviceLattice lattice_;
  std::unique_ptr<MolecularDynamics> dynamics_;
  int runs_ = 0, profiled_ = 0;
};

}  // namespace glueball
