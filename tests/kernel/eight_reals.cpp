// These tests store links with 8 reals, everywhere in SU(3), also where the coordinates are singular.
#include <doctest/doctest.h>

#include <cmath>

#include "base/float16.hpp"
#include "cpu/gaussian_fields.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "field/stereographic.hpp"
#include "field/transfer.hpp"
#include "kernels/fermion.hpp"
#include "kernels/probe.hpp"
#include "linalg/copy.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_eight_reals {
namespace {

const Geometry kGeometry({4, 6, 2, 8});

Matrix3 diagonal(double a, double b) {
  Matrix3 m;
  m[0][0] = std::polar(1.0, a);
  m[1][1] = std::polar(1.0, b);
  m[2][2] = std::polar(1.0, -a - b);
  return m;
}

Matrix3 permutation() {
  Matrix3 m;
  m[0][1] = m[1][2] = m[2][0] = 1.0;
  return m;
}

/// Where the first row, or the second in the frame of the first, is the one point that has no coordinates;
/// where entries are zero; the unit matrix.
std::vector<Matrix3> centres() {
  const double pi = std::acos(-1.0);
  const Matrix3 p = permutation();
  return {Matrix3::identity(),
          diagonal(pi, pi),
          diagonal(pi, 0),
          diagonal(0, pi),
          diagonal(pi / 2, -pi / 2),
          diagonal(2 * pi / 3, 2 * pi / 3),
          diagonal(1, 2),
          p,
          p * p,
          diagonal(pi, pi) * p,
          diagonal(pi, 0) * p * p};
}

/// Returns links at a distance of about `width` from each centre element in turn.
Configuration around_centres(double width, std::uint64_t seed) {
  Configuration u = width > 0 ? weak_configuration(kGeometry, width, seed) : Configuration(kGeometry);
  const auto all = centres();
  for (std::size_t n = 0; n < u.links().size(); ++n) u.links()[n] = u.links()[n] * all[n % all.size()];
  return u;
}

double worst_entry(const Matrix3& a, const Matrix3& b) {
  double worst = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) worst = std::max(worst, std::abs(a[i][j] - b[i][j]));
  return worst;
}

struct Case {
  std::string name;
  Configuration u;
};

const std::vector<Case>& cases() {
  static const std::vector<Case> all = [] {
    std::vector<Case> list = {{"random", hot_configuration(kGeometry, 401)},
                              {"cold", Configuration(kGeometry)},
                              {"1e-3 from the unit", weak_configuration(kGeometry, 1e-3, 402)},
                              {"1e-6 from the unit", weak_configuration(kGeometry, 1e-6, 403)}};
    for (const double width : {0.0, 1e-9, 1e-7, 1e-5, 1e-3, 1e-1})
      list.push_back({"singular points, at " + std::to_string(width), around_centres(width, 404)});
    return list;
  }();
  return all;
}

