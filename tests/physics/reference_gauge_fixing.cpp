// These tests check theta and functional of other codes' configurations.
#include <doctest/doctest.h>

#include "cpu/gauge_functional.hpp"
#include "fix/fixing.hpp"
#include "io/configuration_file.hpp"
#include "support/devices.hpp"
#include "support/skip.hpp"

namespace glueball::test::physics_reference_gauge_fixing {
namespace {

Configuration read(const std::string& file) {
  return io::read_configuration(configs_directory() / file).configuration;
}

TEST_SUITE("physics") {
  TEST_CASE("reference: theta in the normalisations of SIMULATeQCD and cuLGT") {
    if (!configs_available()) {
      skip("reference configurations are absent");
      return;
    }
    struct Row {
      const char* file;
      double landau, landau_largest, coulomb, coulomb_largest;
    };
    // These numbers are from an independent numpy code. Both leave out the 1/2i of A: a factor of 4.
    // SIMULATeQCD's mean is divided by the number of directions, cuLGT's program takes the maximum.
    for (const Row& row :
         {Row{"analysistoolbox/nersc.l8t4b3360", 3.603663450611087, 52.63477658494964, 3.566617986297336,
              42.06000195606113},
          Row{"milc/lat.sample.l8888", 3.551458750037684, 59.092, 3.516781645287251, 35.338},
          Row{"milc/lat.sample.l4444", 9.317056555044525, 91.24744, 7.706957405037353, 50.02575}}) {
      CAPTURE(row.file);
      const Configuration u = read(row.file);
      const auto landau = cpu::divergence(u, Gauge::landau), coulomb = cpu::divergence(u, Gauge::coulomb);
      CHECK(4 * landau.mean / 4 == doctest::Approx(row.landau).epsilon(1e-11));
      CHECK(4 * coulomb.mean / 3 == doctest::Approx(row.coulomb).epsilon(1e-11));
      CHECK(4 * landau.largest == doctest::Approx(row.landau_largest).epsilon(2e-5));
      CHECK(4 * coulomb.largest == doctest::Approx(row.coulomb_largest).epsilon(2e-5));
    }
  }

  TEST_CASE("reference: MILC's Coulomb functionals") {
    if (!configs_available()) {
      skip("reference configurations are absent");
      return;
    }
    // (1/9V) sum over spatial links of Re tr U, as MILC's GFIX lines print it. The fixed lattice is as MILC
    // left it.
    CHECK(std::abs(cpu::gauge_functional(read("milc/lat.sample.l4448.gf"), Gauge::coulomb) - 0.862915959) <
          1e-8);
    // Our own fixing of MILC's starts finds the same Gribov copy.
    const std::pair<const char*, double> rows[] = {{"milc/lat.sample.l4444", 0.894051313},
                                                   {"milc/lat.sample.l4448", 0.862915959}};
    for (const auto& [file, its_functional] : rows) {
      const auto& functional = its_functional;
      const Configuration u = read(file);
      for_each_device([&](gpu::Device& device) {
        GaugeFixing fixing(device, preferred_options(device), u, {.gauge = Gauge::coulomb});
        Transformation g = unit_transformation(u.geometry());
        FixPoint point;
        REQUIRE(fixing.run(g, point, [](const auto&) { return true; }) == GaugeFixing::End::converged);
        CHECK(cpu::gauge_functional(gauge_transformed(u, g), Gauge::coulomb) ==
              doctest::Approx(functional).epsilon(1e-6));
      });
    }
  }
}

}  // namespace

}  // namespace glueball::test::physics_reference_gauge_fixing
