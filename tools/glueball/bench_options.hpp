// What `glueball bench` was asked for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "app/options.hpp"
#include "app/setup.hpp"
#include "bench/hmc_benchmark.hpp"
#include "cards/card.hpp"

namespace glueball::app {

struct BenchOptions {
  CommonOptions common;
  std::vector<std::string> names;
  std::string quark = "wilson";  ///< --operator, of cg
  Four lattice{{16, 16, 16, 16}};
  bool lattice_given = false;
  int reconstruct = 0;      ///< reals a link; 0: measured, or 12
  int lanes = 0;            ///< LatticeOptions::lanes; 0: measured, or as suits the device
  std::uint32_t tiles = 0;  ///< LatticeOptions::tiles
  double seconds = 1.0;
  bool verbose = false, twin = false;
  std::string compare, plot;
  double tolerance_percent = 5;
  // bench restart
  std::string links;
  double kappa = 0.15, tolerance = 1e-10;
  int thermalization = 50;
  bool no_cpu = false;
  // bench hmc, which takes links and thermalization too
  HmcBenchmark hmc;
  std::vector<std::string> setups{"C"};
  std::vector<double> masses;  ///< a mu; none: those of the setups
  double tau = 0;              ///< 0: that of the setup
  int thermalize = 20;
  bool thermalize_given = false, precision_given = false;
  std::string hmc_inner = "auto", energies = "auto";
};

/// "copy, dslash, ..."
std::string known_benchmarks();

/// Those that the names mean, all without names. Throws Error(bad_value) for a name that there is not, or
/// that has no form in the precision.
std::vector<const cards::Benchmark*> chosen_benchmarks(const BenchOptions& options);

/// The 2006 paper's comparison; see app/restart_benchmark.hpp. Prints; returns the exit status.
int run_restart(const BenchOptions& options, Setup& setup);
/// The setups of 2012; see bench/hmc_benchmark.hpp. Prints; returns the exit status.
int run_hmc(const BenchOptions& options, Setup& setup);

}  // namespace glueball::app
