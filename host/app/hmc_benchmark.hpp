// Hybrid Monte Carlo timed on the setups of 2012: where the time of a trajectory goes.
#pragma once

#include <map>
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
  int gauge_steps = 5;                              ///< of the gauge action, over each drift of the quarks'
  double tau = 1.0;
  int trajectories = 5;  ///< timed, after one that warms up
  gpu::Precision precision = gpu::Precision::single;
};

/// The parameters of a run at one mass.
HmcParameters benchmark_parameters(const HmcBenchmark& b, double mu);

struct MonomialShare {
  std::string name;
  int level = 0, kicks = 0;
  long long cg_iterations = 0;
  double seconds = 0;  ///< of its kicks
};

struct HmcBenchmarkRow {
  double mu = 0;
  double seconds = 0;                  ///< a trajectory
  double acceptance = 0, delta_h = 0;  ///< the mean of |dH|
  std::vector<MonomialShare>
      monomials;             ///< in a trajectory of their own, where the device is waited for after each kick
  double timed_seconds = 0;  ///< that trajectory's
  std::map<std::string, gpu::KernelTime> kernels;  ///< of the first trajectory timed, by timestamps
};

HmcBenchmarkRow hmc_benchmark(gpu::Device& device, gpu::Storage storage, const Configuration& start,
                              const HmcBenchmark& b, double mu);

/// Prints a table, or a line of JSON a mass.
void print_hmc_benchmark(const HmcBenchmark& b, const HmcBenchmarkRow& row, const gpu::DeviceInfo& device,
                         const Geometry& geometry, bool json);

}  // namespace glueball::app
