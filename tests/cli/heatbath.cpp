// These tests check glueball heatbath: the files of a run, resuming, refusals.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_heatbath {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::vector<std::string> chain(const std::string& output, int sweeps,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"heatbath", "--lattice",  "4,4,4,6",  "--start",
                                        "hot",      "--beta",     "5.7",      "--overrelax",
                                        "2",        "--seed",     "7",        "--save-interval",
                                        "4",        "--validate", "--sweeps", std::to_string(sweeps),
                                        "--output", output};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::vector<std::string> history(const fs::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::ostringstream text;
  text << file.rdbuf();
  return lines(text.str());
}

/// Returns the physics of each step, by step.
std::map<int, std::string> physics(const fs::path& run) {
  std::map<int, std::string> found;
  for (const auto& line : history(run)) {
    const json object = json::parse(line);
    if (object.contains("step")) CHECK(found.emplace(object.at("step"), object.at("physics").dump()).second);
  }
  return found;
}

std::string checksum(const fs::path& run, const std::string& step) {
  const auto info = run_program({"info", (run / ("configuration-0000" + step + ".ildg")).string(), "--json"});
  return info.status == 0 ? json::parse(info.out).at("checksum").get<std::string>() : "unreadable";
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("heatbath: the history says in which precision the fields are") {
    const TemporaryDirectory scratch;
    for (const char* precision : {"single", "double"}) {
      const auto run = scratch / precision;
      REQUIRE(run_program({"heatbath", "--lattice", "2,2,2,4", "--beta", "5.5", "--sweeps", "1",
                           "--precision", precision, "--output", run, "--quiet"})
                  .status == 0);
      CHECK(json::parse(history(run)[0]).at("provenance").at("precision") == precision);
    }
  }

  TEST_CASE("heatbath: a line a step, a history, configurations; resumed after a kill, the same bits") {
    const TemporaryDirectory scratch;
    const auto whole = run_program(chain(scratch / "whole", 10, {"--json"}));
    CAPTURE(whole.err);
    REQUIRE(whole.status == 0);
    const auto steps = lines(whole.out);
    REQUIRE(steps.size() == 11);  // and the summary
    const json last = json::parse(steps[9]);
    CHECK(last.at("step") == 10);
    CHECK(last.at("beta") == 5.7);
    CHECK(last.at("plaquette").get<double>() > 0.3);
    const auto all = physics(scratch / "whole");
    CHECK(all.size() == 10);
    const json summary = json::parse(history(scratch / "whole").back()).at("summary");
    CHECK(summary.at("measurements") == 10);
    CHECK(json::parse(steps.back()) == json{{"summary", summary}});
    for (const char* key : {"plaquette", "plaquette_spatial", "plaquette_temporal", "polyakov_modulus",
                            "polyakov_susceptibility"}) {
      CAPTURE(key);
      CHECK(summary.at(key).is_number());
      CHECK(summary.at(key + std::string("_error")).get<double>() > 0);
      CHECK(summary.at(key + std::string("_tau_int")).get<double>() > 0);
    }
    CHECK(summary.at("polyakov").size() == 2);
    CHECK(summary.at("polyakov_tau_int").size() == 2);
    CHECK(last.at("polyakov").size() == 2);

    // As a kill leaves it: steps beyond the last configuration, the last line torn.
    fs::copy(scratch / "whole", scratch / "killed");
    fs::remove(scratch.path() / "killed" / "configuration-000010.ildg");
    fs::remove(scratch.path() / "killed" / "configuration-000008.ildg");
    {
      std::ofstream torn(scratch.path() / "killed" / "history.jsonl");
      const auto kept = history(scratch / "whole");
      for (std::size_t n = 0; n < 7; ++n) torn << kept[n] << "\n";
      torn << kept[7].substr(0, 20);
    }
    const auto resumed = run_program({"heatbath", "--resume", scratch / "killed", "--json"});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK(lines(resumed.out).size() == 7);
    CHECK(physics(scratch / "killed") == all);
    CHECK(checksum(scratch / "killed", "10") == checksum(scratch / "whole", "10"));
    CHECK(checksum(scratch / "killed", "08") == checksum(scratch / "whole", "08"));
    const json again = json::parse(history(scratch / "killed").back()).at("summary");
    CHECK(again.at("plaquette") == summary.at("plaquette"));

    // A run resumed for more steps, with files of single precision, has the bits of an uninterrupted chain.
    const auto more = run_program({"heatbath", "--resume", scratch / "killed", "--sweeps", "12", "--quiet"});
    REQUIRE(more.status == 0);
    const auto through =
        run_program(chain(scratch / "through", 12, {"--precision-of-file", "32", "--quiet"}));
    REQUIRE(through.status == 0);
    CHECK(physics(scratch / "killed") == physics(scratch / "through"));
  }

  TEST_CASE("heatbath: an interrupt finishes the step, and the run goes on from there") {
    const TemporaryDirectory scratch;
    auto arguments = chain(scratch / "run", 100000, {"--json"});
    const auto stopped = run_program(arguments, {.interrupt_after = "\"step\":3"});
    CHECK(stopped.status == 130);
    CHECK(stopped.err_has("--resume"));
    const auto printed = lines(stopped.out);
    REQUIRE(printed.size() > 3);
    CHECK(json::parse(printed.back()).contains("summary"));
    const int done = json::parse(printed.rbegin()[1]).at("step");
    const std::string to = std::to_string(done + 2);
    const auto resumed = run_program({"heatbath", "--resume", scratch / "run", "--sweeps", to, "--quiet"});
    CHECK(resumed.status == 0);
    CHECK(run_program(chain(scratch / "through", done + 2, {"--quiet"})).status == 0);
    CHECK(physics(scratch / "run") == physics(scratch / "through"));
  }

  TEST_CASE("heatbath: the observables of a list, two of which share a key, survive a resumption") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> more = {"--observables",
                                           "rectangle,wilson_loops:3x1,creutz",
                                           "--measure-interval",
                                           "2",
                                           "--thermalization",
                                           "2",
                                           "--quiet"};
    REQUIRE(run_program(chain(scratch / "whole", 12, more)).status == 0);
    auto shorter = run_program(chain(scratch / "part", 6, more));
    REQUIRE(shorter.status == 0);
    CHECK(shorter.out_has("plaquette"));
    CHECK(shorter.out_has("rectangle"));
    CHECK(shorter.out_has("creutz"));
    CHECK(history(scratch / "part").at(1).find("\"creutz/wilson_loops\"") != std::string::npos);
    const auto resumed = run_program({"heatbath", "--resume", scratch / "part", "--sweeps", "12"});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK(timeless_history(scratch / "part") == timeless_history(scratch / "whole"));
    const json summary = json::parse(history(scratch / "whole").back()).at("summary");
    CHECK(summary.at("measurements") == 5);
    CHECK(summary.at("wilson_loops").size() == 3);
    CHECK(summary.at("creutz_error").size() == 1);
  }

  TEST_CASE("heatbath: observables at intervals of their own, also after a resumption in between") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> more = {"--observables", "charge:0.1@6,charge@4,polyakov",
                                           "--measure-interval", "2", "--quiet"};
    REQUIRE(run_program(chain(scratch / "whole", 14, more)).status == 0);
    std::map<int, std::vector<std::string>> there;
    for (const std::string& line : history(scratch / "whole"))
      if (const json record = json::parse(line); record.contains("step"))
        for (const char* name : {"polyakov", "charge", "charge:0.1/charge"})
          if (record.at("physics").contains(name)) there[record.at("step")].push_back(name);
    // The one that is measured more often has the name alone, whatever the order that they are asked for.
    using Names = std::vector<std::string>;
    CHECK(there == std::map<int, Names>{{2, {"polyakov"}},
                                        {4, {"polyakov", "charge"}},
                                        {6, {"polyakov", "charge:0.1/charge"}},
                                        {8, {"polyakov", "charge"}},
                                        {10, {"polyakov"}},
                                        {12, {"polyakov", "charge", "charge:0.1/charge"}},
                                        {14, {"polyakov"}}});
    REQUIRE(run_program(chain(scratch / "part", 5, more)).status == 0);
    const auto resumed = run_program({"heatbath", "--resume", scratch / "part", "--sweeps", "14", "--quiet"});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK(timeless_history(scratch / "part") == timeless_history(scratch / "whole"));
    for (const auto& [list, says] : std::map<std::string, std::string>{
             {"charge@3",
              "every 3 steps, where the chain is measured every 2: no multiple of it; give charge@4"},
             {"charge@x", "'x' is no number of steps; give charge@20"},
             {"charge@2,charge@4", "'charge' is asked for twice"}}) {
      const auto refused =
          run_program(chain(scratch / "none", 2, {"--observables", list, "--measure-interval", "2"}));
      CAPTURE(refused.err);
      CHECK(refused.status == 2);
      CHECK(refused.err_has(says));
    }
  }

  TEST_CASE("heatbath --save-where keeps the configurations whose charge is in a range") {
    const TemporaryDirectory scratch;
    std::vector<std::string> more = {"--observables", "charge@2,polyakov", "--quiet"};
    REQUIRE(run_program(chain(scratch / "all", 9, more)).status == 0);
    std::map<int, double> charges;
    for (const std::string& line : history(scratch / "all"))
      if (const json record = json::parse(line);
          record.contains("step") && record.at("physics").contains("charge"))
        charges[record.at("step")] = record.at("physics").at("charge");
    REQUIRE(charges.size() == 4);
    double least = 1e9, most = 0;
    for (const auto& [step, charge] : charges)
      least = std::min(least, std::abs(charge)), most = std::max(most, std::abs(charge));
    const double cut = (least + most) / 2;
    REQUIRE(least < most);
    auto words = more;
    words.insert(words.end(), {"--save-where", "|charge|=" + json(cut).dump() + ".."});
    REQUIRE(run_program(chain(scratch / "some", 9, words)).status == 0);
    for (int step = 1; step <= 9; ++step) {
      CAPTURE(step);
      const bool kept = charges.contains(step) && std::abs(charges.at(step)) >= cut;
      CHECK(fs::exists(scratch / ("some/configuration-00000" + std::to_string(step) + ".ildg")) ==
            (kept || step % 4 == 0 || step == 9));
    }
    CHECK(physics(scratch / "some") == physics(scratch / "all"));
    // If two conditions are given, both must hold, whether they are given in one option or in two.
    const std::string first = "|charge|=" + json(least).dump() + "..",
                      second = "|charge|=.." + json(cut).dump();
    for (const auto& given : std::vector<std::vector<std::string>>{
             {"--save-where", first, "--save-where", second}, {"--save-where", first + ";" + second}}) {
      auto both = more;
      both.insert(both.end(), given.begin(), given.end());
      both.push_back("--force");
      const auto r = run_program(chain(scratch / "both", 9, both));
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      for (int step = 1; step <= 9; ++step) {
        CAPTURE(step);
        const bool kept = charges.contains(step) && std::abs(charges.at(step)) <= cut;
        CHECK(fs::exists(scratch / ("both/configuration-00000" + std::to_string(step) + ".ildg")) ==
              (kept || step % 4 == 0 || step == 9));
      }
      const std::string config = (scratch / "both/config.toml").string();
      CHECK(run_program({"heatbath", "--config", config, "--output", scratch / "again", "--force"}).status ==
            0);
      CHECK(physics(scratch / "again") == physics(scratch / "all"));
    }
    for (const auto& [condition, says] : std::map<std::string, std::string>{
             {"charge", "'charge': it has no ="},
             {"charge=1", "it has no .."},
             {"charge=..", "it has no end"},
             {"charge=2..1", "nothing is inside"},
             {"charge=1..x", "'x' is no number"},
             {"||=1..", "it names nothing"},
             {"energy_=1..", "the chain measures no 'energy_'; it has plaquette, "},
             {"polyakov=1..", "polyakov is 2 numbers"}}) {
      auto refused = more;
      refused.insert(refused.end(), {"--save-where", condition});
      const auto r = run_program(chain(scratch / "none", 4, refused));
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(says));
      CHECK_FALSE(fs::exists(scratch / "none"));
    }
    // A list that does not fit is refused before the run begins, not when its measurement is due.
    for (const auto& [list, says] : std::map<std::string, std::string>{
             {"charge,blocked_charge:3@3", "blocks of 3 sites do not fill an extent of 4"},
             {"plaquette@2", "the plaquette is measured whenever anything is"},
             {"polyakov_multilevel:6:2@2", "updates at another coupling than its links"}}) {
      const auto r = run_program(chain(scratch / "none", 4, {"--observables", list, "--quiet"}));
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(says));
      CHECK_FALSE(fs::exists(scratch / "none"));
    }
    const auto trajectories =
        run_program({"hmc", "--lattice", "4,4,4,4", "--beta", "5.7", "--kappa", "0", "--steps", "2",
                     "--trajectories", "2", "--quiet", "--observables", "link_trace", "--save-where",
                     "plaquette=0..", "--output", scratch / "hmc"});
    CAPTURE(trajectories.err);
    CHECK(trajectories.status == 0);
    CHECK(fs::exists(scratch / "hmc/configuration-000001.ildg"));
  }

  TEST_CASE("heatbath --qcdml describes its configurations, changes no link, and may change on the way") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> wanted = {"--quiet", "--qcdml", "mc://grid/us/b5.7", "--institution",
                                             "Ours & theirs"};
    REQUIRE(run_program(chain(scratch / "plain", 6, {"--quiet"})).status == 0);
    REQUIRE(run_program(chain(scratch / "run", 4, wanted)).status == 0);
    const auto resume =
        run_program({"heatbath", "--resume", scratch / "run", "--sweeps", "6", "--series", "2", "--quiet"});
    CAPTURE(resume.err);
    REQUIRE(resume.status == 0);
    for (const char* step : {"04", "06"})
      CHECK(checksum(scratch / "run", step) == checksum(scratch / "plain", step));
    CHECK(physics(scratch / "run") == physics(scratch / "plain"));
    const auto info = run_program({"info", scratch / "run/configuration-000006.ildg", "--json"});
    REQUIRE(info.status == 0);
    const json file = json::parse(info.out), said = file.at("qcdml");
    CHECK(said.at("update") == "6");
    CHECK(said.at("series") == "2");
    CHECK(said.at("dataLFN") == "lfn://grid/us/b5.7/2/configuration-000006.ildg");
    CHECK(said.at("avePlaquette").get<double>() ==
          doctest::Approx(file.at("plaquette").get<double>()).epsilon(1e-10));
    const auto document = run_program({"info", scratch / "run/configuration-000006.ildg", "--qcdml"});
    for (const char* part :
         {"<institution>Ours &amp; theirs</institution>", "<name>beta</name>", "<value>5.7</value>",
          "<name>c1</name>", "<name>seed</name>", "<revisionAction>generate</revisionAction>"})
      CHECK(document.out_has(part));
    const auto plain = run_program({"info", scratch / "plain/configuration-000006.ildg", "--json"});
    CHECK(json::parse(plain.out).at("qcdml").is_null());
  }

  TEST_CASE("heatbath: refusals name the flag and touch nothing") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program(chain(scratch / "run", 4, {"--quiet"})).status == 0);
    const auto before = history(scratch / "run");
    struct Case {
      std::vector<std::string> arguments;
      int status;
      const char* says;
    };
    for (const Case& c : std::vector<Case>{
             {{"heatbath", "--resume", scratch / "run", "--sweeps", "9", "--beta", "6"}, 2, "--beta"},
             {{"heatbath", "--resume", scratch / "run"}, 2, "all 4 steps are done"},
             {{"heatbath", "--resume", scratch / "none"}, 3, "is not there"},
             {chain(scratch / "run", 4), 2, "not empty"},
             {chain(scratch / "new", 4, {"--action", "wislon"}), 2, "no gauge action"},
             {chain(scratch / "new", 4, {"--beta", "1e308"}), 2, "--beta"},
             {chain(scratch / "new", 4, {"--first-step", "2147483647"}), 2, "too many"},
             {chain("", 4), 2, "--output"},
             {chain(scratch / "new", 4, {"--action", "iwasaki", "--lattice", "4,4,2,4"}), 2,
              "too small for rectangles"}}) {
      const auto r = run_program(c.arguments);
      CAPTURE(r.err);
      CHECK(r.status == c.status);
      CHECK(r.err_has(c.says));
      CHECK(r.out.empty());
    }
    CHECK(history(scratch / "run") == before);
    CHECK_FALSE(fs::exists(scratch / "new"));
  }
}

}  // namespace glueball::test::cli_heatbath
