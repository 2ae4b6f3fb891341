#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_presets {
namespace {

using Arguments = std::vector<std::string>;

ProgramResult hmc(Arguments words) {
  words.insert(words.begin(), "hmc");
  words.emplace_back("--print-config");
  return run_program(words);
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("presets are found by name") {
    const auto by_name = hmc({"--preset", "hisq-2plus1"}),
               by_file = hmc({"--config", GLUEBALL_SOURCE "/assets/presets/hisq-2plus1.toml"});
    CAPTURE(by_name.err);
    REQUIRE(by_name.status == 0);
    CHECK(by_name.out == by_file.out);
    // Files in a preset are found beside it.
    CHECK(hmc({"--preset", "quickstart"}).out_has("configurations/quickstart.ildg"));
    check_refused(hmc({"--preset", "hisk-2plus1"}), 2, "did you mean 'hisq-2plus1'?");
    check_refused(hmc({"--preset", "zzz"}), 2, "there are clover-2plus1, fix-coulomb, fix-landau, ");
    check_refused(hmc({"--preset", "nested", "--config", "x.toml"}), 2,
                  "--preset nested and --config x.toml are given");
  }

  TEST_CASE("numbers in tables of a file are changed from the command line") {
    const auto has = [](const ProgramResult& r, const std::string& text) {
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(r.out_has(text));
    };
    has(hmc({"--preset", "hisq-2plus1", "--beta", "6.2"}), "kind = \"gauge\"\nlevel = 2\nbeta = 6.2\n");
    has(hmc({"--preset", "hisq-2plus1", "--set", "monomial.light.mass=0.01"}),
        "name = \"light\"\nkind = \"rooted-hisq\"\nlevel = 0\nflavours = 2\nmass = 0.01\nheavy-mass = "
        "0.08\n");
    has(hmc({"--preset", "hisq-2plus1", "--set=monomial.2.mass=0.09", "--set", "monomial.gauge.c1=iwasaki"}),
        "mass = 0.09\n");
    has(hmc({"--preset", "hisq-2plus1", "--set", "level.3.steps=7"}), "steps = 7\n");
    has(hmc({"--preset", "nested", "--kappa", "0.15"}), "kappa = 0.15\n");
    check_refused(hmc({"--preset", "nested", "--steps", "9"}), 2,
                  "in 2 [[level]]; give --set level.1.steps=9 or --set level.2.steps=9");
    check_refused(hmc({"--preset", "hisq-2plus1", "--set", "monomial.rooted-hisq.mass=1"}), 2,
                  "several monomials 'rooted-hisq'; name one: light, strange, 3");
    check_refused(hmc({"--preset", "hisq-2plus1", "--set", "monomial.lihgt.mass=1"}), 2,
                  "did you mean 'light'?");
    check_refused(run_program({"hmc", "--preset", "hisq-2plus1", "--set", "monomial.light.mas=1"}), 2,
                  "did you mean 'mass'?");
    check_refused(hmc({"--preset", "hisq-2plus1", "--set", "beta=6"}), 2, "names no table");
    check_refused(hmc({"--preset", "hisq-2plus1", "--set", "quark.light.mass=1"}), 2, "'quark' is no table");
    check_refused(hmc({"--preset", "hisq-2plus1", "--set", "monomial.light.mass"}), 2, "has no value");
    check_refused(hmc({"--set", "monomial.light.mass=1"}), 2, "--set acts only with --config or --preset");
  }

  TEST_CASE("words of other programs are understood in refusals") {
    check_refused(hmc({"--mass", "0.1"}), 2, "--set monomial.NAME.mass=VALUE");
    check_refused(hmc({"--sweeps", "5"}), 2, "did you mean '--trajectories'?");
    check_refused(run_program({"heatbath", "--trajectories", "5"}), 2, "did you mean '--sweeps'?");
    check_refused(hmc({"--volume", "4,4,4,4"}), 2, "did you mean '--lattice'?");
    check_refused(run_program({"hmc", "--start", "warm"}), 3, "give a configuration's file, cold or hot");
    const std::string file = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg";
    check_refused(run_program({"measure", file, "--observables", "topological_charge"}), 2,
                  "did you mean 'charge'?");
    check_refused(run_program({"convert", file, "x.h5"}), 2, "no configuration is written as HDF5");
    const TemporaryDirectory scratch;
    std::ofstream(scratch / "x.h5") << "\x89HDF\r\n\x1a\n............";
    check_refused(run_program({"convert", scratch / "x.h5", scratch / "y.ildg"}), 3, "is HDF5");
    const std::string run = scratch / "run";
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1", "--quiet", "--output", run})
                .status == 0);
    check_refused(run_program({"hmc", "--resume", run}), 2,
                  "is a run of heatbath, not of hmc; go on with: glueball heatbath --resume " + run);
  }
}

}  // namespace glueball::test::cli_presets
