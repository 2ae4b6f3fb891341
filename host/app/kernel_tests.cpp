// The part of `glueball doctor` that holds every kernel against its double-precision twin on the CPU.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/benchmark.hpp"
#include "app/self_test.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "fix/gauge_fixer.hpp"
#include "flow/flow.hpp"
#include "flow/smearing.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/linalg.hpp"
#include "kernels/ranlux.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/transfer.hpp"
#include "measure/clover.hpp"
#include "measure/plaquette.hpp"
#include "reference/axpy.hpp"
#include "reference/chiral_block.hpp"
#include "reference/clover_force.hpp"
#include "reference/clover_term.hpp"
#include "reference/dot.hpp"
#include "reference/fermion_force.hpp"
#include "reference/gauge_fixing.hpp"
#include "reference/gauge_force.hpp"
#include "reference/gaussian.hpp"
#include "reference/gaussian_colour.hpp"
#include "reference/gaussian_momenta.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/heatbath.hpp"
#include "reference/norm2.hpp"
#include "reference/ranlux.hpp"
#include "reference/staggered_force.hpp"
#include "reference/update_links.hpp"
#include "solvers/mixed_solver.hpp"

namespace glueball::app {
namespace {

constexpr double kTolerance = 1e-6;  // single precision, relative to the norm of the result
constexpr double kKappa = 0.13, kBeta = 5.7, kEps = 0.1;
constexpr std::uint64_t kSeed = 271828;
constexpr Parity kParities[] = {Parity::even, Parity::odd};

double distance(HalfSpinorField a, const HalfSpinorField& b) {
  reference::axpy(-1.0, b, a);
  return std::sqrt(reference::norm2(a) / reference::norm2(b));
}

double distance(const Momenta& a, const Momenta& b) {
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < a.values().size(); ++n)
    for (std::size_t k = 0; k < 8; ++k) {
      difference += std::pow(a.values()[n][k] - b.values()[n][k], 2);
      norm += std::pow(b.values()[n][k], 2);
    }
  return std::sqrt(difference / norm);
}

double distance(const Configuration& a, const Configuration& b) {
  double difference = 0;
  for (std::size_t n = 0; n < a.links().size(); ++n) {
    const Matrix3 d = a.links()[n] - b.links()[n];
    difference += trace(d * adjoint(d)).real();
  }
  return std::sqrt(difference / (3.0 * double(a.links().size())));  // |U|^2 = 3
}

/// Random fields on the host and on the device, asymmetric in every direction.
struct Bench {
  explicit Bench(const DeviceLattice& l)
      : lattice(l),
        geometry(l.geometry()),
        u(hot_configuration(geometry, kSeed)),
        psi(reference::gaussian_spinor(geometry, Parity::even, kSeed, 1)),
        chi(reference::gaussian_spinor(geometry, Parity::odd, kSeed, 1)),
        p(geometry),
        device_u(l),
        device_p(l),
        device_psi(l),
        device_chi(l),
        result(l),
        sums(l),
        exact(u, kKappa, l.options().boundary),
        op(l, device_u, kKappa) {
    reference::gaussian_momenta(p, kSeed, 1);
    upload(lattice, u, device_u);
    upload(lattice, p, device_p);
    upload(lattice, psi, device_psi);
    upload(lattice, chi, device_chi);
  }
  HalfSpinorField fetch(const SpinorField& field) const {
    HalfSpinorField out;
    download(lattice, field, out);
    return out;
  }
  static args::RandomArgs random(Parity parity, Stream stream) {
    return {.parity = std::uint32_t(parity),
            .seed_low = std::uint32_t(kSeed),
            .seed_high = 0,
            .step = 1,
            .stream = std::uint32_t(stream)};
  }

