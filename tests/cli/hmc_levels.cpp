// Levels and monomials of glueball hmc: the same chain by flags and by TOML, what is refused, tuning,
// diagnostics.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

using namespace glueball::test;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const std::string kLattice =
    "lattice = [4, 4, 4, 4]\nstart = \"hot\"\ntau = 0.2\nseed = 7\ntrajectories = 3\n";

std::string write(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
  return path.string();
}

std::string last_checksum(const fs::path& run) { return checksum_of(configuration_of(run, 3)); }

ProgramResult hmc(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "hmc");
  arguments.push_back("--quiet");
  return run_program(arguments);
}

std::vector<json> history_of(const fs::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<json> steps;
  for (std::string line; std::getline(file, line);)
    if (const json object = json::parse(line); object.contains("step")) steps.push_back(object);
  return steps;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "levels and monomials: flat keys, TOML tables, flags and a printed configuration make the same bits") {
    const TemporaryDirectory scratch;
    const std::string flat = write(scratch / "flat.toml", kLattice + "beta = 5.0\nkappa = 0.12\nsteps = 4\n");
    const std::string tables = write(scratch / "tables.toml", kLattice + R"(
[[level]]  # 0
integrator = "omelyan"
steps = 4

[[monomial]]
kind = "gauge"
level = 0
beta = 5.0

[[monomial]]
kind = "two-flavour"
level = 0
kappa = 0.12
)");
    REQUIRE(hmc({"--config", flat, "--output", scratch / "flat"}).status == 0);
    const auto r = hmc({"--config", tables, "--output", scratch / "tables"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const std::string expected = last_checksum(scratch / "flat");
    CHECK(expected != kNotWhole);
    CHECK(last_checksum(scratch / "tables") == expected);

    // Flags replace the tables of the file: here by the same, said in other words.
    const std::vector<std::string> flags = {"--level",    "steps=4,lambda=0.1931833275037836",
                                            "--monomial", "kind=gauge,level=0,beta=5.0,c1=wilson",
                                            "--monomial", "kind=two-flavour,level=0,kappa=0.12"};
    std::vector<std::string> arguments = {"--config", tables, "--output", scratch / "flags"};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    REQUIRE(hmc(arguments).status == 0);
    CHECK(last_checksum(scratch / "flags") == expected);

    const auto printed = run_program({"hmc", "--config", tables, "--print-config"});
    CHECK(printed.status == 0);
    CHECK(printed.out_has("half-format = \"fixed\""));
    CHECK(printed.out_has("[[monomial]]\nkind = \"two-flavour\"\nlevel = 0\nkappa = 0.12\n"));
    REQUIRE(hmc({"--config", write(scratch / "printed.toml", printed.out), "--output", scratch / "printed"})
                .status == 0);
    CHECK(last_checksum(scratch / "printed") == expected);
    REQUIRE(hmc({"--config", scratch / "tables" / "config.toml", "--output", scratch / "again"}).status == 0);
    CHECK(last_checksum(scratch / "again") == expected);
    CHECK(timeless_history(scratch / "again") == timeless_history(scratch / "tables"));

    // A run is resumed as it was, and not as another.
    const auto other = hmc({"--resume", scratch / "tables", "--trajectories", "4", "--level", "steps=5"});
    CHECK(other.status == 2);
    CHECK(other.err_has("--level: the run in"));
    REQUIRE(hmc({"--resume", scratch / "tables", "--trajectories", "4"}).status == 0);
    CHECK(history_of(scratch / "tables").size() == 4);
  }

  TEST_CASE("levels and monomials: two gauge monomials are recorded as the one action that they are") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    const auto r = hmc({"--lattice", "4,4,4,4", "--start", "hot", "--tau", "0.2", "--trajectories", "2",
                        "--level", "steps=3", "--monomial", "kind=gauge,level=0,beta=3", "--monomial",
                        "kind=gauge,level=0,beta=2.5,c1=symanzik", "--output", run.string()});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    for (const auto& step : history_of(run)) CHECK(step.at("physics").at("beta") == 5.5);
    // c1 = 2.5 (-1/12) / 5.5
    CHECK(
        run_program({"info", configuration_of(run, 2).string()}).out_has("beta = 5.5, c1 = -0.03787878788"));
    CHECK(hmc({"--resume", run.string(), "--trajectories", "3"}).status == 0);
  }

  TEST_CASE("levels and monomials: nested levels, diagnostics by monomial, precision") {
    const TemporaryDirectory scratch;
    for (const char* precision : {"single", "double"}) {
      CAPTURE(precision);
      const fs::path run = scratch / precision;
      const auto r = hmc({"--lattice",
                          "4,4,4,4",
                          "--start",
                          "hot",
                          "--tau",
                          "0.3",
                          "--trajectories",
                          "4",
                          "--level",
                          "integrator=force-gradient,steps=2",
                          "--level",
                          "integrator=omelyan,steps=2",
                          "--monomial",
                          "kind=two-flavour,level=0,kappa=0.12",
                          "--monomial",
                          "kind=gauge,level=1,beta=5.2,c1=symanzik",
                          "--force-interval",
                          "2",
                          "--reversibility-interval",
                          "4",
                          "--precision",
                          precision,
                          "--output",
                          run.string()});
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      CHECK(r.out_has("reversibility"));
      const auto steps = history_of(run);
      REQUIRE(steps.size() == 4);
      for (const auto& step : steps) {
        const auto& diagnostics = step.at("diagnostics");
        const auto& monomials = diagnostics.at("monomials");
        REQUIRE(monomials.size() == 2);
        CHECK(monomials[0].at("name") == "two-flavour");
        CHECK(monomials[1].at("level") == 1);
        CHECK(monomials[1].at("cg_iterations") == 0);
        CHECK(monomials[0].at("cg_iterations") == diagnostics.at("cg_iterations"));
        const bool measured = step.at("step").get<int>() % 2 == 0;
        CHECK(monomials[0].contains("force") == measured);
        if (measured) {
          // The gauge force is by far the larger.
          CHECK(monomials[0].at("force").get<double>() > 0);
          CHECK(monomials[1].at("force").get<double>() > 5 * monomials[0].at("force").get<double>());
        }
        const bool back = step.at("step") == 4;
        CHECK(diagnostics.contains("reversibility") == back);
        if (back) {
          const bool in_double = std::string(precision) == "double";
          CHECK(diagnostics.at("reversibility").at("links").get<double>() < (in_double ? 1e-6 : 1e-4));
          CHECK(diagnostics.at("reversibility").at("delta_h").get<double>() < (in_double ? 1e-4 : 1e-2));
        }
        CHECK(step.at("physics").at("beta") == 5.2);
      }
    }
  }

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

  TEST_CASE(
      "levels and monomials: what makes no sense is refused with its line and key before anything is made") {
    const TemporaryDirectory scratch;
    struct Bad {
      const char *text, *complaint;
    };
    const std::string gauge = "[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbeta = 5.0\n";  // lines 1 to 4
    for (const Bad& bad : {
             Bad{"[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbeta = \"hot\"\n",
                 "bad.toml:4: monomial 0: beta: 'hot' is no number"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 0.5\nbeta = 5\n",
              "bad.toml:3: monomial 0: level: '0.5' is no whole number"},
             {"[[monomial]]\nkind = \"guage\"\nlevel = 0\nbeta = 5\n",
              "bad.toml:2: monomial 0: kind: no action is called 'guage'; did you mean 'gauge'?"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbetta = 5\n", "bad.toml:4: monomial 0: betta: "},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbeta = -5\n", "bad.toml:4: monomial 0: beta: "},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 0\n",
              "bad.toml:1: monomial 0: action gauge: beta is missing"},
             {"[[monomial]]\nkind = \"gauge\"\nbeta = 5\n", "bad.toml:1: monomial 0: it is on no level"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 1\nbeta = 5\n",
              "bad.toml:3: monomial 0: level: there is no level 1"},
             {"[[monomial]]\nlevel = 0\nbeta = 5\n", "bad.toml:1: monomial 0: a monomial without kind"},
             {"[[monomial]]\n\n[[level]]\nsteps = 2\n", "bad.toml:1: [[monomial]] is empty"},
             {"\n[[level]]\nintegrator = \"omelyan\"\n", "bad.toml:2: level 0: a level without steps"},
             {"[[level]]\nsteps = 0\n", "bad.toml:2: level 0: steps: a level of 0 steps goes nowhere"},
             {"[[level]]\nsteps = many\n", "bad.toml:2: level 0: steps: 'many' is no whole number"},
             {"[[level]]\nsteps = 2\nintegrator = \"omelian\"\n",
              "bad.toml:3: level 0: integrator: no integrator is called"},
             {"[[level]]\nsteps = 2\nstep = 3\n",
              "bad.toml:3: level 0: step: a level takes no such key; did you mean 'steps'?"},
             {"[[level]]\nsteps = 2\nsteps = 3\n", "bad.toml:3: 'steps' is twice"},
             {"[[level]]\nsteps = [2, 3]\n", "bad.toml:2: 'steps' in [[level]] takes one"},
             {"[[level]]\nsteps = 2\nintegrator = \"leapfrog\"\nlambda = 0.2\n",
              "bad.toml:4: level 0: lambda: the integrator leapfrog takes none"},
             {"[[level]]\nsteps = 2\nlambda = 0.7\n", "bad.toml:3: level 0: lambda: 0.7 is out of range"},
             {"kappa = 0\n[[level]]\nsteps = 2\n\n[[level]]\nsteps = 2\n",
              "bad.toml:2: level 0: no monomial is on it"},
             {"[level]\nsteps = 2\n", "bad.toml:1: '[level]' is one of several: write [[level]]"},
             {"[[levels]]\nsteps = 2\n", "bad.toml:1: section '[[levels]]' is not for this command"},
             {"[[monomial]]\nkind = 5\nlevel = 0\n", "bad.toml:2: monomial 0: kind: no action is called '5'"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = \"inner\"\nbeta = 5\n",
              "bad.toml:3: monomial 0: level: 'inner' is no whole number"},
             {"[[monomial]]\nkind = [\"gauge\", \"ratio\"]\nlevel = 0\n",
              "bad.toml:2: 'kind' in [[monomial]] takes one"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = -1\nbeta = 5\n",
              "bad.toml:3: monomial 0: level: there is no level -1"},
             {"[[level]]\nsteps = -2\n", "bad.toml:2: level 0: steps: a level of -2 steps goes nowhere"},
             {"[[level]]\nsteps = 2.5\n", "bad.toml:2: level 0: steps: '2.5' is no whole number"},
             {"steps = \"few\"\n", "bad.toml:1"},
             {"steps = 3\n[[level]]\nsteps = 2\n", "--steps and --level are given"},
             {"beta = 5\n[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbeta = 5\n",
              "--beta and --monomial are given"},
             {"integrator = \"leepfrog\"\n", "did you mean 'leapfrog'?"},
             {"target-acceptance = 0.8\n", "--target-acceptance without --thermalization"},
             {"tau = \"long\"\n", "bad.toml:1"},
         }) {
      CAPTURE(bad.text);
      const auto r = hmc({"--config", write(scratch / "bad.toml", bad.text), "--output", scratch / "run"});
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(bad.complaint));
      CHECK_FALSE(fs::exists(scratch / "run"));
    }
    // Hasenbusch's chain: lines 1 to 4 are the gauge action, a quark's monomial has five or more.
    const auto ratio = [](const char* mu, const char* heavy) {
      return std::string("[[monomial]]\nkind = \"ratio\"\nlevel = 0\nkappa = 0.13\nmu = ") + mu +
             "\nheavy-mu = " + heavy + "\n";
    };
    const auto heaviest = [](const char* mu) {
      return std::string("[[monomial]]\nkind = \"twisted-mass\"\nlevel = 0\nkappa = 0.13\nmu = ") + mu + "\n";
    };
    const auto chain = [&](const std::string& quarks) {
      return hmc({"--config", write(scratch / "bad.toml", gauge + quarks), "--output", scratch / "run",
                  "--lattice", "4,2,2,4", "--trajectories", "1", "--tau", "0.01", "--level", "steps=1",
                  "--force"});
    };
    CHECK(chain(ratio("0.01", "0.1") + ratio("0.1", "0.4") + heaviest("0.4")).status == 0);
    CHECK(chain(heaviest("0.4") + ratio("0.1", "0.4") + ratio("0.01", "0.1")).status ==
          0);                                        // in any order of their own
    CHECK(chain(ratio("0.01", "0.1")).status == 0);  // a ratio alone
    fs::remove_all(scratch / "run");
    struct BadChain {
      std::string quarks, complaint;
    };
    for (const BadChain& bad : {
             BadChain{ratio("0.1", "0.01") + heaviest("0.01"),
                      "bad.toml:10: monomial 1: heavy-mu: masses out of order: it divides by "
                      "quarks of kappa 0.13, mu 0.01, csw 0, which are no heavier than its own"},
             {ratio("0.1", "0.1") + heaviest("0.1"),
              "bad.toml:10: monomial 1: heavy-mu: masses out of order"},
             {ratio("0.1", "0.01"), "bad.toml:10: monomial 1: heavy-mu: masses out of order"},
             {ratio("0.01", "0.4") + ratio("0.1", "0.2") + heaviest("0.4"),
              "bad.toml:16: monomial 2: heavy-mu: masses out of order: it "
              "divides by quarks of kappa 0.13, mu 0.2, csw 0, and no other monomial multiplies by them"},
             {ratio("0.01", "0.1") + ratio("0.1", "0.4"),
              "bad.toml:16: monomial 2: heavy-mu: masses out of order"},
             {ratio("0.01", "0.4") + ratio("0.1", "0.4") + heaviest("0.4"),
              "bad.toml:16: monomial 2: heavy-mu: masses out of order: it "
              "divides by quarks of kappa 0.13, mu 0.4, csw 0, which another monomial has divided by before"},
             {"[[monomial]]\nkind = \"ratio\"\nlevel = 0\nkappa = 0.13\nmu = 0.1\nheavy-kappa = 0.12\n"
              "[[monomial]]\nkind = \"ratio\"\nlevel = 0\nkappa = 0.12\nmu = 0\nheavy-kappa = 0.13\nheavy-mu "
              "= 0.1\n",
              "masses out of order: the ratios divide by each other, and no determinant ends them"},
         }) {
      CAPTURE(bad.quarks);
      const auto r = chain(bad.quarks);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(bad.complaint));
      CHECK_FALSE(fs::exists(scratch / "run"));
    }
    const auto flag = hmc({"--monomial", "kind=gauge,level=0,beta=x", "--output", scratch / "run"});
    CHECK(flag.status == 2);
    CHECK(flag.err_has("error: --monomial 0: beta: 'x' is no number"));
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
      // What the energy falls by from the hot start is more, and no reason to stop.
      CHECK(steps[0].at("physics").at("delta_h").get<double>() < -limit);
      const auto r = run({"--runaway", fmt::format("{:.17g}", limit / 256)}, "run");
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(fmt::format("trajectory {}: dH = ", bad)));
      CHECK(r.err_has("has run away"));
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

  TEST_CASE("presets of hmc are sound") {
    for (const auto& entry : fs::directory_iterator(GLUEBALL_SOURCE "/assets/presets")) {
      std::ifstream file(entry.path());
      const std::string text((std::istreambuf_iterator<char>(file)), {});
      const std::string name = entry.path().filename().string();
      if (text.find("glueball hmc") == std::string::npos || name == "quickstart.toml")
        continue;  // tests/cli/readme runs it
      CAPTURE(entry.path().string());
      const TemporaryDirectory scratch;
      // One trajectory, of one step a level, into a place of its own.
      const auto r = hmc({"--config", entry.path().string(), "--trajectories", "1", "--output",
                          scratch / "run", "--tau", "0.02", "--thermalization", "1"});
      CAPTURE(r.err);
      CHECK(r.status == 0);
    }
  }
}
