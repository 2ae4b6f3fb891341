// Gauge fixing, for `glueball bench`.
#include "app/benchmark.hpp"
#include "fix/gauge_fixer.hpp"

namespace glueball::app {
namespace {

constexpr std::uint64_t kSeed = 1991;

/// One iteration, both parities.
Workload iteration(const DeviceLattice& lattice, Gauge gauge, Grain grain,
                   std::function<void(GaugeFixer&)> sweep) {
  auto fixer =
      std::make_shared<GaugeFixer>(lattice, hot_configuration(lattice.geometry(), kSeed), gauge, grain);
  Workload w;
  w.run = [fixer, sweep] { sweep(*fixer); };
  const double sites = double(lattice.geometry().volume());
  w.flops = sites * kernels::RelaxGauge::kFlops;
  w.bytes =
      sites * kernels::RelaxGauge::bytes(lattice.options().reconstruct, int(real_bytes(lattice)), gauge);
  return w;
}

Workload overrelaxation(const DeviceLattice& lattice, Gauge gauge, Grain grain, int power = 1) {
  return iteration(lattice, gauge, grain, [power](GaugeFixer& fixer) { fixer.relax(1.7, power); });
}

}  // namespace

const std::vector<Benchmark>& fix_benchmarks() {
  static const std::vector<Benchmark> list = {
      {"fix", "Landau gauge, overrelaxation, one iteration",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::landau, grain_of(l.options())); }},
      {"fix-site", "the same, one invocation a site",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::landau, Grain::site); }},
      {"fix-link", "the same, four invocations a site",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::landau, Grain::link); }},
      {"fix-exact", "the same, omega's power not expanded",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::landau, grain_of(l.options()), 0); }},
      {"fix-coulomb", "Coulomb gauge, overrelaxation",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::coulomb, grain_of(l.options())); }},
      {"fix-mag", "maximally Abelian gauge, overrelaxation",
       [](const DeviceLattice& l) { return overrelaxation(l, Gauge::maximally_abelian, Grain::site); }},
      {"fix-sa", "Landau gauge, simulated annealing",
       [](const DeviceLattice& l) {
         return iteration(l, Gauge::landau, Grain::site,
                          [](GaugeFixer& fixer) { fixer.anneal(1, kSeed, 1); });
       }},
  };
  return list;
}

}  // namespace glueball::app
