// Kernel specs of molecular dynamics: forces, and the update of links by momenta.
#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/clover_operator.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernels/gauge.hpp"
#include "kernels/linalg.hpp"
#include "reference/clover_force.hpp"
#include "reference/distance.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_force.hpp"
#include "reference/staggered_force.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kEps = 1e-3, kKappa = 0.12;  // parameters of benchmarks

/// Links, momenta and spinors for benchmarks of forces.
struct Fields {
  explicit Fields(const DeviceLattice& lattice)
      : u(lattice), p(lattice), a(lattice), b(lattice), c(lattice), d(lattice), halo(lattice) {
    upload(benchmark_links(lattice.geometry()), u);
    halo.exchange(u);
    for (const Parity parity : kParities)
      kernels::GaussianMomenta::run(lattice, random(parity, Stream::momenta), p[parity]);
    for (SpinorField* psi : {&a, &b, &c, &d})
      kernels::GaussianSpinor::run(lattice, random(Parity::even, Stream::noise), *psi);
    lattice.stream().finish();
  }
  static args::RandomArgs random(Parity parity, Stream stream) {
    return {.parity = std::uint32_t(parity),
            .seed_low = std::uint32_t(kBenchmarkSeed),
            .seed_high = 0,
            .step = 1,
            .stream = std::uint32_t(stream)};
  }
  GaugeField u;
  MomentumField p;
  SpinorField a, b, c, d;
  Halo halo;
};

/// Runs a kernel on both parities, one after the other. `first` exchanges halos on several ranks.
Workload on_both(const DeviceLattice& lattice, std::function<void()> first, std::function<void(Parity)> run,
                 double flops, double bytes) {
  return {[first = std::move(first), run = std::move(run)] {
            first();
            for (const Parity parity : kParities) run(parity);
          },
          flops * volume(lattice), bytes * volume(lattice)};
}

/// A site reads its four links, and reads and writes their momenta.
double gauge_force_bytes(const DeviceLattice& lattice) {
  return 4 * (link_bytes(lattice) + 2 * momentum_bytes(lattice));
}
// Each link takes 12 products and 6 sums for the staples, a product, and eight coefficients.
constexpr double kGaugeForceFlops = 4 * (13 * 198 + 6 * 18 + 32);

Workload gauge_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  const auto run = [f, &lattice](Parity parity) {
    kernels::GaugeForce::run_all(lattice, parity, kEps, 0, f->u, f->p);
  };
  // The halo is exchanged because the links have just been updated.
  return on_both(
      lattice, [f] { f->halo.exchange(f->u, 1); }, run, kGaugeForceFlops, gauge_force_bytes(lattice));
}

/// The fermion force also reads two spinors on the sites of both parities.
double fermion_force_bytes(const DeviceLattice& lattice) {
  return gauge_force_bytes(lattice) + 2 * 2 * 24 * real_bytes(lattice);
}
// Each link takes 4 SU(3) times colour vectors, 4 outer products, and projections.
constexpr double kFermionForceFlops = 4 * (4 * 66 + 4 * 54 + 4 * 12 + 54 + 32);

Workload fermion_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  const auto run = [f, &lattice](Parity parity) {
    kernels::FermionForce::run(lattice, {lattice.geometry(), kAntiperiodicInTime}, parity, kEps, f->u[parity],
                               f->a, f->b, f->c, f->d, f->p[parity]);
  };
  // The even sites' halo was exchanged for the hops.
  const auto odd = [f] {
    f->halo.exchange(f->b, Parity::odd, 1);
    f->halo.exchange(f->d, Parity::odd, 1);
  };
  return on_both(lattice, odd, run, kFermionForceFlops, fermion_force_bytes(lattice));
}

/// The staggered force also reads a colour vector of both parities.
double staggered_force_bytes(const DeviceLattice& lattice) {
  return gauge_force_bytes(lattice) + 2 * colour_bytes(lattice);
}
// Each link takes an SU(3) times colour vector, an outer product, and eight coefficients.
constexpr double kStaggeredForceFlops = 4 * (66 + 54 + 6 + 32);

