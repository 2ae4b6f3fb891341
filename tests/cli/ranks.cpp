// These tests check that several processes under mpirun give the same bits as one, and what they refuse.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>
#include <utility>

#include "support/bytes_of.hpp"
#include "support/devices.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks {
namespace {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("ranks: heatbath and measure have the same bits on 1, 2 and 4") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const auto run = [&](int ranks, const std::string& grid) {
      const fs::path output = directory / grid;
      std::vector<std::string> arguments = {"heatbath",  "--lattice",     "4,4,4,8",
                                            "--beta",    "5.7",           "--sweeps",
                                            "2",         "--overrelax",   "1",
                                            "--start",   "hot",           "--seed",
                                            "7",         "--observables", "plaquette,rectangle,polyakov",
                                            "--no-tune", "--quiet",       "--ranks",
                                            grid,        "--output",      output.string()};
      const std::string said = run_any(ranks, arguments), line = "2 measurements counted of 2";
      CHECK(said.find(line) != std::string::npos);
      CHECK(said.find(line) == said.rfind(line));  // one rank prints
      return output;
    };
    // Every rank compiles for itself: four of them here under tools/test --slow, and in cli/ranks_shares.
    const fs::path one = run(1, "1,1,1,1"), two = run(2, "1,1,1,2");
    const fs::path four = everything() ? run(4, "2,1,1,2") : two;
    const auto steps = steps_of(one / "history.jsonl");
    CHECK(steps.size() == 2);
    for (const fs::path& several : {two, four}) {
      CHECK(steps_of(several / "history.jsonl") == steps);
      CHECK(links_of(several / "configuration-000002.ildg") == links_of(one / "configuration-000002.ildg"));
    }
    const std::string file = (one / "configuration-000002.ildg").string();
    const std::vector<std::string> measure = {"measure", file, "--json", "--observables",
                                              "plaquette,polyakov,charge"};
    std::vector<std::string> on_four = measure;
    on_four.insert(on_four.end(), {"--ranks", "1,2,2,1"});
    CHECK(run_any(4, on_four) == run_any(1, measure));
    // A run goes on from a file as it does alone.
    const auto restarted = [&](int ranks, const std::string& name) {
      const fs::path output = directory / name;
      run_any(ranks, {"heatbath", "--start", file, "--sweeps", "1", "--seed", "7", "--no-tune", "--quiet",
                      "--output", output.string()});
      return links_of(output / "configuration-000001.ildg");
    };
    CHECK(restarted(2, "restarted 2") == restarted(1, "restarted 1"));
    // Any number of ranks can resume a run that others began.
    run_any(1, {"heatbath", "--resume", four.string(), "--sweeps", "3", "--no-tune", "--quiet"});
    run_any(2, {"heatbath", "--resume", one.string(), "--sweeps", "3", "--quiet"});
    CHECK(steps_of(four / "history.jsonl").size() == 3);
    CHECK(steps_of(four / "history.jsonl") == steps_of(one / "history.jsonl"));
    CHECK(links_of(four / "configuration-000003.ildg") == links_of(one / "configuration-000003.ildg"));
  }

  TEST_CASE("ranks: flow, smear and convert have the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    const auto both = [&](std::vector<std::string> arguments, const char* into) {
      const std::string command = arguments.front(), alone = (directory / (command + " 1")).string(),
                        split = (directory / (command + " 2")).string();
      const auto with = [&](const std::string& output) {
        std::vector<std::string> all = arguments;
        if (*into != 0) all.emplace_back(into);
        all.push_back(output);
        return all;
      };
      const std::string said = run_any(1, with(alone)), of_two = run_any(2, with(split));
      CHECK(links_of(split) == links_of(alone));
      if (command == "flow") CHECK(of_two == said);
    };
    both({"flow", file, "--time", "0.02", "--measure-interval", "0.01", "--action", "zeuthen", "--json",
          "--no-tune", "--quiet"},
         "--save");
    both({"smear", file, "--method", "hyp", "--quiet"}, "--out");
    both({"convert", file, "--quiet"}, "--out");
  }

  TEST_CASE("ranks: solve has the bits of one") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg");
    const auto solved = [&](int ranks, const std::string& grid) {
      const std::string output = (directory / grid).string();
      const std::string said =
          run_any(ranks, {"solve", file, "--kappa", "0.12", "--source", "point:0,1,2,5", "--columns", "1",
                          "--tolerance", "1e-8", "--restart", "gpu", "--json", "--quiet", "--no-tune",
                          "--ranks", grid, "--output", output});
      auto first = nlohmann::ordered_json::parse(lines(said).front());
      first.erase("seconds");
      first.erase("gflops");
      return std::pair{first.dump(), bytes_of(output).substr(bytes_of(output).find("scidac-binary-data"))};
    };
    const auto one = solved(1, "1,1,1,1");
    CHECK(solved(2, "1,1,1,2") == one);
    if (everything()) CHECK(solved(4, "1,2,2,1") == one);
  }

  TEST_CASE("ranks: hmc has the same bits on 1, 2 and 4, whoever goes on with it") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const auto begin = [&](int ranks, const char* trajectories) {
      const fs::path output = directory / std::to_string(ranks);
      run_any(ranks, {"hmc",
                      "--lattice",
                      "4,4,4,8",
                      "--beta",
                      "5.7",
                      "--kappa",
                      "0",
                      "--start",
                      "hot",
                      "--steps",
                      "3",
                      "--tau",
                      "0.3",
                      "--trajectories",
                      trajectories,
                      "--seed",
                      "7",
                      "--no-tune",
                      "--quiet",
                      "--reversibility-interval",
                      "2",
                      "--force-interval",
                      "1",
                      "--output",
                      output.string()});
      return output;
    };
    const fs::path one = begin(1, "2"), two = begin(2, "1");
    run_any(everything() ? 4 : 1, {"hmc", "--resume", two.string(), "--trajectories", "2", "--quiet"});
    CHECK(steps_of(two / "history.jsonl").size() == 2);
    CHECK(steps_of(two / "history.jsonl") == steps_of(one / "history.jsonl"));
    CHECK(links_of(two / "configuration-000002.ildg") == links_of(one / "configuration-000002.ildg"));
  }

  TEST_CASE("ranks: bench times hops, solvers and updates with their exchanges") {
    if (!has_mpirun()) return skip("no mpirun");
    for (const std::string transport : {"messages", "shared"}) {
      std::vector<std::string> words{"bench", "dslash"};
      // Each is compiled by both ranks: some of every kind of exchange, all under tools/test --slow.
      if (transport == "messages") words.insert(words.end(), {"cg", "heatbath", "norm2"});
      if (everything())
        words.insert(words.end(), {"staggered", "plaquette", "cg-multi", "hisq-multi", "cg-hisq",
                                   "cg-hisq-shifts", "fermion-force", "naik", "dslash-multi", "gauge-force",
                                   "staggered-force", "clover-force", "update-links"});
      const std::size_t kernels = words.size() - 1;
      words.insert(words.end(), {"--lattice", "4,4,4,8", "--ranks", "1,1,1,2", "--transport", transport,
                                 "--seconds", "0.02", "--no-tune", "--json"});
      const auto result = run_ranks_of_program(2, words);
      REQUIRE_MESSAGE(result.status == 0, result.err);
      const auto rows = lines(result.out);
      REQUIRE(rows.size() == kernels + 1);  // and the copy
      for (std::size_t n = 1; n < rows.size(); ++n) {
        const auto row = nlohmann::json::parse(rows[n]);
        CAPTURE(std::string(row.at("kernel")));
        CHECK(row.at("lattice") == nlohmann::json::array({4, 4, 4, 8}));
        CHECK(row.at("ranks") == nlohmann::json::array({1, 1, 1, 2}));
        CHECK(row.at("transport") == transport);
        CHECK(row.at("seconds") > 0);
      }
      // The flops are those of the whole lattice: 1320 per site of one parity.
      const auto hop = nlohmann::json::parse(rows[1]);
      CHECK(double(hop.at("gflops")) * double(hop.at("seconds")) ==
            doctest::Approx(1320 * 256 * 1e-9).epsilon(0.05));
    }
  }

  TEST_CASE("ranks: devices names each rank's device and transport") {
    if (!has_mpirun()) return skip("no mpirun");
    for (const std::string transport : {"messages", "shared", "auto"}) {
      const auto result = run_ranks_of_program(2, {"devices", "--transport", transport, "--json"});
      REQUIRE_MESSAGE(result.status == 0, result.err);
      const auto rows = lines(result.out);
      REQUIRE(rows.size() == 2);
      for (std::size_t n = 0; n < rows.size(); ++n) {
        const auto row = nlohmann::json::parse(rows[n]);
        CHECK(row.at("rank") == n);
        CHECK(row.at("lattice") == nlohmann::json::array({16, 16, 8, 8}));
        if (transport != "auto") CHECK(row.at("transport") == transport);
        CHECK(row.at("exchange_seconds") > 0);
      }
    }
    const auto refused = run_ranks_of_program(2, {"devices", "--transport", "cuda", "--device", "opengl"});
    CHECK(refused.status == 4);
    CHECK_MESSAGE(refused.err_has("reaches no neighbour by transport cuda"), refused.err);
  }

  // As srun --mpi=pmix starts them: Open MPI's own variables are not there, Slurm's are.
  TEST_CASE("ranks: tasks of Slurm are the ranks of one run, where they can find each other") {
    if (!has_mpirun()) return skip("no mpirun");
    const auto by_slurm = [](const std::string& also_unset) {
      const std::string tasks =
          "exec env -u OMPI_COMM_WORLD_SIZE -u OMPI_COMM_WORLD_LOCAL_RANK -u OMPI_COMM_WORLD_LOCAL_SIZE " +
          also_unset +
          " SLURM_LOCALID=$OMPI_COMM_WORLD_RANK SLURM_STEP_NUM_TASKS=2 SLURM_STEP_TASKS_PER_NODE=2 "
          "\"$GLUEBALL_PROGRAM\" devices --json";
      return run_command(
          {"mpirun", "--allow-run-as-root", "--oversubscribe", "-q", "-n", "2", "sh", "-c", tasks},
          {.environment = {{"GALLIVM_PERF", "nopt"}}});
    };
    const auto together = by_slurm("");
    REQUIRE_MESSAGE(together.status == 0, together.err);
    const auto rows = lines(together.out);
    REQUIRE(rows.size() == 2);
    for (std::size_t n = 0; n < rows.size(); ++n) CHECK(nlohmann::json::parse(rows[n]).at("rank") == n);

    const auto alone = by_slurm("-u PMIX_RANK");
    REQUIRE_MESSAGE(alone.status == 0, alone.err);
    CHECK(lines(alone.out).size() >= 2);
    for (const auto& line : lines(alone.out)) CHECK_FALSE(nlohmann::json::parse(line).contains("rank"));
  }

  TEST_CASE("ranks: the commands of their pages run") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    for (const char* name : {"guide/ranks.md", "tasks/two-gpus.md"}) {
      std::ifstream page(std::string(GLUEBALL_SOURCE "/docs/") + name);
      int commands = 0;
      for (std::string line; std::getline(page, line);) {
        std::istringstream stream(line);
        std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
        if (words.size() < 5 || words[0] != "mpirun" || words[3] != "build/release/glueball") continue;
        const auto result = run_ranks_of_program(std::stoi(words[2]), {words.begin() + 4, words.end()},
                                                 directory.path().string());
        CAPTURE(line);
        CHECK_MESSAGE(result.status == 0, result.err);
        ++commands;
      }
      CHECK(commands > 0);
    }
  }

  TEST_CASE("ranks: a run that was killed does not go on from another start file") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory directory;
    const std::string file = start_file(directory / "start.ildg"), run = directory / "run";
    const auto killed = run_program({"heatbath", "--start", file, "--sweeps", "400", "--save-interval", "0",
                                     "--no-tune", "--json", "--quiet", "--output", run},
                                    {.kill = Kill{2, {}}});
    REQUIRE(killed.status == 128 + 9);
    const std::string other = directory / "other";
    run_any(1, {"heatbath", "--start", file, "--sweeps", "1", "--no-tune", "--quiet", "--output", other});
    fs::copy_file(other + "/configuration-000001.ildg", file, fs::copy_options::overwrite_existing);
    const auto refused =
        run_ranks_of_program(2, {"heatbath", "--resume", run, "--sweeps", "4", "--ranks", "1,1,1,2"});
    CHECK(refused.status == 3);
    const auto said = complaints(refused);
    REQUIRE_MESSAGE(said.size() == 1, refused.err);
    CHECK_MESSAGE(said.front().find("is not the configuration that the run in") != std::string::npos,
                  said.front());
  }

  TEST_CASE("ranks: what is refused is one line, and ends all") {
    if (!has_mpirun()) return skip("no mpirun");
    const auto refused = [](int ranks, std::vector<std::string> arguments, int status, const char* why) {
      const auto result = run_ranks_of_program(ranks, std::move(arguments));
      CHECK(result.status == status);
      const auto said = complaints(result);
      REQUIRE_MESSAGE(said.size() == 1, result.err);
      CHECK_MESSAGE(said.front().find(why) != std::string::npos, said.front());
    };
    refused(2, {"bench", "cg-clover"}, 2,
            "bench cg-clover does not work on several ranks yet, and 2 were started");
    refused(2, {"bench", "dslash", "--plot", "x.png"}, 2, "bench --plot does not work on several ranks");
    refused(2, {"bench", "restart"}, 2, "bench restart does not work on several ranks");
    refused(2, {"heatbath", "--transport", "pigeons"}, 2, "--transport");
    refused(2, {"hmc", "--kappa", "0", "--energies", "host"}, 2,
            "energies on the host, which has a part of the links alone, on several ranks");
    refused(2, {"heatbath", "--ranks", "1,1,1,4"}, 2, "that is 4 of them, and 2 processes were started");
    refused(2, {"heatbath", "--lattice", "4,4,4,6", "--ranks", "1,1,1,2"}, 2, "an odd number");
    refused(2, {"measure", "no such file.ildg"}, 3, "no such file.ildg");
    refused(2, {"heatbath", "--resume", "nowhere"}, 3, "nowhere");
    const auto alone = run_program({"doctor", "--ranks", "1,1,1,2"});
    CHECK(alone.status == 2);
    CHECK(alone.err_has("doctor: --ranks does not act here"));
    const auto asked = run_program({"heatbath", "--ranks", "1,1,1,2"});
    CHECK(asked.status == 2);
    CHECK(asked.err_has("start them with: mpirun -n 2 glueball"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks
