// These tests compare HISQ links, quarks and their force on a device with their references, where the kernel
// specs' checks do not reach.
#include "cpu/hisq.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/unitary_part.hpp"
#include "fermion/hisq_operator.hpp"
#include "reference/hisq_force.hpp"
#include "support/colour_quarks.hpp"
#include "support/devices.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_hisq {
namespace {

constexpr double kMass = 0.21, kEpsilon = -0.3;

/// Back to U(3) digits are lost, as small singular values of V are smaller than V.
double within(const DeviceLattice& lattice) {
  return (lattice.precision() == gpu::Precision::double_ ? 100 : 5) * tolerance(lattice).field;
}

TEST_SUITE("kernel") {
  TEST_CASE("HISQ links: every level, storages, reconstructions, precisions") {
    for (const Geometry& g : {kNoTwoAlike, kShort}) {
      const Configuration u = hot_configuration(g, 81);
      const cpu::HisqLinks exact = cpu::hisq_links(u, kEpsilon);
      const bool large = g == kNoTwoAlike;
      const Sweep sweep{.storage = large, .reconstruct = large, .in_double = true, .turn = large ? -1 : 0};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, u);
        HisqSmearing smearing(lattice, kEpsilon);
        GaugeField v(lattice, HisqSmearing::format(lattice)), x(lattice, v.format()),
            n(lattice, HisqOperator::long_format(lattice));
        smearing.follow(links);
        smearing.put_v(v);
        smearing.finish(0.5, x, n);
        CHECK(relative_error(download(v), exact.v) < tolerance(lattice).field);
        CHECK(relative_error(download(smearing.w()), exact.w) < within(lattice));
        Configuration twice = download(x);
        for (Matrix3& m : twice.links()) m *= 2;
        CHECK(relative_error(twice, exact.x) < within(lattice));
        CHECK(relative_error(download(n), exact.n) < within(lattice));
      });
    }
  }

  TEST_CASE("HISQ links: sums of any singular values go back to U(3), as far as numbers go") {
    const Geometry& g = kShort;
    const ParityColourField ones[] = {random_colour_field(g, 71), random_colour_field(g, 72),
                                      random_colour_field(g, 73)},
                            others[] = {random_colour_field(g, 74), random_colour_field(g, 75),
                                        random_colour_field(g, 76)};
    // The links are sums of three outer products, of these sizes.
    for (const auto& sizes : {std::array{1.0, 1.0, 1.0},
                              {1.0, 1.0, 1e-2},
                              {1.0, 1.0, 1e-4},
                              {1.0, 0.1, 0.1},
                              {1.0, 1e-2, 1e-2},
                              {1.0, 1e-3, 1e-3},
                              {1.0, 1e-2, 1e-4}})
      for_each_lattice(g, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        CAPTURE(sizes[1]);
        CAPTURE(sizes[2]);
        MatrixField sums(lattice);
        ColourField this_parity(lattice), other_parity(lattice);
        for (int k = 0; k < 3; ++k) {
          upload(ones[k], this_parity);
          upload(others[k], other_parity);
          kernels::HopOuter::Args arguments{};
          arguments.coefficient = sizes[k];
          for (const Parity parity : kParities) {
            arguments.parity = std::uint32_t(parity);
            kernels::HopOuter::run({lattice, k == 0 ? 0 : kernels::HopOuter::kAdd}, arguments, this_parity,
                                   other_parity, sums[parity]);
          }
        }
        GaugeField v(lattice, HisqSmearing::format(lattice)), w(lattice, v.format());
        for (const Parity parity : kParities) {
          kernels::UnitaryPart::run({lattice, kernels::UnitaryPart::kScale}, {.a = 1, .b = 0}, sums[parity],
                                    v[parity]);
          kernels::UnitaryPart::run(lattice, {}, sums[parity], w[parity]);
        }
        const Configuration sum = download(v), found = download(w);
        const double eps = lattice.precision() == gpu::Precision::double_ ? 2e-16 : 1e-7;
        double off = 0, unitary = 0;
        for (std::size_t n = 0; n < sum.links().size(); ++n) {
          const cpu::SingularValues d = cpu::singular_values(sum.links()[n]);
          const auto [least, most] = std::ranges::minmax(d.values);
          const Matrix3 miss = found.links()[n] - d.left * adjoint(d.right),
                        square = found.links()[n] * adjoint(found.links()[n]) - Matrix3::identity();
          const auto size = [](const Matrix3& m) { return std::sqrt(trace(m * adjoint(m)).real()); };
          REQUIRE(std::isfinite(size(miss)));
          unitary = std::max(unitary, size(square));
          off = std::max(off, size(miss) * least / most);
        }
        // Rounding of a sum turns what it becomes by that over its smallest singular value.
        CHECK(unitary < 20 * eps);
        CHECK(off < 20 * eps);
      });
  }

  TEST_CASE("HISQ links: sums of paths that cancel have no projection, are counted and refused") {
    const Geometry& g = kNoTwoAlike;
    Configuration u = cancelling_paths(g);
    u.link(std::size_t(9), 2) =
        hot_configuration(g, 3).link(std::size_t(9), 2);  // its neighbours' do not cancel
    const Configuration turned = transformed(u, random_transformation(g, 4)), hot = hot_configuration(g, 81);
    std::size_t lost = 0;
    const Configuration sums = cpu::fat_links(turned, kFat7);
    for (const Matrix3& v : sums.links()) lost += cpu::unitary_part(v).undetermined;
    CHECK(lost > 3 * g.volume());
    CHECK(lost < 4 * g.volume());
    const std::string said = fmt::format("HISQ links: {} of {} sums of paths", lost, 4 * g.volume());
    for (const Configuration& cancelling : {u, turned}) {
      CHECK_THROWS_WITH_AS(cpu::hisq_links(cancelling, kEpsilon), doctest::Contains(said.c_str()), Error);
      for_each_lattice(g, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        GaugeField links(lattice);
        HisqSmearing smearing(lattice, kEpsilon);
        upload(cancelling, links);
        CHECK_THROWS_WITH_AS(smearing.follow(links), doctest::Contains(said.c_str()), Error);
        upload(hot, links);
        CHECK_NOTHROW(smearing.follow(links));
      });
    }
  }

  TEST_CASE("HISQ's operator follows the links, with phases, and one in a shorter precision beside it") {
    for (const Boundary& boundary : {Boundary(-1, 1, -1, -1), phases_on(kShort)})
      for_each_lattice(kShort, {.storage = false, .in_double = true, .turn = !boundary.signs_only()},
                       [&](const DeviceLattice& lattice) {
                         const ParityColourField psi = random_colour_field(kShort, 82);
                         GaugeField links(lattice);
                         HisqOperator op(lattice, links, kMass, kEpsilon, boundary);
                         const DeviceLattice half(lattice.device(), kShort,
                                                  lattice.options_in(gpu::Precision::half));
                         const GaugeField none(half);
                         const auto shorter = op.at_precision(half, none);
                         ColourField in(lattice), out(lattice), half_in(half), half_out(half);
                         upload(psi, in);
                         upload(psi, half_in);
                         for (const std::uint64_t seed : {83, 84}) {
                           const Configuration u = hot_configuration(kShort, seed);
                           upload(u, links);
                           op.links_changed();
                           shorter->links_changed();
                           ParityColourField want(psi.size());
                           const cpu::HisqOperator exact(u, kMass, kEpsilon, boundary);
                           exact.even_odd(psi, want);
                           op.even_odd(in, out);
                           CHECK(error_of(out, want) < within(lattice));
                           shorter->even_odd(half_in, half_out);
                           CHECK(error_of(half_out, want) < tolerance(half).field);
                         }
                       });
  }

  TEST_CASE("HISQ's force: added to momenta that are already there, and through the filter") {
    const double eps = 0.37;
    for (const Geometry& g : {kNoTwoAlike, kShort}) {
      const Configuration u = hot_configuration(g, 85);
      const bool large = g == kNoTwoAlike;
      const Boundary boundary = large ? Boundary(-1, 1, -1, -1) : phases_on(g);
      Momenta before(g);
      cpu::gaussian_momenta(before, 86, 0);
      cpu::FullColourField x;
      x[0] = x[1] = random_colour_field(g, 87);
      cpu::HisqOperator(u, kMass, kEpsilon, boundary).hop(Parity::odd, x[0], x[1]);
      Momenta after = before;
      const std::size_t filtered = reference::hisq_force(u, boundary, kEpsilon, x, eps, after);
      const Sweep sweep{.storage = large, .reconstruct = large, .in_double = true, .turn = large ? -1 : 0};
      for_each_lattice(g, sweep, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, u);
        HisqOperator op(lattice, links, kMass, kEpsilon, boundary);
        op.make_room_for_derivative();
        op.links_changed();
        MomentumField p(lattice);
        upload(before, p);
        ColourField even(lattice);
        upload(x[0], even);
        op.derivative(p, eps / 2, even, even);
        CHECK(relative_error(download(p), after) < within(lattice));
        CHECK(op.take_filtered() == filtered);
        CHECK(op.take_filtered() == 0u);
      });
    }
  }

  TEST_CASE("HISQ's chain rule filters and counts small singular values") {
    constexpr double kFilter = 0.02;
    const Configuration u = hot_configuration(kShort, 88);
    cpu::FullColourField x{random_colour_field(kShort, 89), random_colour_field(kShort, 90)};
    const Boundary boundary(1, 1, 1, 1);
    Momenta wanted(kShort), plain(kShort);
    const std::size_t filtered = reference::hisq_force(u, boundary, 0, x, 1, wanted, kFilter);
    reference::hisq_force(u, boundary, 0, x, 1, plain, 0);
    CHECK(filtered > 20);
    CHECK(relative_error(plain, wanted) > 1e-3);
    for_each_lattice(kShort, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      ColourField fields[] = {ColourField(lattice), ColourField(lattice)};
      for (const Parity parity : kParities) upload(x[std::size_t(parity)], fields[int(parity)]);
      MatrixField near(lattice), far(lattice), z(lattice);
      for (const Parity this_parity : kParities)
        for (const bool three : {false, true}) {
          kernels::HopOuter::Args arguments{};
          const HopCoefficients c = hisq_hops(0);
          arguments.parity = std::uint32_t(this_parity);
          arguments.coefficient = (three ? c.three : c.one) * (this_parity == Parity::even ? 1 : -1);
          kernels::HopOuter::run({lattice, three ? kernels::HopOuter::kThree : 0}, arguments,
                                 fields[int(this_parity)], fields[int(other(this_parity))],
                                 (three ? far : near)[this_parity]);
        }
      HisqSmearing smearing(lattice, 0);
      smearing.follow(links);
      CHECK(smearing.chain(links, near, far, z, kFilter) == filtered);
      MomentumField p(lattice);
      upload(Momenta(kShort), p);
      kernels::LinkForce::run_all(lattice, 1, links, z, p);
      CHECK(relative_error(download(p), wanted) < within(lattice));
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_hisq
