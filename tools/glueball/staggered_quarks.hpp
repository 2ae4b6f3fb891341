// The staggered quarks of glueball mesons: of several masses, and corrections of Naik's term.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "deflation.hpp"
#include "quark_options.hpp"
#include "run/meson_run.hpp"

namespace glueball::app {

/// Solves for all of them, those together that have the same links. A solver of one mass takes columns in
/// blocks; only one solver has its memory at a time.
class StaggeredQuarks {
 public:
  /// All must outlive it. `domain` as meson_correlators takes it.
  StaggeredQuarks(gpu::Device& device, const Configuration& u, const QuarkOptions& options,
                  SolveProgress& progress, const Domain* domain);

  /// In the order of the masses that were given.
  std::vector<StaggeredPropagator> propagators(const SourceSpec& source, const ColumnDone& done);
  std::vector<ChiralCondensate> condensates(int vectors, std::uint64_t seed, const ColumnDone& done);

  /// By which the quarks were deflated that were solved for last.
  const SolveDeflation& deflation() const { return groups_.back()->deflation; }

  /// How many quarks the options ask for.
  static std::size_t count(const QuarkOptions& options) {
    return std::max<std::size_t>(1, options.masses.size());
  }

 private:
  /// Quarks over the same links.
  struct Group {
    QuarkOptions options;
    std::vector<std::size_t> places;  ///< among all
    std::unique_ptr<QuarkSolver<ParityColourField>> one{};
    std::unique_ptr<MultimassSolver> several{};
    SolveDeflation deflation{};
  };
  /// Calls `work` for each group with a solver; what it returns, a quark each, in order.
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
