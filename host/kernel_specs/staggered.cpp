// Kernel specs of naive staggered quarks.
#include "cpu/staggered.hpp"

#include "fermion/staggered_operator.hpp"
#include "kernel_specs/colour_quarks.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/operator_checks.hpp"
#include "kernel_specs/reference_fields.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kStaggeredMass = 0.1, kCheckMass = 0.2;

constexpr double kStaggeredHopFlops = kernels::StaggeredDslash::kFlops;
double colour_hop_bytes(const DeviceLattice& lattice) {
  return hop_links_bytes(lattice) + 2 * colour_bytes(lattice);
}

Workload hop(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkColours>(lattice);
  const auto run = [f, to_odd = true]() mutable {
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    f->run_hop<kernels::StaggeredDslash>(to_odd ? f->a : f->b, other(parity),
                                         {.parity = std::uint32_t(parity), .b = 1}, f->c);
    to_odd = !to_odd;
  };
  return {run, kStaggeredHopFlops * half_volume(lattice), colour_hop_bytes(lattice) * half_volume(lattice)};
}

Reference staggered_hop_reference(const Geometry& g) {
  return colour_hop_reference(std::make_shared<cpu::StaggeredOperator>(benchmark_links(g), kStaggeredMass));
}

double staggered_hop_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  const ParityColourField chi = cpu::gaussian_colour(c.geometry, Parity::even, kCheckSeed, 1);
  StaggeredOperator op(lattice, c.device_u, kCheckMass, check_boundary());
  const cpu::StaggeredOperator exact(c.u, kCheckMass, check_boundary());
  return worst_of({operator_error<ColourField, ParityColourField>(op, exact, chi),
                   steps_error<ColourField, ParityColourField>(op, exact, chi)});
}

}  // namespace

std::vector<KernelSpec> staggered_specs() {
  return {{.kernel = kernels::StaggeredDslash::record(),
           .parts = records<kernels::StaggeredDslashSum>(),
           .flops = kStaggeredHopFlops,
           .bytes = colour_hop_bytes,
           .benchmarks = {{.name = "staggered",
                           .text = "naive staggered hop, one parity",
                           .make = hop,
                           .reference = staggered_hop_reference,
                           .in_half = true,
                           .ghosts = 1}},
           .checks = {{.name = "staggered",
                       .error = staggered_hop_error,
                       .allowed = kOperatorRounding,
                       .scope = Scope::formats}}}};
}

}  // namespace glueball::kernel_specs
