// Writing ILDG, and what is read back.
#include <fmt/format.h>

#include <cmath>

#include "io/checksums.hpp"
#include "io/ildg.hpp"
#include "io_samples.hpp"
#include "support/skip.hpp"

namespace glueball::test::unit_io_ildg {
namespace {

/// GCC 12 at -O2 drops double(float(x)) where it vectorises pairs; a volatile float keeps it.
double to_float(double x) {
  volatile float rounded = float(x);
  return rounded;
}

Configuration sample() { return hot_configuration(Geometry({4, 2, 6, 8}), 7); }

TEST_SUITE("unit") {
  TEST_CASE("ILDG in 64 bits returns every link exactly") {
    const Scratch scratch;
    const Configuration u = sample();
    io::write_ildg(scratch / "u.ildg", u,
                   {.xlf_info = fmt::format("plaquette = {}\n", plaquette_by_hand(u)),
                    .logical_filename = "lfn://here"});
    const auto file = io::read_configuration(scratch / "u.ildg", {.expected = Site{4, 2, 6, 8}});
    CHECK(file.configuration.geometry() == u.geometry());
    CHECK(file.configuration.links() == u.links());
    CHECK(file.format == "ildg");
    CHECK(file.precision == 64);
    CHECK(file.checksum_verified);
    CHECK(file.header_plaquette == plaquette_by_hand(u));
    CHECK(file.header.at("ildg-data-lfn") == "lfn://here");
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("ILDG in 32 bits returns every link rounded to float") {
    const Scratch scratch;
    const Configuration u = sample();
    io::write_ildg(scratch / "u.ildg", u, {.precision = 32});
    const auto file = io::read_configuration(scratch / "u.ildg");
    CHECK(file.precision == 32);
    CHECK(file.checksum_verified);
    Configuration rounded = u;
    for (Matrix3& m : rounded.links())
      for (auto& row : m.e)
        for (Complex& z : row) z = {to_float(z.real()), to_float(z.imag())};
    CHECK(file.configuration.links() == rounded.links());
    CHECK(largest_difference(file.configuration, u) > 0);
    // A second trip changes nothing.
    io::write_ildg(scratch / "again.ildg", file.configuration, {.precision = 32});
    CHECK(get(scratch / "again.ildg") == get(scratch / "u.ildg"));
  }

  TEST_CASE("ILDG files have the layout of the standard") {
    const Scratch scratch;
    const Configuration u = sample();
    io::write_ildg(scratch / "u.ildg", u, {.xlf_info = "from a test"});
    const Bytes bytes = get(scratch / "u.ildg");
    std::vector<std::string> types, texts;
    std::vector<int> flags;
    std::size_t at = 0;
    while (at < bytes.size()) {
      REQUIRE(at + 144 <= bytes.size());
      CHECK(word_at(bytes, at, std::endian::big) == 0x456789ABu);
      flags.push_back(std::uint8_t(bytes[at + 6]));
      const std::size_t length = word_at(bytes, at + 12, std::endian::big);
      types.emplace_back(bytes.data() + at + 16);
      texts.emplace_back(bytes.data() + at + 144, length);
      at += 144 + (length + 7) / 8 * 8;
    }
    CHECK(at == bytes.size());
    REQUIRE(types ==
            std::vector<std::string>{"xlf-info", "ildg-format", "ildg-binary-data", "scidac-checksum"});
    CHECK(flags == std::vector<int>{0x80, 0, 0, 0x40});
    CHECK(texts[0] == "from a test");
    CHECK(contains(texts[1], "<lx>4</lx><ly>2</ly><lz>6</lz><lt>8</lt>"));
    CHECK(texts[2] == big_endian_links(u, 64));
  }

  TEST_CASE("another code's checksum of the same links is the one written here") {
    if (!configs_available()) {
      skip("no reference configurations");
      return;
    }
    const Scratch scratch;
    for (const char* name : {"milc/lat.sample.l4444.ildg", "pyquda/weak_field.lime"}) {
      const auto theirs = io::read_configuration(configs_directory() / name);
      io::write_ildg(scratch / "ours", theirs.configuration, {.precision = theirs.precision, .force = true});
      const auto ours = io::read_configuration(scratch / "ours");
      CHECK(ours.checksum == theirs.checksum);
      CHECK(ours.checksum_verified);
      CHECK(ours.configuration.links() == theirs.configuration.links());
    }
  }

  TEST_CASE("SciDAC checksums do not depend on how the sites are handed in") {
    const Configuration u = sample();
    const std::string data = big_endian_links(u, 64);
    const auto bytes = std::as_bytes(std::span(data));
    io::ScidacChecksum whole(576), pieces(576), shifted(576);
    whole.add(bytes, 0);
    for (std::size_t site = 0; site < 384; site += 96) pieces.add(bytes.subspan(site * 576, 96 * 576), site);
    shifted.add(bytes, 1);
    CHECK(whole.to_string() == pieces.to_string());
    CHECK(whole.to_string() != shifted.to_string());
  }

  TEST_CASE("without a checksum the writer's plaquette is verified") {
    const Scratch scratch;
    const Configuration u = sample();
    const std::string format =
        "<x:ildgFormat xmlns:x='l'><x:field> su3gauge </x:field><x:precision>64</x:precision>"
        "<x:lx> 4 </x:lx>\n<x:ly>2</x:ly><x:lz>6</x:lz><x:lt>8</x:lt></x:ildgFormat>";
    auto with = [&](double plaquette) {
      put(scratch / "u",
          lime_sample({{"xlf-info", " plaquette = " + std::to_string(plaquette) + ", beta = 6\n"},
                       {"ildg-format", format},
                       {"ildg-binary-data", big_endian_links(u, 64)}}));
    };
    with(plaquette_by_hand(u));
    CHECK(io::read_configuration(scratch / "u").configuration.links() == u.links());
    with(plaquette_by_hand(u) + 1e-3);
    CHECK(contains(refusal(scratch / "u"), "plaquette"));
    CHECK(io::read_configuration(scratch / "u", {.ignore_checksum = true}).configuration.links() ==
          u.links());
  }

  TEST_CASE("a checksum does not witness the extents: the writer's plaquette is verified beside it") {
    const Scratch scratch;
    const Configuration u = sample();
    io::write_ildg(scratch / "u", u,
                   {.xlf_info = fmt::format("plaquette = {:.12f}\n", plaquette_by_hand(u))});
    CHECK(io::read_configuration(scratch / "u").checksum_verified);
    const Bytes file = get(scratch / "u");
    std::string bytes(file.begin(), file.end());
    const auto exchange = [&](const std::string& from, const std::string& to) {
      const auto at = bytes.find(from);
      REQUIRE(at != std::string::npos);
      bytes.replace(at, from.size(), to);
    };
    exchange("<lx>4</lx>", "<lx>8</lx>");
    exchange("<lt>8</lt>", "<lt>4</lt>");
    put(scratch / "u", Bytes(bytes.begin(), bytes.end()));
    CHECK(contains(refusal(scratch / "u"), "plaquette"));
    CHECK(io::read_configuration(scratch / "u", {.ignore_checksum = true}).checksum_verified);
  }

  TEST_CASE("records in any order, unknown ones, stray bytes and a missing last pad are let pass") {
    const Scratch scratch;
    const Configuration u = sample();
    io::write_ildg(scratch / "u", u);
    const auto checksum = io::read_configuration(scratch / "u").checksum;
    const std::string a = checksum.substr(0, checksum.find(' ')), b = checksum.substr(checksum.find(' ') + 1);
    const std::string format =
        "<f><field>su3gauge</field><precision>64</precision><lx>4</lx><ly>2</ly><lz>6</lz><lt>8</lt></f>";
    const SampleRecord sums{"scidac-checksum", "\n<?xml version='1.0'?><s><suma>0x0" + a + "</suma><sumb>" +
                                                   b + "</sumb></s>" + std::string(1, '\0')};
    Bytes bytes = lime_sample({{"something-else", "odd length."},
                               sums,
                               {"ildg-binary-data", big_endian_links(u, 64)},
                               {"ildg-format", format + std::string(1, '\0')},
                               {"ranluxd-state", "1"}});
    bytes.resize(bytes.size() - 7);
    put(scratch / "u", bytes);
    auto file = io::read_configuration(scratch / "u");
    CHECK(file.checksum_verified);
    CHECK(file.configuration.links() == u.links());
    bytes.resize(bytes.size() + 7);
    bytes.push_back('!');
    put(scratch / "u", bytes);
    CHECK(io::read_configuration(scratch / "u").configuration.links() == u.links());
    bytes.insert(bytes.end(), 200, '!');
    put(scratch / "u", bytes);
    CHECK(contains(refusal(scratch / "u"), "no record starts"));
  }

  TEST_CASE("an unusual precision is a usage error and writes nothing") {
    const Scratch scratch;
    CHECK_THROWS_AS(io::write_ildg(scratch / "u", sample(), {.precision = 16}), Error);
    CHECK(scratch.entries() == 0);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_ildg
