// These tests compare clover, gradient flow and smearing on every device and storage with their references in
// double precision.
#include "flow/flow.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "cpu/field_strength.hpp"
#include "fermion/hisq_smearing.hpp"
#include "field/transfer.hpp"
#include "io/configuration_file.hpp"
#include "measure/clover.hpp"
#include "measure/density.hpp"
#include "reference/flow.hpp"
#include "reference/smear.hpp"
#include "smear/smearing.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/gauge_transformed.hpp"
#include "support/skip.hpp"

namespace glueball::test::kernel_flow {

using doctest::Approx;

namespace {

/// Returns the tolerance of links and densities for the precision of the lattice.
double allowed(const DeviceLattice& lattice) {
  return lattice.precision() == gpu::Precision::double_ ? 1e-12 : 1e-6;
}

enum class Extent {
  both,    ///< precisions, with 12 reals a link in single and 18 in double
  single,  ///< precision
};

/// Runs `check(lattice)` on every device, in the storage that it prefers: the kernel specs' checks go over
/// all of them (kernel/all_specs), and CPU drivers would spend minutes on compiling: of these one has double
/// precision, or single where that is all, as this variant. tools/test --slow takes everything.
template <class Check>
void on_all_devices(const Geometry& geometry, Check check, Extent extent = Extent::both, int turn = 0) {
  const bool every = test::everything();
  test::for_each_device([&](gpu::Device& device) {
    const bool has_turn = test::has_turn(device, turn);
    if (extent == Extent::single && !has_turn) return;
    for (const auto storage : {gpu::Storage::buffer, gpu::Storage::texel, gpu::Storage::image}) {
      if (!every && storage != device.preferred_storage()) continue;
      CAPTURE(to_string(storage));
      LatticeOptions options = preferred_options(device);
      options.storage = storage;
      options.reconstruct = every && storage == gpu::Storage::buffer ? 18 : 12;
      const DeviceLattice lattice(device, geometry, options);
      check(lattice);
    }
    if ((every || extent == Extent::both) && device.info().limits.float64 && has_turn) {
      LatticeOptions options = preferred_options(device);
      options.precision = gpu::Precision::double_;
      options.reconstruct = 18;
      const DeviceLattice lattice(device, geometry, options);
      check(lattice);
    }
  });
}

Configuration smooth(const Geometry& geometry) {
  Configuration u = hot_configuration(geometry, 11);
  for (int n = 0; n < 6; ++n) u = reference::stout_smeared(u, 0.1);
  return u;
}

/// Matrices W diag(s) Z^+ on the links, W and Z random in SU(3): the last of s has a phase, and s is as
/// degenerate and as small as can be, by site in turn.
Configuration hard_sums(const Geometry& geometry) {
  const Configuration w = hot_configuration(geometry, 21), z = hot_configuration(geometry, 22);
  Configuration sums = w;
  for (std::size_t n = 0; n < sums.links().size(); ++n) {
    const double x = double(n % 97) / 96;
    const double small = std::pow(10.0, -7 * x), near = 1 - 0.5 * std::pow(10.0, -6 * x),
                 angle = std::numbers::pi;
    const std::array<std::pair<std::array<double, 3>, double>, 8> kinds = {{
        {{1, 1, 1}, angle * near},                // two maxima nearly as high
        {{1, 1, 1}, 3e-4 * x},                    // a multiple of a link
        {{1, 0.7, 0.3 + 0.4 * x}, angle * near},  // about to have one maximum
        {{2, 2, 1}, angle * near},                // the triple zero
        {{1, small, small}, 2 * x},
        {{1, small, small * small}, angle * near},
        {{1, 1, small}, angle * x},
        {{3, 3, 3 * near}, -3 * x},
    }};
    const auto& [s, phase] = kinds[n % kinds.size()];
    Matrix3 d;
    for (int k = 0; k < 3; ++k) d[k][k] = s[std::size_t(k)];
    d[2][2] *= std::polar(1.0, phase);
    sums.links()[n] = w.links()[n] * d * adjoint(z.links()[n]);
  }
  return sums;
}

double re_trace(const Matrix3& v, const Matrix3& m) { return trace(adjoint(v) * m).real(); }

double size(const Matrix3& m) { return std::sqrt(re_trace(m, m)); }

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("clover: densities and sums equal the reference's") {
    const Geometry geometry({4, 6, 8, 10});
    const Configuration u = hot_configuration(geometry, 3);
    for (const auto kind : {FieldStrength::clover, FieldStrength::improved4, FieldStrength::rectangles4})
      for (const bool keep_trace : {false, true}) {
        if (keep_trace && kind != FieldStrength::clover) continue;
        const auto wanted = cpu::action_density(u, kind, keep_trace);
        on_all_devices(
            geometry,
            [&](const DeviceLattice& lattice) {
              GaugeField field(lattice);
              upload(u, field);
              CloverMeasurement clover(lattice, kind, keep_trace);
              const auto found = clover.measure(field);
              CHECK(found.temporal == Approx(wanted.temporal).epsilon(allowed(lattice)));
              CHECK(found.spatial == Approx(wanted.spatial).epsilon(allowed(lattice)));
              CHECK(found.plaquette == Approx(wanted.plaquette).epsilon(allowed(lattice)));
              CHECK(std::abs(found.charge - wanted.charge) < 1e-5);
              const auto density = download(clover.density());
              for (const std::size_t n : {0, 1, 517, 1919}) {
                const double q = cpu::charge_density(u, geometry.site(n), kind, keep_trace);
                CHECK(std::abs(density[n][2] - q) < allowed(lattice));
              }
            },
            kind == FieldStrength::clover && !keep_trace ? Extent::both : Extent::single,
            int(kind) + int(keep_trace));
      }
  }

