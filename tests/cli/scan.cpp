// These tests check the report on a scan, and the commands that made the one in assets.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_scan {

namespace fs = std::filesystem;

namespace {

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

ProgramResult report(const fs::path& output, const std::vector<std::string>& runs) {
  std::vector<std::string> command = {GLUEBALL_SOURCE "/tools/scan/report", "--output", output.string()};
  command.insert(command.end(), runs.begin(), runs.end());
  return run_command(command);
}

/// Writes a run's history with a plaquette, a modulus and a condensate.
void write_history(const fs::path& run, double beta, const std::string& modulus) {
  fs::create_directories(run);
  std::ofstream file(run / "history.jsonl");
  file << R"({"provenance":{"seed":1}})"
       << "\n"
       << R"({"step":1,"physics":{"beta":)" << beta << R"(,"plaquette":0.5}})"
       << "\n"
       << R"({"summary":{"trajectories":4,"plaquette":0.1,"plaquette_error":0.1}})"
       << "\n"
       << R"({"summary":{"trajectories":8,"acceptance":0.75,"plaquette":0.51234,"plaquette_error":0.00056,)"
       << R"("polyakov_modulus":)" << modulus
       << R"(,"polyakov_modulus_error":0.012,"condensate_mass":[0.06],)"
       << R"("condensate":[0.25],"condensate_error":[0.0],"kernels":{"a":1}}})"
       << "\n";
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("tools/scan/report: runs by their beta, their last summaries, errors in brackets") {
    const TemporaryDirectory scratch;
    write_history(scratch / "weak", 6, "0.123");
    write_history(scratch / "strong", 5.25, "0.017");
    const fs::path output = scratch / "page";
    const auto r = report(output, {(scratch / "weak").string(), (scratch / "strong").string()});
    REQUIRE_MESSAGE(r.status == 0, r.err);
    const std::string page = contents(output / "scan.md");
    CAPTURE(page);
    CHECK(page.find(
              "| beta | counted | acceptance | plaquette | Polyakov loop, modulus | condensate of 0.06 |") ==
          0);
    const auto strong = page.find("| 5.25 | 8 | 0.75 | 0.51234(56) | 0.017(12) | 0.25 |"),
               weak = page.find("| 6 | 8 | 0.75 | 0.51234(56) | 0.123(12) | 0.25 |");
    CHECK(strong != std::string::npos);
    CHECK(weak != std::string::npos);
    CHECK(strong < weak);
    CHECK(contents(output / "scan.png").substr(1, 3) == "PNG");
    CHECK(contents(output / "scan.svg").find("<svg") != std::string::npos);
    CHECK(contents(output / "scan.jsonl").find("kernels") == std::string::npos);
    // The files that it has written give the same report as the runs.
    const auto again = report(scratch / "again", {(output / "scan.jsonl").string()});
    REQUIRE_MESSAGE(again.status == 0, again.err);
    CHECK(contents(scratch / "again" / "scan.md") == page);
    CHECK(contents(scratch / "again" / "scan.png") == contents(output / "scan.png"));
  }

  TEST_CASE("tools/scan/report: condensates are of their masses, and what a run lacks is left open") {
    const TemporaryDirectory scratch;
    const std::string
        two = R"("condensate_mass":[0.1,0.2],"condensate":[0.3,0.4],"condensate_error":[0.01,0.01])",
        one = R"("condensate_mass":[0.2],"condensate":[0.5],"condensate_error":[0.01])";
    std::ofstream(scratch / "rows") << R"({"beta":3.5,"summary":{"trajectories":9,)" << two << "}}\n"
                                    << R"({"beta":3.5000000000000004,"summary":{"measurements":7,)" << one
                                    << "}}\n"
                                    << R"({"beta":3.5,"summary":{}})"
                                    << "\n";
    const auto r = report(scratch / "page", {(scratch / "rows").string()});
    REQUIRE_MESSAGE(r.status == 0, r.err);
    const std::string page = contents(scratch / "page" / "scan.md");
    CAPTURE(page);
    CHECK(page.find("| condensate of 0.1 | condensate of 0.2 |") != std::string::npos);
    CHECK(page.find("| 3.5 | 9 | - | 0.300(10) | 0.400(10) |") != std::string::npos);
    CHECK(page.find("| 3.5 | 7 | - | - | 0.500(10) |") != std::string::npos);
    CHECK(page.find("| 3.5 | - | - | - | - |") != std::string::npos);
    CHECK(fs::exists(scratch / "page" / "scan.png"));
    // Without a picture the one of before goes.
    std::ofstream(scratch / "bare") << R"({"beta":1,"summary":{}})"
                                    << "\n";
    REQUIRE(report(scratch / "page", {(scratch / "bare").string()}).status == 0);
    CHECK_FALSE(fs::exists(scratch / "page" / "scan.png"));
    CHECK_FALSE(fs::exists(scratch / "page" / "scan.svg"));
  }

  TEST_CASE("tools/scan/report: what is no run is one line, and nothing is written") {
    const TemporaryDirectory scratch;
    fs::create_directories(scratch / "killed");
    std::ofstream(scratch / "killed" / "history.jsonl")
        << R"({"step":1,"physics":{"beta":6,"plaquette":0.5}})"
        << "\n";
    std::ofstream(scratch / "text") << "these are words\nand more of them\n";
    write_history(scratch / "went on", 6, "0.1");
    std::ofstream(scratch / "went on" / "history.jsonl", std::ios::app)
        << R"({"step":9,"physics":{"beta":6,"plaquette":0.5}})"
        << "\n";
    write_history(scratch / "torn", 6, "0.1");
    std::ofstream(scratch / "torn" / "history.jsonl", std::ios::app) << R"({"step":9,"phys)";
    std::ofstream(scratch / "beta") << R"({"beta":3,"summary":{}})"
                                    << "\n"
                                    << R"({"beta":"3.5","summary":{}})"
                                    << "\n";
    std::ofstream(scratch / "huge") << R"({"beta":1e308,"summary":{}})"
                                    << "\n";
    std::ofstream(scratch / "NaN") << R"({"beta":3,"summary":{"plaquette":NaN}})"
                                   << "\n";
    std::ofstream(scratch / "deep") << R"({"beta":3,"summary":{"a":)" << std::string(100000, '[')
                                    << std::string(100000, ']') << "}}\n";
    const std::pair<const char*, const char*> cases[] = {{"killed", "has no summary of all of its steps"},
                                                         {"went on", "has no summary of all of its steps"},
                                                         {"torn", "has no summary of all of its steps"},
                                                         {"text", "line 1 is no JSON object"},
                                                         {"deep", "line 1 is no JSON object"},
                                                         {"NaN", "line 1 is no JSON object"},
                                                         {"beta", "beta \"3.5\" is no coupling"},
                                                         {"huge", "is no coupling"},
                                                         {"nowhere", "cannot be read"}};
    for (const auto& [name, complaint] : cases) {
      CAPTURE(name);
      const auto r = report(scratch / "page", {(scratch / name).string()});
      CHECK(r.status == 3);
      CHECK_MESSAGE(r.err_has(complaint), r.err);
      CHECK_FALSE(fs::exists(scratch / "page"));
    }
    // One of the files cannot be written: none is.
    write_history(scratch / "good", 6, "0.1");
    fs::create_directories(scratch / "blocked" / "scan.jsonl" / "full");
    CHECK(report(scratch / "blocked", {(scratch / "good").string()}).status != 0);
    CHECK_FALSE(fs::exists(scratch / "blocked" / "scan.md"));
    CHECK_FALSE(fs::exists(scratch / "blocked" / "scan.png"));
    CHECK(run_command({GLUEBALL_SOURCE "/tools/scan/report", "--output"}).status == 2);
    CHECK(run_command({GLUEBALL_SOURCE "/tools/scan/report"}).status == 2);
  }

