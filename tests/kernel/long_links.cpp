// These tests store, convert and hop over long links of 14 reals, matrices in U(3), beside fat links of 18.
#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "fermion/hisq_operator.hpp"
#include "fermion/naik_operator.hpp"
#include "kernels/fermion.hpp"
#include "linalg/copy.hpp"
#include "support/colour_quarks.hpp"
#include "support/devices.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_long_links {
namespace {

using gpu::Precision, gpu::Storage;

constexpr double kMass = 0.21, kEpsilon = -0.3;

/// Returns links in U(3) with any determinant.
Configuration u3_configuration(const Geometry& g, std::uint64_t seed) {
  Configuration u = hot_configuration(g, seed);
  const auto phases = random_floats(u.links().size(), seed + 1);
  for (std::size_t n = 0; n < u.links().size(); ++n) u.links()[n] *= std::polar(1.0, 2.0 * double(phases[n]));
  return u;
}

/// Fat links, which are no unitary matrices, and long ones in U(3).
cpu::HopLinks fat_and_long(const Geometry& g, std::uint64_t seed) {
  cpu::HopLinks links{u3_configuration(g, seed), u3_configuration(g, seed + 2)};
  const Configuration more = hot_configuration(g, seed + 4);
  for (std::size_t n = 0; n < more.links().size(); ++n) {
    links.near.links()[n] += 0.3 * more.links()[n];
    links.near.links()[n] *= 0.7;
  }
  return links;
}

FieldFormat with_reals(const FieldFormat& f, int reals) {
  FieldFormat format = f;
  format.reconstruct = reals;
  return format;
}

GaugeField stored(const DeviceLattice& lattice, const FieldFormat& format, const Configuration& u) {
  GaugeField field(lattice, format);
  upload(u, field);
  return field;
}

/// Returns the rounding error of a stored matrix's entries; the third row is a product of three numbers.
double rounding(const FieldFormat& f) {
  if (f.in_half()) return f.half_format == gpu::HalfFormat::fixed ? 1e-4 : 2e-3;
  return f.precision == Precision::double_ ? 1e-15 : 2e-7;
}

/// Split links of both lengths and parities are sixteen buffers beside three others.
bool binds_all(const DeviceLattice& lattice) {
  return lattice.options().storage != Storage::split || lattice.device().info().limits.storage_blocks >= 19;
}

TEST_SUITE("kernel") {
  TEST_CASE("14 reals: what is sent is what comes back, in every storage and precision, and is U(3)") {
    const Configuration u = u3_configuration(kShort, 501);
    for_each_lattice(
        kShort, {.in_double = true, .in_half = true, .split = true}, [&](const DeviceLattice& lattice) {
          const FieldFormat format = with_reals(lattice.format(), 14);
          const GaugeField field = stored(lattice, format, u);
          const Configuration back = download(field);
          CHECK(relative_error(back, u) < rounding(format));
          const ParityLinks& even = field[Parity::even];
          const std::size_t planes = format.storage == Storage::image || even.pieces() > 1 ? 16 : 14;
          CHECK(even.texels() == planes * kShort.half_volume());
          // The two rows are the numbers that 12 reals have.
          const Configuration rows = download(stored(lattice, with_reals(format, 18), u));
          int other = 0;
          for (std::size_t n = 0; n < u.links().size(); ++n)
            for (int row = 0; row < 2; ++row) other += back.links()[n][row] != rows.links()[n][row];
          CHECK(other == 0);
        });
  }

  TEST_CASE("14 reals: copied, and converted from every precision to every other") {
    const Configuration u = u3_configuration(kNoTwoAlike, 511);
    for_each_device([&](gpu::Device& device) {
      struct Kind {
        Precision precision;
        Storage storage;
        gpu::HalfFormat half = gpu::HalfFormat::fixed;
      };
      std::vector<Kind> kinds{{Precision::half, Storage::buffer},
                              {Precision::half, Storage::buffer, gpu::HalfFormat::floating},
                              {Precision::single, Storage::buffer},
                              {Precision::single, Storage::split}};
      if (device.info().limits.float64) kinds.push_back({Precision::double_, Storage::split});
      const auto lattice_of = [&](const Kind& k) {
        LatticeOptions options = preferred_options(device, k.precision, kNoTwoAlike, k.half);
        options.storage = k.storage;
        return DeviceLattice(device, kNoTwoAlike, options);
      };
      for (const Kind& a : kinds)
        for (const Kind& b : kinds) {
          if (!has_turn(device, int(&a - kinds.data()) + int(&b - kinds.data()))) continue;
          CAPTURE(int(a.precision));
          CAPTURE(int(b.precision));
          const DeviceLattice from = lattice_of(a), to = lattice_of(b);
          const GaugeField field = stored(from, with_reals(from.format(), 14), u);
          GaugeField there(to, with_reals(to.format(), 14));
          copy(field, there);
          CHECK(relative_error(download(there), u) < rounding(from.format()) + rounding(to.format()));
          GaugeField eighteen(to, with_reals(to.format(), 18));
          CHECK_THROWS_WITH_AS(copy(field, eighteen), doctest::Contains("reals a link"), Error);
        }
    });
  }

  TEST_CASE("14 reals: long links made of W in U(3)") {
    for (const Geometry& g : {kNoTwoAlike, kShort}) {
      const Configuration w = u3_configuration(g, 521), n = cpu::long_links(w);
      for_each_lattice(g,
                       {.storage = g == kShort,
                        .in_double = true,
                        .in_half = g == kShort,
                        .split = g == kNoTwoAlike,
                        .turn = g == kShort ? 0 : -1},
                       [&](const DeviceLattice& lattice) {
                         if (!binds_all(lattice)) return;
                         const GaugeField field = stored(lattice, with_reals(lattice.format(), 18), w);
                         GaugeField made(lattice, with_reals(field.format(), 14));
                         kernels::LongLinks::run_all(lattice, field, made);
                         CHECK(relative_error(download(made), n) < 10 * rounding(lattice.format()));
                       });
    }
  }

  TEST_CASE(
      "fat links of 18 reals and long ones of 14 or 18: storages, precisions, threads per site, phases") {
    for (const Geometry& g : {kNoTwoAlike, kShort}) {
      const bool large = g == kNoTwoAlike;
      const Boundary boundary = large ? Boundary(-1, 1, -1, -1) : phases_on(g);
      const cpu::HopLinks links = fat_and_long(g, 531);
      const ParityColourField psi = random_colour_field(g, 532);
      const cpu::HisqOperator exact(links, kMass, kEpsilon, boundary);
      for_each_lattice(
          g,
          {.storage = large,
           .reconstruct = !large,
           .in_double = true,
           .in_half = !large,
           .split = large,
           .threads_per_site = large,
           .turn = large ? -1 : 1},
          [&](const DeviceLattice& lattice) {
            if (!binds_all(lattice)) return;
            const GaugeField none(lattice);
            HisqOperator op(lattice, none, kMass, kEpsilon, boundary, links);
            CHECK(op.long_links().format().reconstruct == (lattice.options().reconstruct == 18 ? 18 : 14));
            ColourField in(lattice), out(lattice);
            upload(psi, in);
            ParityColourField want(psi.size());
            for (const Parity target : kParities) {
              op.hop(target, in, out);
              exact.hop(target, psi, want);
              CHECK(error_of(out, want) < tolerance(lattice).field);
            }
          });
    }
  }

  TEST_CASE("long links from elsewhere that are not in U(3) keep 18 reals, and their products") {
    cpu::HopLinks links = fat_and_long(kShort, 541);
    // One of them, by more than double precision rounds and less than single precision does; then by more.
    for (const double off : {1e-9, 1e-2}) {
      links.long_links.links()[17] *= 1 + off;
      const cpu::HisqOperator exact(links, kMass, kEpsilon, kAntiperiodicInTime);
      const ParityColourField psi = random_colour_field(kShort, 542);
      for_each_lattice(kShort, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        const GaugeField none(lattice);
        HisqOperator op(lattice, none, kMass, kEpsilon, kAntiperiodicInTime, links);
        const bool rounded_off = lattice.precision() == Precision::single && off < 1e-6;
        CHECK(op.long_links().format().reconstruct == (rounded_off ? 14 : 18));
        ColourField in(lattice), out(lattice);
        upload(psi, in);
        ParityColourField want(psi.size());
        op.even_odd(in, out);
        exact.even_odd(psi, want);
        CHECK(error_of(out, want) < tolerance(lattice).field);
      });
    }
    links.long_links.links()[3][1][1] = NAN;
    for_each_lattice(kShort, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField none(lattice);
      CHECK(HisqOperator(lattice, none, kMass, kEpsilon, kAntiperiodicInTime, links)
                .long_links()
                .format()
                .reconstruct == 18);
    });
  }

  TEST_CASE("14 reals: only hops over three links take them, and both parities of one kind") {
    for_each_device([](gpu::Device& device) {
      LatticeOptions options = preferred_options(device);
      const DeviceLattice lattice(device, kShort, options);
      const GaugeField u(lattice), l(lattice, with_reals(lattice.format(), 14));
      SpinorField a(lattice), b(lattice);
      const auto refused = [](const auto& run, const char* why) {
        CHECK_THROWS_WITH_AS(run(), doctest::Contains(why), Error);
      };
      refused([&] { kernels::WilsonDslash::run(lattice, {}, l[Parity::even], l[Parity::odd], a, a, b); },
              "fermion/wilson_dslash: links of 14 reals");
      ColourField c(lattice), d(lattice);
      refused(
          [&] {
            kernels::NaikDslash::run(lattice, {}, u[Parity::even], u[Parity::odd], l[Parity::even],
                                     u[Parity::odd], c, c, d);
          },
          "links of 12 reals beside links of 14");
      options.reconstruct = 14;
      refused([&] { DeviceLattice(device, kShort, options); }, "14 reals");
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_long_links
