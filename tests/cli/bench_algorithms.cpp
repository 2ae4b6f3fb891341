// These tests check glueball bench restart and bench hmc. They repeat the experiment of hep-lat/0611022 (one
// system solved in every precision) and the setups of arXiv:1209.5942 (CL2QCD), in small.
#include <doctest/doctest.h>

#include <string>
#include <tuple>
#include <vector>

#include "support/json_lines.hpp"
#include "support/program.hpp"

namespace glueball::test::cli_bench_algorithms {
namespace {

using Json = nlohmann::json;

TEST_SUITE("cli") {
  TEST_CASE("bench restart: every way reaches the residual") {
    const auto run = run_program({"bench", "restart", "--lattice", "4,4,4,8", "--thermalization", "5",
                                  "--kappa", "0.14", "--tolerance", "1e-9", "--json"});
    REQUIRE(run.status == 0);
    const auto rows = json_lines(run.out);
    REQUIRE(rows.size() >= 3);
    CHECK(rows[0]["method"] == "cpu double");
    for (const auto& row : rows) {
      CAPTURE(row["method"].get<std::string>());
      CHECK(row["residual"].get<double>() < 1e-9);
      CHECK(row["iterations"].get<int>() > 10);
      CHECK(row["seconds"].get<double>() > 0);
    }
    CHECK(rows[1]["restarts"].get<int>() > 0);
  }

  TEST_CASE("bench restart: half precision in 16-bit floats, told in the rows that it concerns") {
    const auto run =
        run_program({"bench", "restart", "--lattice", "4,4,4,8", "--thermalization", "5", "--kappa", "0.14",
                     "--tolerance", "1e-9", "--json", "--no-cpu", "--half-format", "float"});
    REQUIRE(run.status == 0);
    int floats = 0;
    for (const auto& row : json_lines(run.out)) {
      const auto method = row["method"].get<std::string>();
      CAPTURE(method);
      CHECK(row["residual"].get<double>() < 1e-9);
      CHECK(row.contains("half_format") == (method.find("half (float)") != std::string::npos));
      floats += row.value("half_format", "") == "float";
    }
    CHECK(floats >= 1);
  }

  TEST_CASE("bench pole-sum: as many iterations as it is to have, on a device that is first found to fit") {
    const auto run = run_program(
        {"bench", "pole-sum", "--lattice", "4,4,4,4", "--seconds", "0.01", "--no-tune", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    CHECK(json_lines(run.out).back()["gflops"].get<double>() > 0);
  }

  TEST_CASE("bench hmc: seconds, acceptance, and shares by part, level and kernel") {
    const std::vector<std::string> setup = {
        "--lattice", "4,4,4,4", "--thermalization", "5", "--hmc-kappa",   "0.12",
        "--mu",      "0",       "--steps",          "2", "--gauge-steps", "3",
        "--tau",     "0.2",     "--trajectories",   "2", "--thermalize",  "2"};
    const auto bench = [&](std::vector<std::string> more) {
      more.insert(more.begin(), {"bench", "hmc"});
      more.insert(more.end(), setup.begin(), setup.end());
      return run_program(more);
    };
    const auto run = bench({"--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = json_lines(run.out);
    REQUIRE(rows.size() == 1);
    const Json& row = rows[0];
    CHECK(row["seconds"].get<double>() > 0);
    CHECK(row["acceptance"].get<double>() > 0.5);
    CHECK(row["accepted"].get<int>() <= 2);
    CHECK(row["plaquette"].get<double>() > 0.4);
    CHECK(row["energies"] == "device");
    // The parts are forces and energies of the two actions, updates of links, momenta, and the rest.
    REQUIRE(row["parts"].size() == 7);
    // 2MN (the second-order minimal-norm integrator) with n steps has 2n + 1 kicks and 2n drifts. Each of the
    // 2 * 2 outer drifts has 3 inner steps, and last and first kicks of neighbours merge: 2 * 4 * 3 + 1 = 25.
    CHECK(row["parts"][0]["kicks"] == 5);
    CHECK(row["parts"][2]["kicks"] == 25);
    CHECK(row["parts"][0]["level"] == 0);
    CHECK(row["parts"][2]["level"] == 1);
    CHECK(row["parts"][0]["cg_iterations"].get<int>() > 0);
    double shares = 0, device = 0, dslash = 0;
    for (const auto& part : row["parts"]) {
      shares += part["share"].get<double>();
      device += part["device_seconds"].get<double>();
      dslash += part["dslash_seconds"].get<double>();
    }
    CHECK(shares == doctest::Approx(1));
    CHECK(device == doctest::Approx(row["device_seconds"].get<double>()));
    CHECK(dslash > 0);
    CHECK(row["not_dslash_on_device"].get<double>() == doctest::Approx(1 - dslash / device));
    CHECK(row["not_dslash"].get<double>() > row["not_dslash_on_device"].get<double>());
    double kernels = 0;
    for (const auto& kernel : row["kernels"]) kernels += kernel["share"].get<double>();
    CHECK(kernels == doctest::Approx(1));
    // The kernel runs once for each parity and is used by the gauge action's force alone.
    CHECK(row["kernels"]["md/gauge_force"]["calls"] == 2 * 25);
    CHECK(row["parts"][2]["kernels"]["md/gauge_force"] == row["kernels"]["md/gauge_force"]);

    const auto table = bench({"--energies", "host", "--precision", "double", "--inner", "single"});
    CAPTURE(table.err);
    REQUIRE(table.status == 0);
    CHECK(table.out_has("energies on the host"));
    CHECK(table.out_has("solver's iterations in single"));
    CHECK(table.out_has("of 2 accepted"));
    CHECK(table.out_has("not Dslash, nor CG in one launch: "));
    const auto half = run_program({"bench", "hmc", "--precision", "half"});
    CHECK(half.status == 2);
  }

  TEST_CASE(
      "bench hmc: the setups of 2012 by their letters, what was converted, and a start near equilibrium") {
    const auto bench = [](std::vector<std::string> more) {
      std::vector<std::string> all{"bench",          "hmc", "--lattice", "4,4,4,4", "--thermalization", "5",
                                   "--thermalize",   "2",   "--steps",   "3",       "--gauge-steps",    "2",
                                   "--trajectories", "1"};
      all.insert(all.end(), more.begin(), more.end());
      return run_program(all);
    };
    const auto table = bench({});
    CAPTURE(table.err);
    REQUIRE(table.status == 0);
    CHECK(table.out_has(
        "tree-level Symanzik action at beta 3.9, kappa 0.160856, 3 steps of 2 of 2MN, double precision"));
    CHECK(table.out_has(
        "start: 5 heatbath sweeps of the gauge action, then 2 trajectories of tau 1 at a mu 0.1, "));
    CHECK(table.out_has(
        "setup C of arXiv:1209.5942: its tau 1 goes with generators lambda; with ours, lambda/2, it is 2\n"));
    const auto run = bench({"--setup", "a,C,B", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = json_lines(run.out);
    REQUIRE(rows.size() == 3);
    const std::vector<std::tuple<std::string, double, double>> want{
        {"C", 0.1, 2}, {"B", 0.0035, 0.2}, {"A", 0.0025, 0.2}};
    for (std::size_t n = 0; n < 3; ++n) {
      const auto& [setup, mu, tau] = want[n];
      CHECK(rows[n]["setup"] == setup);
      CHECK(rows[n]["mu"] == mu);
      CHECK(rows[n]["tau"].get<double>() == doctest::Approx(tau));
      CHECK(rows[n]["paper_tau"].get<double>() == doctest::Approx(tau / 2));
      CHECK(rows[n]["precision"] == "double");
      CHECK(rows[n]["start"]["trajectories"] == 2);
      CHECK(rows[n]["start"]["settled"] == (n == 0 ? 0 : 1));
      CHECK(rows[n]["cg_iterations"].get<double>() > 10);
    }
    const auto none = bench({"--setup", "D"});
    CHECK(none.status == 2);
    CHECK(none.err_has("there is no setup 'D'; give A, B or C"));
    // Steps whose momenta overflow make links that are not finite: exp(iQ) is unitary for all others. The
    // error says so, and not that a solver failed.
    const auto wild = bench({"--mu", "0.0025", "--tau", "4e7", "--precision", "single", "--thermalize", "0"});
    CHECK(wild.status == 5);
    CHECK(wild.err_has("molecular dynamics has diverged"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_bench_algorithms
