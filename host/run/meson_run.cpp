#include "run/meson_run.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "comm/gather.hpp"

namespace glueball {
namespace {

/// Passes each of `count` sources and its solution to `take`, in order; they are solved for in blocks. On a
/// split lattice rank 0 alone gets both for the whole lattice.
template <class OneParity, class Source, class Take>
void solve_columns(QuarkSolver<OneParity>& solver, int count, const ColumnDone& done, const Domain* domain,
                   Source source, Take take) {
  const bool takes = domain == nullptr || domain->ranks().first();
  for (int first = 0, share = solver.share(count); first < count; first += share) {
    std::vector<FullQuarkField<OneParity>> b;
    for (int n = first; n < std::min(first + share, count); ++n) b.push_back(source(n));
    std::vector<FullQuarkField<OneParity>> x(b.size());
    const auto results = solver.solve_all(b, x);
    for (std::size_t k = 0; k < x.size(); ++k) {
      if (done) done(results[k]);
      if (domain != nullptr) {
        b[k] = gathered(*domain, std::move(b[k]));
        x[k] = gathered(*domain, std::move(x[k]));
      }
      if (takes) take(b[k], std::move(x[k]));
    }
  }
}

/// The same one column at a time, where `take` gets the solutions of all masses.
template <class Source, class Take>
void solve_masses(MultimassSolver& solver, int count, const ColumnDone& done, const Domain* domain,
                  Source source, Take take) {
  const bool takes = domain == nullptr || domain->ranks().first();
  std::vector<FullQuarkField<ParityColourField>> x(solver.masses().size());
  for (int n = 0; n < count; ++n) {
    FullQuarkField<ParityColourField> b = source(n);
    for (const SolveResult& result : solver.solve(b, x))
      if (done) done(result);
    if (domain != nullptr) {
      b = gathered(*domain, std::move(b));
      for (auto& solution : x) solution = gathered(*domain, std::move(solution));
    }
    if (takes) take(b, x);
  }
}

}  // namespace

const std::vector<double>& MesonCorrelators::channel(const std::string& name) const {
  for (const auto& [key, values] : channels)
    if (key == name) return values;
  throw std::logic_error("no meson channel " + name);
}

std::vector<MesonCorrelators> meson_correlators(QuarkSolver<ParitySpinorField>& solver, const Geometry& g,
                                                const SourceSpec& source, std::span<const MesonPlan> plans,
                                                double factor, const ColumnDone& done, const Domain* domain) {
  std::vector<MesonContraction> contractions;
  for (const MesonPlan& plan : plans) contractions.emplace_back(g.whole(), plan);
  // The four spins of a colour are contracted together.
  std::array<MesonContraction::Column, 4> columns;
  std::size_t spins = 0;
  solve_columns<ParitySpinorField>(
      solver, 12, done, domain,
      [&](int n) { return make_source<ParitySpinorField>(source, g, 3 * (n % 4) + n / 4, 12); },
      [&](const MesonContraction::Column&, MesonContraction::Column&& x) {
        columns[spins++] = std::move(x);
        if (spins < columns.size()) return;
        for (MesonContraction& contraction : contractions) contraction.add(columns, factor * factor);
        spins = 0;
      });
  std::vector<MesonCorrelators> results;
  for (std::size_t k = 0; k < plans.size(); ++k)
    for (std::size_t m = 0; m < plans[k].momenta.size(); ++m) {
      MesonCorrelators result{.momentum = plans[k].momenta[m],
                              .direction = plans[k].direction,
                              .channels = {{"pion", contractions[k].correlator(m, 15)}}};
      for (int n = 0; n < 15; ++n)
        result.channels.emplace_back(meson_names()[std::size_t(n)], contractions[k].correlator(m, n));
      results.push_back(std::move(result));
    }
  return results;
}

StaggeredPropagator staggered_propagator(QuarkSolver<ParityColourField>& solver, const Geometry& g,
                                         const SourceSpec& source, const ColumnDone& done,
                                         const Domain* domain) {
  StaggeredPropagator columns;
  solve_columns<ParityColourField>(
      solver, 3, done, domain,
      [&](int colour) { return make_source<ParityColourField>(source, g, colour, 3); },
      [&](const auto&, FullQuarkField<ParityColourField>&& x) { columns.push_back(std::move(x)); });
  return columns;
}

std::vector<StaggeredPropagator> staggered_propagators(MultimassSolver& solver, const Geometry& g,
                                                       const SourceSpec& source, const ColumnDone& done,
                                                       const Domain* domain) {
  std::vector<StaggeredPropagator> all(solver.masses().size());
  solve_masses(
      solver, 3, done, domain,
      [&](int colour) { return make_source<ParityColourField>(source, g, colour, 3); },
      [&](const auto&, const auto& x) {
        for (std::size_t k = 0; k < x.size(); ++k) all[k].push_back(x[k]);
      });
  return all;
}

std::vector<MesonCorrelators> staggered_mesons(const Geometry& g, std::span<const StaggeredPropagator> quarks,
                                               std::span<const MesonPlan> plans) {
  std::vector<MesonCorrelators> results;
  for (std::size_t a = 0; a < quarks.size(); ++a)
    for (std::size_t b = a; b < quarks.size(); ++b)
      for (const MesonPlan& plan : plans) {
        StaggeredMesonContraction contraction(g, plan);
        for (std::size_t colour = 0; colour < quarks[a].size(); ++colour)
          contraction.add(quarks[a][colour], quarks[b][colour]);
        const auto names = StaggeredMesonContraction::names(plan.direction);
        for (std::size_t m = 0; m < plan.momenta.size(); ++m) {
          MesonCorrelators result{
              .momentum = plan.momenta[m], .direction = plan.direction, .quarks = {a, b}, .channels = {}};
          for (std::size_t n = 0; n < names.size(); ++n)
            result.channels.emplace_back(names[n], contraction.correlator(m, int(n)));
          results.push_back(std::move(result));
        }
      }
  return results;
}

template <class OneParity>
ChiralCondensate chiral_condensate(QuarkSolver<OneParity>& solver, const Geometry& g, int vectors,
                                   std::uint64_t seed, double factor, const ColumnDone& done,
                                   const Domain* domain) {
  const SourceSpec noise = trace_noise(seed);
  const double scale = factor / double(g.whole().volume());
  std::vector<Complex> scalar, pseudoscalar;
  solve_columns<OneParity>(
      solver, vectors, done, domain,
      [&](int n) { return make_source<OneParity>(noise, g, 0, 1, std::uint32_t(n)); },
      [&](const FullQuarkField<OneParity>& eta, FullQuarkField<OneParity>&& x) {
        scalar.push_back(scale * inner_product(eta, x));
        if constexpr (kComponents<OneParity> == 12)
          pseudoscalar.push_back(scale * inner_product_gamma5(eta, x));
      });
  ChiralCondensate result{.vectors = vectors, .seed = seed, .scalar = noise_mean(scalar)};
  if (!pseudoscalar.empty()) result.pseudoscalar = noise_mean(pseudoscalar);
  return result;
}

std::vector<ChiralCondensate> chiral_condensates(MultimassSolver& solver, const Geometry& g, int vectors,
                                                 std::uint64_t seed, const ColumnDone& done,
                                                 const Domain* domain) {
  const SourceSpec noise = trace_noise(seed);
  std::vector<std::vector<Complex>> scalar(solver.masses().size());
  solve_masses(
      solver, vectors, done, domain,
      [&](int n) { return make_source<ParityColourField>(noise, g, 0, 1, std::uint32_t(n)); },
      [&](const auto& eta, const auto& x) {
        for (std::size_t k = 0; k < x.size(); ++k)
          scalar[k].push_back(inner_product(eta, x[k]) / double(g.whole().volume()));
      });
  std::vector<ChiralCondensate> results;
  for (const auto& values : scalar)
    results.push_back({.vectors = vectors, .seed = seed, .scalar = noise_mean(values)});
  return results;
}

template ChiralCondensate chiral_condensate(QuarkSolver<ParitySpinorField>&, const Geometry&, int,
                                            std::uint64_t, double, const ColumnDone&, const Domain*);
template ChiralCondensate chiral_condensate(QuarkSolver<ParityColourField>&, const Geometry&, int,
                                            std::uint64_t, double, const ColumnDone&, const Domain*);

}  // namespace glueball
