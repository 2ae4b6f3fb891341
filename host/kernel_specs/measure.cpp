// Kernel specs of gauge observables beyond small loops.
#include "kernels/measure.hpp"

#include <array>
#include <string>
#include <utility>

#include "cpu/field_strength.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "measure/clover.hpp"
#include "measure/density.hpp"
#include "measure/field_products.hpp"
#include "measure/line_correlators.hpp"
#include "measure/polyakov.hpp"
#include "measure/wilson_loops.hpp"
#include "reference/densities.hpp"
#include "reference/distance.hpp"
#include "reference/wilson_loops.hpp"

namespace glueball::kernel_specs {
namespace {

// The plain clover takes six planes a site with four loops of three products each, then sums and traces.
constexpr double kCloverFlops = 6 * (4 * 3 * 198 + 3 * 18 + 32 + 36) + 9 * 16;
/// A site reads its links and writes the density.
double clover_bytes(const DeviceLattice& lattice) {
  return 4 * link_bytes(lattice) + 4 * real_bytes(lattice);
}

Workload clover(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    explicit State(const DeviceLattice& l) : BenchmarkLinks(l), partials(l), density(l) {}
    Partials partials;
    DensityField density;
  };
  auto s = std::make_shared<State>(lattice);
  const auto run = [s, &lattice] {
    for (const Parity this_parity : kParities) {
      kernels::Clover::run_all(lattice, this_parity, FieldStrength::clover, false, s->u,
                               s->density[this_parity]);
      kernels::ComponentSums::run(lattice, {.plane = 0}, s->density[this_parity], s->partials);
    }
  };
  return {run, kCloverFlops * volume(lattice), clover_bytes(lattice) * volume(lattice)};
}

Reference clover_reference(const Geometry& g) {
  return {[g] { cpu::action_density(benchmark_links(g)); }};
}

double clover_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  double worst = 0;
  for (const auto kind : {FieldStrength::clover, FieldStrength::improved4, FieldStrength::rectangles4}) {
    const auto found = CloverMeasurement(lattice, kind).measure(c.device_u);
    const auto wanted = cpu::action_density(c.u, kind);
    worst = worst_of({worst, std::abs(found.energy() / wanted.energy() - 1),
                      std::abs(found.plaquette / wanted.plaquette - 1),
                      std::abs(found.charge - wanted.charge) / double(c.geometry.volume())});
  }
  return worst;
}

// Field strengths take six planes a site with four loops of three products each, and their sums.
constexpr double kStrengthFlops = 6 * (4 * 3 * 198 + 3 * 18 + 32);
double strength_bytes(const DeviceLattice& lattice) {
  return 4 * link_bytes(lattice) + 4 * ParityFieldStrengths::kPlanes * real_bytes(lattice);
}
// The flops are 21 traces of products of eight numbers, their combinations, and four contractions with the
// nine structure constants of SU(3).
constexpr double kProductFlops = 21 * 16 + 40 + 4 * (9 * 14 + 11);
double product_bytes(const DeviceLattice& lattice) {
  return 4 * (ParityFieldStrengths::kPlanes + ParityFieldProducts::kPlanes) * real_bytes(lattice);
}

Workload strengths(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    explicit State(const DeviceLattice& l) : BenchmarkLinks(l), f(l) {}
    FieldStrengths f;
  };
  auto s = std::make_shared<State>(lattice);
  const auto run = [s, &lattice] {
    for (const Parity this_parity : kParities)
      kernels::StrengthsOfPlanes::run_all(lattice, this_parity, FieldStrength::clover, s->u,
                                          s->f[this_parity]);
  };
  return {run, kStrengthFlops * volume(lattice), strength_bytes(lattice) * volume(lattice)};
}

Workload products(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    explicit State(const DeviceLattice& l) : BenchmarkLinks(l), f(l), products(l) {}
    FieldStrengths f;
    BothParities<ParityFieldProducts> products;
  };
  auto s = std::make_shared<State>(lattice);
  for (const Parity this_parity : kParities)
    kernels::StrengthsOfPlanes::run_all(lattice, this_parity, FieldStrength::clover, s->u, s->f[this_parity]);
  const auto run = [s, &lattice] {
    for (const Parity this_parity : kParities)
      kernels::FieldProducts::run(lattice, {}, s->f[this_parity], s->products[this_parity]);
  };
  return {run, kProductFlops * volume(lattice), product_bytes(lattice) * volume(lattice)};
}

Reference products_reference(const Geometry& g) {
  return {[g] {
    const Configuration u = benchmark_links(g);
    for (std::size_t n = 0; n < g.volume(); ++n)
      reference::energy_momentum(u, g.site(n), 0, 0, FieldStrength::clover);
  }};
}

/// Checks sums over rows of numbers that are of order one at each site.
double products_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const Site e = c.geometry.extents();
  double worst = 0;
  for (const auto kind : {FieldStrength::clover, FieldStrength::rectangles2}) {
    const RowProducts found = field_products(lattice, c.device_u, kind, c.sums);
    const int z = 1 % e[2], t = 1 % e[3];
    std::array<double, 10> wanted{};
    std::array<double, kDirections> third{};
    for (int y = 0; y < e[1]; ++y)
      for (int x = 0; x < e[0]; ++x) {
        const Site s{x, y, z, t};
        std::size_t k = 4;
        for (int mu = 0; mu < kDirections; ++mu) {
          wanted[std::size_t(mu)] += reference::energy_momentum(c.u, s, mu, mu, kind);
          third[std::size_t(mu)] += reference::weinberg(c.u, s, mu, kind);
          for (int nu = mu + 1; nu < kDirections; ++nu)
            wanted[k++] += reference::energy_momentum(c.u, s, mu, nu, kind);
        }
      }
    const ProductsOfField& row = found.row(z, t);
    const double sites = double(e[0]) * e[1];
    for (std::size_t k = 0; k < wanted.size(); ++k)
      worst = worst_of({worst, std::abs(row[k] - wanted[k]) / sites});
    for (int mu = 0; mu < kDirections; ++mu)
      worst = worst_of({worst, std::abs(weinberg(row, mu) - third[std::size_t(mu)]) / sites});
  }
  return worst;
}