Workload staggered_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  auto x = std::make_shared<BothParities<ColourField>>(lattice);
  // The first numbers of a spinor serve as a colour vector.
  for (const Parity parity : kParities)
    kernels::Copy::run(lattice, {.reals = (*x)[parity].reals()}, f->a, (*x)[parity]);
  const auto run = [f, x, &lattice](Parity parity) {
    kernels::StaggeredForce::run_all(lattice, {lattice.geometry(), kAntiperiodicInTime}, parity, kEps, f->u,
                                     *x, f->p);
  };
  return on_both(
      lattice, [f, x] { f->halo.exchange((*x)[Parity::odd], Parity::odd, 1); }, run, kStaggeredForceFlops,
      staggered_force_bytes(lattice));
}

/// The clover force also reads the tensor's 18 planes.
double clover_force_bytes(const DeviceLattice& lattice) {
  return gauge_force_bytes(lattice) + 18 * 4 * real_bytes(lattice);
}
// Each link takes three planes of 16 products and 8 sums, a product, and eight coefficients.
constexpr double kCloverForceFlops = 4 * (3 * (16 * 198 + 8 * 18) + 198 + 32);

Workload clover_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  auto z = std::make_shared<TensorField>(lattice);
  for (const Parity parity : kParities)
    kernels::CloverOuter::run(lattice, {.a = 1, .b = 0}, f->a, f->b, (*z)[parity]);
  const auto run = [f, z, &lattice](Parity parity) {
    kernels::CloverForce::run_all(lattice, parity, kEps, f->u, *z, f->p);
  };
  return on_both(
      lattice, [f, z] { f->halo.exchange(*z, 1); }, run, kCloverForceFlops, clover_force_bytes(lattice));
}

/// Links are read and written, momenta read.
double update_links_bytes(const DeviceLattice& lattice) {
  return 4 * (2 * link_bytes(lattice) + momentum_bytes(lattice));
}
constexpr double kUpdateLinksFlops = 4 * (2 * 198 + 20 * 14 + 150);

Workload update_links(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  const auto run = [f, &lattice](Parity parity) {
    kernels::UpdateLinks::run(lattice, {.parity = std::uint32_t(parity), .coefficient = float(kEps)},
                              f->u[parity], f->p[parity]);
  };
  return on_both(
      lattice, [] {}, run, kUpdateLinksFlops, update_links_bytes(lattice));
}

Reference gauge_force_reference(const Geometry& g) {
  return moving_reference(g,
                          [](ReferenceLinks& m) { reference::gauge_force(m.u, 6.0, kReferenceStep, m.p); });
}

Reference fermion_force_reference(const Geometry& g) {
  const cpu::FullField<double> x{reference_spinor(g, Parity::even), reference_spinor(g, Parity::odd)};
  return moving_reference(g, [x](ReferenceLinks& m) {
    reference::fermion_force(m.u, kAntiperiodicInTime, kKappa, x, x, kReferenceStep, m.p);
  });
}

Reference staggered_force_reference(const Geometry& g) {
  const cpu::FullColourField x{cpu::gaussian_colour(g, Parity::even, kBenchmarkSeed, 1),
                               cpu::gaussian_colour(g, Parity::odd, kBenchmarkSeed, 1)};
  return moving_reference(g, [x](ReferenceLinks& m) {
    reference::staggered_force(m.u, kAntiperiodicInTime, x, kReferenceStep, m.p);
  });
}

Reference clover_force_reference(const Geometry& g) {
  reference::TensorField z(g.volume());
  for (const Parity parity : kParities)
    reference::add_clover_outer(g, parity, 1, reference_spinor(g, parity), reference_spinor(g, parity), z);
  return moving_reference(g,
                          [z](ReferenceLinks& m) { reference::clover_force(m.u, z, kReferenceStep, m.p); });
}

Reference update_links_reference(const Geometry& g) {
  return moving_reference(g, [](ReferenceLinks& m) { reference::update_links(m.u, m.p, kReferenceStep); });
}

/// Returns the error of what `add` adds to zero momenta, relative to the reference force `wanted`.
double force_error(CheckMomenta& c, const Momenta& wanted, const std::function<void(Parity)>& add) {
  c.clear();
  for (const Parity this_parity : kParities) add(this_parity);
  return reference::relative_error(download(c.device_p), wanted);
}

