// These tests check the output, the refusals and the memory use of glueball convert and info.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_convert {

using nlohmann::json;

namespace {

json convert(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "convert");
  arguments.push_back("--json");
  const auto r = run_program(arguments);
  CAPTURE(r.err);
  REQUIRE(r.status == 0);
  return json::parse(r.out);
}

std::size_t entries(const TemporaryDirectory& directory) {
  const std::filesystem::directory_iterator all(directory.path());
  return std::size_t(std::distance(begin(all), end(all)));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("convert writes every format, and info reads it back") {
    const TemporaryDirectory scratch;
    const Configuration u = hot_configuration(Geometry({4, 2, 6, 8}), 3);
    const std::string in = scratch / "u";
    io::write_configuration(in, "ildg", u);
    for (const std::string format : {"ildg", "nersc", "milc", "openqcd"}) {
      CAPTURE(format);
      const std::string out = scratch / format;
      const json said = convert({in, out, "--format", format});
      const bool milc = format == "milc";
      CHECK(said.at("precision") == (milc ? 32 : 64));
      CHECK(said.at("rounded") == milc);
      CHECK(said.at("lattice") == json({4, 2, 6, 8}));
      CHECK(said.at("input_checksum_verified") == true);
      const auto info = run_program({"info", out, "--json"});
      REQUIRE(info.status == 0);
      const json read = json::parse(info.out);
      CHECK(read.at("format") == format);
      CHECK(read.at("precision") == said.at("precision"));
      CHECK(read.at("checksum") == said.at("checksum"));
      CHECK(read.at("checksum_verified") == (format != "openqcd"));
      CHECK(read.at("plaquette").get<double>() ==
            doctest::Approx(said.at("plaquette").get<double>()).epsilon(1e-6));
      CHECK(read.at("header_plaquette").is_null() == milc);
      if (!milc) CHECK(io::read_configuration(out).configuration.links() == u.links());
    }
    const auto text = run_program({"info", scratch / "nersc"});
    CHECK(text.out_has("4x2x6x8"));
    CHECK(text.out_has("verified"));
    CHECK(text.out_has("DATATYPE = 4D_SU3_GAUGE_3x3"));
    CHECK(convert({in, scratch / "single", "--format", "nersc", "--precision", "single"}).at("rounded") ==
          true);
    const auto single = io::read_configuration(scratch / "single");
    CHECK(single.rows == 2);
    CHECK(single.header.at("FLOATING_POINT") == "IEEE32BIG");
  }

  TEST_CASE("convert refuses what would lose something, with a line that says what to do") {
    const TemporaryDirectory scratch;
    Configuration u = hot_configuration(Geometry({4, 2, 2, 4}), 3);
    const std::string in = scratch / "u", out = scratch / "v";
    io::write_configuration(in, "nersc", u);
    std::ofstream(out) << "precious";
    struct Case {
      std::vector<std::string> arguments;
      int status;
      const char* said;
    };
    for (const Case& c : {Case{{in, out}, 2, "--force"},
                          Case{{in, out + "1", "--format", "milc", "--precision", "double"}, 2, "single"},
                          Case{{in, out + "1", "--format", "openqcd", "--precision", "single"}, 2, "double"},
                          Case{{in, out + "1", "--format", "szin"}, 2, "openqcd"},
                          Case{{in, out + "1", "--byte-order", "little"}, 2, "--byte-order"},
                          Case{{in, scratch / "absent/v"}, 2, "directory"},
                          Case{{in, out + "1", "--lattice", "2,2,2,2"}, 3, "4x2x2x4"},
                          Case{{scratch / "absent", out + "1"}, 3, "absent"}}) {
      auto arguments = c.arguments;
      arguments.insert(arguments.begin(), "convert");
      const auto r = run_program(arguments);
      CAPTURE(r.err);
      CHECK(r.status == c.status);
      CHECK(r.err_has(c.said));
      CHECK(r.error_lines() == 1);
    }
    CHECK(entries(scratch) == 2);
    std::string kept;
    std::ifstream(out) >> kept;
    CHECK(kept == "precious");
    convert({in, out, "--force"});
    CHECK(io::read_configuration(out).configuration.links() == u.links());
    const auto itself = run_program({"convert", in, in, "--force"});
    CHECK(itself.status == 2);
    CHECK(itself.err_has("is read"));
    CHECK(io::read_configuration(in).format == "nersc");
  }

  TEST_CASE("stale checksums and links that are not SU(3) pass only when they are let") {
    const TemporaryDirectory scratch;
    Configuration u = hot_configuration(Geometry({4, 2, 2, 4}), 3);
    for (std::size_t n = 3; n < u.links().size(); n += 4) u.links()[n] *= -1.0;
    const std::string in = scratch / "u", out = scratch / "v";
    io::write_configuration(in, "ildg", u);
    const auto refused = run_program({"convert", in, out, "--format", "nersc"});
    CHECK(refused.status == 3);
    CHECK(refused.err_has("antiperiodic"));
    CHECK(entries(scratch) == 1);
    convert({in, out, "--format", "nersc", "--precision", "single", "--allow-non-su3"});
    const auto file = io::read_configuration(out, {.allow_non_su3 = true});
    CHECK(file.rows == 3);
    std::fstream damage(out, std::ios::binary | std::ios::in | std::ios::out);
    damage.seekp(-1, std::ios::end).put('?');
    damage.close();
    CHECK(run_program({"info", out, "--allow-non-su3"}).err_has("checksum mismatch"));
    const json said =
        convert({out, scratch / "w", "--allow-non-su3", "--ignore-checksum", "--format", "ildg"});
    CHECK(said.at("input_checksum_verified") == false);
  }

  TEST_CASE("convert --qcdml describes the file, info shows it, and a further conversion keeps it") {
    const TemporaryDirectory scratch;
    const Configuration u = hot_configuration(Geometry({4, 2, 2, 4}), 3);
    const std::string in = scratch / "u", out = scratch / "v.ildg";
    io::write_configuration(in, "nersc", u);
    const std::vector<std::string> wanted = {
        "--qcdml",       "mc://grid/us/hot",       "--update", "17", "--series", "b",
        "--institution", "Chromo & Dynamics <Lab>"};
    auto arguments = wanted;
    arguments.insert(arguments.begin(), {in, out});
    convert(arguments);
    const json said = json::parse(run_program({"info", out, "--json"}).out).at("qcdml");
    CHECK(said.at("markovChainURI") == "mc://grid/us/hot");
    CHECK(said.at("dataLFN") == "lfn://grid/us/hot/b/v.ildg");
    CHECK(said.at("series") == "b");
    CHECK(said.at("update") == "17");
    CHECK(io::read_configuration(out).header.at("ildg-data-lfn") == "lfn://grid/us/hot/b/v.ildg");
    // The program that the standard names, on the binary record: header, xlf-info and ildg-format lie before
    // it.
    const std::string record =
        "file=$1; at=$(grep -abo ildg-binary-data \"$file\" | cut -d: -f1); "
        "tail -c +$((at + 129)) \"$file\" | head -c 36864 | cksum";
    const auto cksum = run_command({"sh", "-c", record, "sh", out});
    REQUIRE(cksum.status == 0);
    CHECK(cksum.out == said.at("crcCheckSum").get<std::string>() + " 36864\n");

    const auto text = run_program({"info", out});
    for (const char* line :
         {"update = 17", "series = b", "markovChainURI = mc://grid/us/hot", "avePlaquette = "})
      CHECK(text.out_has(line));
    const auto document = run_program({"info", out, "--qcdml"});
    CHECK(document.out.starts_with("<?xml"));
    CHECK(document.out_has("<institution>Chromo &amp; Dynamics &lt;Lab&gt;</institution>"));
    CHECK(document.out_has("converted from nersc"));
    const auto none = run_program({"info", in, "--qcdml"});
    CHECK(none.status == 3);
    CHECK(none.err_has("convert --qcdml"));

    convert({out, scratch / "w", "--precision", "single", "--lfn", "lfn://w"});
    const json kept = json::parse(run_program({"info", scratch / "w", "--json"}).out).at("qcdml");
    CHECK(kept.at("update") == "17");
    CHECK(kept.at("dataLFN") == "lfn://w");
    CHECK(kept.at("crcCheckSum") != said.at("crcCheckSum"));

    struct Case {
      std::vector<std::string> arguments;
      const char* said;
    };
    for (const Case& c :
         {Case{{"--qcdml", "mc://a/b"}, "--update"}, Case{{"--qcdml", "a/b", "--update", "1"}, "mc://"},
          Case{{"--series", "2"}, "--qcdml"}, Case{{"--qcdml", "mc://a/b", "--update", "-1"}, "--update"},
          Case{{"--qcdml", "mc://a/b", "--update", "1", "--machine", "a\tb"}, "control character"},
          Case{{"--qcdml", "mc://a/b", "--update", "1", "--machine", "a\xff"}, "UTF-8"},
          Case{{"--qcdml", "mc://a/\xc3", "--update", "1"}, "no name of an ensemble"},
          Case{{"--qcdml", "mc://a/b", "--update", "1", "--format", "milc"},
               "--qcdml acts only with --format ildg"}}) {
      auto all = c.arguments;
      all.insert(all.begin(), {"convert", in, scratch / "x"});
      const auto r = run_program(all);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.err_has(c.said));
      CHECK(r.error_lines() == 1);
    }
  }

