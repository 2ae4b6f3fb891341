// Kernel specs of gauge fixing.
#include "cpu/gauge_functional.hpp"
#include "fix/gauge_fixer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernel_specs/tuning.hpp"
#include "reference/distance.hpp"
#include "reference/gauge_fixing.hpp"

namespace glueball::kernel_specs {
namespace {

using reference::GaugeStep;
using Kind = GaugeStep::Kind;

constexpr std::uint64_t kSeed = 1991;
constexpr double kOmega = 1.7;

/// The number of flops a site is that of arXiv:1212.5221 for links that are transformed themselves.
constexpr double kSiteFlops = 2253;
/// A site reads its eight links, reads and writes g, and reads g of the other parity once.
double site_bytes(const DeviceLattice& lattice, Gauge gauge) {
  return (2 * directions(gauge) + 3) * link_bytes(lattice);
}
double landau_bytes(const DeviceLattice& lattice) { return site_bytes(lattice, Gauge::landau); }

/// One iteration goes over both parities.
Workload iteration(const DeviceLattice& lattice, Gauge gauge, Grain grain,
                   const std::function<void(GaugeFixer&)>& sweep) {
  auto fixer =
      std::make_shared<GaugeFixer>(lattice, hot_configuration(lattice.geometry(), kSeed), gauge, grain);
  return {[fixer, sweep] { sweep(*fixer); }, kSiteFlops * volume(lattice),
          site_bytes(lattice, gauge) * volume(lattice)};
}

Reference reference_of(const Geometry& g, Gauge gauge, const GaugeStep& step) {
  return moving_reference(g, [gauge, step](ReferenceLinks& m) {
    for (const Parity parity : kParities) reference::relax_gauge(m.u, gauge, parity, step);
  });
}

/// Without `grain` the lattice's options choose it.
Benchmark overrelaxation(std::string name, std::string text, Gauge gauge, std::optional<Grain> grain = {},
                         int power = 1) {
  return {.name = std::move(name),
          .text = std::move(text),
          .make =
              [=](const DeviceLattice& l) {
                return iteration(l, gauge, grain.value_or(grain_of(l.options())),
                                 [power](GaugeFixer& fixer) { fixer.relax(kOmega, power); });
              },
          .reference =
              [=](const Geometry& g) {
                return reference_of(g, gauge,
                                    {.kind = power == 0 ? Kind::power : Kind::expanded1, .strength = kOmega});
              },
          .with_eight_reals = false,
          .ghosts = 1};
}

Benchmark annealing() {
  return {.name = "fix-sa",
          .text = "Landau gauge, simulated annealing",
          .make =
              [](const DeviceLattice& l) {
                return iteration(l, Gauge::landau, Grain::site,
                                 [](GaugeFixer& fixer) { fixer.anneal(1, kBenchmarkSeed, 1); });
              },
          .reference =
              [](const Geometry& g) {
                return reference_of(
                    g, Gauge::landau,
                    {.kind = Kind::heatbath, .strength = 1, .seed = kBenchmarkSeed, .step = 1});
              },
          .with_eight_reals = false};
}

double relax_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  double worst = 0;
  for (const Gauge gauge : {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian, Gauge::centre})
    for (const Grain grain : {Grain::site, Grain::link}) {
      if (grain == Grain::link && (gauge == Gauge::maximally_abelian || gauge == Gauge::centre)) continue;
      Configuration wanted = c.u;
      for (const Parity this_parity : kParities)
        reference::relax_gauge(wanted, gauge, this_parity, {.strength = 1.5});
      GaugeFixer fixer(lattice, c.u, gauge, grain);
      fixer.relax(1.5, 0);
      worst =
          worst_of({worst, reference::relative_error(gauge_transformed(c.u, fixer.transformation()), wanted),
                    std::abs(fixer.measure().functional - cpu::gauge_functional(wanted, gauge))});
    }
  return worst;
}

double fourier_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  double worst = 0;
  for (const Gauge gauge : {Gauge::landau, Gauge::coulomb}) {
    Configuration wanted = c.u;
    Transformation g = unit_transformation(c.u.geometry());
    reference::accelerate_gauge(wanted, gauge, 0.01, g);
    GaugeFixer fixer(lattice, c.u, gauge, Grain::site);
    fixer.prepare_fourier();
    fixer.accelerated(0.01);
    worst =
        std::max(worst, reference::relative_error(gauge_transformed(c.u, fixer.transformation()), wanted));
  }
  return worst;
}

