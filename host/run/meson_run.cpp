#include "run/meson_run.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "comm/gather.hpp"

namespace glueball {
namespace {

/// Hands each of `count` sources and its solution to `take`, in order, solved for in blocks; of a lattice
/// that is split the whole of both, on rank 0 alone.
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

}  // namespace

const std::vector<double>& MesonCorrelators::channel(const std::string& name) const {
  for (const auto& [key, values] : channels)
    if (key == name) return values;
  throw std::logic_error("no meson channel " + name);
}

template <>
std::vector<MesonCorrelators> meson_correlators(QuarkSolver<ParitySpinorField>& solver, const Geometry& g,
                                                const SourceSpec& source, const MesonPlan& plan,
                                                double factor, const ColumnDone& done, const Domain* domain) {
  MesonContraction contraction(g.whole(), plan);
  // Colour by colour, whose four spins are contracted together.
  std::array<MesonContraction::Column, 4> columns;
  std::size_t spins = 0;
  solve_columns<ParitySpinorField>(
      solver, 12, done, domain,
      [&](int n) { return make_source<ParitySpinorField>(source, g, 3 * (n % 4) + n / 4, 12); },
      [&](const MesonContraction::Column&, MesonContraction::Column&& x) {
        columns[spins++] = std::move(x);
        if (spins < columns.size()) return;
        contraction.add(columns, factor * factor);
        spins = 0;
      });
  std::vector<MesonCorrelators> results;
  for (std::size_t m = 0; m < plan.momenta.size(); ++m) {
    MesonCorrelators result{plan.momenta[m], {{"pion", contraction.correlator(m, 15)}}};
    for (int n = 0; n < 15; ++n)
      result.channels.emplace_back(meson_names()[std::size_t(n)], contraction.correlator(m, n));
    results.push_back(std::move(result));
  }
  return results;
}

template <>
std::vector<MesonCorrelators> meson_correlators(QuarkSolver<ParityColourField>& solver, const Geometry& g,
                                                const SourceSpec& source, const MesonPlan& plan, double,
                                                const ColumnDone& done, const Domain* domain) {
  StaggeredMesonContraction contraction(g.whole(), plan);
  solve_columns<ParityColourField>(
      solver, 3, done, domain,
      [&](int colour) { return make_source<ParityColourField>(source, g, colour, 3); },
      [&](const StaggeredMesonContraction::Column&, StaggeredMesonContraction::Column&& x) {
        contraction.add(x);
      });
  std::vector<MesonCorrelators> results;
  for (std::size_t m = 0; m < plan.momenta.size(); ++m) {
    MesonCorrelators result{plan.momenta[m], {}};
    for (int n = 0; n < 4; ++n)
      result.channels.emplace_back(StaggeredMesonContraction::names()[std::size_t(n)],
                                   contraction.correlator(m, n));
    results.push_back(std::move(result));
  }
  return results;
}

template <class OneParity>
ChiralCondensate chiral_condensate(QuarkSolver<OneParity>& solver, const Geometry& g, int vectors,
                                   std::uint64_t seed, double factor, const ColumnDone& done,
                                   const Domain* domain) {
  SourceSpec noise;
  noise.kind = SourceKind::z2;
  noise.seed = seed;
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

template ChiralCondensate chiral_condensate(QuarkSolver<ParitySpinorField>&, const Geometry&, int,
                                            std::uint64_t, double, const ColumnDone&, const Domain*);
template ChiralCondensate chiral_condensate(QuarkSolver<ParityColourField>&, const Geometry&, int,
                                            std::uint64_t, double, const ColumnDone&, const Domain*);

}  // namespace glueball