#ifndef __SANITIZE_ADDRESS__  // which maps terabytes
  TEST_CASE("a conversion takes the memory of some time slices, not of the file") {
    const TemporaryDirectory scratch;
    const std::string in = scratch / "u", between = scratch / "v", out = scratch / "w";
    const Configuration slice = hot_configuration(Geometry({8, 8, 8, 2}), 5);
    const Geometry geometry({8, 8, 8, 512});
    io::SliceAverages averages(geometry);
    const auto sink = io::create_sink(in, "ildg", geometry, {});
    const std::size_t links = slice.links().size() / 2;
    for (int t = 0; t < 512; ++t) {
      const auto part = std::span(slice.links()).subspan(t % 3 ? links : 0, links);
      sink->write_slice(t, part);
      averages.add(part);
    }
    const std::string checksum = sink->finish([&] { return averages.result(); });

    const int limit_kib = 64 * 1024;
    CHECK(std::filesystem::file_size(in) / 1024 > 2 * limit_kib);
    auto limited = [&](const std::string& from, const std::string& to, const std::string& format) {
      const auto r = run_command({"sh", "-c",
                                  "ulimit -d " + std::to_string(limit_kib) +
                                      " && OMP_NUM_THREADS=1 exec \"$GLUEBALL_PROGRAM\" convert \"$@\"",
                                  "sh", from, to, "--format", format, "--json"});
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      return json::parse(r.out);
    };
    limited(in, between, "openqcd");
    CHECK(limited(between, out, "ildg").at("checksum") == checksum);
  }
#endif
}

}  // namespace glueball::test::cli_convert
