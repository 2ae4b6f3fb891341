// Kernels and algorithms that `glueball bench` times.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "app/timing.hpp"
#include "lattice/configuration.hpp"

namespace glueball::app {

struct Benchmark {
  std::string name;
  std::string text;
  std::function<Workload(const DeviceLattice&)> make;
  bool in_half = false;  ///< there is a form in half precision
  /// The same for so many right-hand sides, where that is something to choose.
  std::function<Workload(const DeviceLattice&, int)> make_block = {};
};

/// Bytes that a stored real takes.
inline double real_bytes(const DeviceLattice& lattice) { return double(lattice.texel_bytes()) / 4; }

/// Hot links to time on, the same each time; the last are kept, since making them takes longer than timing a
/// kernel.
const Configuration& benchmark_links(const Geometry& geometry);

const std::vector<Benchmark>& benchmarks();
const std::vector<Benchmark>& fermion_benchmarks();
const std::vector<Benchmark>& gauge_benchmarks();
const std::vector<Benchmark>& fix_benchmarks();
const std::vector<Benchmark>& picture_benchmarks();

}  // namespace glueball::app
