// Fields from one precision to another on the device, against the host's own conversions.
#include "solvers/convert.hpp"

#include <doctest/doctest.h>

#include "lattice/transfer.hpp"
#include "reference/gaussian_spinor.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test {
namespace {

using gpu::Precision;

TEST_SUITE("kernel") {
  TEST_CASE("convert: spinors, staggered fields and links between all precisions, and sums") {
    const Geometry g({4, 6, 2, 8});
    const Configuration u = hot_configuration(g, 81);
    const auto psi = reference::gaussian_spinor(g, Parity::even, 82, 0), chi = reference::gaussian_spinor(g, Parity::even, 83, 0);
    HalfSpinorField sum = psi;
    for (std::size_t n = 0; n < sum.size(); ++n)
      for (int s = 0; s < 4; ++s)
        for (int c = 0; c < 3; ++c) sum[n][s][c] += chi[n][s][c];
    const HalfColourField eta = random_colour_field(g, 84);
    for_each_device([&](gpu::Device& device) {
      for (const Precision from : {Precision::half, Precision::single, Precision::double_})
        for (const Precision to : {Precision::half, Precision::single, Precision::double_}) {
          if (!device.info().limits.float64 && (from == Precision::double_ || to == Precision::double_)) continue;
          CAPTURE(to_string(from));
          CAPTURE(to_string(to));
          LatticeOptions options = preferred_options(device);
          options.precision = from;
          const DeviceLattice a(device, g, options);
          options.precision = to;
          const DeviceLattice b(device, g, options);
          const double allowed = std::max(tolerance(a).field, tolerance(b).field);
          const SpinorField in = on_device(a, psi);
          SpinorField out(b);
          convert(a, in, b, out);
          CHECK(relative_error(on_host(b, out), psi) < allowed);
          upload(b, chi, out);
          add_converted(a, in, b, out);
          CHECK(relative_error(on_host(b, out), sum) < allowed);

          ColourField colour(a), other(b);
          upload(a, eta, colour);
          convert(a, colour, b, other);
          HalfColourField got;
          download(b, other, got);
          CHECK(relative_error(got, eta) < allowed);

          GaugeField links = on_device(a, u), copy(b);
          convert(a, links, b, copy);
          CHECK(relative_error(download(b, copy), u) < allowed);
        }
    });
  }
}

}  // namespace
}  // namespace glueball::test