  TEST_CASE("flow: steps of the three flows equal the reference's, and their error estimates") {
    const Geometry geometry({4, 6, 8, 10});
    const Configuration u = hot_configuration(geometry, 4);
    int turn = 1;
    for (const auto& action : {kWilsonFlow, kSymanzikFlow, kZeuthenFlow}) {
      Configuration once = u;
      const double estimate = reference::flow_step(once, action, 0.05);
      Configuration twice = once;
      reference::flow_step(twice, action, 0.03);
      on_all_devices(
          geometry,
          [&](const DeviceLattice& lattice) {
            GradientFlow flow(lattice, action);
            flow.start(u);
            flow.step(0.05);
            CHECK(test::relative_error(flow.configuration(), once) < allowed(lattice));
            flow.step(0.03);
            CHECK(test::relative_error(flow.configuration(), twice) < allowed(lattice));
            CHECK(flow.time() == Approx(0.08));
            flow.start(u);
            const auto refused = flow.try_step(0.05, 0.5 * estimate);
            CHECK_FALSE(refused.accepted);
            CHECK(refused.distance == Approx(estimate).epsilon(1e-3));
            CHECK(test::relative_error(flow.configuration(), u) < allowed(lattice));
            CHECK(flow.time() == 0.0);
            CHECK(flow.try_step(0.05, 2 * estimate).accepted);
            CHECK(test::relative_error(flow.configuration(), once) < allowed(lattice));
          },
          action.c1 == 0 ? Extent::both : Extent::single, turn++);
    }
  }

  TEST_CASE("flow: with a NaN in the field a step's distance is none, and the step is not taken") {
    on_all_devices(Geometry({4, 4, 2, 4}), [](const DeviceLattice& lattice) {
      Configuration u = hot_configuration(lattice.geometry(), 64);
      u.link(std::size_t(7), 1)[0][1] = Complex(0.5, NAN);
      GradientFlow flow(lattice, kWilsonFlow);
      flow.start(u);
      const auto attempt = flow.try_step(0.01, 10);
      CHECK_FALSE(std::isfinite(attempt.distance));
      CHECK_FALSE(attempt.accepted);
    });
  }

