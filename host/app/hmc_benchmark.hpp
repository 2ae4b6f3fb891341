// Hybrid Monte Carlo timed on the setups of 2012: where the time of a trajectory goes.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device.hpp"
#include "update/hmc.hpp"

namespace glueball::app {

/// Tree-level Symanzik gauge action and two flavours of twisted mass, 2MN on two time scales: the choice of
/// CL2QCD's paper (Bach et al., arXiv:1209.5942, table 4).
struct HmcBenchmark {
  double beta = 3.9;
  double kappa = 0.160856;
  std::vector<double> masses{0.0025, 0.0035, 0.1};  ///< a mu
  int steps = 10;                                   ///< of the quarks
  /// Of the gauge action, over each drift of the quarks'. Two scales and ten steps of 2MN are the setups of 2012; how many the
  /// inner scale had is not known to us: this is a choice of ours.
  int gauge_steps = 5;
  double tau = 1.0;
  int thermalize = 0;    ///< trajectories before, with twice the steps
  int trajectories = 5;  ///< timed, after one that warms up
  gpu::Precision precision = gpu::Precision::single;
  std::optional<gpu::Precision> inner;  ///< of the solver's iterations
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< of those, in half precision
  Energies energies = Energies::automatic;
};

/// The parameters of a run at one mass.
HmcParameters benchmark_parameters(const HmcBenchmark& b, double mu);

/// What a trajectory consists of: the forces of an action, its heatbath and energies, and what is no action's.
struct TrajectoryPart {
  std::string name;        ///< "two-flavour", "links", "momenta and links in double", "rest"
  std::string what;        ///< "force", "energy", or nothing
  int level = -1;          ///< of a force
  int kicks = 0;
  int cg_iterations = 0;   ///< of the action, whatever for; told with its force
  PartTime time;

  double device_seconds() const;  ///< of all kernels
  double dslash_seconds() const;  ///< of the hops alone
};

struct HmcBenchmarkRow {
  double mu = 0;
  double seconds = 0;           ///< a trajectory
  double acceptance = 0;        ///< the mean of min(1, exp(-dH))
  int accepted = 0;
  double delta_h = 0;           ///< the mean of |dH|
  double plaquette = 0;         ///< over the trajectories that are timed
  bool energies_on_device = false;
  /// Of a trajectory of its own, with timestamps, where the device is waited for after each part.
  std::vector<TrajectoryPart> parts;
  double timed_seconds = 0;                        ///< that trajectory's
  std::map<std::string, gpu::KernelTime> kernels;  ///< all of it

  double device_seconds() const;
  double dslash_seconds() const;
};

HmcBenchmarkRow hmc_benchmark(gpu::Device& device, gpu::Storage storage, const Configuration& start,
                              const HmcBenchmark& b, double mu);

/// The precision of the solver's iterations: "single", "half (float)".
std::string inner_text(const HmcBenchmark& b);

/// Prints a table, or a line of JSON a mass.
void print_hmc_benchmark(const HmcBenchmark& b, const HmcBenchmarkRow& row, const gpu::DeviceInfo& device,
                         const Geometry& geometry, bool json);

}  // namespace glueball::app
