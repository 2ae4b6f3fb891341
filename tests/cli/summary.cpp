#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "measure/statistics.hpp"
#include "run/toml_checksum.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_summary {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;
using json = nlohmann::json;

/// Returns the options and the history of an HMC run with these plaquettes.
void write_run(const fs::path& directory, const std::vector<double>& plaquettes, const std::string& more = "",
               double beta = 5.5) {
  fs::create_directories(directory);
  std::ofstream(directory / "config.toml") << with_checksum(
      fmt::format("# glueball hmc\nlattice = [4, 4, 4, 4]\nbeta = {}\nkappa = 0.1\n{}", beta, more));
  std::ofstream history(directory / "history.jsonl");
  history << R"({"provenance":{"version":"0.1.0","seed":1}})" << '\n';
  int step = 0;
  for (const double p : plaquettes) {
    ++step;
    history << json{{"step", step},
                    {"physics",
                     {{"beta", beta},
                      {"plaquette", p},
                      {"delta_h", 0.5},
                      {"accepted", step % 4 != 0},
                      {"pair", {p, 2 * p}},
                      {"condensate", {p, 2 * p}}}},
                    {"diagnostics",
                     {{"acceptance", 0.75},
                      {"cg_iterations", 100 + step},
                      {"unitarity_deviation", 0.0},
                      {"seconds", 2.0}}}}
                   .dump()
            << '\n';
  }
}

/// Returns plaquettes that alternate about 0.5.
std::vector<double> steady(int count, double middle = 0.5) {
  std::vector<double> values;
  for (int n = 0; n < count; ++n) values.push_back(middle + 0.001 * std::sin(2.4 * n * n));
  return values;
}

