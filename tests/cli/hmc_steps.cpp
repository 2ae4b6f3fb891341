// These tests check the steps of glueball hmc: thermalization tunes them, and --runaway ends a diverging
// chain.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/hmc_runs.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hmc_steps {

using nlohmann::json;
namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE(
      "levels and monomials: steps are tuned during thermalization alone, and a resumed run tunes the same") {
    const TemporaryDirectory scratch;
    const std::vector<std::string> chain = {"--lattice",
                                            "4,4,4,4",
                                            "--start",
                                            "hot",
                                            "--beta",
                                            "5.5",
                                            "--kappa",
                                            "0",
                                            "--tau",
                                            "1",
                                            "--steps",
                                            "2",
                                            "--integrator",
                                            "leapfrog",
                                            "--seed",
                                            "3",
                                            "--thermalization",
                                            "12",
                                            "--target-acceptance",
                                            "0.8"};
    const auto run = [&](const fs::path& output, int trajectories) {
      auto arguments = chain;
      arguments.insert(arguments.end(),
                       {"--trajectories", std::to_string(trajectories), "--output", output.string()});
      return hmc(arguments);
    };
    const auto whole = run(scratch / "whole", 16);
    REQUIRE(whole.status == 0);
    CHECK(whole.out_has(" of level 0, tuned; an acceptance of 0."));
    const auto steps = history_of(scratch / "whole");
    REQUIRE(steps.size() == 16);
    const auto taken = [&](std::size_t n) { return steps[n].at("diagnostics").at("steps").get<int>(); };
    CHECK(taken(0) == 2);
    CHECK(taken(11) > 2);
    for (std::size_t n = 12; n < 16; ++n) CHECK(taken(n) == taken(15));

    REQUIRE(run(scratch / "part", 7).status == 0);
    REQUIRE(hmc({"--resume", scratch / "part", "--trajectories", "16"}).status == 0);
    CHECK(timeless_history(scratch / "part") == timeless_history(scratch / "whole"));
    CHECK(checksum_of(configuration_of(scratch / "part", 16)) ==
          checksum_of(configuration_of(scratch / "whole", 16)));
  }

  TEST_CASE("hmc with its defaults on a small lattice moves") {
    const TemporaryDirectory scratch;
    const auto r =
        hmc({"--lattice", "4,4,4,4", "--trajectories", "4", "--json", "--output", scratch / "run"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    CHECK_FALSE(r.err_has("rejected"));
    const auto rows = json_lines(r.out);
    REQUIRE(rows.size() == 5);
    CHECK(rows.back().at("summary").at("acceptance") >= 0.75);
    CHECK(rows[3].at("plaquette").get<double>() > rows[0].at("plaquette").get<double>() + 0.05);
    CHECK(rows[3].at("plaquette") > 0.3);
    CHECK(rows[3].at("plaquette") < 0.6);
  }

  TEST_CASE("a chain that never moves says so once, with what to do") {
    const TemporaryDirectory scratch;
    std::vector<std::string> chain = {"--lattice", "4,4,4,4", "--start", "hot", "--beta",  "5.5",
                                      "--kappa",   "0",       "--tau",   "2",   "--steps", "1"};
    const auto run = [&](int trajectories) {
      auto arguments = chain;
      arguments.insert(arguments.end(), {"--trajectories", std::to_string(trajectories), "--json", "--output",
                                         scratch / std::to_string(trajectories)});
      return hmc(arguments);
    };
    const auto count = [](const ProgramResult& r) {
      const std::string said = "trajectories in a row were rejected";
      int found = 0;
      for (auto at = r.err.find(said); at != std::string::npos; at = r.err.find(said, at + 1)) ++found;
      return found;
    };
    const auto many = run(21), few = run(3);
    REQUIRE(many.status == 0);
    CHECK(count(many) == 1);
    CHECK(many.err_has("10 trajectories in a row were rejected, the last with dH +"));
    CHECK(json_lines(many.out).back().at("summary").at("rejected_in_a_row") == 21);
    CHECK(count(few) == 1);
    // The advice is about the start only where that was hot.
    CHECK(few.err_has("take more steps a trajectory, or start from a cold"));
    chain[3] = "cold";
    chain.insert(chain.end() - 1, {"1", "--runaway", "1e6", "--steps"});
    fs::remove_all(scratch / "3");
    const auto cold = run(3);
    CHECK(count(cold) == 1);
    CHECK_FALSE(cold.err_has("start from a cold"));
    CHECK(cold.err_has("take more steps a trajectory, or shorter trajectories"));
    fs::remove_all(scratch / "3");
    chain[3] = "hot";
    chain.back() = "40";
    const auto moving = run(11);
    CHECK(count(moving) == 0);
    CHECK(json_lines(moving.out).back().at("summary").at("rejected_in_a_row") < 10);
  }

  TEST_CASE("hmc whose condensate does not converge keeps the step, and a new run goes on from there") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    // Light quarks that are periodic have zero modes near unit links.
    const std::vector<std::string> chain = {"--lattice",  "4,4,4,4", "--beta",         "5.5",     "--kappa",
                                            "0.12",       "--tau",   "0.01",           "--steps", "2",
                                            "--boundary", "1,1,1,1", "--trajectories", "3",       "--json"};
    auto words = chain;
    words.insert(words.end(), {"--start", "cold", "--observables", "link_trace,condensate:staggered:1e-4:1",
                               "--output", run.string()});
    const auto r = hmc(words);
    CAPTURE(r.err);
    CHECK(r.status == 5);
    const auto configuration = configuration_of(run, 1);
    CHECK(checksum_of(configuration) != kNotWhole);
    CHECK(r.err_has("step 1: condensate:staggered:1e-4:1: mass 0.0001: solver: "));
    CHECK(r.err_has("its configuration is " + configuration.string()));
    CHECK(
        r.err_has("a new run goes on with that as --start and --first-step 2: take a larger mass, or leave "
                  "the observable out"));
    CHECK(faults_of(run).empty());
    const auto before = content_of(run);
    const auto resumed = run_program({"hmc", "--resume", run.string()});
    CAPTURE(resumed.err);
    CHECK(resumed.status == 5);
    CHECK(resumed.err_has("--first-step 2"));
    CHECK(content_of(run) == before);
    words = chain;
    words.insert(words.end(), {"--start", configuration.string(), "--first-step", "2", "--observables",
                               "condensate:staggered:0.1:1", "--output", (scratch / "on").string()});
    const auto on = hmc(words);
    CAPTURE(on.err);
    CHECK(on.status == 0);
    CHECK(json_lines(on.out).front().at("step") == 2);
  }

  TEST_CASE(
      "forces that start from solutions before take fewer iterations, and a resumed run has the same bits") {
    const TemporaryDirectory scratch;
    const auto run = [&](const std::string& output, const std::string& chronology, int trajectories) {
      return hmc({"--lattice",      "4,4,4,4",
                  "--start",        "hot",
                  "--beta",         "5.5",
                  "--kappa",        "0.15",
                  "--tau",          "0.5",
                  "--steps",        "8",
                  "--seed",         "4",
                  "--chronology",   chronology,
                  "--trajectories", std::to_string(trajectories),
                  "--output",       (scratch / output).string()});
    };
    for (const char* depth : {"0", "3"}) REQUIRE(run(depth, depth, 4).status == 0);
    const auto plain = history_of(scratch / "0"), guessed = history_of(scratch / "3");
    REQUIRE(plain.size() == 4);
    REQUIRE(guessed.size() == 4);
    const auto iterations = [](const json& step) {
      return step.at("diagnostics").at("cg_iterations").get<int>();
    };
    for (std::size_t n = 0; n < 4; ++n) CHECK(iterations(guessed[n]) < 0.85 * iterations(plain[n]));
    // The same trajectory but for what the tolerance of forces leaves.
    const auto change = [](const json& step) { return step.at("physics").at("delta_h").get<double>(); };
    CHECK(change(guessed[0]) == doctest::Approx(change(plain[0])).scale(1).epsilon(0.01));
    REQUIRE(run("part", "3", 2).status == 0);
    REQUIRE(hmc({"--resume", scratch / "part", "--trajectories", "4"}).status == 0);
    CHECK(timeless_history(scratch / "part") == timeless_history(scratch / "3"));
    for (const char* depth : {"-1", "13", "1.5"}) {
      const auto r = run("none", depth, 1);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("--chronology"));
    }
    CHECK_FALSE(fs::exists(scratch / "none"));
  }

  TEST_CASE(
      "a trajectory that runs away ends the run before it is accepted: the step before is kept, and goes on "
      "to the bit") {
    for (const std::string random : {"philox", "ranlux"}) {
      CAPTURE(random);
      const TemporaryDirectory scratch;
      const auto run = [&](std::vector<std::string> arguments, const std::string& output) {
        const std::vector<std::string> chain = {
            "--lattice",       "4,4,4,4",  "--start",  "hot",           "--beta",         "5.5",
            "--kappa",         "0",        "--tau",    "0.5",           "--steps",        "7",
            "--integrator",    "leapfrog", "--random", random,          "--trajectories", "30",
            "--save-interval", "1",        "--output", scratch / output};
        arguments.insert(arguments.end(), chain.begin(), chain.end());
        return hmc(arguments);
      };
      REQUIRE(run({}, "whole").status == 0);
      // The first that is accepted and worse than all before it.
      const auto steps = history_of(scratch / "whole");
      double worst = 0, limit = 0;
      std::size_t bad = 0;
      for (std::size_t n = 0; n < steps.size() && bad == 0; ++n) {
        const auto& physics = steps[n].at("physics");
        const double dh = physics.at("delta_h").get<double>();
        if (n > 1 && dh > worst && physics.at("accepted").get<bool>()) bad = n + 1, limit = (worst + dh) / 2;
        worst = std::max(worst, dh);
      }
      REQUIRE(bad > 0);
      // From the hot start H falls by more than the limit; a negative dH never stops a run.
      CHECK(steps[0].at("physics").at("delta_h").get<double>() < -limit);
      const auto r = run({"--runaway", fmt::format("{:.17g}", limit / 256)}, "run");
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(fmt::format("trajectory {}: dH = ", bad)));
      CHECK(r.err_has("is above the limit"));
      const auto good = configuration_of(scratch / "run", int(bad) - 1);
      CHECK(r.err_has("the configuration before it is " + good.string()));
      CHECK(history_of(scratch / "run").size() == bad - 1);
      CHECK(checksum_of(good) == checksum_of(configuration_of(scratch / "whole", int(bad) - 1)));
      const auto measured = run_program({"measure", good.string(), "--observables", "plaquette",
                                         "--precision", "double", "--json", "--quiet"});
      REQUIRE(measured.status == 0);
      CHECK(nlohmann::json::parse(measured.out).at("plaquette").get<double>() ==
            doctest::Approx(steps[bad - 2].at("physics").at("plaquette").get<double>()).epsilon(1e-10));

      const auto rest = run_program({"hmc", "--resume", scratch / "run", "--runaway", "100", "--quiet"});
      CAPTURE(rest.err);
      REQUIRE(rest.status == 0);
      CHECK(timeless_history(scratch / "run") == timeless_history(scratch / "whole"));
      CHECK(checksum_of(configuration_of(scratch / "run", 30)) ==
            checksum_of(configuration_of(scratch / "whole", 30)));
    }
  }
}

}  // namespace glueball::test::cli_hmc_steps
