// A benchmark of hybrid Monte Carlo on the setups of a paper of 2012. It shows where the time of a trajectory
// goes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "field/memory_need.hpp"
#include "gpu/device.hpp"
#include "update/hmc.hpp"

namespace glueball {

/// A run of table 4 of Bach et al., "Lattice QCD based on OpenCL", arXiv:1209.5942, or one like it.
struct HmcSetup {
  std::string name;      ///< "A", "B", "C"; empty for another mass
  double mu = 0.1;       ///< twisted mass a mu; 0: Wilson quarks
  double tau = 2;        ///< trajectory length in this program's normalization of momenta
  double paper_tau = 0;  ///< length in the paper's normalization; 0: not a run of the paper
};

/// The paper's trajectory lengths refer to generators lambda_a, ours to lambda_a / 2: a trajectory with the
/// paper's tau is longer by this factor.
inline constexpr double kTauOfPaper = 2;

/// Returns the paper's setups A, B and C, from the lightest quarks to the heaviest.
const std::vector<HmcSetup>& hmc_setups();
/// Finds a setup by its name, "A" or "a". Throws Error(bad_value) for an unknown name.
HmcSetup hmc_setup(const std::string& name);

/// The action and integrator of that paper: tree-level Symanzik gauge action, two flavours of twisted mass,
/// second-order minimum-norm integrator (2MN) on two time scales. The paper ran it on 24^3 x 8 in double
/// precision.
struct HmcBenchmark {
  double beta = 3.9;
  double kappa = 0.160856;
  int steps = 0;           ///< quark steps a trajectory; 0: as kStepsOfTau gives
  int gauge_steps = 10;    ///< gauge steps in each drift of the quark level
  int trajectories = 10;   ///< timed trajectories, after one for warm-up
  LatticeOptions options;  ///< options of the lattice; their precision is that of molecular dynamics
  std::optional<gpu::Precision> inner;                   ///< precision of the solver's iterations
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< format if `inner` is half precision
  Energies energies = Energies::automatic;
};

/// Default number of quark steps for a trajectory of length 1; there are at least 10. The paper does not give
/// its number. On 24^4 setup C accepts no trajectory with 10 steps over a length of 2.
inline constexpr double kStepsOfTau = 20;
int steps_of(const HmcBenchmark& b, const HmcSetup& setup);

/// Returns the parameters of a run.
HmcParameters benchmark_parameters(const HmcBenchmark& b, const HmcSetup& setup);

/// The start configuration and how it was made.
struct HmcStart {
  int sweeps = 0;  ///< heatbath and overrelaxation sweeps of the gauge action alone; 0: links from a file
  int trajectories = 0;  ///< trajectories of length 1 after the sweeps
  double mu = 0;         ///< twisted mass in these trajectories
  int accepted = 0;
  int steps = 0;         ///< steps of the last trajectory
  double plaquette = 0;  ///< plaquette of `links`
  Configuration links;
  int next = 0;  ///< number of the next trajectory, so that random numbers never repeat
};

/// Makes links near equilibrium on any lattice. First come heatbath sweeps of the gauge action alone at the
/// same beta. Quarks are heavier on such links than in equilibrium, since kappa is far below critical. On a
/// smoother start kappa would be beyond critical, where molecular dynamics of light quarks diverges.
/// Then come `trajectories` in single precision with quarks of at least setup C's mass. Their steps are
/// short, and become shorter after each rejection.
HmcStart benchmark_start(gpu::Device& device, const Geometry& geometry, const HmcBenchmark& b, int sweeps,
                         int trajectories, double mu);
/// Returns the device memory that benchmark_start() or a setup needs.
MemoryNeed start_need(const gpu::DeviceInfo& device, const HmcBenchmark& b);
MemoryNeed setup_need(const gpu::DeviceInfo& device, const HmcBenchmark& b, const HmcSetup& setup);
/// Runs only the trajectories, from `start.links` on.
void thermalize(gpu::Device& device, const HmcBenchmark& b, int trajectories, double mu, HmcStart& start);

/// One part of a trajectory: the forces, the heatbath or the energies of one action, or work that belongs to
/// no action.
struct TrajectoryPart {
  std::string name;  ///< "two-flavour", "links", "momenta and links in double", "rest"
  std::string what;  ///< "force", "energy" or empty
  int level = -1;    ///< time scale, for a force
  int kicks = 0;
  int cg_iterations = 0;  ///< all CG iterations for this action; counted with its force
  PartTime time;

  double device_seconds() const;  ///< time of all kernels
  double dslash_seconds() const;  ///< time of dslash kernels and of persistent CG launches
};

struct HmcBenchmarkRow {
  HmcSetup setup;
  int settled = 0;           ///< trajectories before the timed ones, with half the step size
  double seconds = 0;        ///< per trajectory
  double cg_iterations = 0;  ///< per trajectory, summed over all solves
  double acceptance = 0;     ///< mean of min(1, exp(-dH))
  int accepted = 0;
  double delta_h = 0;    ///< mean of |dH|
  double plaquette = 0;  ///< mean over the timed trajectories
  bool energies_on_device = false;
  /// The parts of one more trajectory, with timestamps, in which the host waits for the device after each
  /// part.
  std::vector<TrajectoryPart> parts;
  double timed_seconds = 0;                        ///< duration of that trajectory
  std::map<std::string, gpu::KernelTime> kernels;  ///< kernel times of that trajectory

  double device_seconds() const;
  double dslash_seconds() const;
};

/// Times a setup from links that are thermal, or nearly so. First come `settle` trajectories with twice the
/// number of steps. The next setup continues from the links that this one leaves. Throws Error(device) if the
/// device's plaquette is not the plaquette of its links.
HmcBenchmarkRow hmc_benchmark(gpu::Device& device, const HmcBenchmark& b, const HmcSetup& setup, int settle,
                              HmcStart& start);

}  // namespace glueball
