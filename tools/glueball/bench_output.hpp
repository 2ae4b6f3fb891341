// The output of `glueball bench`.
#pragma once

#include <string>
#include <vector>

#include "bench/bench_row.hpp"
#include "gpu/stream.hpp"

namespace glueball::app {

class BenchOutput {
 public:
  /// `reference` adds a column for the CPU references.
  BenchOutput(bool json, bool verbose, bool reference)
      : json_(json), verbose_(verbose), reference_(reference) {}

  /// Prints the heading of a lattice as text.
  void begin(const BenchRow& common) const;
  /// Prints a kernel's line, and with --verbose the driver's statistics of the pipelines made for it.
  void row(const BenchRow& row, const std::vector<gpu::PipelineStatistics>& pipelines = {}) const;
  /// Prints a line for each kernel. Returns true if one is slower by more than the tolerance in percent.
  /// Throws Error(bad_file) if no kernel can be compared.
  bool comparison(const std::string& file, const std::vector<BenchRow>& earlier,
                  const std::vector<BenchRow>& now, double tolerance_percent) const;

 private:
  bool json_, verbose_, reference_;
};

}  // namespace glueball::app
