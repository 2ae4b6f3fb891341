// Kernel specs of highly improved staggered quarks (HISQ): their links, and the force through them.
#include "cpu/hisq.hpp"

#include "cpu/gaussian_fields.hpp"
#include "fermion/hisq_operator.hpp"
#include "kernel_specs/colour_quarks.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/operator_checks.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "reference/hisq_force.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kHisqMass = 0.2, kHisqEpsilon = -0.15;
/// Some digits are lost in links projected to U(3) and in all that follows, because V has small singular
/// values.
constexpr Tolerance kHisqRounding{.single = 5e-6, .double_ = 1e-12};

constexpr double kProduct = 198, kSum = 18;
// A staple of one direction on both sides takes four products and a sum. A level takes twelve staples for
// each of the four links: three alone, six within sums and three around these.
constexpr double kStapleFlops = 4 * kProduct + kSum;
constexpr double kLevelFlops = 4 * (12 * kStapleFlops + 3 * (3 * kSum + 2 * 4 * kSum) + kSum + 3 * kSum);
// Each link takes six Newton steps, each with three cross products, a determinant and three sums.
constexpr double kUnitaryFlops = 4 * 6 * (3 * 30 + 22 + 3 * kSum);
constexpr double kHisqLinksFlops = 2 * kLevelFlops + kUnitaryFlops + 4 * (2 * kProduct + kSum);

/// Returns the bytes of a fat and a long link.
double fat_and_long_bytes(const DeviceLattice& lattice) {
  return (18 + HisqOperator::long_reals(lattice)) * real_bytes(lattice);
}

/// Links are read, fat and long links written.
double made_links_bytes(const DeviceLattice& lattice) {
  return 4 * (link_bytes(lattice) + fat_and_long_bytes(lattice));
}

Workload hisq_links(const DeviceLattice& lattice) {
  struct Levels : BenchmarkLinks {
    explicit Levels(const DeviceLattice& l)
        : BenchmarkLinks(l),
          smearing(l, kHisqEpsilon),
          fat(l, HisqSmearing::format(l)),
          long_links(l, HisqOperator::long_format(l)) {}
    HisqSmearing smearing;
    GaugeField fat, long_links;
  };
  auto f = std::make_shared<Levels>(lattice);
  return {[f] {
            f->smearing.follow(f->u);
            f->smearing.finish(1, f->fat, f->long_links);
          },
          kHisqLinksFlops * volume(lattice), made_links_bytes(lattice) * volume(lattice)};
}

Reference hisq_links_reference(const Geometry& g) {
  return {[&u = benchmark_links(g)] { cpu::hisq_links(u, kHisqEpsilon); }};
}

/// Checks the links of all levels.
double hisq_links_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  HisqSmearing smearing(lattice, kHisqEpsilon);
  GaugeField v(lattice, HisqSmearing::format(lattice)), fat(lattice, v.format()),
      long_links(lattice, HisqOperator::long_format(lattice));
  smearing.follow(c.device_u);
  smearing.put_v(v);
  smearing.finish(1, fat, long_links);
  const cpu::HisqLinks exact = cpu::hisq_links(c.u, kHisqEpsilon);
  return worst_of({reference::relative_error(download(v), exact.v),
                   reference::relative_error(download(smearing.w()), exact.w),
                   reference::relative_error(download(fat), exact.x),
                   reference::relative_error(download(long_links), exact.n)});
}

double hisq_error(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  const ParityColourField chi = cpu::gaussian_colour(c.geometry, Parity::even, kCheckSeed, 1);
  const cpu::HopLinks links = cpu::hisq_hop_links(c.u, kHisqEpsilon);
  HisqOperator op(lattice, c.device_u, kHisqMass, kHisqEpsilon, check_boundary(), links);
  const cpu::HisqOperator exact(links, kHisqMass, kHisqEpsilon, check_boundary());
  return operator_error<ColourField, ParityColourField>(op, exact, chi);
}

// The chain rule of a level takes the forward sums without the last staples, a whole level backwards, and
// four pairs of four terms of two products for each of three sides.
constexpr double kChainFlops = kLevelFlops * (9.0 / 12 + 1) + 4 * 3 * 4 * 4 * (2 * kProduct + kSum);
// Each link takes five sweeps of three rotations, and six products.
constexpr double kUnitaryChainFlops = 4 * (5 * 3 * 170 + 6 * kProduct);
constexpr double kHisqForceFlops = 2 * kChainFlops + kUnitaryChainFlops +
                                   4 * (2 * (54 + 6) + 4 * kProduct + 3 * kSum + kProduct + 32) +
                                   kernels::NaikDslash::kFlops / 2;
