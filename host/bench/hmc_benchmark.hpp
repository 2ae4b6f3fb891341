// Hybrid Monte Carlo timed on the setups of 2012: where the time of a trajectory goes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "field/memory_need.hpp"
#include "gpu/device.hpp"
#include "update/hmc.hpp"

namespace glueball {

/// A run of the 2012 paper's table 4 (Bach et al., "Lattice QCD based on OpenCL", arXiv:1209.5942), or one
/// like them.
struct HmcSetup {
  std::string name;      ///< "A", "B", "C"; empty for another mass
  double mu = 0.1;       ///< a mu, twisted mass; 0: Wilson quarks
  double tau = 2;        ///< length of a trajectory, with the momenta of this program
  double paper_tau = 0;  ///< as the paper has it; 0: not the paper's
};

/// Lengths of trajectories in the paper go with generators lambda_a, ours with lambda_a / 2: the same tau is
/// twice as long there.
inline constexpr double kTauOfPaper = 2;

/// The paper's: A, B and C, from the lightest quarks to the heaviest.
const std::vector<HmcSetup>& hmc_setups();
/// "A" or "a". Throws Error(bad_value) for one that there is not.
HmcSetup hmc_setup(const std::string& name);

/// Tree-level Symanzik gauge action and two flavours of twisted mass, 2MN on two time scales: the choice of
/// that paper. It ran on 24^3 x 8, in double precision.
struct HmcBenchmark {
  double beta = 3.9;
  double kappa = 0.160856;
  int steps = 0;          ///< of the quarks; 0: as long as kStepsOfTau asks
  int gauge_steps = 10;   ///< of the gauge action, over each drift of the quarks'
  int trajectories = 10;  ///< timed, after one that warms up
  gpu::Precision precision = gpu::Precision::double_;
  std::optional<gpu::Precision> inner;                   ///< of the solver's iterations
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< of those, in half precision
  Energies energies = Energies::automatic;
  std::uint32_t workgroup = 0;  ///< LatticeOptions::workgroup
};

/// Steps of the quarks over a trajectory of length 1, where none are asked for; 10 at least. What 2012 had is
/// not known: on 24^4 setup C accepts none with 10 steps over a length of 2.
inline constexpr double kStepsOfTau = 20;
int steps_of(const HmcBenchmark& b, const HmcSetup& setup);

/// The parameters of a run.
HmcParameters benchmark_parameters(const HmcBenchmark& b, const HmcSetup& setup);

/// How the start of the runs was made.
struct HmcStart {
  int sweeps = 0;        ///< of heatbath and overrelaxation with the gauge action alone; 0: from a file
  int trajectories = 0;  ///< of length 1 after that
  double mu = 0;         ///< their twisted mass
  int accepted = 0;
  int steps = 0;         ///< of the last of them
  double plaquette = 0;  ///< at the end
  Configuration links;
  int next = 0;  ///< number of the next trajectory: no two have the same random numbers
};

/// Links near equilibrium, whatever the lattice: heatbath of the gauge action alone at the same beta, where
/// the quarks are heavier than they are going to be (kappa is far below critical there; a smoother start has
/// it beyond, where molecular dynamics of light quarks diverges), then `trajectories` with quarks of at least
/// the mass of setup C in single precision, in short steps, shorter after each that Metropolis rejects.
HmcStart benchmark_start(gpu::Device& device, gpu::Storage storage, const Geometry& geometry,
                         const HmcBenchmark& b, int sweeps, int trajectories, double mu);
/// What that takes of the device, or a setup.
MemoryNeed start_need(const gpu::DeviceInfo& device, gpu::Storage storage, const HmcBenchmark& b);
MemoryNeed setup_need(const gpu::DeviceInfo& device, gpu::Storage storage, const HmcBenchmark& b,
                      const HmcSetup& setup);
/// The trajectories alone, from `start.links` on.
void thermalize(gpu::Device& device, gpu::Storage storage, const HmcBenchmark& b, int trajectories, double mu,
                HmcStart& start);

/// What a trajectory consists of: the forces of an action, its heatbath and energies, and what is no
/// action's.
struct TrajectoryPart {
  std::string name;  ///< "two-flavour", "links", "momenta and links in double", "rest"
  std::string what;  ///< "force", "energy", or nothing
  int level = -1;    ///< of a force
  int kicks = 0;
  int cg_iterations = 0;  ///< of the action, whatever for; told with its force
  PartTime time;

  double device_seconds() const;  ///< of all kernels
  double dslash_seconds() const;  ///< of hops, and of launches that hold whole iterations of a solver
};

struct HmcBenchmarkRow {
  HmcSetup setup;
  int settled = 0;           ///< trajectories before, in half the steps
  double seconds = 0;        ///< a trajectory
  double cg_iterations = 0;  ///< a trajectory, of all solves
  double acceptance = 0;     ///< the mean of min(1, exp(-dH))
  int accepted = 0;
  double delta_h = 0;    ///< the mean of |dH|
  double plaquette = 0;  ///< over the trajectories that are timed
  bool energies_on_device = false;
  /// Of a trajectory of its own, with timestamps, where the device is waited for after each part.
  std::vector<TrajectoryPart> parts;
  double timed_seconds = 0;                        ///< that trajectory's
  std::map<std::string, gpu::KernelTime> kernels;  ///< all of it

  double device_seconds() const;
  double dslash_seconds() const;
};

/// Times a setup from links that are thermal, or nearly: `settle` trajectories with twice the steps come
/// first. The next setup goes on where this one ends. Throws Error(device) where the device's plaquette is
/// not that of its links.
HmcBenchmarkRow hmc_benchmark(gpu::Device& device, gpu::Storage storage, const HmcBenchmark& b,
                              const HmcSetup& setup, int settle, HmcStart& start);

}  // namespace glueball