double gauge_force_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  Momenta wanted(c.geometry);
  reference::gauge_force(c.u, kCheckBeta, kCheckStep, wanted);
  return force_error(c, wanted, [&](Parity this_parity) {
    kernels::GaugeForce::run_all(lattice, this_parity, -kCheckStep * kCheckBeta / 6, 0, c.device_u,
                                 c.device_p);
  });
}

double fermion_force_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  const Boundary boundary = check_boundary();
  const cpu::WilsonOperator<double> exact(c.u, kCheckKappa, boundary);
  const auto fields =
      reference::force_fields(exact, cpu::gaussian_spinor(c.geometry, Parity::even, kCheckSeed, 1));
  Momenta wanted(c.geometry);
  reference::fermion_force(c.u, boundary, kCheckKappa, fields.x, fields.y, kCheckStep, wanted);
  FullSpinorField x(lattice), y(lattice);
  for (const Parity parity : kParities) {
    upload(fields.x[std::size_t(parity)], x[parity]);
    upload(fields.y[std::size_t(parity)], y[parity]);
  }
  return force_error(c, wanted, [&](Parity this_parity) {
    kernels::FermionForce::run_all(lattice, {lattice.geometry(), boundary}, this_parity,
                                   kCheckStep * kCheckKappa, c.device_u, x, y, c.device_p);
  });
}

double staggered_force_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  cpu::FullColourField x;
  BothParities<ColourField> device_x(lattice);
  for (const Parity parity : kParities) {
    x[std::size_t(parity)] = cpu::gaussian_colour(c.geometry, parity, kCheckSeed, 1);
    upload(x[std::size_t(parity)], device_x[parity]);
  }
  Momenta wanted(c.geometry);
  reference::staggered_force(c.u, check_boundary(), x, kCheckStep, wanted);
  return force_error(c, wanted, [&](Parity this_parity) {
    kernels::StaggeredForce::run_all(lattice, {lattice.geometry(), check_boundary()}, this_parity, kCheckStep,
                                     c.device_u, device_x, c.device_p);
  });
}

/// Checks the clover force between spinors on the sites of their parities, and that of the determinant of T
/// on the odd sites.
double clover_force_error(const DeviceLattice& lattice) {
  constexpr double kCsw = 1.2;
  const args::LinearArgs<double> arguments{.a = -2 * kCheckKappa * kCsw, .b = 0};
  CheckMomenta c(lattice);
  const CheckSpinors s(lattice);
  reference::TensorField z(c.geometry.volume());
  reference::add_clover_outer(c.geometry, Parity::even, arguments.a, s.psi, s.chi, z);
  reference::add_clover_outer(c.geometry, Parity::odd, arguments.a, s.chi, s.chi, z);
  const ParityChiralField inverse = cpu::inverted(cpu::clover_term(c.u, Parity::odd, kCheckKappa, kCsw));
  reference::add_clover_trace(c.geometry, Parity::odd, arguments.a, inverse, z);
  Momenta wanted(c.geometry);
  reference::clover_force(c.u, z, kCheckStep, wanted);

  CloverOperator op(lattice, c.device_u, kCheckKappa, kCsw, 0);
  op.links_changed();
  TensorField device_z(lattice);
  kernels::CloverOuter::run(lattice, arguments, s.device_psi, s.device_chi, device_z[Parity::even]);
  kernels::CloverOuter::run(lattice, arguments, s.device_chi, s.device_chi, device_z[Parity::odd]);
  kernels::CloverTrace::run(lattice, arguments, op.odd_inverse(), device_z[Parity::odd]);
  return force_error(c, wanted, [&](Parity this_parity) {
    kernels::CloverForce::run_all(lattice, this_parity, kCheckStep, c.device_u, device_z, c.device_p);
  });
}