/// A step of Fourier-accelerated fixing in Landau gauge.
Benchmark fourier() {
  return {.name = "fix-fourier",
          .text = "Landau gauge, Fourier acceleration, one iteration",
          .make =
              [](const DeviceLattice& l) {
                auto fixer = std::make_shared<GaugeFixer>(l, hot_configuration(l.geometry(), kSeed),
                                                          Gauge::landau, Grain::site);
                fixer->prepare_fourier();
                const Geometry& g = l.geometry();
                // The flops are those of a relaxation's sum of links, and of a forward and a backward
                // transform of eight numbers.
                double flops = kSiteFlops;
                for (int mu = 0; mu < kDirections; ++mu) flops += 2 * 8 * 2 * g.extent(mu);
                const double bytes = landau_bytes(l) + 2 * 9 * momentum_bytes(l);
                return Workload{[fixer] { fixer->accelerated(0.01); }, flops * volume(l), bytes * volume(l)};
              },
          .reference =
              [](const Geometry& g) {
                return moving_reference(g, [](ReferenceLinks& m) {
                  Transformation t = unit_transformation(m.u.geometry());
                  reference::accelerate_gauge(m.u, Gauge::landau, 0.01, t);
                });
              },
          .with_eight_reals = false};
}

/// Checks a sweep in Landau gauge that draws random numbers.
double random_error(const DeviceLattice& lattice, const GaugeStep& step, void (*sweep)(GaugeFixer&)) {
  const CheckLinks c(lattice);
  Configuration wanted = c.u;
  for (const Parity this_parity : kParities) reference::relax_gauge(wanted, Gauge::landau, this_parity, step);
  GaugeFixer fixer(lattice, c.u, Gauge::landau, Grain::site);
  sweep(fixer);
  return reference::relative_error(gauge_transformed(c.u, fixer.transformation()), wanted);
}

double stochastic_error(const DeviceLattice& lattice) {
  return random_error(lattice, {.kind = Kind::stochastic, .strength = 0.7, .seed = kCheckSeed, .step = 5},
                      [](GaugeFixer& fixer) { fixer.relax_stochastic(0.7, kCheckSeed, 5); });
}

double annealing_error(const DeviceLattice& lattice) {
  return random_error(lattice, {.kind = Kind::heatbath, .strength = 1, .seed = kCheckSeed, .step = 6},
                      [](GaugeFixer& fixer) { fixer.anneal(1, kCheckSeed, 6); });
}

}  // namespace

std::vector<KernelSpec> fixing_specs() {
  using namespace kernels;
  return {
      {.kernel = RelaxGauge::record(),
       .parts = records<RelaxGaugeShared, RelaxGaugeCentre, GaugeDivergence, SliceDivergence>(),
       .flops = kSiteFlops,
       .bytes = landau_bytes,
       .benchmarks = {overrelaxation("fix", "Landau gauge, overrelaxation, one iteration", Gauge::landau),
                      overrelaxation("fix-site", "the same, one thread a site", Gauge::landau, Grain::site),
                      overrelaxation("fix-link", "the same, four threads a site", Gauge::landau, Grain::link),
                      overrelaxation("fix-exact", "the same, omega's power not expanded", Gauge::landau, {},
                                     0),
                      overrelaxation("fix-coulomb", "Coulomb gauge, overrelaxation", Gauge::coulomb),
                      overrelaxation("fix-mag", "maximally Abelian gauge, overrelaxation",
                                     Gauge::maximally_abelian, Grain::site),
                      overrelaxation("fix-centre", "maximal centre gauge, overrelaxation", Gauge::centre,
                                     Grain::site)},
       .checks = {{.name = "gauge fixing",
                   .error = relax_error,
                   .allowed = {.single = 5e-6, .double_ = 1e-12}}}},
      {.kernel = AnnealGauge::record(),
       .flops = kSiteFlops,
       .bytes = landau_bytes,
       .benchmarks = {annealing()},
       .checks = {{.name = "annealing of the gauge",
                   .error = annealing_error,
                   .allowed = {.single = 6e-6, .double_ = 6e-6},  // random numbers are single precision
                   .scope = Scope::tests}}},
      {.kernel = Hartley::record(),
       .parts = records<GaugeDelta, TurnGauge>(),
       .benchmarks = {fourier()},
       .checks = {{.name = "Fourier-accelerated gauge fixing",
                   .error = fourier_error,
                   .allowed = {.single = 5e-6, .double_ = 1e-12},
                   .scope = Scope::tests}}},
      {.kernel = RelaxGaugeStochastic::record(),
       .checks = {{.name = "stochastic relaxation of the gauge",
                   .error = stochastic_error,
                   .allowed = {.single = 5e-6, .double_ = 1e-12},
                   .scope = Scope::tests}}},
  };
}

const Benchmark& fixing_benchmark(Gauge gauge) {
  const auto& list = of<kernels::RelaxGauge>().benchmarks;
  const char* name = gauge == Gauge::coulomb             ? "fix-coulomb"
                     : gauge == Gauge::maximally_abelian ? "fix-mag"
                     : gauge == Gauge::centre            ? "fix-centre"
                                                         : "fix";
  return *std::find_if(list.begin(), list.end(), [&](const Benchmark& b) { return b.name == name; });
}

}  // namespace glueball::kernel_specs