  const DeviceLattice& lattice;
  Geometry geometry;
  Configuration u;
  HalfSpinorField psi, chi;
  Momenta p;
  GaugeField device_u;
  MomentumField device_p;
  SpinorField device_psi, device_chi, result;
  GlobalSums sums;
  reference::WilsonOperator<double> exact;
  WilsonOperator op;
};

double check_plaquette(Bench& b) {
  const auto found = plaquette(b.lattice, b.device_u, b.sums), wanted = reference::plaquette(b.u);
  return std::max(std::abs(found.spatial - wanted.spatial), std::abs(found.temporal - wanted.temporal));
}

double check_dslash(Bench& b) {
  double worst = 0;
  for (const bool dagger : {false, true}) {
    HalfSpinorField wanted(b.psi.size());
    b.op.hop(Parity::odd, b.device_psi, b.result, 1.0, dagger);
    b.exact.hop(Parity::odd, b.psi, wanted, dagger);
    worst = std::max(worst, distance(b.fetch(b.result), wanted));
    b.op.hop(Parity::even, b.device_chi, b.result, 1.0, dagger);
    b.exact.hop(Parity::even, b.chi, wanted, dagger);
    worst = std::max(worst, distance(b.fetch(b.result), wanted));
  }
  return worst;
}

double check_even_odd(Bench& b) {
  SpinorField middle(b.lattice);
  HalfSpinorField wanted(b.psi.size());
  b.op.normal(b.device_psi, middle, b.result);
  b.exact.normal(b.psi, wanted);
  return distance(b.fetch(b.result), wanted);
}

double check_linear(Bench& b) {
  const std::uint32_t planes = SpinorField::kPlanes;
  HalfSpinorField wanted = b.chi;
  reference::axpy(0.75, b.psi, wanted);
  kernels::Axpby::run(b.lattice, {.planes = planes, .a = 0.75f, .b = 1}, b.device_psi, b.device_chi,
                      b.result);
  double worst = distance(b.fetch(b.result), wanted);
  kernels::Copy::run(b.lattice, {.planes = planes}, b.device_chi, b.result);
  kernels::Axpy::run(b.lattice, {.planes = planes, .a = 0.75f, .b = 0}, b.device_psi, b.result);
  return std::max(worst, distance(b.fetch(b.result), wanted));
}

double check_sums(Bench& b) {
  const Complex wanted = reference::dot(b.psi, b.chi);
  const double norm2 = reference::norm2(b.psi);
  return std::max(std::abs(b.sums.norm2(b.device_psi) - norm2) / norm2,
                  std::abs(b.sums.dot(b.device_psi, b.device_chi) - wanted) / norm2);
}

double check_gauge_force(Bench& b) {
  Momenta wanted(b.geometry);
  reference::gauge_force(b.u, kBeta, kEps, wanted);
  upload(b.lattice, Momenta(b.geometry), b.device_p);
  for (const Parity here : kParities)
    kernels::GaugeForce::run_all(b.lattice, here, -kEps * kBeta / 6, 0, b.device_u, b.device_p);
  return distance(download(b.lattice, b.device_p), wanted);
}

double check_fermion_force(Bench& b) {
  const auto fields = reference::force_fields(b.exact, b.psi);
  Momenta wanted(b.geometry);
  reference::fermion_force(b.u, b.lattice.options().boundary, kKappa, fields.x, fields.y, kEps, wanted);
  FullSpinorField x(b.lattice), y(b.lattice);
  for (const Parity parity : kParities) {
    upload(b.lattice, fields.x[std::size_t(parity)], x[parity]);
    upload(b.lattice, fields.y[std::size_t(parity)], y[parity]);
  }
  upload(b.lattice, Momenta(b.geometry), b.device_p);
  for (const Parity here : kParities)
    kernels::FermionForce::run_all(b.lattice, here, kEps * kKappa, b.device_u, x, y, b.device_p);
  return distance(download(b.lattice, b.device_p), wanted);
}

double check_staggered_force(Bench& b) {
  reference::FullColourField x;
  Both<ColourField> device_x(b.lattice);
  for (const Parity parity : kParities) {
    x[std::size_t(parity)] = reference::gaussian_colour(b.geometry, parity, kSeed, 1);
    upload(b.lattice, x[std::size_t(parity)], device_x[parity]);
  }
  Momenta wanted(b.geometry);
  reference::staggered_force(b.u, b.lattice.options().boundary, x, kEps, wanted);
  upload(b.lattice, Momenta(b.geometry), b.device_p);
  for (const Parity here : kParities)
    kernels::StaggeredForce::run_all(b.lattice, here, kEps, b.device_u, device_x, b.device_p);
  return distance(download(b.lattice, b.device_p), wanted);
}

/// Between psi and chi on the sites of their parities, and of the determinant of T on the odd ones.
double check_clover_force(Bench& b) {
  constexpr double kCsw = 1.2;
  const args::LinearArgs<double> arguments{.planes = TensorHalf::kPlanes, .a = -2 * kKappa * kCsw, .b = 0};
  reference::TensorField z(b.geometry.volume());
  reference::add_clover_outer(b.geometry, Parity::even, arguments.a, b.psi, b.chi, z);
  reference::add_clover_outer(b.geometry, Parity::odd, arguments.a, b.chi, b.chi, z);
  const HalfChiralField inverse = reference::inverted(reference::clover_term(b.u, Parity::odd, kKappa, kCsw));
  reference::add_clover_trace(b.geometry, Parity::odd, arguments.a, inverse, z);
  Momenta wanted(b.geometry);
  reference::clover_force(b.u, z, kEps, wanted);

  CloverOperator op(b.lattice, b.device_u, kKappa, kCsw, 0);
  op.links_changed();
  TensorField device_z(b.lattice);
  kernels::CloverOuter::run(b.lattice, arguments, b.device_psi, b.device_chi, device_z[Parity::even]);
  kernels::CloverOuter::run(b.lattice, arguments, b.device_chi, b.device_chi, device_z[Parity::odd]);
  kernels::CloverTrace::run(b.lattice, arguments, op.odd_inverse(), device_z[Parity::odd]);
  upload(b.lattice, Momenta(b.geometry), b.device_p);
  for (const Parity here : kParities)
    kernels::CloverForce::run_all(b.lattice, here, kEps, b.device_u, device_z, b.device_p);
  return distance(download(b.lattice, b.device_p), wanted);
}

double check_update_links(Bench& b) {
  Configuration wanted = b.u;
  reference::update_links(wanted, b.p, kEps);
  GaugeField moved(b.lattice);
  upload(b.lattice, b.u, moved);
  for (const Parity here : kParities)
    kernels::UpdateLinks::run(b.lattice, {.parity = std::uint32_t(here), .coefficient = float(kEps)},
                              moved[here], b.device_p[here]);
  return distance(download(b.lattice, moved), wanted);
}

// One set of links each: in a whole sweep later links depend on earlier ones, which magnifies rounding.
double check_overrelax(Bench& b) {
  const Parity here = Parity::even;
  Configuration wanted = b.u;
  reference::overrelax(wanted, {.beta = kBeta}, {.mu = 1, .parity = here, .color = 0});
  GaugeField moved(b.lattice);
  upload(b.lattice, b.u, moved);
  kernels::Overrelax::run({b.lattice, 1}, {.parity = std::uint32_t(here), .color = 0, .c0 = 1, .c1 = 0},
                          moved[here], moved[other(here)]);
  return distance(download(b.lattice, moved), wanted);
}

double check_heatbath(Bench& b) {
  const Parity here = Parity::odd;
  Configuration wanted = b.u;
  reference::heatbath(wanted, {.beta = kBeta}, {.mu = 2, .parity = here, .color = 0}, kSeed, 1);
  GaugeField moved(b.lattice);
  upload(b.lattice, b.u, moved);
  kernels::Heatbath::run({b.lattice, 2},
                         {.parity = std::uint32_t(here),
                          .color = 0,
                          .c0 = float(2 * kBeta / 3),
                          .c1 = 0,
                          .seed_low = std::uint32_t(kSeed),
                          .seed_high = 0,
                          .step = 1,
                          .stream = std::uint32_t(Stream::heatbath)},
                         moved[here], moved[other(here)]);
  return distance(download(b.lattice, moved), wanted);
}

double check_reunitarize(Bench& b) {
  GaugeField moved(b.lattice);
  Configuration bent = b.u;
  bent.link(5, 1) *= 1.0625;
  upload(b.lattice, bent, moved);
  for (const Parity here : kParities) {
    kernels::Reunitarize::run(b.lattice, {}, moved[here], b.sums.partials());
    b.sums.collect_maximum(1, here == Parity::odd);
  }
  // The third row is the conjugate product of the others: 1.0625 in two rows, its square in the third.
  Matrix3 stored = bent.link(5, 1);
  complete_third_row(stored);
  const double wanted = unitarity_deviation(stored);
  return std::max(std::abs(b.sums.totals()[0] / wanted - 1), distance(download(b.lattice, moved), b.u));
}

double check_clover(Bench& b) {
  double worst = 0;
  for (const auto kind : {reference::FieldStrength::clover, reference::FieldStrength::improved4}) {
    const auto found = CloverMeasurement(b.lattice, kind).measure(b.device_u);
    const auto wanted = reference::action_density(b.u, kind);
    worst = std::max({worst, std::abs(found.energy() / wanted.energy() - 1),
                      std::abs(found.plaquette / wanted.plaquette - 1),
                      std::abs(found.charge - wanted.charge) / double(b.geometry.volume())});
  }
  return worst;
}

double check_flow(Bench& b) {
  double worst = 0;
  for (const auto& action : {reference::kWilsonFlow, reference::kSymanzikFlow, reference::kZeuthenFlow}) {
    Configuration wanted = b.u;
    reference::flow_step(wanted, action, 0.05);
    GradientFlow flow(b.lattice, action);
    flow.start(b.u);
    flow.step(0.05);
    worst = std::max(worst, distance(download(b.lattice, flow.links()), wanted));
  }
  return worst;
}

double check_smearing(Bench& b) {
  // Smoothed first: on random links the projection to SU(3) amplifies rounding.
  Configuration smooth = b.u;
  for (int n = 0; n < 10; ++n) smooth = reference::stout_smeared(smooth, 0.1);
  Smearing smearing(b.lattice);
  GaugeField u(b.lattice);
  upload(b.lattice, smooth, u);
  smearing.hyp(u, {});
  double worst = distance(download(b.lattice, u), reference::hyp_smeared(smooth, {}));
  upload(b.lattice, smooth, u);
  smearing.ape(u, reference::ape_alpha(0.5));
  worst = std::max(
      worst, distance(download(b.lattice, u), reference::ape_smeared(smooth, reference::ape_alpha(0.5))));
  upload(b.lattice, smooth, u);
  smearing.stout(u, 0.1);
  return std::max(worst, distance(download(b.lattice, u), reference::stout_smeared(smooth, 0.1)));
}

double check_gauge_fixing(Bench& b) {
  double worst = 0;
  for (const Gauge gauge : {Gauge::landau, Gauge::coulomb, Gauge::maximally_abelian})
    for (const Grain grain : {Grain::site, Grain::link}) {
      if (gauge == Gauge::maximally_abelian && grain == Grain::link) continue;
      Configuration wanted = b.u;
      for (const Parity here : kParities) reference::relax_gauge(wanted, gauge, here, {.strength = 1.5});
      GaugeFixer fixer(b.lattice, b.u, gauge, grain);
      fixer.relax(1.5, 0);
      worst = std::max({worst, distance(gauge_transformed(b.u, fixer.transformation()), wanted),
                        std::abs(fixer.measure().functional - reference::gauge_functional(wanted, gauge))});
    }
  return worst;
}

double check_gaussians(Bench& b) {
  MomentumField p(b.lattice);
  for (const Parity here : kParities)
    kernels::GaussianMomenta::run(b.lattice, Bench::random(here, Stream::momenta), p[here]);
  kernels::GaussianSpinor::run(b.lattice, Bench::random(Parity::even, Stream::pseudofermion), b.result);
  return std::max(distance(download(b.lattice, p), b.p), distance(b.fetch(b.result), b.psi));
}

double check_ranlux(Bench& b) {
  RanluxField generators(b.lattice, 3);
  auto state = reference::ranlux_start(b.geometry, kSeed);
  state.pop_back();
  generators.upload(state);
  MomentumField p(b.lattice);
  kernels::GaussianRanlux::momenta(b.lattice, generators, p);
  Momenta wanted(b.geometry);
  for (const Parity here : kParities)
    for (std::size_t n = 0; n < b.geometry.half_volume(); ++n) {
      reference::Ranlux ranlux(state[std::size_t(here) * b.geometry.half_volume() + n], generators.skipped());
      const std::size_t site = b.geometry.index(b.geometry.half_site(here, n));
      for (int plane = 0; plane < 8; ++plane) {
        const auto four = reference::gaussians_of(ranlux.block());
        std::copy(four.begin(), four.end(), wanted.at(site, plane / 2).begin() + 4 * (plane % 2));
      }
    }
  return distance(download(b.lattice, p), wanted);
}

double check_solver(Bench& b) {
  ConjugateGradient inner(b.op);
  MixedSolver solver(inner, b.lattice);
  HalfSpinorField x;
  return solver.solve(b.exact, b.psi, x, 1e-10, 1000).residual;
}

SelfTest kernel_test(std::string name, double tolerance, double (*check)(Bench&)) {
  return {"kernel: " + std::move(name), [=](gpu::Device& device) {
            double worst = 0;
            for (const auto storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image})
              for (const auto accumulator : {gpu::Accumulator::float64, gpu::Accumulator::two_float}) {
                if (accumulator == gpu::Accumulator::float64 && !device.info().limits.float64) continue;
                LatticeOptions options = preferred_options(device);
                options.storage = storage;
                options.accumulator = accumulator;
                const DeviceLattice lattice(device, Geometry({4, 6, 2, 8}), options);
                Bench bench(lattice);
                const double error = check(bench);
                worst = std::isfinite(error) ? std::max(worst, error) : INFINITY;
              }
            return SelfTestResult{
                worst < tolerance,
                fmt::format("differs from the CPU by {:.1e}, {:.0e} allowed", worst, tolerance),
                "the driver miscompiles it or the memory is bad: try another --device"};
          }};
}

