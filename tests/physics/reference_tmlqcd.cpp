// This test compares the twisted-mass propagator with tmLQCD's, antiperiodic in t.
#include <doctest/doctest.h>

#include "cpu/twisted_mass.hpp"
#include "physics/cl2qcd.hpp"

namespace glueball::test::physics_reference_tmlqcd {
namespace {

using namespace cpu;
using namespace reference;

/// Returns the sum over space of |D^-1|^2, D = M / 2 kappa, as a function of t.
std::vector<double> pion_in_time(const TwistedMassOperator& m) {
  std::vector<double> c = test::pion(m, 3);
  for (double& value : c) value *= 4.0 * m.kappa() * m.kappa();
  return c;
}

Configuration configuration(const char* file) {
  return io::read_configuration(test::configs_directory() / file).configuration;
}

}  // namespace

TEST_SUITE("physics") {
  TEST_CASE("reference: tmLQCD's twisted-mass propagator") {
    if (test::conf_00200_missing()) return;
    // ahmidas test/source48_u*: files of 32 bits. tmLQCD's gamma5 is minus ours, see test::from_cl2qcd; a mu
    // of the other sign, or none, is off by 2e-6 and more.
    const Configuration u = configuration("ahmidas/conf48.0000");
    const double expected[8] = {.543725989,    .0147186201,   8.17862503e-4, 4.85471783e-5,
                                6.75206582e-6, 5.33049287e-5, 8.59148973e-4, .0147970879};
    const auto up = pion_in_time(TwistedMassOperator(u, 0.1, -0.01));
    for (int t = 0; t < 8; ++t) CHECK(up[t] == test::relative(expected[t], 1e-7));
  }
}

}  // namespace glueball::test::physics_reference_tmlqcd
