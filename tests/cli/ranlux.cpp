// These tests check --random ranlux: a chain whose random numbers have a state, kept with every
// configuration.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranlux {

namespace fs = std::filesystem;

namespace {

struct Chain {
  std::vector<std::string> arguments;
  const char* count;
};

const Chain kChains[] = {
    {{"heatbath", "--lattice", "4,4,2,4", "--start", "hot", "--beta", "5.7", "--overrelax", "1", "--quiet",
      "--random", "ranlux", "--seed", "11", "--save-interval", "2"},
     "--sweeps"},
    {{"hmc",
      "--lattice",
      "4,4,2,4",
      "--start",
      "hot",
      "--beta",
      "5.0",
      "--kappa",
      "0.12",
      "--tau",
      "0.2",
      "--steps",
      "2",
      "--quiet",
      "--random",
      "ranlux",
      "--seed",
      "11",
      "--save-interval",
      "2"},
     "--trajectories"}};

ProgramResult run(const Chain& chain, int steps, const fs::path& output,
                  const std::vector<std::string>& more = {}) {
  auto arguments = chain.arguments;
  arguments.insert(arguments.end(), {chain.count, std::to_string(steps), "--output", output.string()});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments);
}

fs::path state_of(const fs::path& run, int step) {
  return run / ("random-00000" + std::to_string(step) + ".bin");
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "ranlux: a resumed chain takes the bits of one that ran through, other levels and Philox others") {
    for (const Chain& chain : kChains) {
      CAPTURE(chain.arguments.front());
      const TemporaryDirectory scratch;
      const fs::path whole = scratch / "whole", part = scratch / "part";
      const auto r = run(chain, 6, whole);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      REQUIRE(run(chain, 3, part).status == 0);
      REQUIRE(run_program({chain.arguments.front(), "--resume", part.string(), chain.count, "6", "--quiet"})
                  .status == 0);
      CHECK(timeless_history(part) == timeless_history(whole));
      const std::string sum = checksum_of(configuration_of(whole, 6));
      CHECK(sum != kNotWhole);
      CHECK(checksum_of(configuration_of(part, 6)) == sum);
      CHECK(foreign_names(part).empty());

      if (chain.arguments.front() == "heatbath") continue;  // which software drivers take seconds to compile
      REQUIRE(run(chain, 6, scratch / "luxury", {"--luxury", "4"}).status == 0);
      CHECK(checksum_of(configuration_of(scratch / "luxury", 6)) != sum);
      REQUIRE(run(chain, 6, scratch / "philox", {"--random", "philox"}).status == 0);
      CHECK(checksum_of(configuration_of(scratch / "philox", 6)) != sum);
      CHECK_FALSE(fs::exists(state_of(scratch / "philox", 6)));
      CHECK(run_program(
                {chain.arguments.front(), "--resume", part.string(), chain.count, "8", "--random", "philox"})
                .status == 2);
    }
  }

  TEST_CASE("ranlux: a configuration whose random numbers are lost or damaged is passed over") {
    const Chain& chain = kChains[1];
    const TemporaryDirectory scratch;
    const fs::path whole = scratch / "whole", part = scratch / "part";
    REQUIRE(run(chain, 6, whole).status == 0);
    fs::copy(whole, part);
    fs::remove(state_of(part, 6));
    fs::resize_file(state_of(part, 4), 1000);
    const auto r = run_program({"hmc", "--resume", part.string(), "--quiet"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    CHECK(r.err_has("passed over"));
    CHECK(timeless_history(part) == timeless_history(whole));
    CHECK(checksum_of(configuration_of(part, 6)) == checksum_of(configuration_of(whole, 6)));
    CHECK(run(chain, 2, scratch / "new", {"--luxury", "5"}).status == 2);
    CHECK(run(chain, 2, scratch / "new", {"--random", "dice"}).status == 2);
    CHECK(run(chain, 2, scratch / "new", {"--random", "philox", "--luxury", "4"})
              .err_has("--luxury acts only with --random ranlux"));
  }

  TEST_CASE("ranlux: random numbers of another step, seed or chain are refused, and nothing is touched") {
    const Chain& chain = kChains[1];
    const TemporaryDirectory scratch;
    const fs::path whole = scratch / "whole", part = scratch / "part";
    REQUIRE(run(chain, 4, whole).status == 0);
    REQUIRE(run(chain, 4, scratch / "seed", {"--seed", "12"}).status == 0);
    REQUIRE(run(chain, 4, scratch / "chain", {"--tau", "0.3"}).status == 0);
    for (const fs::path& foreign :
         {state_of(whole, 2), state_of(scratch / "seed", 4), state_of(scratch / "chain", 4)}) {
      CAPTURE(foreign.string());
      fs::remove_all(part);
      fs::copy(whole, part);
      fs::copy_file(foreign, state_of(part, 4), fs::copy_options::overwrite_existing);
      const auto before = content_of(part);
      const auto r = run_program({"hmc", "--resume", part.string(), "--trajectories", "6", "--quiet"});
      CAPTURE(r.err);
      CHECK(r.status == 3);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("random numbers of step"));
      CHECK(content_of(part) == before);
    }
    // State files of earlier versions do not say which chain they belong to.
    for (const int step : {2, 4}) std::ofstream(state_of(part, step)) << "glueball ranlux 1\n4x4x2x4\n";
    const auto r = run_program({"hmc", "--resume", part.string(), "--trajectories", "6", "--quiet"});
    CHECK(r.status == 3);
    CHECK(r.err_has("does not say its step and seed"));
  }
}

}  // namespace glueball::test::cli_ranlux