ProgramResult summary(const Arguments& more) {
  Arguments words{"summary"};
  words.insert(words.end(), more.begin(), more.end());
  return run_program(words);
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("summary gives the numbers that the run itself gave") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run";
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.7", "--sweeps",
                         "24", "--thermalization", "4", "--quiet", "--output", run})
                .status == 0);
    std::ifstream in(run + "/history.jsonl");
    std::string line, last;
    while (std::getline(in, line)) last = line;
    const json own = json::parse(last).at("summary");
    const auto again = summary({run, "--json"});
    CAPTURE(again.err);
    REQUIRE(again.status == 0);
    const auto rows = json_lines(again.out);
    REQUIRE(rows.size() == 2);
    CHECK(rows[0].at("thermalization") == 4);
    CHECK(rows[0].at("finished") == true);
    for (const char* key : {"plaquette", "plaquette_error", "plaquette_tau_int", "polyakov", "polyakov_error",
                            "polyakov_modulus_error"}) {
      CAPTURE(key);
      CHECK(rows[0].at(key) == own.at(key));
      CHECK(rows[1].at("summary").at(key) == own.at(key));
    }
    CHECK(summary({run, "--thermalization", "10", "--json"}).out_has("\"thermalization\":10"));
  }

  TEST_CASE("summary of hmc: acceptance, dH, iterations, the window, and a mean over runs") {
    const TemporaryDirectory scratch;
    const std::string a = scratch / "a", b = scratch / "b";
    write_run(a, steady(40));
    write_run(b, steady(20, 0.503));
    const auto one = json_lines(summary({a, "--thermalization", "8", "--json"}).out).front();
    CHECK(one.at("command") == "hmc");
    CHECK(one.at("acceptance") == doctest::Approx(0.75));
    CHECK(one.at("delta_h") == doctest::Approx(0.5));
    CHECK(one.at("exp_minus_delta_h") == doctest::Approx(std::exp(-0.5)));
    CHECK(one.at("cg_iterations") == doctest::Approx(124.5));
    CHECK(one.at("rejected_in_a_row") == 1);
    CHECK(one.at("seconds") == doctest::Approx(80));
    const auto values = steady(40);
    const SeriesEstimate e = gamma_method(std::vector<double>(values.begin() + 8, values.end()));
    CHECK(one.at("plaquette") == e.mean);
    CHECK(one.at("plaquette_error") == e.error);
    CHECK(one.at("plaquette_window") == e.window);
    CHECK(one.at("pair").at(1) == doctest::Approx(2 * e.mean));

    const auto both = summary({a, b, "--thermalization", "0", "--json", "--observables", "plaquette"});
    CHECK(both.err_has(b + ": plaquette is "));  // they differ by more than their errors
    const auto rows = json_lines(both.out);
    REQUIRE(rows.size() == 3);
    const double of_a = rows[0].at("plaquette"), of_b = rows[1].at("plaquette"),
                 error_a = rows[0].at("plaquette_error"), error_b = rows[1].at("plaquette_error");
    CHECK(rows[2].at("summary").at("runs") == 2);
    CHECK(rows[2].at("summary").at("plaquette") == doctest::Approx((2 * of_a + of_b) / 3));
    CHECK(rows[2].at("summary").at("plaquette_error") ==
          doctest::Approx(std::sqrt(4 * error_a * error_a + error_b * error_b) / 3));
    const auto text = summary({a, b});
    CHECK(text.out_has("2 runs together"));
    CHECK(text.out_has(", window "));
    CHECK(text.out_has("not finished"));
  }

  TEST_CASE("summary says that a chain still thermalises, and where it has cut") {
    const TemporaryDirectory scratch;
    std::vector<double> rising, settled = steady(80);
    for (int n = 0; n < 60; ++n) rising.push_back(0.3 + 0.004 * n + 0.0005 * std::sin(2.4 * n * n));
    for (int n = 0; n < 10; ++n) settled[std::size_t(n)] += 0.2 * std::exp(-n / 2.0);
    write_run(scratch / "rising", rising);
    write_run(scratch / "settled", settled);
    CHECK(summary({scratch / "rising"}).out_has("still thermalising: plaquette drifts"));
    const auto good = json_lines(summary({scratch / "settled", "--json"}).out).front();
    CHECK(good.at("drifting").empty());
    CHECK(good.at("thermalization") >= 8);
    CHECK(good.at("thermalization") <= 16);
    CHECK(good.at("thermalization_chosen") == "chosen by its plaquette");
    write_run(scratch / "given", settled, "thermalization = 30\n");
    CHECK(summary({scratch / "given", "--json"}).out_has("\"thermalization\":30"));
  }

  TEST_CASE("summary says that ten trajectories from random links still thermalise") {
    const TemporaryDirectory scratch;
    write_run(scratch / "run", {0.252086, 0.341945, 0.387569, 0.412909, 0.431260, 0.444494, 0.454772,
                                0.460042, 0.466093, 0.472068});
    CHECK(summary({scratch / "run"}).out_has("still thermalising: plaquette drifts"));
    write_run(scratch / "good", steady(10));
    CHECK_FALSE(summary({scratch / "good"}).out_has("still thermalising"));
  }

  TEST_CASE("summary names condensates by their masses") {
    const TemporaryDirectory scratch;
    write_run(scratch / "run", steady(40), "observables = \"plaquette,condensate:hisq:0.01/0.05\"\n");
    const auto text = summary({scratch / "run", scratch / "run"}).out;
    for (const char* row : {"\ncondensate m=0.01 ", "\ncondensate m=0.05 "}) {
      const auto first = text.find(row);
      REQUIRE(first != std::string::npos);
      CHECK(text.find(row, first + 1) != std::string::npos);
    }
    const auto line = json_lines(summary({scratch / "run", "--json"}).out).front();
    CHECK(line.at("condensate_mass") == json{0.01, 0.05});
    write_run(scratch / "other", steady(40));
    CHECK(summary({scratch / "other"}).out_has("\ncondensate [1] "));
  }

  TEST_CASE("summary of damaged histories, and of what is no chain: one line") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    write_run(run, steady(20));
    std::ofstream(run / "history.jsonl", std::ios::app) << R"({"step":21,"phys)";
    const auto torn = summary({run.string()});
    CHECK(torn.status == 0);
    CHECK(torn.out_has("the last line of the history is incomplete and left out"));
    std::ofstream(run / "history.jsonl", std::ios::app) << "\n{\"step\":22,\"physics\":{}}\n";
    check_refused(summary({run.string()}), 3, "history.jsonl, line ");
    write_run(run, steady(20));
    std::ofstream(run / "history.jsonl", std::ios::app)
        << R"({"step":21,"physics":{"beta":5.5},"diagnostics":{}})" << '\n';
    check_refused(summary({run.string()}), 3, "history.jsonl, line 22: no line of a chain");
    write_run(run, {});
    check_refused(summary({run.string()}), 3, "there is no step in it");
    check_refused(summary({(scratch / "none").string()}), 3, "is not there");
    check_refused(summary({scratch.path().string()}), 3, "holds no run");
    write_run(run, steady(20));
    std::ofstream(run / "config.toml") << with_checksum("# glueball measure\n");
    check_refused(summary({run.string()}), 3, "is a run of measure, no chain");
    write_run(run, steady(20));
    check_refused(summary({run.string(), "--thermalization", "20"}), 2,
                  "no step is left of 20 after the first 20");
    check_refused(summary({run.string(), "--thermalization", "few"}), 2, "'few' is no number of steps");
    check_refused(summary({run.string(), "--observables", "plaquete"}), 2, "did you mean 'plaquette'?");
    write_run(scratch / "other", steady(20), "", 5.6);
    check_refused(summary({run.string(), (scratch / "other").string()}), 2, "beta is 5.6");
  }

  TEST_CASE("summary --plot draws histories") {
    const TemporaryDirectory scratch;
    write_run(scratch / "a", steady(30));
    const std::string file = scratch / "history.svg";
    const auto r = summary({scratch / "a", "--plot", file, "--observables", "delta_h"});
    CAPTURE(r.err);
    if (r.status == 2 && r.err_has("airo")) return;  // there is no Cairo
    REQUIRE(r.status == 0);
    std::ifstream in(file);
    const std::string text((std::istreambuf_iterator<char>(in)), {});
    CHECK(text.starts_with("<?xml"));
    check_refused(summary({scratch / "a", "--plot", file}), 2, "exists");
    check_refused(summary({scratch / "a", "--plot", scratch / "history.pdf"}), 2, "neither PNG nor SVG");
  }
}

}  // namespace glueball::test::cli_summary
