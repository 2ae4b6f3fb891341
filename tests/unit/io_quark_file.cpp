// These tests check quark fields in files: written fields come back, damaged or foreign files are refused.
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdio>
#include <random>

#include "cpu/linalg.hpp"
#include "io/quark_file.hpp"
#include "support/skip.hpp"
#include "unit/io_samples.hpp"
#include "unit/io_support.hpp"

namespace glueball::test::unit_io_quark_file {
namespace {

using test::contains, test::Scratch;

const Geometry kGeometry({4, 2, 6, 4});

template <class OneParity>
FullQuarkField<OneParity> noise(std::uint32_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  auto field = zero_field<OneParity>(kGeometry);
  for (auto& half : field)
    for (auto& site : half)
      for (int k = 0; k < kComponents<OneParity>; ++k) component(site, k) = {normal(random), normal(random)};
  return field;
}

template <class OneParity>
double distance(const FullQuarkField<OneParity>& a, const FullQuarkField<OneParity>& b) {
  double worst = 0;
  for (std::size_t parity = 0; parity < 2; ++parity) {
    REQUIRE(a[parity].size() == b[parity].size());
    for (std::size_t n = 0; n < a[parity].size(); ++n)
      for (int k = 0; k < kComponents<OneParity>; ++k)
        worst = std::max(worst, std::abs(component(a[parity][n], k) - component(b[parity][n], k)));
  }
  return worst;
}

template <class OneParity>
void write(const std::filesystem::path& path, const io::QuarkWriteOptions& options, int columns) {
  io::QuarkFieldSink sink(path, kGeometry, io::kKindOf<OneParity>, options);
  for (int column = 0; column < columns; ++column)
    sink.write(noise<OneParity>(std::uint32_t(column)),
               {.spin = column / 3, .colour = column % 3, .info = "a < b & c"});
  sink.finish();
}

template <class OneParity>
void check_round_trip(int precision, double most) {
  const Scratch scratch;
  const auto path = scratch / "propagator.lime";
  write<OneParity>(path, {.precision = precision, .info = "kappa = <0.1> & more"}, 4);
  CHECK(scratch.entries() == 1);
  CHECK(io::holds_quark_fields(path));
  const io::QuarkFieldSource source(path);
  CHECK(source.geometry() == kGeometry);
  CHECK(source.kind() == io::kKindOf<OneParity>);
  CHECK(source.precision() == precision);
  CHECK(source.format() == "scidac");
  CHECK(contains(source.header().at("scidac-file-xml"), "kappa = &lt;0.1&gt; &amp; more"));
  REQUIRE(source.columns() == 4);
  for (std::size_t n = 0; n < 4; ++n) {
    FullQuarkField<OneParity> back;
    const auto checksum = source.read(n, back);
    CHECK(checksum.verified);
    CHECK(distance(back, noise<OneParity>(std::uint32_t(n))) <= most);
    CHECK(*source.column(n).spin == int(n) / 3);
    CHECK(*source.column(n).colour == int(n) % 3);
    CHECK(source.column(n).info == "a < b & c");
  }
}

/// The message with which a file is refused as bad input, naming it, in one line.
std::string refusal(const std::filesystem::path& path) {
  try {
    const io::QuarkFieldSource source(path);
    for (std::size_t n = 0; n < source.columns(); ++n) {
      FullQuarkField<ParitySpinorField> field;
      source.read(n, field);
    }
  } catch (const Error& e) {
    CHECK(e.kind() == ErrorKind::bad_file);
    const std::string what = e.what();
    CHECK_MESSAGE(contains(what, path.string()), "the error does not name the file: " << what);
    CHECK_FALSE(contains(what, "\n"));
    return what;
  }
  FAIL_CHECK("read without complaint: " << path);
  return {};
}

/// Returns the file with one text replaced by another of the same length.
test::Bytes edited(test::Bytes bytes, const std::string& from, const std::string& to) {
  REQUIRE(from.size() == to.size());
  const auto place = std::search(bytes.begin(), bytes.end(), from.begin(), from.end());
  REQUIRE(place != bytes.end());
  std::copy(to.begin(), to.end(), place);
  return bytes;
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("quark fields survive a file: bit for bit in double, rounded in single") {
    check_round_trip<ParitySpinorField>(64, 0.0);
    check_round_trip<ParityColourField>(64, 0.0);
    check_round_trip<ParitySpinorField>(32, 4e-7);
    check_round_trip<ParityColourField>(32, 4e-7);
  }

  TEST_CASE("the bytes of a quark file are those of the standard") {
    const Scratch scratch;
    const auto path = scratch / "p.lime";
    write<ParitySpinorField>(path, {}, 2);
    const auto bytes = test::get(path);
    const std::string text(bytes.begin(), bytes.end());
    // Messages are the file-wide records, then one per column; byte 6 of each header has begin 0x80 and end
    // 0x40.
    std::vector<std::pair<std::string, int>> records;
    std::vector<std::size_t> data;
    for (std::size_t at = 0; at < bytes.size();) {
      REQUIRE(text.substr(at, 4) == "\x45\x67\x89\xab");
      std::size_t length = 0;
      for (std::size_t k = 8; k < 16; ++k) length = length << 8 | static_cast<unsigned char>(text[at + k]);
      records.emplace_back(text.c_str() + at + 16, static_cast<unsigned char>(text[at + 6]));
      if (records.back().first == "scidac-binary-data") {
        CHECK(length == 192 * kGeometry.volume());
        data.push_back(at + 144);
      }
      at += 144 + (length + 7) / 8 * 8;
    }
    const std::vector<std::pair<std::string, int>> column = {{"scidac-private-record-xml", 0x80},
                                                             {"scidac-record-xml", 0},
                                                             {"scidac-binary-data", 0},
                                                             {"scidac-checksum", 0x40}};
    std::vector<std::pair<std::string, int>> expected = {{"scidac-private-file-xml", 0x80},
                                                         {"scidac-file-xml", 0x40}};
    for (int k = 0; k < 2; ++k) expected.insert(expected.end(), column.begin(), column.end());
    CHECK(records == expected);
    CHECK(contains(text,
                   "<datatype>QDP_D3_DiracFermion</datatype><precision>D</precision><colors>3</colors>"
                   "<spins>4</spins><typesize>192</typesize><datacount>1</datacount>"));
    CHECK(contains(text, "<dims>4 2 6 4 </dims>"));
    CHECK(contains(text, "<spin>0</spin><color>1</color>"));
    // The data are big-endian doubles in the order t, z, y, x, spin, colour, re/im.
    const auto field = noise<ParitySpinorField>(1);
    const auto number = [&](std::size_t offset) {
      std::uint64_t word = 0;
      for (std::size_t k = 0; k < 8; ++k) word = word << 8 | static_cast<unsigned char>(text[offset + k]);
      return std::bit_cast<double>(word);
    };
    const Site s = {3, 1, 4, 2};
    const std::size_t site = ((2 * 6 + 4) * 2 + 1) * 4 + 3, here = data[1] + site * 192 + (2 * 3 + 1) * 16;
    CHECK(number(here) == at(field, kGeometry, s)[2][1].real());
    CHECK(number(here + 8) == at(field, kGeometry, s)[2][1].imag());
    // The checksum is computed from its definition.
    std::uint32_t a = 0, b = 0;
    for (std::uint32_t n = 0; n < kGeometry.volume(); ++n) {
      const auto crc =
          std::uint32_t(crc32(0, reinterpret_cast<const Bytef*>(text.data()) + data[1] + n * 192, 192));
      a ^= std::rotl(crc, int(n % 29));
      b ^= std::rotl(crc, int(n % 31));
    }
    char sums[80];
    std::snprintf(sums, sizeof sums, "<suma>%x</suma><sumb>%x</sumb>", a, b);
    CHECK(contains(text, sums));
  }

  TEST_CASE("an existing file is not overwritten, and an abandoned one leaves nothing") {
    const Scratch scratch;
    const auto path = scratch / "p.lime";
    {
      io::QuarkFieldSink abandoned(path, kGeometry, io::QuarkFieldKind::spinor, {});
      abandoned.write(noise<ParitySpinorField>(1), {});
      CHECK_THROWS_AS(abandoned.write(noise<ParityColourField>(1), {}), std::logic_error);
    }
    CHECK(scratch.entries() == 0);
    write<ParitySpinorField>(path, {}, 1);
    const auto before = test::get(path);
    CHECK_THROWS_WITH(write<ParitySpinorField>(path, {}, 2), doctest::Contains("<force>"));
    CHECK(test::get(path) == before);
    write<ParitySpinorField>(path, {.force = true}, 2);
    CHECK(io::QuarkFieldSource(path).columns() == 2);
    CHECK_THROWS_WITH(write<ParitySpinorField>(scratch / "q.lime", {.precision = 16}, 1),
                      doctest::Contains("16 bits"));
    CHECK(scratch.entries() == 1);
  }

  TEST_CASE("damaged quark files are refused") {
    const Scratch scratch;
    const auto good = scratch / "good.lime", bad = scratch / "bad.lime";
    write<ParitySpinorField>(good, {}, 2);
    const auto bytes = test::get(good);
    const auto refused = [&](const test::Bytes& damaged) {
      test::put(bad, damaged);
      return refusal(bad);
    };
    auto flipped = bytes;
    flipped[flipped.size() - 2000] = char(flipped[flipped.size() - 2000] ^ 1);
    CHECK(contains(refused(flipped), "checksum mismatch"));
    FullQuarkField<ParitySpinorField> field;
    CHECK_FALSE(io::QuarkFieldSource(bad).read(1, field, true).verified);
    CHECK(contains(refused(test::Bytes(bytes.begin(), bytes.end() - 3000)), "announces"));
    CHECK(contains(refused(edited(bytes, "<dims>4 2 6 4 ", "<dims>4 2 6 8 ")), "384 sites"));
    CHECK(contains(refused(edited(bytes, "<dims>4 2 6 4 ", "<dims>4 3 4 4 ")), "even"));
    CHECK(contains(refused(edited(bytes, "<dims>4 2 6 4 ", "<dims>4 2 6 x ")), "cannot be read"));
    CHECK(contains(refused(edited(bytes, "<typesize>192", "<typesize>144")), "no Dirac fermion"));
    CHECK(contains(refused(edited(bytes, "<typesize>192", "<typesize>096")), "96 bytes"));
    CHECK(contains(refused(edited(bytes, "scidac-private-record", "scidac-privy---record")),
                   "without the records"));
    CHECK(contains(refused(edited(bytes, "<suma>", "<sumc>")), "mismatch"));
    CHECK(contains(refused(test::Bytes(bytes.begin(), bytes.begin() + 144)), "announces"));
    CHECK(contains(refused({'h', 'e', 'l', 'l', 'o'}), "no LIME file"));
    CHECK(contains(refused({}), "no LIME file"));
    CHECK(contains(refusal(scratch / "missing"), "cannot be opened"));
    CHECK_FALSE(io::holds_quark_fields(bad));
    // Any cut is refused or leaves whole columns.
    for (std::size_t cut = 1; cut < bytes.size(); cut += bytes.size() / 97) {
      test::put(bad, test::Bytes(bytes.begin(), bytes.begin() + std::ptrdiff_t(cut)));
      try {
        const io::QuarkFieldSource source(bad);
        CHECK(source.columns() == 1);
      } catch (const Error& error) {
        CHECK(error.kind() == ErrorKind::bad_file);
      }
    }
  }

  TEST_CASE("Grid's fermions and propagators of one record are read, files in parts are refused") {
    const Scratch scratch;
    const Geometry g({2, 2, 2, 4});
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    // By the order of sites, then sink spin, source spin, sink colour, source colour, as QDP++ and Grid have
    // them.
    std::vector<Complex> numbers(std::size_t(g.volume()) * 144);
    for (Complex& z : numbers) z = {normal(random), normal(random)};
    const auto file_xml = [](int volfmt) {
      return "<scidacFile><version>1.1</version><spacetime>4</spacetime><dims>2 2 2 4</dims><volfmt>" +
             std::to_string(volfmt) + "</volfmt></scidacFile>";
    };
    const auto record_xml = [](const std::string& type, int size) {
      return "<scidacRecord><version>1.1</version><recordtype>0</recordtype><datatype>" + type +
             "</datatype><precision>D</precision><colors>3</colors><spins>4</spins><typesize>" +
             std::to_string(size) + "</typesize><datacount>1</datacount></scidacRecord>";
    };
    const auto data = [&](std::size_t each) {
      std::string bytes;
      for (std::size_t n = 0; n < numbers.size(); ++n)
        if (n % 144 < each)
          for (const double x : {numbers[n].real(), numbers[n].imag()}) {
            const auto word = __builtin_bswap64(std::bit_cast<std::uint64_t>(x));
            bytes.append(reinterpret_cast<const char*>(&word), 8);
          }
      return bytes;
    };
    const auto sums = [&](const std::string& bytes) {
      std::uint32_t a = 0, b = 0;
      const std::size_t each = bytes.size() / std::size_t(g.volume());
      for (std::uint32_t site = 0; site < std::uint32_t(g.volume()); ++site) {
        const auto crc =
            std::uint32_t(::crc32(0, reinterpret_cast<const Bytef*>(&bytes[site * each]), uInt(each)));
        a ^= std::rotl(crc, int(site % 29)), b ^= std::rotl(crc, int(site % 31));
      }
      char text[120];
      std::snprintf(text, sizeof text, "<scidacChecksum><suma>%x</suma><sumb>%x</sumb></scidacChecksum>", a,
                    b);
      return std::string(text);
    };
    const auto check = [&](const Bytes& bytes, int columns, const auto& at) {
      put(scratch / "q", bytes);
      CHECK(io::holds_quark_fields(scratch / "q"));
      const io::QuarkFieldSource source(scratch / "q");
      REQUIRE(source.columns() == std::size_t(columns));
      for (int n = 0; n < columns; ++n) {
        FullQuarkField<ParitySpinorField> psi;
        CHECK(source.read(std::size_t(n), psi).verified);
        if (columns > 1) CHECK(source.column(std::size_t(n)).spin == n / 3);
        if (columns > 1) CHECK(source.column(std::size_t(n)).colour == n % 3);
        for (std::size_t site = 0; site < std::size_t(g.volume()); ++site) {
          const Site x{int(site % 2), int(site / 2 % 2), int(site / 4 % 2), int(site / 8)};
          const Spinor& here = psi[std::size_t((x[0] + x[1] + x[2] + x[3]) % 2)][g.half_index(x)];
          for (std::size_t s = 0; s < 4; ++s)
            for (std::size_t c = 0; c < 3; ++c) CHECK(here[s][c] == numbers[site * 144 + at(n, s, c)]);
        }
      }
    };
    const std::string fermion = data(12), propagator = data(144);
    check(lime_sample({{"scidac-private-file-xml", file_xml(0)},
                       {"grid-format", "<FieldMetaData/>"},
                       {"scidac-record-xml", "<emptyUserRecord/>"},
                       {"scidac-private-record-xml", record_xml("GRID_D_SpinVector4_ColourVector3", 192)},
                       {"ildg-binary-data", fermion},
                       {"grid-field-norm", "<norm2>1</norm2>"},
                       {"scidac-checksum", sums(fermion)}}),
          1, [](int, std::size_t s, std::size_t c) { return 3 * s + c; });
    const auto propagator_at = [](int n, std::size_t s, std::size_t c) {
      return ((4 * s + std::size_t(n) / 3) * 3 + c) * 3 + std::size_t(n) % 3;
    };
    for (const char* type : {"scidac-binary-data", "ildg-binary-data"})
      check(lime_sample({{"scidac-private-file-xml", file_xml(0)},
                         {"scidac-private-record-xml", record_xml("QDP_D3_DiracPropagator", 2304)},
                         {type, propagator},
                         {"scidac-checksum", sums(propagator)}}),
            12, propagator_at);

    const auto list = [](std::initializer_list<std::uint32_t> first, std::uint32_t count) {
      std::string bytes;
      for (std::uint32_t n = 0; n < count; ++n) {
        const auto word = __builtin_bswap32(n < first.size() ? first.begin()[n] : n);
        bytes.append(reinterpret_cast<const char*>(&word), 4);
      }
      return bytes;
    };
    const auto in_parts = [&](const std::string& sites, const std::string& data) {
      return lime_sample({{"scidac-private-file-xml", file_xml(1)},
                          {"scidac-sitelist", sites},
                          {"scidac-private-record-xml", record_xml("QDP_D3_DiracFermion", 192)},
                          {"scidac-binary-data", data},
                          {"scidac-checksum", sums(fermion)}});
    };
    check(in_parts(list({}, 32), fermion), 1, [](int, std::size_t s, std::size_t c) { return 3 * s + c; });
    const auto refusal = [&](const Bytes& bytes) -> std::string {
      put(scratch / "q", bytes);
      try {
        io::QuarkFieldSource{scratch / "q"};
      } catch (const Error& error) {
        return error.message() + "; " + error.hint();
      }
      return "read";
    };
    CHECK(contains(refusal(in_parts(list({0, 2, 1}, 32), fermion)), "in another order, from place 1 on"));
    CHECK(contains(refusal(in_parts(list({}, 16), fermion.substr(0, fermion.size() / 2))),
                   "one part of several: its scidac-sitelist has 16 of 32 sites"));
    CHECK(contains(refusal(in_parts("", fermion)), "0 of 32 sites"));
  }

  TEST_CASE("MILC's staggered fields and tmLQCD's spinors are read, gauge fields are not") {
    if (!test::configs_available()) {
      test::skip("reference configurations are absent");
      return;
    }
    const auto configs = test::configs_directory();
    const io::QuarkFieldSource milc(configs / "milc" / "ksvector.src.sample.l8");
    CHECK(milc.kind() == io::QuarkFieldKind::colour_vector);
    CHECK(milc.precision() == 32);
    CHECK(milc.geometry().extents() == Site{8, 8, 8, 8});
    CHECK(milc.column(0).info == "source color vector field");
    FullQuarkField<ParityColourField> chi;
    CHECK(milc.read(0, chi).value == "18c175b6 adc0f9ee");

    const io::QuarkFieldSource etmc(configs / "ahmidas" / "source48.06");
    CHECK(etmc.format() == "etmc");
    CHECK(etmc.precision() == 64);
    CHECK(etmc.columns() == 1);
    FullQuarkField<ParitySpinorField> psi;
    CHECK_FALSE(etmc.read(0, psi).verified);  // there is none in the file
    CHECK(cpu::norm2(psi[0]) + cpu::norm2(psi[1]) == 1.0);

    for (const char* gauge : {"milc/lat.sample.l8", "ahmidas/conf48.0000",
                              "hirep/HiRep_qcd1_pb_L8T8_b6.0_c1.234_k0.13_r0_id4n1"}) {
      CHECK_FALSE(io::holds_quark_fields(configs / gauge));
      CHECK_THROWS_AS(io::QuarkFieldSource{configs / gauge}, Error);
    }
    CHECK(io::holds_quark_fields(configs / "milc" / "ksvector.src.sample.l8"));
    CHECK(io::holds_quark_fields(configs / "ahmidas" / "source48.06"));
  }
}

}  // namespace glueball::test::unit_io_quark_file
