// The formats that are only read, from samples that the tests write themselves.
#include <cmath>
#include <limits>

#include "io_samples.hpp"

namespace glueball::test::unit_io_formats {
namespace {

constexpr auto kBig = std::endian::big, kLittle = std::endian::little;

Configuration sample() { return hot_configuration(Geometry({4, 2, 6, 8}), 11); }

/// Puts `to` in place of the one occurrence of `from`.
Bytes replaced(Bytes bytes, const std::string& from, const std::string& to) {
  const auto at = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
  REQUIRE(at != bytes.end());
  const auto next = bytes.erase(at, at + std::ptrdiff_t(from.size()));
  bytes.insert(next, to.begin(), to.end());
  return bytes;
}

TEST_SUITE("unit") {
  TEST_CASE("NERSC in every precision, byte order and number of rows") {
    const Scratch scratch;
    const Configuration u = sample();
    struct Variant {
      const char* floating;
      std::endian order;
      double tolerance;
    };
    for (const Variant v : {Variant{"IEEE32BIG", kBig, 1e-6}, Variant{"IEEE32LITTLE", kLittle, 1e-6},
                            Variant{"IEEE64BIG", kBig, 1e-14}, Variant{"IEEE64LITTLE", kLittle, 1e-14},
                            Variant{"IEEE32", kBig, 1e-6}, Variant{"IEEE32", kLittle, 1e-6},
                            Variant{"IEEE64", kBig, 1e-14}, Variant{"IEEE64", kLittle, 1e-14}}) {
      for (const int rows : {2, 3}) {
        CAPTURE(v.floating);
        CAPTURE(rows);
        put(scratch / "u", nersc_sample(u, v.floating, v.order, rows));
        const auto file = io::read_configuration(scratch / "u");
        CHECK(file.format == "nersc");
        CHECK(file.checksum_verified);
        CHECK(file.precision == (v.tolerance < 1e-10 ? 64 : 32));
        CHECK(largest_difference(file.configuration, u) < v.tolerance);
        CHECK(std::abs(file.header_plaquette.value() - plaquette_by_hand(u)) < 1e-9);
        CHECK(std::abs(file.header_link_trace.value() - link_trace_by_hand(u)) < 1e-9);
      }
    }
  }

  TEST_CASE("NERSC headers that disagree with the links or make no sense are refused") {
    const Scratch scratch;
    const Bytes good = nersc_sample(sample(), "IEEE64BIG", kBig, 2);
    struct Case {
      const char *from, *to, *said;
    };
    for (const Case c : {Case{"PLAQUETTE  = ", "PLAQUETTE  = 1\nX = ", "plaquette"},
                         Case{"PLAQUETTE  = ", "PLAQUETTE  = nan\nX = ", "plaquette nan in the header"},
                         Case{"LINK_TRACE = ", "LINK_TRACE = 1\nX = ", "tolerance 1e-06"},
                         Case{"CHECKSUM = ", "CHECKSUM = 0\nX = ", "NERSC checksum mismatch: stored 0"},
                         Case{"CHECKSUM = ", "CHECKSUM = none\nX = ", "not a number"},
                         Case{"4D_SU3_GAUGE", "4D_SU4_GAUGE", "only SU(3)"},
                         Case{"IEEE64BIG", "IEEE16BIG", "FLOATING_POINT"},
                         Case{"IEEE64BIG", "IEEE64LITTLE", "mismatch"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 3", "must be even"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = -6", "must be even"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 0", "must be even"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 8", "truncated"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 4", "too long"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 1000000", "truncated"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 2147483646", "more than 2^31 sites"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 99999999999999999999", "not an extent"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 6 6", "not an extent"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_5 = 6", "no DIMENSION_3"},
                         Case{"DIMENSION_3 = 6", "DIMENSION_3 = 6\nDIMENSION_3 = 8", "given twice"},
                         Case{"END_HEADER", "END_OF_HEADER", "without END_HEADER"}}) {
      CAPTURE(c.to);
      put(scratch / "u", replaced(good, c.from, c.to));
      const std::string error = refusal(scratch / "u");
      CHECK_MESSAGE(contains(error, c.said), error);
    }
    // The stored averages are as stale as the checksum; nothing else is ignored with it.
    put(scratch / "u", replaced(good, "LINK_TRACE = ", "LINK_TRACE = 1\nX = "));
    CHECK(io::read_configuration(scratch / "u", {.ignore_checksum = true}).header_link_trace == 1.0);
    put(scratch / "u", replaced(good, "CHECKSUM = ", "X = "));
    CHECK_FALSE(io::read_configuration(scratch / "u").checksum_verified);
  }

  TEST_CASE("NERSC headers as Grid and others write them: averages that are not there, signs, no checksum") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const char* floating : {"IEEE32", "IEEE64", "IEEE64BIG"})
      for (const auto order : {kBig, kLittle})
        for (const int rows : {2, 3}) {
          if (order == kLittle && std::string(floating) == "IEEE64BIG") continue;
          CAPTURE(floating);
          CAPTURE(rows);
          const Bytes good = nersc_sample(u, floating, order, rows);
          Bytes bare = replaced(good, "PLAQUETTE  = ", "PLAQUETTE =   NOT yet implemented\nX = ");
          bare = replaced(bare, "LINK_TRACE = ", "LINK_TRACE =   NOT yet implemented\nY = ");
          bare = replaced(bare, "CHECKSUM = ", "CHECKSUM = \nZ = ");
          put(scratch / "u", bare);
          const auto file = io::read_configuration(scratch / "u");
          CHECK(largest_difference(file.configuration, u) < (file.precision == 64 ? 1e-14 : 1e-6));
          CHECK_FALSE(file.checksum_verified);
          CHECK_FALSE(file.header_plaquette);
          CHECK_FALSE(file.header_link_trace);
          const Bytes cold = nersc_sample(Configuration(u.geometry()), floating, order, rows);
          put(scratch / "u", replaced(cold, "PLAQUETTE  = ", "PLAQUETTE  = +"));
          CHECK(io::read_configuration(scratch / "u").header_plaquette == 1.0);
          put(scratch / "u", replaced(good, "CHECKSUM = ", "CHECKSUM = 12345\nZ = "));
          CHECK(contains(refusal(scratch / "u"), "mismatch"));
          CHECK(largest_difference(
                    io::read_configuration(scratch / "u", {.ignore_checksum = true}).configuration, u) <
                1e-6);
        }
  }

