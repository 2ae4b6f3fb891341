// Configurations of other codes, against the plaquettes, link traces and checksums that are known of them.
#include <cmath>

#include "io_support.hpp"
#include "support/known_configurations.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_io_manifest {
namespace {

TEST_SUITE("unit") {
  TEST_CASE("configurations of other codes read with their checksums, plaquettes and link traces") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    for (const KnownConfiguration& known : known_configurations()) {
      CAPTURE(std::string(known.file));
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
    // Its third rows were made from the others in single precision.
    CHECK(largest_difference(links("edge/culgt_l4444.mdp_FERMIQCD"), l4444) < 1e-6);
    CHECK(links("milc/lat.sample.l4448.scidac").links() == l4448.links());
    CHECK(links("hirep/openQCD_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1").links() ==
          links("hirep/HiRep_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1").links());
    CHECK(largest_difference(links("analysistoolbox/ildg.l8t4b3360"),
                             links("analysistoolbox/nersc.l8t4b3360")) < 1e-14);
    CHECK(largest_difference(links("milc/lat.sample.l6666"), links("simulateqcd/lat.sample.l6666_nersc")) <
          1e-6);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_manifest
