// Configurations of other codes, against the plaquettes, link traces and checksums that are known of them.
#include <cmath>
#include <limits>

#include "io_support.hpp"
#include "support/skip.hpp"

namespace glueball::test {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

struct Known {
  const char* file;
  const char* format;
  int precision;
  Site extents;
  const char* checksum;
  bool verified;
  double plaquette, link_trace;
  double tolerance = 1e-8;
};

const Known kKnown[] = {
    {"milc/lat.sample.l4444",
     "milc",
     32,
     {4, 4, 4, 4},
     "2352c05 d137321d",
     true,
     0.594850158947,
     0.646758737},
    {"milc/lat.sample.l4444.ildg",
     "ildg",
     32,
     {4, 4, 4, 4},
     "37affb9c 2fc07bbf",
     true,
     0.594850158947,
     0.646758737},
    {"milc/lat.sample.l4444.scidac",
     "scidac",
     32,
     {4, 4, 4, 4},
     "37affb9c 2fc07bbf",
     true,
     0.594850158947,
     0.646758737},
    {"milc/lat.sample.l4448",
     "milc",
     32,
     {4, 4, 4, 8},
     "13f3b413 161f7dde",
     true,
     0.569055724369,
     0.069216590},
    {"milc/lat.sample.l4448.scidac",
     "scidac",
     32,
     {4, 4, 4, 8},
     "1c5a6cb5 5dea327a",
     true,
     0.569055724369,
     0.069216590},
    {"milc/lat.sample.l4448.gf", "milc", 32, {4, 4, 4, 8}, nullptr, true, 0.569055724369, 0.751466184, 1e-6},
    {"milc/lat.sample.l4448.ll", "milc", 32, {4, 4, 4, 8}, nullptr, true, 0.554004687947, 0.621316795},
    {"milc/lat.sample.inst",
     "milc",
     32,
     {4, 4, 4, 4},
     "ed5b7449 68d34f64",
     false,
     0.991009270758,
     0.991627751},
    {"milc/lat.sample.l6666",
     "milc",
     32,
     {6, 6, 6, 6},
     "c1d08f5 68164bef",
     true,
     0.660648253452,
     0.901592012},
    {"milc/lat.sample.l8888",
     "milc",
     32,
     {8, 8, 8, 8},
     "4f9d000e 8d72f72e",
     true,
     0.593560240433,
     -0.000645638620},
    {"milc/lat.sample.l8", "scidac", 32, {8, 8, 8, 8}, nullptr, true, 0.873640874413, 0.965058852},
    {"pyquda/weak_field.lime",
     "ildg",
     64,
     {4, 4, 4, 8},
     "a2c41090 11193c39",
     true,
     0.9948041322667,
     0.379449348715193},
    {"cl2qcd/conf.00200", "ildg", 64, {4, 4, 4, 4}, "a3b09c8 d7a6d9a1", true, 0.571077111695, -0.004703155},
    {"analysistoolbox/ildg.l8t4b3360",
     "ildg",
     64,
     {8, 8, 8, 4},
     "10d0ea1a a6a1b3b8",
     true,
     0.503866446950,
     0.005406083858},
    {"analysistoolbox/nersc.l8t4b3360",
     "nersc",
     64,
     {8, 8, 8, 4},
     "b379560a",
     true,
     0.503866446950,
     0.005406083858},
    {"glu/lat..400", "nersc", 64, {4, 4, 4, 8}, "f2ee7c36", true, 0.598545559083, -0.000774184638},
    {"chroma/t_nersc.cfg", "nersc", 32, {4, 4, 4, 4}, "717938df", true, 0.038242289324, 0.463032210},
    {"simulateqcd/lat.sample.l6666_nersc",
     "nersc",
     32,
     {6, 6, 6, 6},
     "ba83ff12",
     true,
     0.660648253452,
     0.901592012,
     1e-6},
    {"hirep/openQCD_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1",
     "openqcd",
     64,
     {8, 8, 8, 8},
     "",
     false,
     0.001669681144,
     -0.0000221621},
    {"hirep/HiRep_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1",
     "hirep",
     64,
     {8, 8, 8, 8},
     "",
     false,
     0.001669681144,
     -0.0000221621},
    {"nissa/L4T8conf", "ildg", 64, {4, 4, 4, 8}, "1c231a18 3c553b", true, 0.635005572229, 0.004385210586},
    {"ahmidas/conf48.0000", "ildg", 64, {4, 4, 4, 8}, "30ce3715 422e142", true, 0.606940320340, kUnknown},
    {"regen/hot_4444_s11.ildg",
     "ildg",
     64,
     {4, 4, 4, 4},
     "1f490b9a fd694070",
     true,
     -0.00209272940773252,
     kUnknown},
    {"regen/weak_4448_s11.ildg", "ildg", 64, {4, 4, 4, 8}, nullptr, true, 0.994764948925992, kUnknown},
};

TEST_SUITE("unit") {
  TEST_CASE("configurations of other codes read with their checksums, plaquettes and link traces") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    for (const Known& known : kKnown) {
      CAPTURE(known.file);
      const auto file = io::read_configuration(configs_directory() / known.file, {.expected = known.extents});
      CHECK(file.format == known.format);
      CHECK(file.precision == known.precision);
      CHECK(file.checksum_verified == known.verified);
      if (known.checksum) CHECK(file.checksum == known.checksum);
      CHECK(std::abs(plaquette_by_hand(file.configuration) - known.plaquette) < known.tolerance);
      if (!std::isnan(known.link_trace)) {
        CHECK(std::abs(link_trace_by_hand(file.configuration) - known.link_trace) < known.tolerance);
      }
    }
  }