  TEST_CASE("MILC of either byte order, new and old") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const auto order : {kBig, kLittle})
      for (const bool version5 : {true, false}) {
        put(scratch / "u", milc_sample(u, order, version5));
        const auto file = io::read_configuration(scratch / "u");
        CHECK(file.format == "milc");
        CHECK(file.precision == 32);
        CHECK(file.checksum_verified == version5);
        CHECK(largest_difference(file.configuration, u) < 1e-6);
        CHECK(file.header.at("version") == (version5 ? "5" : "1"));
        if (version5) CHECK(file.header.at("time_stamp") == "Mon Jan  1 00:00:00 2024");
        if (!version5) CHECK(file.header.at("couplings") == "6 0.0125");
      }
    Bytes shuffled = milc_sample(u, kLittle, true);
    shuffled[84] = 1;
    put(scratch / "u", shuffled);
    CHECK(contains(refusal(scratch / "u"), "site order 1"));
  }

  TEST_CASE("openQCD and HiRep, with their plaquettes verified") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const bool hirep : {false, true}) {
      const Bytes bytes = hirep ? hirep_sample(u) : openqcd_sample(u);
      put(scratch / "u", bytes);
      const auto file = io::read_configuration(scratch / "u", {.expected = Site{4, 2, 6, 8}});
      CHECK(file.format == (hirep ? "hirep" : "openqcd"));
      CHECK(file.configuration.links() == u.links());
      CHECK(std::abs(file.header_plaquette.value() - plaquette_by_hand(u)) < 1e-14);
      Bytes damaged = bytes;
      damaged[hirep ? 21 : 22] ^= 1;
      put(scratch / "u", damaged);
      CHECK(contains(refusal(scratch / "u"), "plaquette"));
      damaged = bytes;
      damaged.resize(bytes.size() - 8);
      put(scratch / "u", damaged);
      CHECK(contains(refusal(scratch / "u"), "truncated"));
    }
  }

  TEST_CASE("MDP and VOGT in either precision and byte order") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const bool mdp : {true, false})
      for (const auto order : {kBig, kLittle})
        for (const int precision : {32, 64}) {
          CAPTURE(precision);
          const Bytes bytes = mdp ? mdp_sample(u, order, precision) : vogt_sample(u, order, precision);
          put(scratch / "u", bytes);
          const auto file = io::read_configuration(scratch / "u", {.expected = Site{4, 2, 6, 8}});
          CHECK(file.format == (mdp ? "mdp" : "vogt"));
          CHECK(file.precision == precision);
          CHECK(file.order == order);
          CHECK_FALSE(file.checksum_verified);
          if (mdp) CHECK(file.header.at("creation_date") == "Mon Jan  1 00:00:00 2024");
          CHECK(largest_difference(file.configuration, u) < (precision == 32 ? 1e-6 : 1e-300));
          Bytes damaged = bytes;
          damaged.resize(bytes.size() - 8);
          put(scratch / "u", damaged);
          CHECK(contains(refusal(scratch / "u"), "truncated"));
          damaged = bytes;
          damaged.resize(bytes.size() + 64);
          put(scratch / "u", damaged);
          CHECK(contains(refusal(scratch / "u"), "too long"));
        }
  }

  TEST_CASE("MDP headers of other writers, and what is no SU(3) gauge field") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const auto order : {kBig, kLittle}) {
      put(scratch / "u", mdp_sample(u, order, 64, 0x4F076543));
      CHECK(io::read_configuration(scratch / "u").configuration.links() == u.links());
      put(scratch / "u", mdp_sample(u, order, 64, 0x87654321, true));
      CHECK(io::read_configuration(scratch / "u").configuration.links() == u.links());
    }
    const Bytes good = mdp_sample(u, kLittle, 64);
    struct Case {
      std::size_t at;
      char byte;
      const char* said;
    };
    for (const Case c : {Case{180, 0, "the word of byte order is 0x87654300"},
                         Case{184, 3, "MDP field of 3 dimensions where 4 are read"},
                         Case{228, char(0x80), "MDP field of 640 bytes a site where SU(3) links take 288 or"},
                         Case{231, char(0x80), "of -2147483072 bytes a site"}, Case{188, 7, "must be even"},
                         Case{188, 10, "truncated"}, Case{188, 6, "too long"},
                         Case{191, char(0x80), "must be even"}, Case{191, 0x7f, "more than 2^31 sites"}}) {
      CAPTURE(c.said);
      Bytes other = good;
      other[c.at] = c.byte;
      put(scratch / "u", other);
      const std::string error = refusal(scratch / "u");
      CHECK_MESSAGE(contains(error, c.said), error);
    }
    put(scratch / "u", Bytes(good.begin(), good.begin() + 200));
    CHECK(contains(refusal(scratch / "u"), "truncated"));
  }

  TEST_CASE("VOGT of other groups and dimensions is refused by name, nonsense is not taken for VOGT") {
    const Scratch scratch;
    const Bytes good = vogt_sample(sample(), kLittle, 64);
    struct Case {
      std::size_t at;
      char byte;
      const char* said;
    };
    for (const Case c :
         {Case{2, 2, "VOGT configuration of SU(2)"}, Case{4, 7, "must be even"}, Case{4, 10, "truncated"},
          Case{4, 6, "too long"}, Case{5, char(0x80), "no known configuration format"},
          Case{12, 16, "no known configuration format"}, Case{0, 9, "no known configuration format"}}) {
      CAPTURE(c.said);
      Bytes other = good;
      other[c.at] = c.byte;
      put(scratch / "u", other);
      const std::string error = refusal(scratch / "u");
      CHECK_MESSAGE(contains(error, c.said), error);
    }
    Bytes flat = good;
    flat.erase(flat.begin() + 10, flat.begin() + 12);
    flat[0] = 3;
    put(scratch / "u", flat);
    CHECK(contains(refusal(scratch / "u"), "VOGT configuration of 3 dimensions where 4 are read"));
  }

  TEST_CASE("links that are not numbers, or zero, are not SU(3)") {
    const Scratch scratch;
    Configuration u = sample();
    u.link(Site{1, 0, 2, 3}, 2)[0][1] = std::numeric_limits<double>::quiet_NaN();
    put(scratch / "u", milc_sample(u, kLittle, false));
    CHECK(contains(refusal(scratch / "u"),
                   "1 of 1536 links are not SU(3) (the first, at (1,0,2,3) in direction z"));
    u.link(Site{1, 0, 2, 3}, 2) = Matrix3{};
    put(scratch / "u", milc_sample(u, kLittle, false));
    CHECK(contains(refusal(scratch / "u"), "all zero: boundaries that are not periodic, or damage"));
    CHECK(io::read_configuration(scratch / "u", {.allow_non_su3 = true})
              .configuration.link(Site{1, 0, 2, 3}, 2) == Matrix3{});
  }

  TEST_CASE("boundaries of HiRep's files are called by their names") {
    const Scratch scratch;
    const Configuration periodic = sample();
    const int last = periodic.geometry().extent(3) - 1;
    // HiRep's BC_T_OPEN: time-like links of the last time slice are 0.
    Configuration open = periodic;
    // HiRep's BC_T_SF: unit links at t = 0, time-like ones of the last slice too; spatial ones are fixed.
    Configuration functional = periodic;
    for (std::uint32_t n = 0; n < periodic.geometry().volume(); ++n) {
      const Site s = periodic.geometry().site(n);
      if (s[3] == last) open.link(s, 3) = Matrix3{};
      for (int mu = 0; mu < kDirections; ++mu)
        if (s[3] == 0 || (s[3] == last && mu == 3)) functional.link(s, mu) = Matrix3::identity();
    }
    // Spatial plaquettes of the first and the last slice count half in the average of its header.
    Bytes bytes = hirep_sample(open);
    bytes[22] = char(bytes[22] ^ 1);
    put(scratch / "u", bytes);
    CHECK(contains(refusal(scratch / "u"), "open boundaries"));
    CHECK(contains(refusal(scratch / "u", {.ignore_checksum = true}), "open boundaries"));
    CHECK_NOTHROW(io::read_configuration(scratch / "u", {.allow_non_su3 = true}));
    put(scratch / "u", hirep_sample(functional));
    const std::string error = refusal(scratch / "u");
    CHECK_MESSAGE(contains(error, "Schroedinger-functional boundaries"), error);
    CHECK(contains(error, "all links at t = 0"));
    const auto read = io::read_configuration(scratch / "u", {.ignore_checksum = true});
    CHECK(read.configuration.link(Site{1, 0, 0, 0}, 0) == Matrix3::identity());
    put(scratch / "u", hirep_sample(Configuration(periodic.geometry())));
    CHECK_NOTHROW(io::read_configuration(scratch / "u"));
  }

  TEST_CASE("paths that hold no configuration are refused in words") {
    const Scratch scratch;
    CHECK(contains(refusal(scratch / "absent"), "No such file"));
    std::filesystem::create_directory(scratch / "folder");
    CHECK(contains(refusal(scratch / "folder"), "is a directory"));
    put(scratch / "empty", {});
    CHECK(contains(refusal(scratch / "empty"), "is empty"));
    put(scratch / "text", Bytes(3000, 'a'));
    CHECK(contains(refusal(scratch / "text"), "no known configuration format"));
    CHECK(contains(refusal("/dev/null"), "not a regular file"));
  }

  TEST_CASE("other extents than those wanted are an error that says both") {
    const Scratch scratch;
    put(scratch / "u", milc_sample(sample(), kBig, true));
    for (const io::ReadOptions& options :
         {io::ReadOptions{.expected = Site{4, 2, 8, 6}}, io::ReadOptions{.extents = Site{4, 2, 8, 6}}}) {
      const std::string error = refusal(scratch / "u", options);
      CHECK(contains(error, "4x2x6x8"));
      CHECK(contains(error, "4x2x8x6"));
    }
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_formats
