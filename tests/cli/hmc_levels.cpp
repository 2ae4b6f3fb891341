// These tests check levels and monomials of glueball hmc: the same chain by flags and by TOML, diagnostics,
// presets.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/hmc_runs.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hmc_levels {

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

    // Flags replace the tables of the file. These flags say the same in other words.
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
    const auto instead = hmc({"--resume", scratch / "flat", "--trajectories", "4", "--level", "steps=5"});
    CHECK(instead.status == 2);
    CHECK(instead.err_has("--level: the run in " + (scratch / "flat").string() + " has none"));
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

  TEST_CASE("presets of hmc are sound") {
    for (const auto& entry : fs::directory_iterator(GLUEBALL_SOURCE "/assets/presets")) {
      std::ifstream file(entry.path());
      const std::string text((std::istreambuf_iterator<char>(file)), {});
      const std::string name = entry.path().filename().string();
      if (text.find("glueball hmc") == std::string::npos || name == "quickstart.toml" ||
          name == "hisq-2plus1.toml")
        continue;  // tests/cli/readme and tests/cli/rhmc run these
      CAPTURE(entry.path().string());
      const TemporaryDirectory scratch;
      // The run makes one trajectory, with one step per level, in a directory of its own.
      const auto r = hmc({"--config", entry.path().string(), "--trajectories", "1", "--output",
                          scratch / "run", "--tau", "0.02", "--thermalization", "1"});
      CAPTURE(r.err);
      CHECK(r.status == 0);
    }
  }
}

}  // namespace glueball::test::cli_hmc_levels
