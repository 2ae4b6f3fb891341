// These tests read damaged and hostile files: they give the same links or are refused, and cost no more than
// their size.
#include <sys/resource.h>

#include <optional>
#include <random>

#include "io/ildg.hpp"
#include "io_samples.hpp"

namespace glueball::test::unit_io_damage {
namespace {

/// The configuration, or nothing when it is refused as bad input. Anything else fails the test.
std::optional<Configuration> read_or_refuse(const std::filesystem::path& path) {
  try {
    return io::read_configuration(path).configuration;
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::bad_file) FAIL_CHECK("not refused as bad input: " << e.what());
  } catch (const std::exception& e) {
    FAIL_CHECK("another exception than Error: " << e.what());
  }
  return std::nullopt;
}

long peak_memory_kib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss;
}

struct Sample {
  std::string name;
  Bytes bytes;
  bool checksummed;  ///< a changed byte of the links cannot pass
};

std::vector<Sample> samples(const Geometry& geometry) {
  const Scratch scratch;
  const Configuration u = hot_configuration(geometry, 23);
  io::write_ildg(scratch / "u32", u,
                 {.precision = 32,
                  .xlf_info = "plaquette = " + std::to_string(plaquette_by_hand(u)),
                  .logical_filename = "lfn://u0"});
  io::write_ildg(scratch / "u64", u);
  return {{"ildg 32", get(scratch / "u32"), true},
          {"ildg 64", get(scratch / "u64"), true},
          {"nersc 3x2", nersc_sample(u, "IEEE32BIG", std::endian::big, 2), true},
          {"nersc 3x3", nersc_sample(u, "IEEE64LITTLE", std::endian::little, 3), true},
          {"milc 5", milc_sample(u, std::endian::little, true), true},
          {"milc 1", milc_sample(u, std::endian::big, false), false},
          {"openqcd", openqcd_sample(u), false},
          {"hirep", hirep_sample(u), false},
          {"mdp", mdp_sample(u, std::endian::big, 64), false},
          {"vogt", vogt_sample(u, std::endian::little, 32), false}};
}

TEST_SUITE("unit") {
  TEST_CASE("every truncation reads as the same links or is refused") {
    const Scratch scratch;
    const auto path = scratch / "u";
    for (const Sample& sample : samples(Geometry({2, 2, 2, 2}))) {
      CAPTURE(sample.name);
      put(path, sample.bytes);
      const auto whole = read_or_refuse(path);
      REQUIRE(whole.has_value());
      std::size_t read = 0, wrong = 0;
      for (std::size_t size = sample.bytes.size(); size-- > 0;) {
        std::filesystem::resize_file(path, size);
        const auto u = read_or_refuse(path);
        read += u.has_value();
        wrong += u && u->links() != whole->links();
      }
      CHECK(wrong == 0);
      // Only what lies behind the links (padding, the last text) can be missed.
      CHECK(read < 16);
    }
  }

  TEST_CASE("a changed byte reads as the same links or is refused") {
    const Scratch scratch;
    const auto path = scratch / "u";
    std::mt19937 random(20240611);
    std::size_t refused = 0, same = 0;
    for (const Geometry& geometry : {Geometry({2, 2, 2, 2}), Geometry({4, 2, 6, 8})}) {
      for (const Sample& sample : samples(geometry)) {
        CAPTURE(sample.name);
        put(path, sample.bytes);
        const auto whole = read_or_refuse(path);
        REQUIRE(whole.has_value());
        Bytes bytes = sample.bytes;
        const int trials = geometry.volume() < 100 ? 1000 : 200;
        for (int trial = 0; trial < trials; ++trial) {
          // Half of the changes fall into the header, small as it is.
          const std::size_t range = trial % 2 ? bytes.size() : std::min<std::size_t>(bytes.size(), 700);
          const std::size_t at = random() % range;
          const char before = bytes[at];
          bytes[at] = char(before ^ char(1 + random() % 255));
          {
            std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
            out.seekp(std::streamoff(at)).put(bytes[at]);
          }
          const auto u = read_or_refuse(path);
          if (u && sample.checksummed) CHECK_MESSAGE(u->links() == whole->links(), "byte " << at);
          (u ? same : refused) += 1;
          bytes[at] = before;
          std::fstream out(path, std::ios::binary | std::ios::in | std::ios::out);
          out.seekp(std::streamoff(at)).put(before);
        }
      }
    }
    MESSAGE(refused << " refused, " << same << " read");
    CHECK(refused > 4000);
    CHECK(same > 500);
  }

  TEST_CASE("lengths and extents that lie allocate nothing") {
    const Scratch scratch;
    const auto path = scratch / "u";
    const long before = peak_memory_kib();
    auto format = [](const std::string& lx, const std::string& field = "su3gauge") {
      return "<f><field>" + field + "</field><precision>32</precision><lx>" + lx +
             "</lx><ly>2</ly><lz>2</lz><lt>2</lt></f>";
    };
    const std::string links = big_endian_links(hot_configuration(Geometry({2, 2, 2, 2}), 1), 32);
    auto refused = [&](const std::vector<SampleRecord>& records) {
      put(path, lime_sample(records));
      return refusal(path);
    };
    CHECK(contains(refused({{"ildg-format", format("2")}, {"ildg-binary-data", links, ~0ull - links.size()}}),
                   "are left"));
    CHECK(contains(refused({{"ildg-format", format("2")}, {"ildg-binary-data", links, 1ull << 63}}),
                   "are left"));
    CHECK(contains(refused({{"ildg-format", format("200000000")}, {"ildg-binary-data", links}}),
                   "take 460800000000"));
    CHECK(contains(refused({{"ildg-format", format("2000000000")}, {"ildg-binary-data", links}}), "2^31"));
    CHECK(contains(refused({{"ildg-format", format("-2")}, {"ildg-binary-data", links}}), "must be even"));
    CHECK(contains(refused({{"ildg-format", format("3")}, {"ildg-binary-data", links}}), "must be even"));
    CHECK(contains(refused({{"ildg-format", format("2", "su2gauge")}, {"ildg-binary-data", links}}),
                   "su2gauge"));
    CHECK(contains(refused({{"ildg-format", format("2")}}), "no gauge configuration"));
    CHECK(
        contains(refused({{"ildg-binary-data", links}, {"ildg-binary-data", links}}), "2 ildg-binary-data"));
    CHECK(contains(refused({{"ildg-format", std::string(2 << 20, ' ')}, {"ildg-binary-data", links}}),
                   "no text"));
    CHECK(contains(refused(std::vector<SampleRecord>(20000, {"empty", ""})), "more than 10000 records"));

    // Deep nesting, and entities that would multiply if they were expanded.
    std::string deep;
    for (int k = 0; k < 300000; ++k) deep += "<a>";
    CHECK(contains(refused({{"ildg-format", deep}, {"ildg-binary-data", links}}), "cannot be read"));
    CHECK(
        contains(refused({{"ildg-format",
                           "<!DOCTYPE f [<!ENTITY a \"2222222222\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;\">]>" +
                               format("&b;&b;&b;&b;&b;&b;")},
                          {"ildg-binary-data", links}}),
                 "cannot be read"));
    CHECK(peak_memory_kib() - before < 256 * 1024);
  }
}

}  // namespace

}  // namespace glueball::test::unit_io_damage
