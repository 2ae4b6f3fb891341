// These tests check directories of configurations and the documents of their catalogue, whole and damaged.
#include "run/catalogue.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "base/error.hpp"
#include "io/ildg.hpp"
#include "io/qcdml_checks.hpp"
#include "support/bytes_of.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_catalogue {
namespace {

using test::TemporaryDirectory;
using Lines = std::vector<std::string>;

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != text.npos);
  return text.replace(at, from.size(), to);
}

const std::string kConfiguration =
    R"(<?xml version="1.0"?><gaugeConfiguration xmlns="http://www.lqcd.org/ildg/QCDml/config1.3">
<management><revisions>1</revisions><crcCheckSum>2632843688</crcCheckSum><archiveHistory><elem>
<revision>0</revision><revisionAction>generate</revisionAction>
<participant><name>A</name><institution>B</institution></participant>
<date>2026-01-02T03:04:05+01:00</date></elem></archiveHistory></management>
<implementation><machine><name>m</name><institution>B</institution><machineType>t</machineType></machine>
<code><name>c</name><version>1</version><date>2026-01-02T03:04:05Z</date></code></implementation>
<algorithm><parameters/></algorithm><precision>single</precision>
<markovStep><markovChainURI>mc://g/e</markovChainURI><series>1</series><update>40</update>
<avePlaquette>0.5</avePlaquette><dataLFN>lfn://g/e/40</dataLFN></markovStep></gaugeConfiguration>)";

const std::string kEnsemble =
    R"(<markovChain xmlns="http://www.lqcd.org/ildg/QCDml/ensemble1.3">
<markovChainURI>mc://g/e</markovChainURI>
<management><collaboration>C</collaboration><projectName>p</projectName></management><physics><size>
<elem><name>X</name><length>4</length></elem><elem><name>Y</name><length>4</length></elem>
<elem><name>Z</name><length>4</length></elem><elem><name>T</name><length>2</length></elem></size>
<action><gluon><plaquetteGluonAction><beta>6</beta></plaquetteGluonAction></gluon></action></physics>
<algorithm><name>heatbath</name><reference>r</reference><exact>true</exact></algorithm></markovChain>)";

struct Wanted {
  std::string parameters = "beta = 6, c1 = 0", ensemble = "mc://g/e", lfn{};
  Site extents{4, 4, 2, 4};
  std::uint64_t seed = 0;  ///< of the links; 0: the step
};

void put(const std::filesystem::path& directory, int step, const Wanted& w = {}) {
  const std::string name = fmt::format("configuration-{:06}.ildg", step);
  const std::string lfn = w.lfn.empty() ? "lfn://g/e/" + name : w.lfn;
  io::WriteOptions write{.xlf_info = fmt::format("trajectory nr = {}\n{}\nseed = 1\n", step, w.parameters)};
  if (!w.ensemble.empty()) {
    write.logical_filename = lfn;
    write.qcdml = io::qcdml_xml({.ensemble = w.ensemble,
                                 .update = std::to_string(step),
                                 .lfn = lfn,
                                 .code = "glueball",
                                 .code_version = "1",
                                 .code_date = "2026-01-02T03:04:05Z",
                                 .date = "2026-01-02T03:04:05Z"});
  }
  io::write_ildg(directory / name,
                 hot_configuration(Geometry(w.extents), w.seed == 0 ? std::uint64_t(step) : w.seed), write);
}

/// All that is wrong, a line each.
Lines faults_in(const std::filesystem::path& directory) {
  const Catalogue c = catalogue_of(directory);
  Lines all = c.faults;
  for (const CataloguedFile& f : c.files)
    for (const std::string& fault : f.faults) all.push_back(f.name + ": " + fault);
  CHECK(all.size() == c.fault_count());
  return all;
}

bool has(const Lines& all, const std::string& words) {
  return std::ranges::any_of(all, [&](const std::string& line) { return line.find(words) != line.npos; });
}