/// Checks the force of the exponential term's derivative along x y^+ by differences in double: of Re y^+
/// exp(C) x along the force itself.
double exponential_force_error(const DeviceLattice& lattice) {
  constexpr double kCsw = 1.5, kH = 1e-3;
  CheckMomenta c(lattice);
  const CheckSpinors s(lattice);
  TensorField z(lattice);
  ChiralField linear(lattice);
  ParityTensors strength(lattice);
  kernels::FieldStrength::run(lattice, {.parity = 0}, c.device_u[Parity::even], c.device_u[Parity::odd],
                              strength);
  kernels::CloverBlocks::run(lattice, {.a = kCheckKappa * kCsw, .b = 0}, strength, linear);
  kernels::CloverOuterExponential::run(lattice, {.a = -2 * kCheckKappa * kCsw, .b = 0}, linear, s.device_psi,
                                       s.device_chi, z[Parity::even]);
  kernels::CloverOuterExponential::run(lattice, {.a = 0, .b = 0}, linear, s.device_psi, s.device_chi,
                                       z[Parity::odd]);
  c.clear();
  for (const Parity this_parity : kParities)
    kernels::CloverForce::run_all(lattice, this_parity, 1, c.device_u, z, c.device_p);
  const Momenta force = download(c.device_p);
  // dS = -2 Re chi^+ d exp(C) psi, p = -dS/domega
  const auto action = [&](double h) {
    Configuration u = c.u;
    reference::update_links(u, force, h);
    const auto t = cpu::exponential(cpu::clover_term(u, Parity::even, kCheckKappa, kCsw));
    ParitySpinorField image = s.psi;
    cpu::apply(t, image);
    return -2 * cpu::dot(s.chi, image).real();
  };
  double squares = 0;
  for (const AlgebraVector& link : force.values())
    for (const double x : link) squares += x * x;
  const double h = kH / std::sqrt(squares / double(force.values().size()));
  const double slope = (8 * (action(h) - action(-h)) - (action(2 * h) - action(-2 * h))) / (12 * h);
  return std::abs(slope / squares + 1);
}

double update_links_error(const DeviceLattice& lattice) {
  CheckMomenta c(lattice);
  Configuration wanted = c.u;
  reference::update_links(wanted, c.p, kCheckStep);
  for (const Parity this_parity : kParities)
    kernels::UpdateLinks::run(lattice, {.parity = std::uint32_t(this_parity), .coefficient = kCheckStep},
                              c.device_u[this_parity], c.device_p[this_parity]);
  return reference::relative_error(download(c.device_u), wanted);
}

}  // namespace

std::vector<KernelSpec> force_specs() {
  using namespace kernels;
  return {
      {.kernel = GaugeForce::record(),
       .flops = kGaugeForceFlops,
       .bytes = gauge_force_bytes,
       .benchmarks = {{.name = "gauge-force",
                       .text = "Wilson gauge force",
                       .make = gauge_force,
                       .reference = gauge_force_reference,
                       .ghosts = 1}},
       .checks = {{.name = "gauge_force", .error = gauge_force_error}}},
      {.kernel = FermionForce::record(),
       .flops = kFermionForceFlops,
       .bytes = fermion_force_bytes,
       .benchmarks = {{.name = "fermion-force",
                       .text = "two-flavour Wilson force",
                       .make = fermion_force,
                       .reference = fermion_force_reference,
                       .ghosts = 1}},
       .checks = {{.name = "fermion_force", .error = fermion_force_error}}},
      {.kernel = StaggeredForce::record(),
       .flops = kStaggeredForceFlops,
       .bytes = staggered_force_bytes,
       .benchmarks = {{.name = "staggered-force",
                       .text = "staggered force",
                       .make = staggered_force,
                       .reference = staggered_force_reference,
                       .ghosts = 1}},
       .checks = {{.name = "staggered_force", .error = staggered_force_error}}},
      {.kernel = CloverForce::record(),
       .parts = records<CloverOuter, CloverOuterExponential, CloverTrace>(),
       .flops = kCloverForceFlops,
       .bytes = clover_force_bytes,
       .benchmarks = {{.name = "clover-force",
                       .text = "force through the clover term",
                       .make = clover_force,
                       .reference = clover_force_reference,
                       .ghosts = 1}},
       .checks = {{.name = "clover_force", .error = clover_force_error},
                  {.name = "exponential clover force",
                   .error = exponential_force_error,
                   .allowed = {.single = 2e-5, .double_ = 1e-8},
                   .scope = Scope::tests}}},
      {.kernel = UpdateLinks::record(),
       .flops = kUpdateLinksFlops,
       .bytes = update_links_bytes,
       .benchmarks = {{.name = "update-links",
                       .text = "U <- exp(i eps P) U",
                       .make = update_links,
                       .reference = update_links_reference,
                       .ghosts = 1}},
       .checks = {{.name = "update_links", .error = update_links_error}}},
  };
}

}  // namespace glueball::kernel_specs