SelfTest bandwidth_test() {
  return {"bandwidth", [](gpu::Device& device) {
            const double rate = copy_bandwidth(device, device.preferred_storage(), 0.2);
            return SelfTestResult{rate > 0, fmt::format("{:.1f} GB/s, copying a field", rate * 1e-9), ""};
          }};
}

}  // namespace

std::vector<SelfTest> kernel_tests() {
  return {
      kernel_test("plaquette", kTolerance, check_plaquette),
      kernel_test("wilson_dslash", kTolerance, check_dslash),
      kernel_test("even-odd operator", kTolerance, check_even_odd),
      kernel_test("linear algebra", kTolerance, check_linear),
      kernel_test("global sums", kTolerance, check_sums),
      kernel_test("gauge_force", kTolerance, check_gauge_force),
      kernel_test("fermion_force", kTolerance, check_fermion_force),
      kernel_test("staggered_force", kTolerance, check_staggered_force),
      kernel_test("clover_force", kTolerance, check_clover_force),
      kernel_test("update_links", kTolerance, check_update_links),
      kernel_test("overrelaxation", 2e-6, check_overrelax),
      kernel_test("heatbath", 2e-6, check_heatbath),
      kernel_test("reunitarization", kTolerance, check_reunitarize),
      kernel_test("clover", kTolerance, check_clover),
      kernel_test("gradient flow", kTolerance, check_flow),
      kernel_test("smearing", 3 * kTolerance, check_smearing),
      kernel_test("gauge fixing", 5e-6, check_gauge_fixing),
      kernel_test("gaussian fields", kTolerance, check_gaussians),
      kernel_test("ranlux", kTolerance, check_ranlux),
      kernel_test("conjugate gradient", 1e-10, check_solver),
      bandwidth_test(),
  };
}

}  // namespace glueball::app
