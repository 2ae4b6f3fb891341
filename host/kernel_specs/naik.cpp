// Kernel specs of staggered quarks with a Naik term.
#include "cpu/staggered.hpp"
#include "fermion/naik_operator.hpp"
#include "kernel_specs/colour_quarks.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/operator_checks.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "reference/staggered_force.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kNaikMass = 0.2;

/// Colour vectors, the operator with its long links, and momenta.
struct NaikFields : BenchmarkColours {
  explicit NaikFields(const DeviceLattice& lattice)
      : BenchmarkColours(lattice), op(lattice, u, kNaikMass), p(lattice) {
    op.links_changed();
    op.make_room_for_derivative();
    upload(Momenta(lattice.geometry()), p);
    lattice.stream().finish();
  }
  NaikOperator op;
  MomentumField p;
};

constexpr double kNaikHopFlops = kernels::NaikDslash::kFlops;
double naik_hop_bytes(const DeviceLattice& lattice) {
  return 2 * hop_links_bytes(lattice) + 2 * colour_bytes(lattice);
}

Workload naik_hop(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkColours>(lattice);
  auto op = std::make_shared<NaikOperator>(lattice, f->u, kNaikMass);
  op->links_changed();
  return colour_hop(f, op, kNaikHopFlops, naik_hop_bytes(lattice));
}

Reference naik_hop_reference(const Geometry& g) {
  return colour_hop_reference(std::make_shared<cpu::NaikOperator>(benchmark_links(g), kNaikMass));
}

double naik_hop_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  const ParityColourField chi = cpu::gaussian_colour(c.geometry, Parity::even, kCheckSeed, 1);
  NaikOperator op(lattice, c.device_u, kNaikMass, check_boundary());
  op.links_changed();
  const cpu::NaikOperator exact(c.u, kNaikMass, check_boundary());
  // The kernel does not sum if links are split into eight buffers.
  const double steps = lattice.options().storage == gpu::Storage::split
                           ? 0
                           : steps_error<ColourField, ParityColourField>(op, exact, chi);
  return worst_of({operator_error<ColourField, ParityColourField>(op, exact, chi), steps});
}

// Each link takes two products.
constexpr double kLongLinksFlops = 4 * 2 * 198;
double long_links_bytes(const DeviceLattice& lattice) { return 2 * 4 * link_bytes(lattice); }

Workload long_links(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkLinks>(lattice);
  auto l = std::make_shared<GaugeField>(lattice);
  return {[f, l, &lattice] { kernels::LongLinks::run_all(lattice, f->u, *l); },
          kLongLinksFlops * volume(lattice), long_links_bytes(lattice) * volume(lattice)};
}

Reference long_links_reference(const Geometry& g) {
  return {[&u = benchmark_links(g)] { cpu::long_links(u); }};
}

double long_links_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  GaugeField l(lattice);
  kernels::LongLinks::run_all(lattice, c.device_u, l);
  return reference::relative_error(download(l), cpu::long_links(c.u));
}

// Each link takes an outer product for each length of hops, four products and three sums of the chain rule, a
// product and eight coefficients; half a hop is added.
constexpr double kNaikForceFlops = 4 * (2 * (54 + 6) + 4 * 198 + 3 * 18 + 198 + 32) + kNaikHopFlops / 2;
/// The three steps read links and momenta, and read and write matrices of 20 reals: two written, two read and
/// one written, one read. Half a hop is added.
double naik_force_bytes(const DeviceLattice& lattice) {
  return 4 * (2 * link_bytes(lattice) + 2 * momentum_bytes(lattice) + 6 * 20 * real_bytes(lattice)) +
         2 * 2 * colour_bytes(lattice) + naik_hop_bytes(lattice) / 2;
}

Workload naik_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<NaikFields>(lattice);
  return {[f] { f->op.derivative(f->p, kReferenceStep, f->a, f->a); }, kNaikForceFlops * volume(lattice),
          naik_force_bytes(lattice) * volume(lattice)};
}

Reference naik_force_reference(const Geometry& g) {
  const cpu::FullColourField x{reference_colours(g, Parity::even), reference_colours(g, Parity::odd)};
  return moving_reference(g, [x](ReferenceLinks& m) {
    reference::naik_force(m.u, kAntiperiodicInTime, {}, x, kReferenceStep, m.p);
  });
}

double naik_force_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  NaikOperator op(lattice, c.device_u, kNaikMass, check_boundary());
  op.links_changed();
  return colour_force_error(c, cpu::NaikOperator(c.u, kNaikMass, check_boundary()), op,
                            [&](const cpu::FullColourField& x, Momenta& p) {
                              reference::naik_force(c.u, check_boundary(), {}, x, kCheckStep, p);
                            });
}

}  // namespace

std::vector<KernelSpec> naik_specs() {
  using namespace kernels;
  return {
      {.kernel = NaikDslash::record(),
       .parts = records<NaikDslashSum>(),
       .flops = kNaikHopFlops,
       .bytes = naik_hop_bytes,
       .benchmarks = {{.name = "naik",
                       .text = "staggered hop with Naik's term, one parity",
                       .make = naik_hop,
                       .reference = naik_hop_reference,
                       .in_half = true,
                       .ghosts = 3},
                      {.name = "hisq",
                       .text = "hop of HISQ quarks, one parity, fat links of 18 reals and long ones of 14",
                       .make = hisq_hop,
                       .reference = hisq_hop_reference,
                       .in_half = true,
                       .ghosts = 3,
                       .reconstruct = FieldFormat::kFarReals}},
       .checks = {{.name = "naik",
                   .error = naik_hop_error,
                   .allowed = kOperatorRounding,
                   .scope = Scope::formats}}},
      {.kernel = LongLinks::record(),
       .flops = kLongLinksFlops,
       .bytes = long_links_bytes,
       .benchmarks = {{.name = "long-links",
                       .text = "products of three links in a row",
                       .make = long_links,
                       .reference = long_links_reference}},
       .checks = {{.name = "long_links", .error = long_links_error}}},
      {.kernel = HopOuter::record(),
       .parts = records<LongLinksChain, LinkForce>(),
       .flops = kNaikForceFlops,
       .bytes = naik_force_bytes,
       .benchmarks = {{.name = "naik-force",
                       .text = "staggered force with Naik's term",
                       .make = naik_force,
                       .reference = naik_force_reference}},
       .checks = {{.name = "naik_force", .error = naik_force_error}}}};
}

}  // namespace glueball::kernel_specs
