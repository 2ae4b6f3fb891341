// These tests run glueball catalogue on a chain's directory, whole and with a missing configuration.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/source_text.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_catalogue {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("catalogue: a table, JSON, and exit status 3 where something is wrong") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run";
    REQUIRE(
        run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--sweeps", "4", "--save-interval",
                     "1", "--qcdml", "mc://grid/us/b6", "--series", "2", "--quiet", "--output", run})
            .status == 0);
    const auto good = run_program({"catalogue", run});
    CAPTURE(good.out);
    CHECK(good.status == 0);
    CHECK(good.out_has("configuration-000003.ildg"));
    CHECK(good.out_has("good"));
    CHECK(good.err_has("4 configurations, all good"));

    // The chain has written the document of its ensemble, which a catalogue checks too.
    const fs::path document = fs::path(run) / "ensemble.xml";
    const std::string xml = text_of(document);
    for (const char* part :
         {"<markovChainURI>mc://grid/us/b6<", "<plaquetteGluonAction>", "<beta>6<", "<t>4<"})
      CHECK(xml.find(part) != xml.npos);
    std::ofstream(document) << "<markovChain/>";
    CHECK(run_program({"catalogue", run}).status == 3);
    std::ofstream(document) << xml;
    const auto printed = json_lines(run_program({"catalogue", run, "--json"}).out);
    REQUIRE(printed.size() == 5);
    CHECK(printed[2].at("step") == 3);
    CHECK(printed[2].at("lfn") == "lfn://grid/us/b6/2/configuration-000003.ildg");
    CHECK(printed[2].at("faults").empty());
    CHECK(printed[4].at("summary").at("files") == 4);

    fs::remove(fs::path(run) / "configuration-000003.ildg");
    fs::resize_file(fs::path(run) / "configuration-000002.ildg", 1000);
    const auto bad = run_program({"catalogue", run, "--quiet"});
    CHECK(bad.status == 3);
    CHECK(bad.out_has("step 3 is missing"));
    CHECK(bad.out_has("BAD"));
    CHECK(bad.error_lines() == 1);
    CHECK(bad.err_has("faults: 2 in 3 configurations"));
    CHECK(run_program({"catalogue", scratch / "none"}).status == 3);

    const std::string other = scratch / "other";
    const auto unnamed = run_program({"hmc", "--lattice", "4,4,4,4", "--level", "steps=2", "--monomial",
                                      "kind=gauge,level=0,beta=5", "--monomial",
                                      "kind=staggered,level=0,mass=0.5", "--tau", "0.1", "--trajectories",
                                      "1", "--qcdml", "mc://grid/us/b6", "--quiet", "--output", other});
    CAPTURE(unnamed.err);
    CHECK(unnamed.status == 0);
    CHECK(unnamed.err_has("no ensemble.xml: "));
    CHECK_FALSE(fs::exists(fs::path(other) / "ensemble.xml"));
    // A new run in the place of one takes its document away.
    REQUIRE(fs::exists(document));
    REQUIRE(run_program(
                {"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1", "--quiet", "--output", run, "--force"})
                .status == 0);
    CHECK_FALSE(fs::exists(document));
  }

  TEST_CASE("catalogue: configurations of another chain and missing ends contradict the history") {
    const TemporaryDirectory scratch;
    const auto chain = [&](const std::string& seed) {
      const fs::path run = scratch / ("chain " + seed);
      REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.7", "--sweeps",
                           "6", "--save-interval", "1", "--seed", seed, "--quiet", "--output", run})
                  .status == 0);
      return run;
    };
    const auto catalogued = [](const fs::path& run, const std::vector<std::string>& faults) {
      const auto r = run_program({"catalogue", run});
      CAPTURE(r.out);
      CAPTURE(r.err);
      CHECK(r.status == (faults.empty() ? 0 : 3));
      for (const std::string& fault : faults) CHECK(r.out_has(fault));
    };
    const fs::path one = chain("1"), two = chain("2");
    catalogued(one, {});
    const auto name = [](int step) { return "configuration-00000" + std::to_string(step) + ".ildg"; };
    const fs::path mixture = scratch / "mixture";
    fs::copy(one, mixture, fs::copy_options::recursive);
    for (const int step : {4, 5, 6})
      fs::copy_file(two / name(step), mixture / name(step), fs::copy_options::overwrite_existing);
    catalogued(mixture, {"its chain has the seed 1, the file's has 2", "the plaquette of step 4 is",
                         "until step 6 its checksum is"});
    fs::remove(one / name(6));
    catalogued(one, {"step 6 is missing: history.jsonl ends with it"});
    fs::remove(two / name(1));
    catalogued(two, {"step 1 is missing: config.toml says save-interval = 1"});
  }
}

}  // namespace glueball::test::cli_catalogue
