// These tests convert every format into every other, and check what the files say of themselves.
#include <cmath>

#include "io/gauge_sink.hpp"
#include "io/gauge_source.hpp"
#include "io_samples.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_io_conversion {
namespace {

Configuration sample() { return hot_configuration(Geometry({4, 2, 6, 8}), 31); }

/// Rounds every link to float. The float is volatile, because GCC 12 at -O2 drops double(float(x)) in
/// vectorised code.
Configuration rounded(Configuration u) {
  auto round = [](double x) {
    volatile float y = float(x);
    return double(y);
  };
  for (Matrix3& m : u.links())
    for (auto& row : m.e)
      for (Complex& z : row) z = {round(z.real()), round(z.imag())};
  return u;
}

/// Slice by slice, as `glueball convert` does it. Returns the checksum written.
std::string convert(const std::filesystem::path& from, const std::filesystem::path& to,
                    const std::string& format, int precision = 0, const io::ReadOptions& options = {}) {
  const auto source = io::open_source(from, options);
  io::WriteOptions write = io::carried_over(source->header(), format);
  if (precision) write.precision = precision;
  if (options.allow_non_su3 || write.precision == 64) write.rows = 3;
  write.force = true;
  const auto sink = io::create_sink(to, format, source->geometry(), write);
  const auto averages =
      io::stream(*source, [&](int t, std::span<const Matrix3> links) { sink->write_slice(t, links); });
  return sink->finish([&] { return averages; });
}

std::string usage_error(const std::filesystem::path& path, const std::string& format,
                        const io::WriteOptions& options) {
  try {
    io::write_configuration(path, format, sample(), options);
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::bad_value);
    return e.what();
  }
  FAIL_CHECK("written without complaint: " << format);
  return {};
}