  TEST_CASE("smearing: APE, stout and HYP in three and four dimensions equal the references'") {
    const Geometry geometry({4, 6, 8, 10});
    const Configuration u = smooth(geometry);
    for (const int dimensions : {3, 4})
      for (const auto projection : {Projection::maximal_trace, Projection::polar}) {
        CAPTURE(dimensions);
        CAPTURE(int(projection));
        ApeParameters ape = ape_alpha(0.5, dimensions);
        ape.projection = projection;
        HypParameters hyp;
        hyp.dimensions = dimensions;
        hyp.projection = projection;
        const Configuration by_ape = reference::ape_smeared(u, ape), by_hyp = reference::hyp_smeared(u, hyp),
                            by_stout = reference::stout_smeared(u, 0.12, dimensions);
        on_all_devices(
            geometry,
            [&](const DeviceLattice& lattice) {
              Smearing smearing(lattice);
              GaugeField field(lattice);
              upload(u, field);
              smearing.ape(field, ape);
              CHECK(test::relative_error(download_unitary(field), by_ape) < 2 * allowed(lattice));
              upload(u, field);
              smearing.stout(field, 0.12, dimensions);
              CHECK(test::relative_error(download_unitary(field), by_stout) < allowed(lattice));
              upload(u, field);
              smearing.hyp(field, hyp);
              CHECK(test::relative_error(download_unitary(field), by_hyp) < 2 * allowed(lattice));
            },
            dimensions == 4 && projection == Projection::maximal_trace ? Extent::both : Extent::single,
            dimensions + int(projection));
      }
  }

  TEST_CASE("projection: sums of links of any kind reach the maximum of the trace, as far as numbers go") {
    const Geometry geometry({4, 4, 2, 6});
    const Configuration sums = hard_sums(geometry);
    for (const auto projection : {Projection::maximal_trace, Projection::polar}) {
      CAPTURE(int(projection));
      on_all_devices(
          geometry,
          [&](const DeviceLattice& lattice) {
            const double eps = lattice.precision() == gpu::Precision::double_ ? 1e-15 : 5e-7;
            GaugeField field(lattice, HisqSmearing::format(lattice)), projected(lattice, field.format());
            upload(sums, field);
            const Configuration held = download(field);
            for (const Parity this_parity : kParities)
              for (std::uint32_t mu = 0; mu < kDirections; ++mu)
                kernels::ApeSmear::run({lattice, mu},
                                       {.parity = std::uint32_t(this_parity),
                                        .keep = 1,
                                        .staple = 0,
                                        .polar = projection == Projection::polar,
                                        .slot = mu},
                                       field[this_parity], field[other(this_parity)], projected[this_parity]);
            const Configuration found = download(projected);
            double unitary = 0, missing = 0, moved = 0;
            for (std::size_t n = 0; n < sums.links().size(); ++n) {
              const Matrix3 &m = held.links()[n], &v = found.links()[n],
                            best = reference::project_su3(m, projection);
              CAPTURE(n % 8);
              CAPTURE(n % 97);
              CHECK(std::isfinite(size(v)));
              unitary = std::max(unitary, unitarity_deviation(v));
              missing = std::max(missing, (re_trace(best, m) - re_trace(v, m)) / size(m));
              if (n % 8 == 1 || n % 8 == 7) moved = std::max(moved, size(v - best));
            }
            CHECK(unitary < 4 * eps);
            if (projection == Projection::maximal_trace) CHECK(missing < 2 * eps);
            CHECK(moved < 10 * eps);
          },
          Extent::both);
    }
  }

  TEST_CASE("smearing: HYP and APE of Haar-random links are the references' and turn with the gauge") {
    const Geometry geometry({4, 4, 4, 6});
    const Configuration u = hot_configuration(geometry, 5), turned = test::gauge_transformed(u, 6);
    for (const auto projection : {Projection::maximal_trace, Projection::polar}) {
      CAPTURE(int(projection));
      const HypParameters hyp{.projection = projection};
      const Configuration wanted = reference::hyp_smeared(u, hyp);
      on_all_devices(
          geometry,
          [&](const DeviceLattice& lattice) {
            // A link's error is that of rounding by its second smallest singular value.
            const double within = lattice.precision() == gpu::Precision::double_ ? 1e-12 : 2e-4;
            Smearing smearing(lattice);
            GaugeField field(lattice);
            const auto smeared = [&](const Configuration& links) {
              upload(links, field);
              smearing.hyp(field, hyp);
              return download_smeared(field);
            };
            const Configuration found = smeared(u);
            CHECK(test::relative_error(found, wanted) < within);
            CHECK(test::relative_error(smeared(turned), test::gauge_transformed(found, 6)) < within);
          },
          Extent::both);
    }
  }

