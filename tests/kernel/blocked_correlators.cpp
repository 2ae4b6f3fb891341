// These tests compare correlators of blocks of the field strength's products with the sum over pairs of
// blocks.
#include "measure/blocked_correlators.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "base/error.hpp"
#include "cpu/field_strength.hpp"
#include "field/transfer.hpp"
#include "reference/densities.hpp"
#include "support/devices.hpp"

namespace glueball::test::kernel_blocked_correlators {
namespace {

const Geometry kGeometry({4, 2, 8, 6});
constexpr int kSide = 2;

/// These are averages over one block: charge density, energy density, and the six components in space.
struct Block {
  int x, y, z, t;
  double charge = 0, energy = 0, tensor[3][3] = {};
};

std::vector<Block> blocks_of(const Configuration& u) {
  const auto kind = FieldStrength::clover;
  std::vector<Block> blocks;
  for (int t = 0; t < 6; ++t)
    for (int z = 0; z < 8; z += kSide)
      for (int y = 0; y < 2; y += kSide)
        for (int x = 0; x < 4; x += kSide) {
          Block b{x, y, z, t};
          for (int n = 0; n < 8; ++n) {
            const Site s{x + n % 2, y + n / 2 % 2, z + n / 4, t};
            b.charge += cpu::charge_density(u, s, kind) / 8;
            for (int i = 0; i < 4; ++i)
              for (int j = i + 1; j < 4; ++j) {
                const Matrix3 f = cpu::field_strength(u, s, i, j, kind);
                b.energy += trace(f * f).real() / 8;
              }
            for (int i = 0; i < 3; ++i)
              for (int j = 0; j < 3; ++j) b.tensor[i][j] += reference::energy_momentum(u, s, i, j, kind) / 8;
          }
          blocks.push_back(b);
        }
  return blocks;
}

double shear_of(const Block& a, const Block& b) {
  double x = 0, y = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = i + 1; j < 3; ++j) {
      x += (a.tensor[i][i] - a.tensor[j][j]) * (b.tensor[i][i] - b.tensor[j][j]) / 4 / 3;
      y += a.tensor[i][j] * b.tensor[i][j];
    }
  return (4 * x + 2 * y) / 10;
}

int shortest(int a, int b, int extent) { return std::min(std::abs(a - b), extent - std::abs(a - b)); }

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("correlators of blocks agree with the sum over pairs, and add up to Q^2 and to those of slices") {
    const Configuration links = hot_configuration(kGeometry, 31);
    const std::vector<Block> blocks = blocks_of(links);
    struct Sums {
      double pairs = 0, charge = 0, shear = 0, bulk = 0;
    };
    std::map<std::pair<int, int>, Sums> wanted;
    double q = 0;
    for (const Block& a : blocks) {
      q += 8 * a.charge;
      for (const Block& b : blocks) {
        int r2 = 0;
        for (const int d : {shortest(a.x, b.x, 4), shortest(a.y, b.y, 2), shortest(a.z, b.z, 8)}) r2 += d * d;
        Sums& s = wanted[{shortest(a.t, b.t, 6), r2}];
        s.pairs += 1;
        s.charge += a.charge * b.charge;
        s.shear += shear_of(a, b);
        s.bulk += a.energy * b.energy;
      }
    }
    test::for_each_lattice(kGeometry, {.in_double = true}, [&](const DeviceLattice& lattice) {
      GaugeField u(lattice);
      upload(links, u);
      GlobalSums sums(lattice);
      const double allowed = lattice.precision() == gpu::Precision::double_ ? 1e-13 : 1e-5;
      const BlockedProducts found_blocks = blocked_products(lattice, u, FieldStrength::clover, kSide);
      const BlockedCorrelators found = blocked_correlators(found_blocks);
      REQUIRE(found.charge.size() == wanted.size());
      double squared = 0;
      const TensorCorrelators slices =
          tensor_correlators(field_products(lattice, u, FieldStrength::clover, sums));
      for (int dt = 0; dt <= 3; ++dt) {
        double shear = 0, bulk = 0;
        for (std::size_t k = 0; k < found.r2.size(); ++k) {
          const std::size_t n = std::size_t(dt) * found.r2.size() + k;
          REQUIRE(wanted.contains({dt, found.r2[k]}));
          const Sums& s = wanted.at({dt, found.r2[k]});
          CHECK(std::abs(found.charge[n] - s.charge / s.pairs) < allowed);
          CHECK(std::abs(found.shear[n] - s.shear / s.pairs) < allowed * std::abs(s.bulk / s.pairs));
          CHECK(found.bulk[n] == doctest::Approx(s.bulk / s.pairs).epsilon(allowed));
          squared += (dt == 0 || dt == 3 ? 1 : 2) * found.vectors[k] * found.charge[n];
          shear += found.vectors[k] * found.shear[n];
          bulk += found.vectors[k] * found.bulk[n];
        }
        // A slice of 64 sites has eight blocks.
        CHECK(64 * shear / 8 == doctest::Approx(slices.shear[std::size_t(dt)]).scale(1).epsilon(1e-5));
        CHECK(64 * bulk / 8 == doctest::Approx(slices.bulk[std::size_t(dt)]).epsilon(1e-5));
      }
      CHECK(std::abs(64 * 6 * 8 * squared - q * q) < 1e4 * allowed);
      CHECK_THROWS_AS(blocked_products(lattice, u, FieldStrength::clover, 4), Error);
    });
  }
}

}  // namespace glueball::test::kernel_blocked_correlators
