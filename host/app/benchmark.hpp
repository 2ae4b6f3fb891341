// Kernels and algorithms that `glueball bench` times.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "lattice/configuration.hpp"
#include "lattice/device_lattice.hpp"

namespace glueball::app {

/// Something to time: `run` queues it once on the lattice's stream (or, for whole solvers, runs it).
struct Workload {
  std::function<void()> run;
  double flops = 0;  ///< of one run, as the field counts them
  double bytes = 0;  ///< least bytes one run must move: each input read once, each output written once
  bool waits = false;  ///< run returns only when it is done: one run a sample
};

struct Benchmark {
  std::string name;
  std::string text;
  std::function<Workload(const DeviceLattice&)> make;
  bool in_half = false;  ///< there is a form in half precision
};

/// Hot links to time on, the same each time; the last are kept, since making them takes longer than timing a kernel.
const Configuration& benchmark_links(const Geometry& geometry);

const std::vector<Benchmark>& benchmarks();
const std::vector<Benchmark>& fermion_benchmarks();
const std::vector<Benchmark>& gauge_benchmarks();
const std::vector<Benchmark>& fix_benchmarks();

struct Timing {
  double seconds = 0;      ///< median time of one run
  double best = 0, worst = 0;
  std::size_t runs = 0;
};

/// Sustained time of one run: batches of about `batch_seconds` in one submission each, for `total_seconds` after a warm-up;
/// the median over the batches.
Timing measure(const DeviceLattice& lattice, const Workload& workload, double total_seconds, double batch_seconds = 0.05);

/// Bytes a second of linalg/copy, read plus written, on fields too large for caches.
double copy_bandwidth(gpu::Device& device, gpu::Storage storage, double total_seconds);

}  // namespace glueball::app
