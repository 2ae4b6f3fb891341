// The staggered quarks of glueball mesons, with several masses and Naik corrections.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "options/deflation.hpp"
#include "options/quark_options.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// Solves for all quarks; those with the same links are solved together. A solver of one mass takes columns
/// in blocks. Only one solver has memory at a time.
class StaggeredQuarks {
 public:
  /// All arguments must outlive this. `domain` is that of meson_correlators.
  StaggeredQuarks(gpu::Device& device, const Configuration& u, const QuarkOptions& options,
                  SolveProgress& progress, const Domain* domain);

  /// Return results in the order of the given masses.
  std::vector<StaggeredPropagator> propagators(const SourceSpec& source, const ColumnDone& done);
  std::vector<ChiralCondensate> condensates(int vectors, std::uint64_t seed, const ColumnDone& done);

  /// Returns the deflation of the last solves.
  const SolveDeflation& deflation() const { return groups_.back()->deflation; }

  /// Returns the number of quarks in the options.
  static std::size_t count(const QuarkOptions& options) {
    return std::max<std::size_t>(1, options.masses.size());
  }

 private:
  /// Quarks with the same links.
  struct Group {
    QuarkOptions options;
    std::vector<std::size_t> places;  ///< positions among all quarks
    std::unique_ptr<QuarkSolver<ParityColourField>> solver{};
    SolveDeflation deflation{};
  };
  /// Calls `work` with each group and its solver. Returns its results, one for each quark, in order.
  template <class Result>
  std::vector<Result> all(const std::function<std::vector<Result>(Group&)>& work);

  gpu::Device& device_;
  const Configuration& u_;
  SolveProgress& progress_;
  const Domain* domain_;
  std::size_t count_;
  std::vector<std::unique_ptr<Group>> groups_;
};

}  // namespace glueball::app
