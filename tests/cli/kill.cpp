// Runs that are killed at random moments and resumed leave the bits of a run that was not.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_kill {

namespace fs = std::filesystem;

namespace {

struct Chain {
  std::vector<std::string> arguments;  ///< of a new run, without its length and directory
  const char* count;                   ///< the flag of its length
  int most_lines;                      ///< steps after which a kill comes at the latest
};

const Chain kHeatbath = {{"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.7",
                          "--overrelax", "1", "--seed", "11", "--save-interval", "2", "--json", "--quiet"},
                         "--sweeps",
                         6};
const Chain kHmc = {
    {"hmc", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.0", "--kappa", "0.12", "--tau", "0.2",
     "--steps", "4", "--seed", "7", "--save-interval", "2", "--json", "--quiet"},
    "--trajectories",
    4};

const Chain kLevels = {{"hmc",
                        "--lattice",
                        "4,4,4,4",
                        "--start",
                        "hot",
                        "--tau",
                        "0.2",
                        "--level",
                        "steps=2",
                        "--level",
                        "integrator=leapfrog,steps=2",
                        "--monomial",
                        "kind=two-flavour,level=0,kappa=0.12",
                        "--monomial",
                        "kind=gauge,level=1,beta=5.0",
                        "--seed",
                        "7",
                        "--random",
                        "ranlux",
                        "--thermalization",
                        "30",
                        "--target-acceptance",
                        "0.9",
                        "--reversibility-interval",
                        "7",
                        "--force-interval",
                        "5",
                        "--save-interval",
                        "2",
                        "--json",
                        "--quiet"},
                       "--trajectories",
                       4};

/// Returns the median time of a step here. Delays of kills extend over several steps.
double step_seconds(const fs::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<double> all;
  for (std::string line; std::getline(file, line);)
    if (const auto object = nlohmann::json::parse(line); object.contains("step"))
      all.push_back(object.at("diagnostics").at("seconds").get<double>());
  REQUIRE(!all.empty());
  std::sort(all.begin(), all.end());
  return all[all.size() / 2];
}

/// Returns dH of every trajectory.
std::vector<double> delta_h(const fs::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<double> all;
  for (std::string line; std::getline(file, line);)
    if (const auto object = nlohmann::json::parse(line); object.contains("step"))
      all.push_back(object.at("physics").at("delta_h").get<double>());
  return all;
}

/// Kills a run of `steps` steps so many times. Where a kill comes before there is a run to resume, it is
/// begun anew.
void check_killed(const Chain& chain, int steps, int kills, unsigned seed) {
  const TemporaryDirectory scratch;
  const auto begin = [&](const fs::path& run, int count) {
    auto arguments = chain.arguments;
    arguments.insert(arguments.end(),
                     {chain.count, std::to_string(count), "--output", run.string(), "--force"});
    return arguments;
  };
  const auto whole = run_program(begin(scratch / "whole", steps));
  CAPTURE(whole.err);
  REQUIRE(whole.status == 0);
  const double step = step_seconds(scratch / "whole");
  // How long a run starts up, now that its kernels are there.
  const auto start = std::chrono::steady_clock::now();
  REQUIRE(run_program(begin(scratch / "brief", 1)).status == 0);
  const double brief = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();

  const fs::path run = scratch / "killed";
  std::mt19937 random(seed);
  std::uniform_int_distribution<int> lines(0, chain.most_lines);
  std::uniform_real_distribution<double> delay(0, 1);
  std::string moments = fmt::format("seed {}:", seed);
  int resumed = 0;
  const auto live = [&](const ProgramOptions& options) {
    if (!fs::exists(run / "config.toml")) return run_program(begin(run, steps), options);
    ++resumed;
    return run_program({chain.arguments.front(), "--resume", run.string()}, options);
  };
  for (int n = 0; n < kills; ++n) {
    Kill kill{lines(random), {}};
    const double seconds = delay(random) * (kill.lines == 0 ? brief : 3 * step);
    kill.delay = std::chrono::microseconds(int(1e6 * seconds));
    moments += fmt::format(" {} lines + {} us,", kill.lines, kill.delay.count());
    CAPTURE(moments);
    ProgramOptions options;
    options.kill = kill;
    const auto r = live(options);
    CAPTURE(r.err);
    REQUIRE(r.status == 128 + 9);
  }
  CAPTURE(moments);
  const auto last = live({});
  CAPTURE(last.err);
  REQUIRE(last.status == 0);
  CHECK(resumed > kills / 2);
  CHECK(timeless_history(run) == timeless_history(scratch / "whole"));
  CHECK(foreign_names(run).empty());
  for (const int n : {steps, steps - steps % 2}) {
    CHECK(checksum_of(configuration_of(run, n)) == checksum_of(configuration_of(scratch / "whole", n)));
    CHECK(checksum_of(configuration_of(run, n)) != kNotWhole);
  }
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "a chain without --save-interval keeps its last step by time, from where it goes on with the same "
      "bits") {
    const TemporaryDirectory scratch;
    for (Chain chain : {kHeatbath, kHmc}) {
      CAPTURE(chain.arguments.front());
      for (auto& word : chain.arguments)
        if (word == "--save-interval") word = "--checkpoint-minutes";
      const auto begin = [&](const fs::path& run, const char* minutes) {
        auto words = chain.arguments;
        *(std::find(words.begin(), words.end(), "--checkpoint-minutes") + 1) = minutes;
        words.insert(words.end(), {chain.count, "6", "--output", run.string()});
        return words;
      };
      const fs::path whole = scratch / (chain.arguments.front() + "-whole");
      const fs::path run = scratch / (chain.arguments.front() + "-run");
      REQUIRE(run_program(begin(whole, "0")).status == 0);
      ProgramOptions options;
      options.kill = Kill{5, {}};
      REQUIRE(run_program(begin(run, "1e-9"), options).status == 128 + 9);
      // The configuration of step 4 is whole before step 5 is told.
      CHECK_FALSE(fs::exists(configuration_of(run, 3)));
      CHECK((fs::exists(configuration_of(run, 4)) || fs::exists(configuration_of(run, 5))));
      const auto r = run_program({chain.arguments.front(), "--resume", run.string()});
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      CHECK(timeless_history(run) == timeless_history(whole));
      CHECK(checksum_of(configuration_of(run, 6)) == checksum_of(configuration_of(whole, 6)));
      CHECK(checksum_of(configuration_of(run, 6)) != kNotWhole);
    }
  }