  TEST_CASE("smearing: links without a nearest SU(3) matrix are counted and refused") {
    const Geometry geometry({4, 4, 4, 4});
    Configuration u = hot_configuration(geometry, 3);
    const Matrix3 other_link = u.link(std::size_t(9), 2);
    for (Matrix3& m : u.links()) m = Matrix3::identity();
    u.link(std::size_t(9), 2) = other_link;
    // Where all links are 1 six of them less six staples are 0, exactly.
    const ApeParameters p{.keep = 6, .staple = -1};
    const Configuration wanted = reference::ape_smeared(u, p);
    const auto lost =
        std::ranges::count_if(wanted.links(), [](const Matrix3& m) { return !std::isfinite(size(m)); });
    CHECK(lost > 900);
    CHECK(lost < 1024);
    on_all_devices(geometry, [&](const DeviceLattice& lattice) {
      Smearing smearing(lattice);
      GaugeField field(lattice);
      upload(u, field);
      smearing.ape(field, p);
      CHECK_THROWS_WITH(download_smeared(field),
                        doctest::Contains(fmt::format("{} of 1024 links are NaN", lost).c_str()));
    });
  }

  TEST_CASE("stout smearing: any weight makes the references' links") {
    const Geometry geometry({4, 2, 4, 6});
    const Configuration u = hot_configuration(geometry, 12);
    for (const double rho : {0.3, 0.9, 4.0}) {
      CAPTURE(rho);
      const Configuration wanted = reference::stout_smeared(u, rho);
      on_all_devices(
          geometry,
          [&](const DeviceLattice& lattice) {
            Smearing smearing(lattice);
            GaugeField field(lattice);
            upload(u, field);
            smearing.stout(field, rho);
            CHECK(test::relative_error(download_smeared(field), wanted) < 10 * (1 + rho) * allowed(lattice));
          },
          Extent::both);
    }
  }

  TEST_CASE("flow on devices: MILC's printed table within single precision") {
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
    const Configuration u =
        io::read_configuration(test::configs_directory() / "milc/lat.sample.l4448").configuration;
    struct Row {
      int steps;
      double et, es, q;
    };
    on_all_devices(u.geometry(), [&](const DeviceLattice& lattice) {
      GradientFlow flow(lattice, kWilsonFlow);
      CloverMeasurement clover(lattice);
      flow.start(u);
      int done = 0;
      for (const Row& row : {Row{0, 1.05787, 1.03094, .0955429}, Row{1, .790042, .76505, .0389772},
                             Row{2, .506125, .481396, .0166373}, Row{5, .152452, .125636, .00570391},
                             Row{9, .0585831, .0404036, .000886915}}) {
        for (; done < row.steps; ++done) flow.step(0.1);
        const auto e = clover.measure(flow.links());
        CHECK(e.temporal == Approx(row.et).epsilon(1e-5));
        CHECK(e.spatial == Approx(row.es).epsilon(1e-5));
        CHECK(std::abs(-e.charge - row.q) < 1e-6);
      }
    });
  }

  TEST_CASE("adaptive flow reaches the same field as small steps") {
    const Geometry geometry({4, 4, 4, 6});
    const Configuration u = smooth(geometry);
    Configuration wanted = u;
    for (int n = 0; n < 50; ++n) reference::flow_step(wanted, kWilsonFlow, 0.01);
    gpu::Device& device = *test::devices().front();
    const DeviceLattice lattice(device, geometry, preferred_options(device));
    GradientFlow flow(lattice, kWilsonFlow);
    flow.start(u);
    StepSize size(0.3, 1e-5);
    int rejected = 0, steps = 0;
    while (0.5 - flow.time() > 1e-12) {
      const double eps = std::min(size.eps(), 0.5 - flow.time());
      const auto attempt = flow.try_step(eps, size.tolerance());
      size.learn(eps, attempt.distance);
      rejected += attempt.accepted ? 0 : 1;
      REQUIRE(++steps < 200);
    }
    CHECK(rejected > 0);  // the first step was too long on purpose
    CHECK(test::relative_error(flow.configuration(), wanted) < 1e-4);
  }
}

}  // namespace glueball::test::kernel_flow
