// Fields know how they are stored: kernels take the variant of their fields, and refuse what does not go
// together.
#include "field/field_format.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <vector>

#include "base/error.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "linalg/copy.hpp"
#include "linalg/global_sums.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_field_format {
namespace {

const Geometry kGeometry({4, 6, 2, 8});

LatticeOptions in_single(const gpu::Device& device) {
  return preferred_options(device, gpu::Precision::single, kGeometry);
}

TEST_SUITE("kernel") {
  TEST_CASE("formats: fields of several live on one lattice, and kernels follow them") {
    const Configuration u = hot_configuration(kGeometry, 31);
    const auto psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 32, 0);
    ParitySpinorField want(psi.size());
    cpu::WilsonOperator<double>(u, 0.1).hop(Parity::even, psi, want, false);
    for_each_device([&](gpu::Device& device) {
      const DeviceLattice lattice(device, kGeometry, in_single(device));
      GlobalSums sums(lattice);
      std::vector<FieldFormat> formats;
      for (const int reconstruct : {8, 12, 18})
        for (const gpu::Precision precision : {gpu::Precision::single, gpu::Precision::double_}) {
          FieldFormat format = lattice.format();
          format.reconstruct = reconstruct;
          format.precision = precision;
          if (precision == gpu::Precision::single || device.info().limits.float64) formats.push_back(format);
        }
      std::vector<GaugeField> links;  // beside each other, as fat and long ones are
      for (const FieldFormat& format : formats) upload(u, links.emplace_back(lattice, format));
      for (std::size_t n = 0; n < formats.size(); ++n) {
        const FieldFormat& format = formats[n];
        CAPTURE(format.reconstruct);
        CAPTURE(int(format.precision));
        CHECK(links[n].format() == format);
        const double allowed = format.precision == gpu::Precision::double_ ? 1e-13 : 2e-6;
        CHECK(relative_error(download(links[n]), u) < allowed);
        SpinorField in(lattice, format), out(lattice, format);
        upload(psi, in);
        WilsonOperator(lattice, links[n], 0.1).hop(Parity::even, in, out);
        ParitySpinorField found;
        download(out, found);
        CHECK(relative_error(found, want) < allowed);
        CHECK(std::abs(sums.norm2(in) / cpu::norm2(psi) - 1) < allowed);
      }
    });
  }

  TEST_CASE("formats: devices, lattices and formats live side by side in one process") {
    struct Place {
      Place(gpu::Device& device, const Geometry& g, const LatticeOptions& options, std::uint64_t seed)
          : lattice(device, g, options),
            u(hot_configuration(g, seed)),
            psi(cpu::gaussian_spinor(g, Parity::odd, std::uint32_t(seed), 0)),
            links(lattice),
            in(lattice),
            out(lattice) {}
      DeviceLattice lattice;
      Configuration u;
      ParitySpinorField psi;
      GaugeField links;
      SpinorField in, out;
    };
    std::deque<Place> places;
    for_each_device([&](gpu::Device& device) {
      for (const gpu::Precision precision :
           {gpu::Precision::half, gpu::Precision::single, gpu::Precision::double_}) {
        if (precision == gpu::Precision::double_ && !device.info().limits.float64) continue;
        const Geometry g({4, precision == gpu::Precision::half ? 6 : 4, 2, 4 + 2 * int(precision)});
        LatticeOptions options = preferred_options(device, precision, g);
        options.reconstruct = precision == gpu::Precision::half ? 12 : 18;
        places.emplace_back(device, g, options, 40 + places.size());
      }
    });
    REQUIRE(places.size() >= 2);
    // All lattices take a step before any takes the next.
    for (Place& p : places) upload(p.u, p.links);
    for (Place& p : places) upload(p.psi, p.in);
    for (Place& p : places) WilsonOperator(p.lattice, p.links, 0.1).hop(Parity::even, p.in, p.out);
    for (const Place& p : places) {
      CAPTURE(describe(p.lattice));
      ParitySpinorField want(p.psi.size()), found;
      cpu::WilsonOperator<double>(p.u, 0.1).hop(Parity::even, p.psi, want, false);
      download(p.out, found);
      CHECK(relative_error(found, want) < tolerance(p.lattice).field);
    }
  }

  TEST_CASE("formats: a field of another precision, storage, size or number of reals is refused") {
    for_each_device([](gpu::Device& device) {
      const DeviceLattice lattice(device, kGeometry, in_single(device)),
          larger(device, Geometry({4, 6, 4, 8}), in_single(device));
      FieldFormat half = lattice.format(), floats, eighteen = lattice.format(), image = lattice.format();
      half.precision = gpu::Precision::half;
      floats = half;
      floats.half_format = gpu::HalfFormat::floating;
      eighteen.reconstruct = 18;
      image.storage = image.storage == gpu::Storage::image ? gpu::Storage::buffer : gpu::Storage::image;
      SpinorField a(lattice), b(lattice, half), c(lattice, floats), d(lattice, image), e(larger);
      const auto refused = [&](SpinorField& x, SpinorField& y, const char* why) {
        CHECK_THROWS_WITH_AS(kernels::Copy::run(lattice, {}, x, y), doctest::Contains(why), Error);
      };
      refused(a, b, "half (fixed point)");
      refused(b, c, "half (floats)");
      refused(a, d, "storage");
      refused(a, e, "4x6x4x8");
      refused(e, a, "4x6x4x8");
      GaugeField u(lattice), v(lattice, eighteen);
      SpinorField out(lattice);
      CHECK_THROWS_WITH_AS(
          kernels::WilsonDslash::run(lattice, {}, u[Parity::even], v[Parity::odd], a, a, out),
          doctest::Contains("links of 18 reals beside links of 12"), Error);
      CHECK_THROWS_WITH_AS(copy(u, v), doctest::Contains("reals a link"), Error);
      FieldFormat bad = lattice.format();
      bad.reconstruct = 9;
      CHECK_THROWS_AS(SpinorField(lattice, bad), Error);
    });
  }

  TEST_CASE("formats: a sibling in another precision keeps what was chosen of the plan") {
    for_each_device([](gpu::Device& device) {
      LatticeOptions options = in_single(device);
      const int usual = options.threads_per_site;
      options.workgroup = 32;
      options.tiles = 2;
      options.reconstruct = 18;
      options.threads_per_site = usual == 2 ? 4 : 2;
      options.fused = !options.fused;
      options.accumulator = gpu::Accumulator::two_float;
      const DeviceLattice lattice(device, kGeometry, options);
      const LatticeOptions half = lattice.options_in(gpu::Precision::half, gpu::HalfFormat::floating);
      CHECK(half.precision == gpu::Precision::half);
      CHECK(half.half_format == gpu::HalfFormat::floating);
      CHECK(half.workgroup == 32);
      CHECK(half.tiles == 2);
      CHECK(half.reconstruct == 18);
      CHECK(half.threads_per_site == options.threads_per_site);
      CHECK(half.fused == options.fused);
      // The device's preferred number of threads per site may differ between precisions.
      const DeviceLattice plain(device, kGeometry, in_single(device));
      CHECK(plain.options_in(gpu::Precision::half).threads_per_site ==
            preferred_options(device, gpu::Precision::half, kGeometry).threads_per_site);
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_field_format
