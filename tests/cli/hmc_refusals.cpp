// These tests check that invalid levels and monomials of glueball hmc are refused with line and key.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "support/hmc_runs.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hmc_refusals {

namespace fs = std::filesystem;

namespace {

std::string write(const fs::path& path, const std::string& text) {
  std::ofstream(path) << text;
  return path.string();
}

}  // namespace

TEST_SUITE("cli") {
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
             {"[[monomial]]\nkind = \"overlap\"\nlevel = 0\nmass = 0.3\nsmear = \"stout\"\n",
              "bad.toml:5: monomial 0: smear: overlap quarks move on links as they are"},
             {"[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbetta = \"hot\"\n",
              "bad.toml:4: monomial 0: betta: action gauge: it takes no 'betta'; did you mean 'beta'?"},
             {"[[monomial]]\nkind = \"overlap\"\nlevel = 0\nmass = 0.3\n",
              "bad.toml:2: monomial 0: kind: overlap quarks in single precision: where an eigenvalue of H "
              "passes "
              "through zero would be lost in rounding; give --precision double"},
             {"precision = \"double\"\n[[monomial]]\nkind = \"overlap\"\nlevel = 0\nmass = "
              "0.3\n[[monomial]]\n"
              "kind = \"overlap\"\nlevel = 0\nmass = 0.6\n",
              "bad.toml:7: monomial 1: kind: a second monomial of overlap quarks: where an eigenvalue of H "
              "passes "
              "through zero the energies of both would jump; give one at most"},
             {"\n[[level]]\nintegrator = \"omelyan\"\n", "bad.toml:2: level 0: a level without steps"},
             {"[[level]]\nsteps = 0\n", "bad.toml:2: level 0: steps: a level of 0 steps does not integrate"},
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
             {"[[level]]\nsteps = -2\n",
              "bad.toml:2: level 0: steps: a level of -2 steps does not integrate"},
             {"[[level]]\nsteps = 2.5\n", "bad.toml:2: level 0: steps: '2.5' is no whole number"},
             {"steps = \"few\"\n", "bad.toml:1"},
             {"steps = 3\n[[level]]\nsteps = 2\n", "--steps and --level are given"},
             {"beta = 5\n[[monomial]]\nkind = \"gauge\"\nlevel = 0\nbeta = 5\n",
              "--beta and --monomial are given"},
             {"integrator = \"leepfrog\"\n", "did you mean 'leapfrog'?"},
             {"target-acceptance = 0.8\n", "'target-acceptance' acts only with --thermalization"},
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
    CHECK(flag.err_has("--monomial 0: beta: 'x'"));
  }

  TEST_CASE("hmc: what a solve proposes are flags and values that hmc has") {
    const std::vector<std::string> base = {
        "hmc", "--lattice", "4,4,4,4", "--start", "cold",     "--beta",
        "5.6", "--tau",     "0.1",     "--steps", "1",        "--trajectories",
        "1",   "--kappa",   "0.12",    "--quiet", "--no-tune"};
    const TemporaryDirectory scratch;
    const auto failed = [&](std::vector<std::string> more) {
      more.insert(more.begin(), base.begin(), base.end());
      more.insert(more.end(), {"--output", (scratch / "run").string()});
      const auto r = run_program(more);
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.error_lines() == 1);
      return r.err;
    };
    // Beyond what residuals in single precision can show.
    const std::string half = failed({"--inner", "half", "--force-tolerance", "1e-12"});
    CHECK(half.find("the residual does not decrease any more") != std::string::npos);
    CHECK(half.find("a larger --force-tolerance, or try --inner single or --precision double\n") !=
          std::string::npos);
  }
}

}  // namespace glueball::test::cli_hmc_refusals
