// How `glueball bench` shows what it measured.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_row.hpp"
#include "gpu/pipeline_statistics.hpp"

namespace glueball::app {

class BenchOutput {
 public:
  /// With `twin` a column for the CPU's twins.
  BenchOutput(bool json, bool verbose, bool twin) : json_(json), verbose_(verbose), twin_(twin) {}

  /// The heading of a lattice, for people.
  void begin(const BenchRow& common) const;
  /// A kernel's line; verbose, what the driver tells of the pipelines made for it.
  void row(const BenchRow& row, const std::vector<gpu::PipelineStatistics>& pipelines = {}) const;
  /// A line a kernel; whether one is slower by more than so many percent. Throws Error(bad_file) where no
  /// kernel at all can be compared.
  bool comparison(const std::string& file, const std::vector<BenchRow>& earlier,
                  const std::vector<BenchRow>& now, double tolerance_percent) const;

 private:
  bool json_, verbose_, twin_;
};

}  // namespace glueball::app