  TEST_CASE(
      "tools/scan/report: the page in assets is what its table of summaries gives, by commands that run") {
    const TemporaryDirectory scratch;
    const fs::path assets = GLUEBALL_SOURCE "/assets/hisq-nt4";
    const auto kept = report(scratch / "kept", {(assets / "scan.jsonl").string()});
    REQUIRE_MESSAGE(kept.status == 0, kept.err);
    CHECK(contents(scratch / "kept" / "scan.md") == contents(assets / "scan.md"));

    const std::string text = contents(assets / "README.md");
    const auto begin = text.find("```sh\n") + 6;
    std::string commands = text.substr(begin, text.find("```", begin) - begin);
    const auto shorter = [&](const char* what, const std::string& by) {
      const auto at = commands.find(what);
      REQUIRE_MESSAGE(at != std::string::npos, what);
      commands.replace(at, std::string(what).size(), by);
    };
    shorter("3.24 3.33 3.42 3.48 3.54 3.60 3.66 3.72 3.80 3.90 4.02 4.15", "3.42 4.02");
    shorter("steps=12", "steps=1");
    shorter("steps=8", "steps=1");
    shorter("build/release/glueball hmc", "\"$GLUEBALL_PROGRAM\" hmc --no-tune --quiet");
    shorter("16,16,16,4", "4,4,4,4");
    shorter("180 --thermalization 40", "2 --thermalization 0");
    shorter("assets/presets", GLUEBALL_SOURCE "/assets/presets");
    shorter("tools/scan/report --output assets/hisq-nt4", GLUEBALL_SOURCE "/tools/scan/report --output page");
    const auto r = run_command({"bash", "-euc", commands}, {.environment = {{"GALLIVM_PERF", "nopt"}},
                                                            .directory = scratch.path().string()});
    REQUIRE_MESSAGE(r.status == 0, r.err);
    CHECK(contents(scratch / "page" / "scan.md").find("\n| 3.42 | 2 |") != std::string::npos);
    CHECK(contents(scratch / "page" / "scan.md").find("\n| 4.02 | 2 |") != std::string::npos);
  }
}

}  // namespace glueball::test::cli_scan
