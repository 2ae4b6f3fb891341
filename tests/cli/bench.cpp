// glueball bench: what it times, in every precision, and the experiment of 2006.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"

namespace glueball::test {
namespace {

using Json = nlohmann::json;

std::vector<Json> rows_of(const std::string& text) {
  std::vector<Json> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(Json::parse(line));
  return all;
}

TEST_SUITE("cli") {
  TEST_CASE("bench: fermion kernels in every precision, with the keys that other programs read") {
    for (const std::string precision : {"half", "single", "double"}) {
      const auto run = run_program({"bench", "dslash", "even-odd", "twisted-mass", "clover-quark", "staggered", "norm2", "--lattice",
                                    "4,4,4,4", "--seconds", "0.01", "--precision", precision, "--json"});
      REQUIRE(run.status == 0);
      const auto rows = rows_of(run.out);
      REQUIRE(rows.size() == 7);  // the copy comes first
      for (const auto& row : rows) {
        for (const char* key : {"kernel", "device", "api", "lattice", "precision", "reconstruct", "storage", "seconds", "gflops",
                                "gbytes_per_s", "copy_gbytes_per_s", "fraction_of_copy"})
          CHECK(row.contains(key));
        CHECK(row["precision"] == precision);
        CHECK(row["seconds"].get<double>() > 0);
      }
      CHECK(rows[1]["gflops"].get<double>() > 0);
    }
  }

  TEST_CASE("bench: names and precisions that there are not") {
    const auto unknown = run_program({"bench", "dslosh"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err.find("dslosh") != std::string::npos);
    const auto no_half = run_program({"bench", "heatbath", "--precision", "half"});
    CHECK(no_half.status == 2);
    CHECK(no_half.err.find("half") != std::string::npos);
    CHECK(run_program({"bench", "dslash", "--precision", "quarter"}).status == 2);
    CHECK(run_program({"bench", "restart", "dslash"}).status == 2);
  }

  TEST_CASE("bench restart: every way reaches the residual") {
    const auto run = run_program(
        {"bench", "restart", "--lattice", "4,4,4,8", "--thermalization", "5", "--kappa", "0.14", "--tolerance", "1e-9", "--json"});
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
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

  TEST_CASE("bench hmc: seconds, acceptance, and shares by kernel and monomial") {
    const auto run = run_program({"bench", "hmc", "--lattice", "4,4,4,4", "--thermalization", "5", "--hmc-kappa", "0.12", "--mu", "0",
                                  "--steps", "2", "--gauge-steps", "3", "--tau", "0.2", "--trajectories", "2", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
    REQUIRE(rows.size() == 1);
    const Json& row = rows[0];
    CHECK(row["seconds"].get<double>() > 0);
    CHECK(row["acceptance"].get<double>() > 0.5);
    REQUIRE(row["monomials"].size() == 2);
    // 2MN of n steps: 2n + 1 kicks; of the inner one 2 * 2 drifts of 3 steps, neighbouring ones together.
    CHECK(row["monomials"][0]["kicks"] == 5);
    CHECK(row["monomials"][1]["kicks"] == 25);
    CHECK(row["monomials"][0]["cg_iterations"].get<int>() > 0);
    const double shares = row["monomials"][0]["share"].get<double>() + row["monomials"][1]["share"].get<double>();
    CHECK(shares > 0.05);
    CHECK(shares < 1);
    double kernels = 0;
    for (const auto& kernel : row["kernels"]) kernels += kernel["share"].get<double>();
    CHECK(kernels == doctest::Approx(1));
    CHECK(row["kernels"]["md/gauge_force"]["calls"].get<int>() >= 2 * 25);
    const auto half = run_program({"bench", "hmc", "--precision", "half"});
    CHECK(half.status == 2);
  }
}

}  // namespace
}  // namespace glueball::test
