// These tests check each kernel that makes the clover term's matrices by itself: a failure names the wrong
// one.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "cpu/field_strength.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernels/clover_force.hpp"
#include "linalg/global_sums.hpp"
#include "reference/clover_force.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::kernel_clover_term {
namespace {

constexpr double kKappa = 0.137, kCsw = 1.3;
const Geometry kGeometry({4, 6, 2, 4});
constexpr args::RealsArgs kAll{};

/// Returns |a - b| / |b| over a field's planes.
template <class Real>
double relative_error(const Texels<Real>& a, const Texels<Real>& b) {
  REQUIRE(a.size() == b.size());
  double difference = 0, norm = 0;
  for (std::size_t n = 0; n < a.size(); ++n)
    for (std::size_t k = 0; k < 4; ++k) {
      difference += std::pow(double(a[n][k]) - double(b[n][k]), 2);
      norm += std::pow(double(b[n][k]), 2);
    }
  REQUIRE(norm > 0);
  return std::sqrt(difference / norm);
}

/// Returns the reference's field strength as lib/tensor_field.glsl lays it out.
template <class Real>
Texels<Real> strength_of(const Configuration& u, Parity parity) {
  const Geometry& g = u.geometry();
  const std::size_t half = g.half_volume();
  Texels<Real> texels(half * ParityTensors::kPlanes);
  for (std::size_t site = 0; site < half; ++site)
    for (std::size_t plane = 0; plane < 6; ++plane) {
      const auto [mu, nu] = reference::kTensorPlanes[plane];
      const Matrix3 f =
          cpu::field_strength(u, g.half_site(parity, site), mu, nu, FieldStrength::clover, true);
      const auto put = [&](std::size_t n, double a, double b, double c, double d) {
        texels[(3 * plane + n) * half + site] = {Real(a), Real(b), Real(c), Real(d)};
      };
      put(0, f[0][0].real(), f[1][1].real(), f[2][2].real(), 0);
      put(1, f[1][0].real(), f[1][0].imag(), f[2][0].real(), f[2][0].imag());
      put(2, f[2][1].real(), f[2][1].imag(), 0, 0);
    }
  return texels;
}

/// Returns the distance between `blocks` as a device would hold them and `found`.
double distance(const DeviceLattice& lattice, const ChiralField& found, const ParityChiralField& blocks) {
  ChiralField wanted(lattice);
  upload(blocks, wanted);
  return in_precision(lattice.format(), [&](auto real) {
    using Real = decltype(real);
    return relative_error(fetch<Real>(found), fetch<Real>(wanted));
  });
}

ParityChiralField squares(const ParityChiralField& t, double added) {
  ParityChiralField result(t.size());
  for (std::size_t n = 0; n < t.size(); ++n)
    for (std::size_t chirality = 0; chirality < 2; ++chirality)
      for (int i = 0; i < ChiralBlock::kSize; ++i)
        for (int j = 0; j < ChiralBlock::kSize; ++j) {
          Complex sum = i == j ? added : 0;
          for (int k = 0; k < ChiralBlock::kSize; ++k) sum += t[n][chirality][i][k] * t[n][chirality][k][j];
          result[n][chirality][i][j] = sum;
        }
  return result;
}

TEST_SUITE("kernel") {
  TEST_CASE("clover term: field strength of every plane, with its trace") {
    const Configuration u = hot_configuration(kGeometry, 65);
    for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      const GaugeField field = on_device(lattice, u);
      ParityTensors f(lattice);
      for (const Parity this_parity : {Parity::even, Parity::odd}) {
        kernels::FieldStrength::run(lattice, {.parity = std::uint32_t(this_parity)}, field[this_parity],
                                    field[other(this_parity)], f);
        CHECK(in_precision(lattice.format(), [&](auto real) {
                using Real = decltype(real);
                return relative_error(fetch<Real>(f), strength_of<Real>(u, this_parity));
              }) < tolerance(lattice).field);
      }
    });
  }

  TEST_CASE("clover term: matrices of a field strength, their inverses, squares and determinants") {
    const Configuration u = hot_configuration(kGeometry, 65);
    const ParityChiralField t = cpu::clover_term(u, Parity::odd, kKappa, kCsw);
    const ParityChiralField inverse = cpu::inverted(t), square = squares(t, 0.3);
    for_each_lattice(kGeometry, {.accumulator = true, .in_double = true}, [&](const DeviceLattice& lattice) {
      ParityTensors f(lattice);
      in_precision(lattice.format(),
                   [&](auto real) { send(strength_of<decltype(real)>(u, Parity::odd), f); });
      ChiralField found(lattice), exact(lattice);
      kernels::CloverBlocks::run(lattice, {.a = kKappa * kCsw, .b = 0}, f, found);
      CHECK(distance(lattice, found, t) < tolerance(lattice).field);

      upload(t, exact);
      kernels::ChiralInverse::run(lattice, kAll, exact, found);
      CHECK(distance(lattice, found, inverse) < tolerance(lattice).field);

      kernels::ChiralProduct::run(lattice, {.a = 0.3, .b = 0}, exact, exact, found);
      CHECK(distance(lattice, found, square) < tolerance(lattice).field);

      GlobalSums sums(lattice);
      kernels::ChiralDeterminant::run(lattice, kAll, exact, sums.partials());
      sums.collect(1, false);
      CHECK(std::abs(sums.totals()[0] - cpu::log_determinant(t)) <
            tolerance(lattice).average * double(t.size()));
    });
  }
}

}  // namespace

}  // namespace glueball::test::kernel_clover_term
