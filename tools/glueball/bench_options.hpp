// The options of `glueball bench`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/setup.hpp"
#include "bench/hmc_benchmark.hpp"
#include "kernel_specs/kernel_spec.hpp"

namespace glueball::app {

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string quark = "wilson";  ///< --operator of the benchmark cg
  Four lattice{{16, 16, 16, 16}};
  bool lattice_given = false;
  int reconstruct = 0;       ///< reals a link; 0: measured, or 12
  int threads_per_site = 0;  ///< LatticeOptions::threads_per_site; 0: measured, or the device's default
  std::uint32_t tiles = 0;   ///< LatticeOptions::tiles
  double seconds = 1.0;
  bool verbose = false, reference = false;
  std::string compare, plot;
  double tolerance_percent = 5;
  // These are options of bench restart.
  std::string links;
  double kappa = 0.15, tolerance = 1e-10;
  int thermalization = 50;
  bool no_cpu = false;
  // These are options of bench hmc, which also uses links and thermalization.
  HmcBenchmark hmc;
  std::vector<std::string> setups{"C"};
  std::vector<double> masses;  ///< twisted masses a mu; empty: those of the setups
  double tau = 0;              ///< 0: that of the setup
  int thermalize = 20;
  bool thermalize_given = false, precision_given = false;
  std::string hmc_inner = "auto", energies = "auto";
};

/// Returns "copy, dslash, ...".
std::string known_benchmarks();

/// Returns the benchmarks with these names, or all without names. Throws Error(bad_value) for an unknown
/// name, and for a benchmark that does not exist in the precision.
std::vector<const kernel_specs::Benchmark*> chosen_benchmarks(const BenchOptions& options);

/// Compares mixed-precision solvers (bench/restart_benchmark.hpp) and prints. Returns the exit status.
int run_restart(const BenchOptions& options, Setup& setup);
/// Times the setups of 2012 (bench/hmc_benchmark.hpp) and prints. Returns the exit status.
int run_hmc(const BenchOptions& options, Setup& setup);

}  // namespace glueball::app
