#include "run/meson_run.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "comm/gather.hpp"

namespace glueball {
namespace {

/// Passes each of `count` sources and its solutions, one for each mass, to `take`, in order; sources are
/// solved for in blocks. On a split lattice rank 0 alone gets them for the whole lattice.
template <class OneParity, class Source, class Take>
void solve_columns(QuarkSolver<OneParity>& solver, int count, const ColumnDone& done, const Domain* domain,
                   Source source, Take take) {
  const bool takes = domain == nullptr || domain->ranks().first();
  const std::size_t masses = solver.solutions();
  for (int first = 0, share = 0; first < count; first += share) {
    share = std::min(solver.share(count - first), count - first);  // a solver may change its mind
    std::vector<FullQuarkField<OneParity>> b;
    for (int n = first; n < first + share; ++n) b.push_back(source(n));
    std::vector<FullQuarkField<OneParity>> x(b.size() * masses);
    for (const SolveResult& result : solver.solve_all(b, x))
      if (done) done(result);
    for (std::size_t n = 0; n < b.size(); ++n) {
      const std::span own = std::span(x).subspan(n * masses, masses);
      if (domain != nullptr) {
        b[n] = gathered(*domain, std::move(b[n]));
        for (auto& solution : own) solution = gathered(*domain, std::move(solution));
      }
      if (takes) take(b[n], own);
    }
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
  const std::size_t masses = solver.solutions();
  std::vector<MesonContraction> contractions;  // mass by mass, plan by plan
  for (std::size_t n = 0; n < masses * plans.size(); ++n)
    contractions.emplace_back(g.whole(), plans[n % plans.size()]);
  // The four spins of a colour are contracted together.
  std::vector<std::array<MesonContraction::Column, 4>> columns(masses);
  std::size_t spins = 0;
  solve_columns<ParitySpinorField>(
      solver, 12, done, domain,
      [&](int n) { return make_source<ParitySpinorField>(source, g, 3 * (n % 4) + n / 4, 12); },
      [&](const MesonContraction::Column&, std::span<MesonContraction::Column> x) {
        for (std::size_t k = 0; k < masses; ++k) columns[k][spins] = std::move(x[k]);
        if (++spins < 4) return;
        for (std::size_t n = 0; n < contractions.size(); ++n)
          contractions[n].add(columns[n / plans.size()], factor * factor);
        spins = 0;
      });
  std::vector<MesonCorrelators> results;
  for (std::size_t k = 0; k < contractions.size(); ++k) {
    const std::size_t mass = k / plans.size();
    const MesonPlan& plan = plans[k % plans.size()];
    for (std::size_t m = 0; m < plan.momenta.size(); ++m) {
      MesonCorrelators result{.momentum = plan.momenta[m],
                              .direction = plan.direction,
                              .quarks = {mass, mass},
                              .channels = {{"pion", contractions[k].correlator(m, 15)}}};
      for (int n = 0; n < 15; ++n)
        result.channels.emplace_back(meson_names()[std::size_t(n)], contractions[k].correlator(m, n));
      results.push_back(std::move(result));
    }
  }
  return results;
}

std::vector<StaggeredPropagator> staggered_propagators(QuarkSolver<ParityColourField>& solver,
                                                       const Geometry& g, const SourceSpec& source,
                                                       const ColumnDone& done, const Domain* domain) {
  std::vector<StaggeredPropagator> all(solver.solutions());
  solve_columns<ParityColourField>(
      solver, 3, done, domain,
      [&](int colour) { return make_source<ParityColourField>(source, g, colour, 3); },
      [&](const auto&, auto x) {
        for (std::size_t k = 0; k < x.size(); ++k) all[k].push_back(std::move(x[k]));
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
std::vector<ChiralCondensate> chiral_condensates(QuarkSolver<OneParity>& solver, const Geometry& g,
                                                 int vectors, std::uint64_t seed, double factor,
                                                 const ColumnDone& done, const Domain* domain) {
  const SourceSpec noise = trace_noise(seed);
  const double scale = factor / double(g.whole().volume());
  std::vector<std::vector<Complex>> scalar(solver.solutions()), pseudoscalar(solver.solutions());
  solve_columns<OneParity>(
      solver, vectors, done, domain,
      [&](int n) { return make_source<OneParity>(noise, g, 0, 1, std::uint32_t(n)); },
      [&](const FullQuarkField<OneParity>& eta, auto x) {
        for (std::size_t k = 0; k < x.size(); ++k) {
          scalar[k].push_back(scale * inner_product(eta, x[k]));
          if constexpr (kComponents<OneParity> == 12)
            pseudoscalar[k].push_back(scale * inner_product_gamma5(eta, x[k]));
        }
      });
  std::vector<ChiralCondensate> results;
  for (std::size_t k = 0; k < scalar.size(); ++k) {
    results.push_back({.vectors = vectors, .seed = seed, .scalar = noise_mean(scalar[k])});
    if (!pseudoscalar[k].empty()) results.back().pseudoscalar = noise_mean(pseudoscalar[k]);
  }
  return results;
}

template std::vector<ChiralCondensate> chiral_condensates(QuarkSolver<ParitySpinorField>&, const Geometry&,
                                                          int, std::uint64_t, double, const ColumnDone&,
                                                          const Domain*);
template std::vector<ChiralCondensate> chiral_condensates(QuarkSolver<ParityColourField>&, const Geometry&,
                                                          int, std::uint64_t, double, const ColumnDone&,
                                                          const Domain*);

}  // namespace glueball