TEST_SUITE("unit") {
  TEST_CASE("QCDml: documents of configurations and ensembles as their schema demands, and not") {
    CHECK(io::qcdml_faults(kConfiguration).empty());
    CHECK(io::qcdml_faults(kEnsemble).empty());
    CHECK(io::qcdml_ensemble(kEnsemble) == "mc://g/e");
    CHECK(io::qcdml_ensemble(kConfiguration).empty());
    const auto wrong = [](const std::string& document, const std::string& from, const std::string& to,
                          const std::string& said) {
      const auto found = io::qcdml_faults(replaced(document, from, to));
      CAPTURE(from);
      CAPTURE(found);
      CHECK(has(found, said));
      CHECK(found.size() == 1);
    };
    wrong(kConfiguration, "<crcCheckSum>2632843688</crcCheckSum>", "", "management/crcCheckSum is missing");
    wrong(kConfiguration, "<series>1</series><update>40</update>", "<update>40</update><series>1</series>",
          "markovStep/series");
    wrong(kConfiguration, "<precision>single</precision>", "<precision>half</precision>",
          "precision is 'half', not single, double or mixed");
    wrong(kConfiguration, "0.5</ave", "half</ave", "markovStep/avePlaquette is 'half', not a number");
    wrong(kConfiguration, "<revisionAction>generate", "<revisionAction>make", "not generate, add");
    wrong(kConfiguration, "2026-01-02T03:04:05Z", "today", "implementation/code/date is 'today'");
    wrong(kConfiguration, "<institution>B</institution></participant>", "</participant>",
          "participant/institution is missing");
    wrong(kConfiguration, "<precision>single</precision>",
          "<precision>single</precision><precision>single</precision>", "precision comes too often");
    wrong(kConfiguration, "<algorithm>", "<mood>good</mood><algorithm>", "mood is unknown");
    wrong(kConfiguration, "mc://g/e", "g/e", "not mc://...");
    wrong(kEnsemble, "<elem><name>T</name><length>2</length></elem>", "",
          "physics/size/elem comes too seldom");
    wrong(kEnsemble, "<collaboration>C</collaboration>", "", "management/collaboration is missing");
    wrong(kEnsemble, "<reference>r</reference>", "", "algorithm/reference is missing");
    CHECK(has(io::qcdml_faults("<a>"), "no well-formed XML"));
    CHECK(has(io::qcdml_faults("<a/>"), "none of QCDml"));
  }

  TEST_CASE("a catalogue: steps are numbers whose differences are numbers, too") {
    CHECK(step_of(" 20260102123456") == 20260102123456);
    CHECK(step_of("-5\n") == -5);
    for (const char* none :
         {"", "1e3", "7 8", "1000000000000001", "9223372036854775807", "-9223372036854775808"})
      CHECK_FALSE(step_of(none));
  }

  TEST_CASE("a catalogue: a good directory, with what a run leaves beside configurations") {
    const TemporaryDirectory scratch;
    for (const int step : {2, 4, 6, 10}) put(scratch.path(), step);
    CHECK(faults_in(scratch.path()) == Lines{"step 8 is missing"});
    put(scratch.path(), 8);
    std::ofstream(scratch / "config.toml") << "x\n";
    std::ofstream(scratch / "history.jsonl") << "{}\n";
    std::ofstream(scratch / "ensemble.xml") << kEnsemble;
    CHECK(faults_in(scratch.path()).size() == 1);  // no run writes this history
    std::ofstream(scratch / "history.jsonl").flush();
    CHECK(faults_in(scratch.path()).empty());
    const Catalogue c = catalogue_of(scratch.path());
    REQUIRE(c.files.size() == 5);
    CHECK(c.files[3].name == "configuration-000008.ildg");
    CHECK(c.files[3].step == 8);
    CHECK(c.files[3].lattice == Site{4, 4, 2, 4});
    CHECK(c.files[3].parameters == "beta = 6, c1 = 0");
    CHECK(c.files[3].ensemble == "mc://g/e");
    CHECK(c.files[3].checksum_verified);
    const TemporaryDirectory empty;
    CHECK_THROWS_AS(catalogue_of(empty.path()), Error);
    CHECK_THROWS_AS(catalogue_of(scratch / "none"), Error);
  }

  TEST_CASE("a catalogue: each damage is said of the file that has it") {
    const TemporaryDirectory scratch;
    const auto at = scratch.path();
    for (int step = 1; step <= 12; ++step) put(at, step);
    CHECK(faults_in(at).empty());
    const auto file = [&](int step) { return at / fmt::format("configuration-{:06}.ildg", step); };
    // The damage is a byte of the links, the end of the file, or a file that is no configuration at all.
    std::string bytes = test::bytes_of(file(1));
    bytes[bytes.size() / 2] ^= 1;
    std::ofstream(file(1), std::ios::binary) << bytes;
    std::filesystem::resize_file(file(2), 900);
    std::ofstream(at / "notes-on-it") << "hello";
    std::filesystem::create_symlink("elsewhere", at / "lost-link");
    std::filesystem::create_symlink("round", at / "round");
    // The document names another lattice, other parameters, another ensemble, or none.
    std::filesystem::remove(file(3));
    put(at, 3, {.extents = {4, 4, 2, 6}});
    for (const int step : {4, 5, 6}) std::filesystem::remove(file(step));
    put(at, 4, {.parameters = "beta = 6.1, c1 = 0"});
    put(at, 5, {.ensemble = "mc://g/other"});
    put(at, 6, {.ensemble = ""});
    // Two files have the same links or the same logical name, or one has the name of another step.
    std::filesystem::remove(file(7));
    put(at, 7, {.seed = 8});
    std::filesystem::remove(file(9));
    put(at, 9, {.lfn = "lfn://g/e/configuration-000010.ildg"});
    std::filesystem::rename(file(12), file(14));
    std::ofstream(at / "wrong.xml") << replaced(kEnsemble, "mc://g/e", "mc://g/f");
    const Lines all = faults_in(at);
    CAPTURE(all);
    CHECK(has(all, "000001.ildg: "));
    CHECK(has(all, "000002.ildg: "));
    CHECK(has(all, "notes-on-it: "));
    CHECK(has(all, "lost-link: cannot be opened"));
    CHECK(has(all, "round: cannot be opened"));
    CHECK(has(all, "000003.ildg: lattice: 4x4x2x6, of others 4x4x2x4"));
    CHECK(has(all, "000004.ildg: parameters: beta = 6.1, c1 = 0, of others beta = 6, c1 = 0"));
    CHECK(has(all, "000005.ildg: ensemble: mc://g/other, of others mc://g/e"));
    CHECK(has(all, "000006.ildg: ensemble: none, of others mc://g/e"));
    CHECK(has(all, "000008.ildg: the same data as configuration-000007.ildg"));
    CHECK(has(all, "000010.ildg: the same logical file name as configuration-000009.ildg"));
    CHECK(has(all, "000014.ildg: its name says 14, its header step 12"));
    CHECK(has(all, "wrong.xml: of ensemble mc://g/f, configuration-"));
    CHECK(all.size() == 13);
  }
}

}  // namespace

}  // namespace glueball::test::unit_catalogue
