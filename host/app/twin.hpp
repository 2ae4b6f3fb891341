// The CPU's double-precision twins of what `glueball bench` times: what a driver that runs on the CPU is held
// against.
#pragma once

#include <functional>
#include <string_view>

#include "app/bench_row.hpp"

namespace glueball::app {

/// The work of one run of a benchmark, done by the code that kernels are checked against.
struct Twin {
  std::function<void()> in_double;  ///< empty for algorithms and pictures, which have none
  std::function<void()>
      in_single;  ///< where the twin is built in single precision too: Wilson's hop and operator
};

/// Of the benchmark of this name; its fields are made by the call.
Twin twin_of(std::string_view benchmark, const Geometry& geometry);

/// Sustained times, on all threads that OpenMP gives, into the row; rows without a twin stay as they are.
void measure_twin(const Twin& twin, double total_seconds, BenchRow& row);

}  // namespace glueball::app