double line_correlators_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const auto found = line_correlators(lattice, c.device_u, FieldStrength::clover, c.sums);
  const int dt = int(found.electric.size());
  double electric = 0, magnetic = 0, corners = 0;
  for (std::size_t n = 0; n < c.geometry.volume(); ++n) {
    const Site s = c.geometry.site(n);
    for (int i = 0; i < 3; ++i) {
      electric += reference::strengths_on_line(c.u, s, i, 3, dt, FieldStrength::clover);
      magnetic += reference::strengths_on_line(c.u, s, (i + 1) % 3, (i + 2) % 3, dt, FieldStrength::clover);
      for (const bool forward : {false, true}) corners += reference::corners_on_line(c.u, s, i, forward, dt);
    }
  }
  const double sites = double(c.geometry.volume());
  return worst_of({std::abs(found.electric.back() + electric / (9 * sites)),
                   std::abs(found.magnetic.back() - magnetic / (9 * sites)),
                   std::abs(found.corners.back() + corners / (18 * sites))});
}

/// Returns a field's densities, component by component, in one vector.
template <std::size_t kCount, class Densities>
std::vector<double> components(const Densities& densities) {
  std::vector<double> all;
  for (const auto& density : densities)
    for (std::size_t k = 0; k < kCount; ++k) all.push_back(density[k]);
  return all;
}

double plaquette_density_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  DensityField density(lattice);
  plaquette_density(lattice, c.device_u, density);
  return reference::relative_error(components<2>(download(density)),
                                   components<2>(reference::plaquette_density(c.u)));
}

double momentum_density_error(const DeviceLattice& lattice) {
  const CheckMomenta c(lattice);
  DensityField density(lattice);
  for (const Parity this_parity : kParities)
    kernels::MomentumDensity::run(lattice, {}, c.device_p[this_parity], density[this_parity]);
  std::vector<double> wanted;
  for (std::size_t site = 0; site < c.geometry.volume(); ++site) {
    double sum = 0;
    for (int mu = 0; mu < kDirections; ++mu)
      for (const double component : c.p.at(site, mu)) sum += component * component;
    wanted.push_back(sum);
  }
  return reference::relative_error(components<1>(download(density)), wanted);
}

double wilson_loops_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const auto found = wilson_loops(lattice, c.device_u, c.sums, 2, 3);
  const auto wanted = reference::wilson_loops(c.u, 2, 3);
  double worst = 0;  // averages are of order one
  for (std::size_t n = 0; n < wanted.values.size(); ++n)
    worst = worst_of({worst, std::abs(found.values[n] - wanted.values[n])});
  return worst;
}

double polyakov_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  double worst = 0;
  for (int mu = 0; mu < kDirections; ++mu) {
    const auto loops = polyakov_loops(lattice, c.device_u, c.sums, mu);
    worst = worst_of({worst, std::abs(loops.average - reference::polyakov(c.u, mu)),
                      reference::relative_error(download(loops.field), reference::polyakov_field(c.u, mu))});
  }
  return worst;
}

/// On GPUs 100 threads share a row of 20 sites on this lattice. With as many threads NVIDIA's compiler under
/// Vulkan once made code that left out most rows.
constexpr std::array<int, 4> kManyRows{40, 40, 12, 16};

Check measured(std::string name, double (*error)(const DeviceLattice&)) {
  return {.name = std::move(name), .error = error, .scope = Scope::tests};
}

}  // namespace

std::vector<KernelSpec> measure_specs() {
  using namespace kernels;
  return {
      {.kernel = Clover::record(),
       .parts = records<ComponentSums>(),
       .flops = kCloverFlops,
       .bytes = clover_bytes,
       .benchmarks = {{.name = "clover",
                       .text = "clover action density and topological charge",
                       .make = clover,
                       .reference = clover_reference}},
       .checks = {{.name = "clover", .error = clover_error}}},
      {.kernel = StrengthsOfPlanes::record(),
       .flops = kStrengthFlops,
       .bytes = strength_bytes,
       .benchmarks = {{.name = "field-strength", .text = "field strength of all planes", .make = strengths}},
       .checks = {measured("field strengths", products_error)}},
      {.kernel = FieldProducts::record(),
       .flops = kProductFlops,
       .bytes = product_bytes,
       .benchmarks = {{.name = "energy-momentum",
                       .text = "energy-momentum tensor from field strengths",
                       .make = products,
                       .reference = products_reference}},
       .checks = {measured("energy-momentum tensor", products_error)}},
      {.kernel = kernels::LineCorrelators::record(),
       .checks = {measured("correlators on lines", line_correlators_error)}},
      {.kernel = PlaquetteDensity::record(),
       .checks = {measured("plaquette density", plaquette_density_error)}},
      {.kernel = MomentumDensity::record(), .checks = {measured("momentum density", momentum_density_error)}},
      {.kernel = WilsonLoop::record(),
       .parts = records<Line>(),
       .checks = {measured("Wilson loops", wilson_loops_error)}},
      {.kernel = kernels::Polyakov::record(),
       .checks = {measured("Polyakov loops", polyakov_error),
                  {.name = "Polyakov loops of many rows",
                   .error = polyakov_error,
                   .scope = Scope::once,
                   .extents = kManyRows}}},
  };
}

}  // namespace glueball::kernel_specs
