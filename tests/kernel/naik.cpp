// These tests compare staggered quarks with Naik's term with their references, where the kernel specs' checks
// do not reach.
#include <doctest/doctest.h>

#include "cpu/gaussian_fields.hpp"
#include "cpu/staggered.hpp"
#include "fermion/naik_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "reference/staggered_force.hpp"
#include "support/colour_quarks.hpp"
#include "support/devices.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_naik {
namespace {

constexpr double kMass = 0.21;

/// Split links of both lengths and parities are sixteen buffers beside three others.
bool binds_all(const DeviceLattice& lattice) {
  return lattice.options().storage != gpu::Storage::split ||
         lattice.device().info().limits.storage_blocks >= 19;
}

template <class Test>
void for_each_hop(Test test) {
  for (const Geometry& g : {kNoTwoAlike, kShort})
    for (const Boundary& boundary : {Boundary(-1, 1, -1, -1), phases_on(g)}) test(g, boundary);
}

TEST_SUITE("kernel") {
  TEST_CASE("Naik's hops and long links: storages, reconstructions, precisions, signs and phases") {
    for_each_hop([](const Geometry& g, const Boundary& boundary) {
      const Configuration u = hot_configuration(g, 67), l = cpu::long_links(u);
      const ParityColourField psi = random_colour_field(g, 68);
      const HopCoefficients c{.one = 0.8, .three = -0.6};  // both count
      const cpu::NaikOperator exact(u, kMass, boundary, c);
      const bool large = g == kNoTwoAlike, plain = boundary.signs_only();
      for_each_lattice(g,
                       {.storage = large && plain,
                        .reconstruct = large,
                        .in_double = true,
                        .in_half = true,
                        .split = large && plain,
                        .threads_per_site = large && plain,
                        .turn = large && plain ? -1 : int(plain)},
                       [&](const DeviceLattice& lattice) {
                         if (!binds_all(lattice)) return;
                         const GaugeField field = on_device(lattice, u);
                         GaugeField made(lattice, field.format());
                         kernels::LongLinks::run_all(lattice, field, made);
                         CHECK(relative_error(download(made), l) < tolerance(lattice).field);
                         NaikOperator op(lattice, field, kMass, boundary, c);
                         op.links_changed();
                         ColourField in(lattice), out(lattice), unused(lattice);
                         upload(psi, in);
                         ParityColourField want(psi.size());
                         for (const Parity target : {Parity::even, Parity::odd}) {
                           op.hop(target, in, out);
                           exact.hop(target, psi, want);
                           CHECK(error_of(out, want) < tolerance(lattice).field);
                         }
                         op.normal(in, unused, out);
                         exact.normal(psi, want);
                         CHECK(error_of(out, want) < tolerance(lattice).field);
                       });
    });
  }

  TEST_CASE("Naik's operator follows the links, and without long hops it is that of naive quarks") {
    for_each_lattice(kShort, {.storage = false}, [](const DeviceLattice& lattice) {
      const ParityColourField psi = random_colour_field(kShort, 69);
      GaugeField field(lattice);
      NaikOperator op(lattice, field, kMass), plain(lattice, field, kMass, kAntiperiodicInTime, {1, 0});
      StaggeredOperator staggered(lattice, field, kMass);
      ColourField in(lattice), out(lattice), naive(lattice);
      upload(psi, in);
      for (const std::uint64_t seed : {71, 72}) {
        const Configuration u = hot_configuration(kShort, seed);
        upload(u, field);
        op.links_changed();
        plain.links_changed();
        ParityColourField want(psi.size());
        cpu::NaikOperator(u, kMass).even_odd(psi, want);
        op.even_odd(in, out);
        CHECK(error_of(out, want) < tolerance(lattice).field);
        staggered.even_odd(in, naive);
        download(naive, want);
        plain.even_odd(in, out);
        CHECK(error_of(out, want) < tolerance(lattice).field);
      }
    });
  }

  TEST_CASE("Naik's force: added to momenta that are already there, through each kind of link") {
    const double eps = 0.37;
    for_each_hop([&](const Geometry& g, const Boundary& boundary) {
      const Configuration u = hot_configuration(g, 73);
      Momenta before(g);
      cpu::gaussian_momenta(before, 74, 0);
      const bool large = g == kNoTwoAlike, plain = boundary.signs_only();
      for (const HopCoefficients& c : {HopCoefficients{}, HopCoefficients{.one = 0.1, .three = 1}}) {
        if (large && c.three < 0) continue;
        const cpu::NaikOperator exact(u, kMass, boundary, c);
        cpu::FullColourField x;
        x[0] = x[1] = random_colour_field(g, 75);
        exact.hop(Parity::odd, x[0], x[1]);
        Momenta after = before;
        reference::naik_force(u, boundary, c, x, eps, after);
        for_each_lattice(g,
                         {.storage = large && plain,
                          .reconstruct = large && plain,
                          .in_double = true,
                          .split = large && plain,
                          .turn = large && plain ? -1 : int(plain) + int(c.one == 0.1)},
                         [&](const DeviceLattice& lattice) {
                           if (!binds_all(lattice)) return;
                           const GaugeField field = on_device(lattice, u);
                           NaikOperator op(lattice, field, kMass, boundary, c);
                           op.links_changed();
                           MomentumField p(lattice);
                           upload(before, p);
                           ColourField even(lattice);
                           upload(x[0], even);
                           op.derivative(p, eps / 2, even, even);
                           CHECK(relative_error(download(p), after) < tolerance(lattice).field);
                         });
      }
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_naik