TEST_SUITE("kernel") {
  TEST_CASE("eight reals: a matrix and back on the host, with numbers rounded to single and half") {
    for (const auto& [its_name, u] : cases()) {
      const auto& name = its_name;
      CAPTURE(name);
      double exact = 0, single = 0, half = 0, floating = 0, largest = 0;
      for (const Matrix3& m : u.links()) {
        exact = std::max(exact, worst_entry(from_stereographic(stereographic(m, 0x1p54)), m));
        EightReals x = stereographic(m, 0x1p26);
        for (double& r : x) r = float(r);
        single = std::max(single, worst_entry(from_stereographic(x), m));
        x = stereographic_half(m, gpu::HalfFormat::fixed);
        for (const double r : x) {
          largest = std::max(largest, std::abs(r));
          CHECK(std::abs(r * 32767 - std::rint(r * 32767)) < 1e-9);
        }
        half = std::max(half, worst_entry(from_stereographic_half(x, gpu::HalfFormat::fixed), m));
        x = stereographic_half(m, gpu::HalfFormat::floating);
        for (const double r : x) {
          largest = std::max(largest, std::abs(r));
          CHECK(from_float16(to_float16(float(r))) == r);
        }
        floating = std::max(floating, worst_entry(from_stereographic_half(x, gpu::HalfFormat::floating), m));
      }
      CHECK(exact < 4e-15);
      CHECK(single < 3e-7);
      CHECK(half < 2e-4);
      CHECK(floating < 4e-3);
      CHECK(largest <= 1);
    }
  }

  TEST_CASE("eight reals: whatever is stored is a matrix in SU(3)") {
    const auto numbers = random_floats(8 * 500, 405);
    for (std::size_t n = 0; n < numbers.size(); n += 8) {
      EightReals x;
      for (std::size_t k = 0; k < 8; ++k) x[k] = 3 * numbers[n + k];
      CHECK(unitarity_deviation(from_stereographic(x)) < 1e-14);
    }
  }

  TEST_CASE("eight reals: loaded and stored by shaders") {
    const std::size_t half = kGeometry.half_volume();
    for_each_device([&](gpu::Device& device) {
      LatticeOptions options = preferred_options(device);
      options.reconstruct = 8;
      const DeviceLattice lattice(device, kGeometry, options);
      for (const auto& [its_name, u] : cases()) {
        const auto& name = its_name;
        CAPTURE(name);
        const GaugeField from = on_device(lattice, u);
        GaugeField to(lattice);
        BoundMemory out(lattice.allocate_buffer(half * kDirections * 18 * sizeof(float)));
        for (const Parity parity : {Parity::even, Parity::odd})
          kernels::probe::Link::run(lattice, {.count = std::uint32_t(half)}, from[parity], to[parity], out);
        const Configuration loaded = download(from), stored = download(to);
        double worst = 0, worst_stored = 0;
        for (std::size_t n = 0; n < u.links().size(); ++n) {
          worst = std::max(worst, worst_entry(loaded.links()[n], u.links()[n]));
          worst_stored = std::max(worst_stored, worst_entry(stored.links()[n], u.links()[n]));
        }
        CHECK(worst < 3e-7);
        CHECK(worst_stored < 1e-6);
      }
    });
  }

  TEST_CASE("eight reals: Wilson's hop in half, single and double precision") {
    const auto psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 406, 0);
    ParitySpinorField want(psi.size());
    using gpu::Precision;
    for_each_device([&](gpu::Device& device) {
      for (const auto& [precision, format] : {std::pair{Precision::half, gpu::HalfFormat::fixed},
                                              {Precision::half, gpu::HalfFormat::floating},
                                              {Precision::single, gpu::HalfFormat::fixed},
                                              {Precision::double_, gpu::HalfFormat::fixed}}) {
        if (precision == Precision::double_ && !device.info().limits.float64) continue;
        LatticeOptions options = preferred_options(device, precision, kGeometry, format);
        options.reconstruct = 8;
        const DeviceLattice lattice(device, kGeometry, options);
        for (const auto& [its_name, u] : cases()) {
          const auto& name = its_name;
          CAPTURE(name);
          const GaugeField field = on_device(lattice, u);
          const SpinorField in = on_device(lattice, psi);
          SpinorField out(lattice);
          WilsonOperator(lattice, field, 0.1).hop(Parity::even, in, out, 1.0, false);
          cpu::WilsonOperator<double>(u, 0.1).hop(Parity::even, psi, want, false);
          CHECK(relative_error(on_host(out), want) < tolerance(lattice).field);
        }
      }
    });
  }

  TEST_CASE("eight reals: half precision stores other numbers, so a conversion on the device is refused") {
    gpu::Device& device = *devices().front();
    LatticeOptions options = preferred_options(device);
    options.reconstruct = 8;
    const DeviceLattice single(device, kGeometry, options);
    options.precision = gpu::Precision::half;
    const DeviceLattice half(device, kGeometry, options);
    const GaugeField from = on_device(single, cases().front().u);
    GaugeField to(half);
    CHECK_THROWS_WITH(copy(from, to), doctest::Contains("half precision"));
  }
}

}  // namespace

}  // namespace glueball::test::kernel_eight_reals