TEST_SUITE("unit") {
  TEST_CASE("double precision passes through every pair of formats without losing a bit") {
    const Scratch scratch;
    const Configuration u = sample();
    const std::vector<std::string> formats = {"ildg", "nersc", "openqcd"};
    for (const auto& a : formats) {
      io::write_configuration(scratch / a, a, u);
      for (const auto& b : formats) {
        CAPTURE(a);
        CAPTURE(b);
        const std::string checksum = convert(scratch / a, scratch / "b", b);
        const auto file = io::read_configuration(scratch / "b");
        CHECK(file.format == b);
        CHECK(file.precision == 64);
        CHECK(file.configuration.links() == u.links());
        CHECK(file.checksum == checksum);
        CHECK(file.checksum_verified == (b != "openqcd"));
        REQUIRE(file.header_plaquette.has_value());
        CHECK(std::abs(*file.header_plaquette - plaquette_by_hand(u)) < 1e-11);
      }
    }
    put(scratch / "hirep", hirep_sample(u));
    convert(scratch / "hirep", scratch / "b", "openqcd");
    CHECK(io::read_configuration(scratch / "b").configuration.links() == u.links());
    put(scratch / "mdp", mdp_sample(u, std::endian::big, 64));
    convert(scratch / "mdp", scratch / "b", "nersc");
    CHECK(io::read_configuration(scratch / "b").configuration.links() == u.links());
    put(scratch / "vogt", vogt_sample(u, std::endian::little, 64));
    convert(scratch / "vogt", scratch / "b", "ildg");
    CHECK(io::read_configuration(scratch / "b").configuration.links() == u.links());
    CHECK(scratch.entries() == 7);
  }

  TEST_CASE("single precision passes through every pair of formats without losing a bit") {
    const Scratch scratch;
    const Configuration u = rounded(sample());
    const std::vector<std::string> formats = {"ildg", "nersc", "milc"};
    for (const auto& a : formats) {
      io::write_configuration(scratch / a, a, sample(), {.precision = 32});
      for (const auto& b : formats) {
        CAPTURE(a);
        CAPTURE(b);
        const std::string checksum = convert(scratch / a, scratch / "b", b);
        const auto file = io::read_configuration(scratch / "b", {.expected = Site{4, 2, 6, 8}});
        CHECK(file.precision == 32);
        CHECK(file.checksum == checksum);
        CHECK(file.checksum_verified);
        if (file.rows == 3) {
          CHECK(file.configuration.links() == u.links());
          continue;
        }
        CHECK(largest_difference(file.configuration, u) < 1e-6);  // the third row is the reader's
        for (std::size_t n = 0; n < u.links().size(); ++n)
          for (int row = 0; row < 2; ++row) REQUIRE(file.configuration.links()[n][row] == u.links()[n][row]);
      }
    }
  }

  TEST_CASE("files written are those that the plain samples write, byte for byte") {
    const Scratch scratch;
    const Configuration u = sample();
    for (const auto order : {std::endian::big, std::endian::little}) {
      io::write_configuration(scratch / "u", "milc", u,
                              {.precision = 32,
                               .force = true,
                               .order = order,
                               .header = {{"time_stamp", "Mon Jan  1 00:00:00 2024"}}});
      CHECK(get(scratch / "u") == milc_sample(u, order, true));
      for (const int precision : {32, 64})
        for (const int rows : {2, 3}) {
          const std::string floating =
              "IEEE" + std::to_string(precision) + (order == std::endian::big ? "BIG" : "LITTLE");
          CAPTURE(floating);
          CAPTURE(rows);
          io::write_configuration(scratch / "u", "nersc", u,
                                  {.precision = precision, .force = true, .rows = rows, .order = order});
          // The texts differ, the links and all that is computed from them do not.
          const Bytes ours = get(scratch / "u"), theirs = nersc_sample(u, floating, order, rows);
          const std::size_t data = u.links().size() * std::size_t(rows * 6 * precision / 8);
          REQUIRE(ours.size() > data);
          CHECK(Bytes(ours.end() - std::ptrdiff_t(data), ours.end()) ==
                Bytes(theirs.end() - std::ptrdiff_t(data), theirs.end()));
          const auto file = io::read_configuration(scratch / "u");
          put(scratch / "theirs", theirs);
          const auto other = io::read_configuration(scratch / "theirs");
          CHECK(file.checksum_verified);
          CHECK(file.checksum == other.checksum);
          for (const char* key : {"DATATYPE", "FLOATING_POINT", "DIMENSION_1", "DIMENSION_4"})
            CHECK(file.header.at(key) == other.header.at(key));
          CHECK(std::abs(*file.header_plaquette - plaquette_by_hand(u)) < 1e-11);
          CHECK(std::abs(*file.header_link_trace - link_trace_by_hand(u)) < 1e-11);
          CHECK(file.header.at("BOUNDARY_4") == "PERIODIC");
        }
    }
    io::write_configuration(scratch / "u", "openqcd", u,
                            {.force = true, .plaquette = 3 * plaquette_by_hand(u)});
    CHECK(get(scratch / "u") == openqcd_sample(u));
  }

  TEST_CASE("what a file says of itself is kept where the other format has a place for it") {
    const Scratch scratch;
    io::write_configuration(
        scratch / "nersc", "nersc", sample(),
        {.order = std::endian::little, .header = {{"ENSEMBLE_LABEL", "a\nb"}, {"SEQUENCE_NUMBER", "17"}}});
    convert(scratch / "nersc", scratch / "again", "nersc");
    CHECK(get(scratch / "nersc") == get(scratch / "again"));
    const auto nersc = io::read_configuration(scratch / "again");
    CHECK(nersc.header.at("ENSEMBLE_LABEL") == "a b");
    CHECK(nersc.header.at("SEQUENCE_NUMBER") == "17");
    io::write_configuration(
        scratch / "ildg", "ildg", sample(),
        {.xlf_info = "beta = 6.0\n", .logical_filename = "lfn://x", .xlf_plaquette = true});
    convert(scratch / "ildg", scratch / "again", "ildg", 0);
    CHECK(get(scratch / "ildg") == get(scratch / "again"));
    const auto ildg = io::read_configuration(scratch / "again");
    CHECK(std::abs(*ildg.header_plaquette - plaquette_by_hand(sample())) < 1e-11);
    CHECK(contains(ildg.header.at("xlf-info"), "beta = 6.0"));
    CHECK(ildg.header.at("ildg-data-lfn") == "lfn://x");
  }

  TEST_CASE("a stale plaquette is not handed on") {
    const Scratch scratch;
    Bytes bytes = openqcd_sample(sample());
    bytes[21] = char(bytes[21] ^ 16);
    put(scratch / "u", bytes);
    CHECK(contains(refusal(scratch / "u"), "plaquette"));
    convert(scratch / "u", scratch / "v", "openqcd", 0, {.ignore_checksum = true});
    CHECK(io::read_configuration(scratch / "v").configuration.links() == sample().links());
  }

  TEST_CASE("what a format cannot hold is a usage error and leaves nothing") {
    const Scratch scratch;
    CHECK(contains(usage_error(scratch / "u", "milc", {.precision = 64}), "milc has no links of 64 bits"));
    CHECK(contains(usage_error(scratch / "u", "openqcd", {.precision = 32}), "openqcd has no links of 32"));
    CHECK(contains(usage_error(scratch / "u", "szin", {}), "choose one of ildg, nersc, milc, openqcd"));
    CHECK(contains(usage_error(scratch / "u", "nersc", {.rows = 1}), "1 rows"));
    Configuration smeared = sample();
    smeared.link(Site{1, 1, 1, 3}, 2) *= 0.5;
    CHECK_THROWS_WITH_AS(io::write_configuration(scratch / "u", "nersc", smeared, {.rows = 2}),
                         doctest::Contains("time slice 3 has a link that is not SU(3)"), Error);
    CHECK(scratch.entries() == 0);
    io::write_configuration(scratch / "u", "nersc", smeared, {.rows = 3});
    CHECK(io::read_configuration(scratch / "u", {.allow_non_su3 = true}).configuration.links() ==
          smeared.links());
  }

  TEST_CASE("a damaged source leaves no target") {
    const Scratch scratch;
    io::write_configuration(scratch / "u", "milc", sample(), {.precision = 32});
    Bytes bytes = get(scratch / "u");
    bytes.back() = char(bytes.back() ^ 1);
    put(scratch / "u", bytes);
    CHECK_THROWS_WITH_AS(convert(scratch / "u", scratch / "v", "ildg"),
                         doctest::Contains("checksum mismatch"), Error);
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("MILC's samples have the NERSC checksums that MILC prints, and return as they were") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const Scratch scratch;
    struct Case {
      const char *name, *checksum;
    };
    for (const Case c : {Case{"l4448", "b3be9b3b"}, Case{"l4444", "ffc4bb26"}, Case{"l8888", "4a3bbf43"},
                         Case{"l6666", "ba83dea8"}}) {
      CAPTURE(c.name);
      const auto path = configs_directory() / "milc" / (std::string("lat.sample.") + c.name);
      CHECK(convert(path, scratch / "nersc", "nersc") == c.checksum);
      CHECK(io::read_configuration(scratch / "nersc").header.at("DATATYPE") == "4D_SU3_GAUGE");
      convert(path, scratch / "milc", "milc");
      CHECK(get(scratch / "milc") == get(path));
    }
    CHECK(convert(configs_directory() / "milc/lat.sample.l4444", scratch / "ildg", "ildg") ==
          "37affb9c 2fc07bbf");
    convert(configs_directory() / "milc/lat.sample.l4444.ildg", scratch / "milc", "milc");
    const Bytes ours = get(scratch / "milc"), theirs = get(configs_directory() / "milc/lat.sample.l4444");
    REQUIRE(ours.size() == theirs.size());
    CHECK(std::equal(ours.begin() + 84, ours.end(), theirs.begin() + 84));  // all but the time stamp
  }

  TEST_CASE("openQCD returns byte for byte, and its links from HiRep") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const Scratch scratch;
    const auto hirep = configs_directory() / "hirep";
    const auto theirs = hirep / "openQCD_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1";
    convert(theirs, scratch / "u", "openqcd");
    CHECK(get(scratch / "u") == get(theirs));
    convert(hirep / "HiRep_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1", scratch / "u", "openqcd");
    const Bytes ours = get(scratch / "u"), all = get(theirs);
    REQUIRE(ours.size() == all.size());
    CHECK(
        std::equal(ours.begin() + 24, ours.end(), all.begin() + 24));  // all but the plaquette's last digits
  }

  TEST_CASE("slices come once each and in order") {
    const Scratch scratch;
    io::write_configuration(scratch / "u", "ildg", sample());
    const auto source = io::open_source(scratch / "u");
    std::vector<Matrix3> slice(source->links_per_slice());
    CHECK_THROWS_AS(source->read_slice(1, slice), std::logic_error);
    source->read_slice(0, slice);
    CHECK_THROWS_AS(source->read_slice(0, slice), std::logic_error);
    CHECK_THROWS_AS(source->read_slice(1, std::span(slice).first(4)), std::logic_error);
    CHECK_THROWS_AS(source->finish([] { return io::LinkAverages{}; }), std::logic_error);
    const auto sink = io::create_sink(scratch / "v", "openqcd", source->geometry(), {});
    CHECK_THROWS_AS(sink->write_slice(1, slice), std::logic_error);
    sink->write_slice(0, slice);
    CHECK_THROWS_AS(sink->finish([] { return io::LinkAverages{}; }), std::logic_error);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_conversion