/// The force reads links, momenta, a colour vector on all sites, V, W, fat and long links, and writes
/// momenta.
double hisq_force_bytes(const DeviceLattice& lattice) {
  return 4 * (link_bytes(lattice) + 2 * momentum_bytes(lattice) + 2 * 18 * real_bytes(lattice) +
              fat_and_long_bytes(lattice)) +
         2 * colour_bytes(lattice);
}

Workload hisq_force(const DeviceLattice& lattice) {
  struct Fields : BenchmarkColours {
    explicit Fields(const DeviceLattice& l) : BenchmarkColours(l), op(l, u, kHisqMass, kHisqEpsilon), p(l) {
      op.make_room_for_derivative();
      op.links_changed();
      upload(Momenta(l.geometry()), p);
      l.stream().finish();
    }
    HisqOperator op;
    MomentumField p;
  };
  auto f = std::make_shared<Fields>(lattice);
  return {[f] { f->op.derivative(f->p, kReferenceStep, f->a, f->a); }, kHisqForceFlops * volume(lattice),
          hisq_force_bytes(lattice) * volume(lattice), true};
}

Reference hisq_force_reference(const Geometry& g) {
  const cpu::FullColourField x{reference_colours(g, Parity::even), reference_colours(g, Parity::odd)};
  return moving_reference(g, [x](ReferenceLinks& m) {
    reference::hisq_force(m.u, kAntiperiodicInTime, kHisqEpsilon, x, kReferenceStep, m.p);
  });
}

double hisq_force_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  HisqOperator op(lattice, c.device_u, kHisqMass, kHisqEpsilon, check_boundary());
  op.make_room_for_derivative();
  op.links_changed();
  return colour_force_error(c, cpu::HisqOperator(c.u, kHisqMass, kHisqEpsilon, check_boundary()), op,
                            [&](const cpu::FullColourField& x, Momenta& p) {
                              reference::hisq_force(c.u, check_boundary(), kHisqEpsilon, x, kCheckStep, p);
                            });
}

}  // namespace

double hisq_links_bytes(const DeviceLattice& lattice) { return 8 * fat_and_long_bytes(lattice); }

std::shared_ptr<HisqOperator> benchmark_hisq(const DeviceLattice& lattice, const GaugeField& u, double mass,
                                             double epsilon) {
  std::shared_ptr<HisqOperator> op;
  if (lattice.in_half()) {
    // In half precision the operator takes its links from one in single precision.
    struct Longer {
      Longer(const DeviceLattice& l, double mass, double epsilon)
          : lattice(l.device(), l.geometry(), l.options_in(gpu::Precision::single)),
            links(lattice),
            op(lattice, links.u, mass, epsilon) {
        op.links_changed();
        l.stream().finish();
      }
      DeviceLattice lattice;
      BenchmarkLinks links;
      HisqOperator op;
    };
    auto longer = std::make_shared<Longer>(lattice, mass, epsilon);
    op = {new HisqOperator(lattice, u, longer->op), [longer](HisqOperator* p) { delete p; }};
  } else {
    op = std::make_shared<HisqOperator>(lattice, u, mass, epsilon);
  }
  return op;
}

Workload hisq_hop(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkColours>(lattice);
  const auto op = benchmark_hisq(lattice, f->u, kHisqMass, kHisqEpsilon);
  op->links_changed();
  return colour_hop(f, op, kernels::NaikDslash::kFlops,
                    hisq_links_bytes(lattice) + 2 * colour_bytes(lattice));
}

Reference hisq_hop_reference(const Geometry& g) {
  return colour_hop_reference(
      std::make_shared<cpu::HisqOperator>(benchmark_links(g), kHisqMass, kHisqEpsilon));
}

std::vector<KernelSpec> hisq_specs() {
  using namespace kernels;
  return {
      {.kernel = FatLinks::record(),
       .parts = records<Staples, StapleSums, UnitaryPart>(),
       .flops = kHisqLinksFlops,
       .bytes = made_links_bytes,
       .benchmarks = {{.name = "hisq-links",
                       .text = "all levels of HISQ links",
                       .make = hisq_links,
                       .reference = hisq_links_reference,
                       .ghosts = 3}},
       .checks =
           {{.name = "hisq_links", .error = hisq_links_error, .allowed = kHisqRounding},
            {.name = "hisq", .error = hisq_error, .allowed = kOperatorRounding, .scope = Scope::formats}}},
      {.kernel = FatLinksChain::record(),
       .parts = records<UnitaryPartChain>(),
       .flops = kHisqForceFlops,
       .bytes = hisq_force_bytes,
       .benchmarks = {{.name = "hisq-force",
                       .text = "force of HISQ quarks, through all levels",
                       .make = hisq_force,
                       .reference = hisq_force_reference}},
       .checks = {{.name = "hisq_force", .error = hisq_force_error, .allowed = kHisqRounding}}}};
}

}  // namespace glueball::kernel_specs
