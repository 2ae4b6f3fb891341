// Kernel specs of links alone: loops, sums over links, projection to SU(3).
#include "kernels/gauge.hpp"

#include "cpu/plaquette.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/measure.hpp"
#include "measure/loop_averages.hpp"
#include "reference/distance.hpp"
#include "reference/wilson_loops.hpp"

namespace glueball::kernel_specs {
namespace {

// Six plaquettes take two products and the trace of a third.
constexpr double kPlaquetteFlops = 6 * (2 * 198 + 36);
double site_links_bytes(const DeviceLattice& lattice) { return 4 * link_bytes(lattice); }

Workload plaquettes(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    explicit State(const DeviceLattice& l) : BenchmarkLinks(l), partials(l) {}
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  const auto run = [s, &lattice] {
    for (const Parity parity : kParities)
      kernels::Plaquette::run(lattice, {.parity = std::uint32_t(parity)}, s->u[parity], s->u[other(parity)],
                              s->partials);
  };
  return {run, kPlaquetteFlops * volume(lattice), site_links_bytes(lattice) * volume(lattice)};
}

Reference plaquette_reference(const Geometry& g) {
  return {[g] { cpu::plaquette(benchmark_links(g)); }};
}

/// Returns the error of averages, which are of order one.
template <class Averages>
double averages_error(const Averages& found, const Averages& wanted) {
  return worst_of({std::abs(found.spatial - wanted.spatial), std::abs(found.temporal - wanted.temporal)});
}

double plaquette_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  return averages_error(plaquette(lattice, c.device_u, c.sums), cpu::plaquette(c.u));
}

double rectangle_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  return averages_error(rectangle(lattice, c.device_u, c.sums), cpu::rectangle(c.u));
}

double parallelogram_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  return averages_error(parallelogram(lattice, c.device_u, c.sums), reference::parallelogram(c.u));
}

double link_trace_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  return std::abs(link_trace(lattice, c.device_u, c.sums) - cpu::link_trace(c.u));
}

double reunitarize_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  Configuration bent = c.u;
  bent.link(5, 1) *= 1.0625;
  GaugeField moved = c.uploaded(bent);
  for (const Parity this_parity : kParities) {
    kernels::Reunitarize::run(lattice, {}, moved[this_parity], c.sums.partials());
    c.sums.collect_maximum(1, this_parity == Parity::odd);
  }
  // The third row is the conjugate product of the others: a factor 1.0625 in two rows is squared in the
  // third.
  Matrix3 stored = bent.link(5, 1);
  complete_third_row(stored);
  return worst_of({std::abs(c.sums.totals()[0] / unitarity_deviation(stored) - 1),
                   reference::relative_error(download(moved), c.u)});
}

}  // namespace

std::vector<KernelSpec> gauge_specs() {
  using namespace kernels;
  return {
      {.kernel = Plaquette::record(),
       .flops = kPlaquetteFlops,
       .bytes = site_links_bytes,
       .benchmarks = {{.name = "plaquette",
                       .text = "average plaquette",
                       .make = plaquettes,
                       .reference = plaquette_reference,
                       .ghosts = 1}},
       .checks = {{.name = "plaquette", .error = plaquette_error}}},
      {.kernel = Parallelogram::record(),
       .checks = {{.name = "parallelogram", .error = parallelogram_error, .scope = Scope::tests}}},
      {.kernel = Rectangle::record(),
       .checks = {{.name = "rectangle", .error = rectangle_error, .scope = Scope::tests}}},
      {.kernel = LinkTrace::record(),
       .checks = {{.name = "link trace", .error = link_trace_error, .scope = Scope::tests}}},
      {.kernel = Reunitarize::record(),
       .parts = records<Maximum>(),
       .checks = {{.name = "reunitarization", .error = reunitarize_error}}},
  };
}

}  // namespace glueball::kernel_specs
