// These tests compare meson contractions with CL2QCD's and nissa's values.
#include <doctest/doctest.h>

#include <bit>
#include <map>

#include "cpu/mesons.hpp"
#include "cpu/twisted_mass.hpp"
#include "physics/cl2qcd.hpp"

namespace glueball::test::physics_reference_mesons {
namespace {

using namespace cpu;
using namespace reference;

/// CL2QCD's fields of seeds 12..23 in place of the columns of a propagator; its columns are colour-outer, and
/// in its basis: S = gamma_y S_CL2QCD gamma_y.
Propagator random_propagator(const Geometry& g) {
  Propagator s;
  for (int k = 0; k < 12; ++k) {
    const int colour = k / 4;
    for (int spin = 0; spin < 4; ++spin) {
      if (gamma(1).source[spin] != k % 4) continue;
      FullField<double>& column = s[3 * spin + colour] = test::random_field(g, 12 + std::uint64_t(k));
      for (ParitySpinorField& half : column)
        for (Spinor& psi : half)
          for (auto& components : psi.s)
            for (Complex& z : components) z *= std::conj(gamma(1).phase[spin]);
    }
  }
  return s;
}

/// These are gamma_product's numbers.
enum Channel { kScalar = 0, kPseudoscalar = 15, kXY = 3, kXZ = 5, kYZ = 6, kXT = 9, kYT = 10, kZT = 12 };

void check(const Geometry& g, int direction, const std::map<Channel, std::vector<double>>& expected) {
  const auto c = meson_correlators(g, random_propagator(g), {.direction = direction});
  // The values have physical normalisation with kappa = 0.125, per site of a slice.
  const double norm = 4.0 * 0.125 * 0.125 * g.extent(direction) / double(g.volume());
  for (const auto& [channel, values] : expected) {
    REQUIRE(values.size() == c[channel].size());
    // CL2QCD makes the adjoint operator with gamma_t along every direction, here it is the direction's: each
    // other factor of the product changes the sign.
    const auto others = [&, channel = channel](int of) {
      return std::popcount(unsigned(channel) & ~(1u << of));
    };
    const double sign = (others(3) - others(direction)) % 2 == 0 ? 1 : -1;
    for (std::size_t d = 0; d < values.size(); ++d)
      CHECK(std::abs(norm * sign * c[channel][d] - values[d]) < 2e-14);
  }
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's contractions of drand48 fields, along z and t") {
    // physics/observables/wilsonTwoFlavourCorrelators_test.cpp. What it calls vx, vy, vz is gamma_k gamma_t
    // here, and its ax, ay, az are gamma_y gamma_z, gamma_x gamma_z, gamma_x gamma_y: the tensor channel.
    const Geometry g({4, 4, 4, 8});
    check(
        g, 2,
        {{kPseudoscalar, {6.0056739949017723, 6.0049719331029232, 5.9919404833842922, 5.9990422472883189}},
         {kScalar,
          {0.040695238631610849, -0.015782960265070797, -0.0039547471329859883, -0.040057681012838249}},
         {kXT, {4.529683819089029, 4.5264627913908377, 4.5043342416499934, 4.5074637766021466}},
         {kYT, {0.0027656409216830317, 0.0038867393439130579, -0.019706156293010021, 0.0084848776692746999}},
         {kZT, {0.0077088724709378151, 0.00074884916511421288, -0.0098420917167491295, 0.022693120266159838}},
         {kYZ, {0.047407708627848946, -0.0019036665046849276, 0.0049039341798998871, -0.052382751942171284}},
         {kXZ, {0.0087981502113759005, -0.02035897271408698, -0.012418789394657199, -0.026919959774292151}},
         {kXY,
          {0.0098842213365260417, -0.021517358215967168, -0.03372254795823848, -0.0074057861522982219}}});
    check(g, 3,
          {{kPseudoscalar,
            {5.9989365191736104, 5.9685966494875613, 5.9273621601759441, 5.9971283038020733,
             5.9813369771401304, 5.9760321595370245, 6.0879077700116371, 6.0659567780266324}},
           {kXT,
            {4.5356982259415997, 4.4780444134285631, 4.4472419503312492, 4.5430446606989898,
             4.5084478219269606, 4.4981626419407812, 4.5664936387672315, 4.5587559044286214}},
           {kXY,
            {-0.047639872928628396, 0.093974382841054555, -0.043026595394032315, -0.019346309887679554,
             -0.00026516772944583378, 0.020659821224574604, -0.038190332787656045, -0.071688867318142765}}});
  }

  TEST_CASE("reference: nissa's twisted-mass pion") {
    if (test::conf_00200_missing()) return;
    // test/projects/reno/comparison_out/2pts; antiperiodic in t, the source at t = 4. nissa's gamma5 is ours.
    const Configuration u =
        io::read_configuration(test::configs_directory() / "nissa" / "L4T8conf").configuration;
    const Geometry& g = u.geometry();
    const TwistedMassOperator m(u, 0.177, 0.5);
    const Site source = {0, 0, 0, 4};
    Propagator s;
    for (int column = 0; column < 12; ++column) {
      FullField<double> b = {ParitySpinorField(g.half_volume()), ParitySpinorField(g.half_volume())};
      b[0][g.half_index(source)][column / 3][column % 3] = 2.0 * m.kappa();
      CHECK(solve(m, b, s[column], 1e-14).residual < 1e-13);
    }
    const double expected[8] = {1.623870099347471,   .201430198980991,     .021716524405923,
                                .002625028283977835, .0005548853965352146, .002446415241344439,
                                .02239206687070342,  .1999134341735028};
    const auto c = meson_correlators(g, s, {.source = source});
    for (int t = 0; t < 8; ++t) CHECK(c[kPseudoscalar][t].real() == test::relative(expected[t], 1e-12));
  }
}

}  // namespace glueball::test::physics_reference_mesons