  TEST_CASE("plaquettes stored in headers are handed on") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const auto nersc = io::read_configuration(configs_directory() / "glu/lat..400");
    CHECK(nersc.header_plaquette == 0.5985455591);
    CHECK(nersc.header_link_trace == -0.0007741846376);
    CHECK(nersc.header.at("ENSEMBLE_LABEL") == "4x4x4x8x4 rjt 2.13 m0.04");
    CHECK(io::read_configuration(configs_directory() / "cl2qcd/conf.00200").header_plaquette == 0.571077);
    CHECK(io::read_configuration(configs_directory() / "nissa/L4T8conf").header_plaquette == 6.350056e-01);
    const auto milc = io::read_configuration(configs_directory() / "milc/lat.sample.l4444");
    CHECK_FALSE(milc.header_plaquette.has_value());
    const auto ildg = io::read_configuration(configs_directory() / "milc/lat.sample.l4444.ildg");
    CHECK(ildg.header.at("ildg-data-lfn") == "lfn://USQCD/MILC/test/lat.sample.l4444");
  }

  TEST_CASE("the same field in several formats is the same field") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    auto links = [](const std::string& file) {
      return io::read_configuration(configs_directory() / file).configuration;
    };
    const auto l4444 = links("milc/lat.sample.l4444"), l4448 = links("milc/lat.sample.l4448");
    CHECK(links("milc/lat.sample.l4444.ildg").links() == l4444.links());
    CHECK(links("milc/lat.sample.l4444.scidac").links() == l4444.links());
    CHECK(links("milc/lat.sample.l4448.scidac").links() == l4448.links());
    CHECK(links("hirep/openQCD_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1").links() ==
          links("hirep/HiRep_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1").links());
    CHECK(distance(links("analysistoolbox/ildg.l8t4b3360"), links("analysistoolbox/nersc.l8t4b3360")) <
          1e-14);
    CHECK(distance(links("milc/lat.sample.l6666"), links("simulateqcd/lat.sample.l6666_nersc")) < 1e-6);
  }
}

}  // namespace
}  // namespace glueball::test