  TEST_CASE(
      "Ctrl-C on a chain is answered at once, finishes the step, and stops at once when it comes again") {
    const TemporaryDirectory scratch;
    const auto begin = [&](const std::string& run, const char* steps, const char* count) {
      return std::vector<std::string>{
          "hmc",   "--lattice", "8,8,8,8", "--start", "cold",   "--beta",   "5.5", "--kappa",        "0",
          "--tau", "0.1",       "--steps", steps,     "--json", "--output", run,   "--trajectories", count};
    };
    const std::string said = "finishing the trajectory before stopping; Ctrl-C again stops at once\n",
                      once = scratch / "once", twice = scratch / "twice", whole = scratch / "whole";
    const auto finished = run_program(begin(once, "10", "1000"), {.interrupt_after = "\"step\":2,"});
    CAPTURE(finished.err);
    CHECK(finished.status == 128 + 2);
    const auto at = finished.err.find(said);
    CHECK(at != std::string::npos);
    CHECK(finished.err.find("stopped by signal 2 after step ", at) != std::string::npos);
    CHECK(faults_of(once).empty());

    // A trajectory takes longer than the time to the first and between the two.
    const auto stopped = run_program(begin(twice, "400", "2"),
                                     {.interrupt_after = "\"step\":1,", .interrupt_again_after = said});
    CAPTURE(stopped.err);
    CHECK(stopped.status == 128 + 2);
    CHECK_FALSE(stopped.err_has("stopped by signal"));
    CHECK(faults_of(twice).empty());
    const auto resumed = run_program({"hmc", "--resume", twice});
    CAPTURE(resumed.err);
    CHECK(resumed.status == 0);
    CHECK(resumed.err_has("steps 1 to 1 of its history are made again"));
    CHECK(run_program(begin(whole, "400", "2")).status == 0);
    CHECK(timeless_history(twice) == timeless_history(whole));
  }

  TEST_CASE("heatbath killed three times at random moments: the same bits") {
    check_killed(kHeatbath, 61, 3, 1);
  }
  TEST_CASE("hmc killed twice at random moments: the same bits") { check_killed(kHmc, 25, 2, 2); }
  TEST_CASE("hmc on two levels with tuned steps and RANLUX killed twice: the same bits") {
    check_killed(kLevels, 15, 2, 3);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("heatbath killed fifty times at random moments: the same bits") {
    check_killed(kHeatbath, 501, 50, 3);
  }
  TEST_CASE("hmc killed thirty times at random moments: the same bits") { check_killed(kHmc, 161, 30, 4); }
  TEST_CASE("hmc on two levels with tuned steps and RANLUX killed ten times: the same bits") {
    check_killed(kLevels, 61, 10, 5);
  }
  TEST_CASE("heatbath with RANLUX killed ten times: the same bits") {
    Chain chain = kHeatbath;
    chain.arguments.insert(chain.arguments.end(), {"--random", "ranlux"});
    check_killed(chain, 201, 10, 6);
  }

  TEST_CASE("hmc resumed on the other API: the same dH for some trajectories, to rounding") {
    const TemporaryDirectory scratch;
    const auto run = [&](const std::vector<std::string>& more) {
      auto arguments = kHmc.arguments;
      arguments.insert(arguments.end(), more.begin(), more.end());
      const auto r = run_program(arguments);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      return r;
    };
    const fs::path whole = scratch / "whole", other = scratch / "other";
    run({"--device", "vulkan", "--trajectories", "11", "--output", whole.string()});
    run({"--device", "vulkan", "--trajectories", "6", "--output", other.string()});
    const auto resumed =
        run_program({"hmc", "--resume", other.string(), "--device", "opengl", "--trajectories", "11"});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    const auto a = delta_h(whole), b = delta_h(other);
    REQUIRE(a.size() == 11);
    REQUIRE(b.size() == 11);
    for (std::size_t n = 0; n < 6; ++n) CHECK(a[n] == b[n]);
    for (std::size_t n = 6; n < 11; ++n) CHECK(std::abs(a[n] - b[n]) < 1e-3);
  }
}

}  // namespace glueball::test::cli_kill
