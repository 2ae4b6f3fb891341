// Real files that are awkward: stale checksums, missing headers, groups and formats that are not read.
#include <cmath>

#include "io_support.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_io_edge {
namespace {

const io::ReadOptions kIgnore{.ignore_checksum = true};

TEST_SUITE("unit") {
  TEST_CASE("stale checksums are errors that name both sums, unless ignored") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const auto edge = configs_directory() / "edge";
    for (const char* name :
         {"cl2qcd_conf.00200_badchecksum_462004e0", "cl2qcd_conf.00200_extrabyte_badchecksum_105cbe46"}) {
      const std::string error = refusal(edge / name);
      CHECK(contains(error, "46b62a47 1a24b4ac"));
      CHECK(contains(error, "a3b09c8 d7a6d9a1"));
      const auto file = io::read_configuration(edge / name, kIgnore);
      CHECK_FALSE(file.checksum_verified);
      CHECK(std::abs(plaquette_by_hand(file.configuration) - 0.571077111695) < 1e-8);
    }
    CHECK(contains(refusal(edge / "milc_c4444.d_badchecksum"), "b3933947 653f4512"));
    CHECK(io::read_configuration(edge / "milc_c4444.d_badchecksum", kIgnore).checksum == "b3933947 653f4512");

    const auto culgt = edge / "culgt_l4444.nersc_zero_checksum_linktrace";
    CHECK(contains(refusal(culgt), "stored 0, of the data ffc4bb26"));
    const auto file = io::read_configuration(culgt, kIgnore);
    CHECK(file.checksum == "ffc4bb26");
    CHECK(std::abs(plaquette_by_hand(file.configuration) - 0.594850158947) < 1e-6);
  }

  TEST_CASE("files that do not state their extents ask for them") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const auto edge = configs_directory() / "edge";
    const auto bare = edge / "latticeqcdjl_binaryonly_nodims_4444.ildg";
    CHECK(contains(refusal(bare), "<extents x,y,z,t> says them"));
    const auto file = io::read_configuration(bare, {.extents = Site{4, 4, 4, 4}});
    CHECK(file.precision == 64);
    CHECK(file.configuration.geometry() == Geometry({4, 4, 4, 4}));
    // An average over random phases of a wrong order would be far from that of any thermalised field.
    CHECK(plaquette_by_hand(file.configuration) > 0.3);
    CHECK(contains(refusal(bare, {.extents = Site{4, 4, 4, 6}}), "4x4x4x6 of SU(3) links take"));

    const auto foreign = edge / "milc_l4448.foreign_nochecksum_noildgformat";
    CHECK(contains(refusal(foreign), "ildg-format record cannot be read"));
    const auto known = io::read_configuration(configs_directory() / "milc/lat.sample.l4448");
    const auto read = io::read_configuration(foreign, {.extents = Site{4, 4, 4, 8}});
    CHECK(read.precision == 32);
    CHECK_FALSE(read.checksum_verified);
    CHECK(read.configuration.links() == known.configuration.links());
  }

  TEST_CASE("links that are not SU(3) are refused with the likely cause, unless allowed") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const auto edge = configs_directory() / "edge";
    const auto signs = edge / "quda_ildg.l8t4b3360_QUDA_apbc_signs";
    CHECK(contains(refusal(signs), "512 of 8192 links are not SU(3)"));
    CHECK(contains(refusal(signs), "antiperiodic boundary signs"));
    CHECK(io::read_configuration(signs, {.allow_non_su3 = true}).checksum_verified);

    const auto schroedinger = edge / "milc_lat.sample.5p7_SF_badchecksum";
    CHECK(contains(refusal(schroedinger), "checksum"));
    CHECK(contains(refusal(schroedinger, kIgnore), "not SU(3)"));
    CHECK(io::read_configuration(schroedinger, {.ignore_checksum = true, .allow_non_su3 = true}).format ==
          "milc");

    for (const char* smeared : {"milc/fat.l8", "milc/long.l8"}) {
      CHECK(contains(refusal(configs_directory() / smeared), "not SU(3)"));
      CHECK(io::read_configuration(configs_directory() / smeared, {.allow_non_su3 = true}).checksum_verified);
    }
  }

  TEST_CASE("other groups, fields and formats are refused by name") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const auto edge = configs_directory() / "edge";
    CHECK(contains(refusal(edge / "glu_HILAT_su2.nersc"), "4D_SU2_GAUGE_2x2"));
    const auto su2 = refusal(edge / "latticeqcdjl_su2_4444.ildg");
    CHECK_MESSAGE(
        contains(su2,
                 "65536 bytes are no whole number of sites of SU(3) links; of SU(2) links they are 512 "
                 "sites at 32 bits or 256 at 64; only SU(3) is supported"),
        su2);
    CHECK(contains(refusal(edge / "latticeqcdjl_su2_4444.ildg", {.extents = Site{4, 4, 4, 4}}), "not SU(3)"));
    CHECK(contains(refusal(edge / "chroma_test_purgaug.cfg1_SZIN"),
                   "known are ILDG and SciDAC (LIME), NERSC, MILC, openQCD, HiRep, MDP (FermiQCD) and VOGT"));
    CHECK(contains(refusal(configs_directory() / "milc/ksvector.src.sample.l8"), "not a gauge field"));
    CHECK(contains(refusal(configs_directory() / "ahmidas/source48.00"), "not a propagator or source"));
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_edge
