// The fermion operators of a device beside their CPU twins, in every precision: what `glueball doctor` runs
// of them.
#include <fmt/format.h>

#include <cmath>
#include <span>

#include "app/self_test.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "lattice/texels.hpp"
#include "lattice/transfer.hpp"
#include "reference/axpy.hpp"
#include "reference/chiral_block.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/norm2.hpp"
#include "reference/staggered.hpp"
#include "reference/twisted_mass.hpp"

namespace glueball::app {
namespace {

constexpr std::uint64_t kSeed = 4711;
constexpr double kKappa = 0.13, kMu = 0.25, kMass = 0.2;

template <class Half>
double distance(Half found, const Half& wanted) {
  reference::axpy(-1.0, wanted, found);
  return std::sqrt(reference::norm2(found) / reference::norm2(wanted));
}

/// The colours of the first spin.
HalfColourField colours_of(const HalfSpinorField& psi) {
  HalfColourField colours(psi.size());
  for (std::size_t n = 0; n < psi.size(); ++n) colours[n].c = psi[n][0];
  return colours;
}

double check_spinors(FermionOperator<SpinorField>& op,
                     const reference::EvenOddOperator<HalfSpinorField>& exact, const HalfSpinorField& psi) {
  const DeviceLattice& lattice = op.lattice();
  SpinorField in(lattice), out(lattice);
  HalfSpinorField found, wanted(psi.size());
  upload(lattice, psi, in);
  double worst = 0;
  for (const bool dagger : {false, true}) {
    op.even_odd(in, out, dagger);
    download(lattice, out, found);
    exact.even_odd(psi, wanted, dagger);
    worst = std::max(worst, distance(found, wanted));
  }
  return worst;
}

/// r - alpha A psi as a conjugate gradient makes it of r = psi, in two steps.
template <class F, class Half>
double check_steps(FermionOperator<F>& op, const reference::EvenOddOperator<Half>& exact, const Half& psi) {
  constexpr double kAlpha = 0.625;
  const DeviceLattice& lattice = op.lattice();
  F in(lattice), middle(lattice), r(lattice);
  CgScalars scalars(lattice);
  Partials partials(lattice, Shape::hops);
  in_precision(lattice, [&](auto real) {
    args::CgControl<decltype(real)> control{};
    control.alpha = decltype(real)(kAlpha);
    lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
  });
  upload(lattice, psi, in);
  upload(lattice, psi, r);
  op.normal_root(in, middle, partials, scalars);
  op.normal_residual(in, middle, r, partials, scalars);
  Half found, square(psi.size()), wanted = psi;
  download(lattice, r, found);
  exact.normal(psi, square);
  reference::axpy(-kAlpha, square, wanted);
  return distance(found, wanted);
}

double check_operators(const DeviceLattice& lattice) {
  const Geometry& g = lattice.geometry();
  const Configuration links = hot_configuration(g, kSeed);
  const Boundary& boundary = lattice.options().boundary;
  const HalfSpinorField psi = reference::gaussian_spinor(g, Parity::even, kSeed, 1);
  GaugeField u(lattice);
  upload(lattice, links, u);

  WilsonOperator twisted(lattice, u, kKappa, kMu);
  const reference::TwistedMassOperator exact(links, kKappa, kMu, boundary);
  double worst = std::max(check_spinors(twisted, exact, psi),
                          check_steps<SpinorField, HalfSpinorField>(twisted, exact, psi));
  reference::CloverOperator::Options options;
  options.boundary = boundary;
  const reference::CloverOperator exact_clover(links, kKappa, options);
  CloverOperator clover(lattice, u, exact_clover);
  worst = std::max(worst, check_spinors(clover, exact_clover, psi));
  if (lattice.precision() != gpu::Precision::half) {
    CloverOperator made(lattice, u, kKappa, 1, 0);
    made.links_changed();
    GlobalSums sums(lattice);
    const double found = made.log_det(sums),
                 wanted = reference::log_determinant(exact_clover.term(Parity::odd));
    worst = std::max(worst, std::abs(found - wanted) / double(g.volume()));
  }
  worst = std::max(worst, check_steps<SpinorField, HalfSpinorField>(clover, exact_clover, psi));

  const HalfColourField chi = colours_of(psi);
  StaggeredOperator staggered(lattice, u, kMass);
  ColourField in(lattice), out(lattice);
  HalfColourField found, wanted(chi.size());
  upload(lattice, chi, in);
  staggered.even_odd(in, out);
  download(lattice, out, found);
  const reference::StaggeredOperator exact_staggered(links, kMass, boundary);
  exact_staggered.even_odd(chi, wanted);
  worst = std::max(worst, check_steps<ColourField, HalfColourField>(staggered, exact_staggered, chi));
  return std::max(worst, distance(found, wanted));
}

SelfTest fermion_test(gpu::Precision precision, double tolerance, int reconstruct = 12,
                      gpu::HalfFormat half_format = gpu::HalfFormat::fixed) {
  const std::string links = reconstruct == 12 ? "" : fmt::format(", {} reals a link", reconstruct);
  const std::string format = half_format == gpu::HalfFormat::fixed ? "" : ", floats";
  return {"fermions: " + std::string(gpu::to_string(precision)) + " precision" + format + links,
          [=](gpu::Device& device) {
            if (precision == gpu::Precision::double_ && !device.info().limits.float64)
              return SelfTestResult{true, "the device has none", ""};
            const Geometry geometry({4, 6, 2, 8});
            LatticeOptions options = preferred_options(device, precision, geometry, half_format);
            options.boundary.twist = {0.25, 0, 0, 0};
            options.reconstruct = reconstruct;
            const double error = check_operators(DeviceLattice(device, geometry, options));
            const double worst = std::isfinite(error) ? error : INFINITY;
            return SelfTestResult{
                worst < tolerance,
                fmt::format("twisted mass, clover, staggered: differ by {:.1e}, {:.0e} allowed", worst,
                            tolerance),
                "the driver miscompiles them or the memory is bad: try another --device"};
          }};
}

}  // namespace

std::vector<SelfTest> fermion_tests() {
  return {fermion_test(gpu::Precision::half, 5e-3),
          fermion_test(gpu::Precision::half, 5e-3, 12, gpu::HalfFormat::floating),
          fermion_test(gpu::Precision::single, 1e-6), fermion_test(gpu::Precision::single, 1e-6, 8),
          fermion_test(gpu::Precision::double_, 1e-13)};
}

}  // namespace glueball::app
