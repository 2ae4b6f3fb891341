// Several processes under mpirun: the same bits as one, and what they refuse.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test {
namespace {

namespace fs = std::filesystem;

bool has_mpirun() { return run_command({"mpirun", "--version"}).status == 0; }

/// Of this build's program; as root, and on fewer cores than ranks.
ProgramResult run_ranks_of_program(int ranks, const std::vector<std::string>& arguments,
                                   const std::string& directory = {}) {
  std::vector<std::string> command = {"mpirun",
                                      "--allow-run-as-root",
                                      "--oversubscribe",
                                      "-q",
                                      "-n",
                                      std::to_string(ranks),
                                      std::getenv("GLUEBALL_PROGRAM")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_command(command, {.environment = {{"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                                               {"OMP_NUM_THREADS", "1"},
                                               {"GALLIVM_PERF", "nopt"}},
                               .directory = directory});
}

std::string bytes_of(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream all;
  all << in.rdbuf();
  return all.str();
}

/// Lines of steps without the time they took.
std::vector<std::string> steps_of(const fs::path& history) {
  std::vector<std::string> steps;
  std::ifstream in(history);
  for (std::string line; std::getline(in, line);) {
    auto object = nlohmann::ordered_json::parse(line);
    if (!object.contains("step")) continue;
    object.erase("seconds");
    if (object.contains("diagnostics")) object["diagnostics"].erase("seconds");
    steps.push_back(object.dump());
  }
  return steps;
}

/// The links of an ILDG file: all of it but the text that holds the date.
std::string links_of(const fs::path& file) {
  const std::string all = bytes_of(file);
  const std::size_t at = all.find("ildg-binary-data");
  REQUIRE(at != std::string::npos);
  return all.substr(at, std::size_t(4) * 4 * 4 * 8 * 4 * 18 * 8);
}

/// Lines that are the program's own; mpirun has some to say of its processes.
std::vector<std::string> complaints(const ProgramResult& result) {
  std::vector<std::string> own;
  for (const std::string& line : lines(result.err))
    if (line.find("glueball: error:") != std::string::npos) own.push_back(line);
  return own;
}

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
      const auto result = ranks == 1 ? run_program(arguments, {.environment = {{"GALLIVM_PERF", "nopt"}}})
                                     : run_ranks_of_program(ranks, arguments);
      REQUIRE_MESSAGE(result.status == 0, result.err);
      // One rank prints.
      CHECK(result.out.find("2 measurements counted of 2") ==
            result.out.rfind("2 measurements counted of 2"));
      CHECK(result.out_has("2 measurements counted of 2"));
      return output;
    };
    const fs::path one = run(1, "1,1,1,1"), two = run(2, "1,1,1,2"), four = run(4, "2,1,1,2");
    const auto steps = steps_of(one / "history.jsonl");
    CHECK(steps.size() == 2);
    for (const fs::path& several : {two, four}) {
      CHECK(steps_of(several / "history.jsonl") == steps);
      CHECK(links_of(several / "configuration-000002.ildg") == links_of(one / "configuration-000002.ildg"));
    }
    const std::string file = (one / "configuration-000002.ildg").string();
    const auto alone = run_program({"measure", file, "--json", "--observables", "plaquette,polyakov,charge"},
                                   {.environment = {{"GALLIVM_PERF", "nopt"}}});
    const auto split = run_ranks_of_program(
        4, {"measure", file, "--json", "--observables", "plaquette,polyakov,charge", "--ranks", "1,2,2,1"});
    REQUIRE_MESSAGE(split.status == 0, split.err);
    CHECK(split.out == alone.out);
    // A run goes on from a file as it does alone.
    const auto restarted = [&](int ranks, const std::string& name) {
      const fs::path output = directory / name;
      std::vector<std::string> arguments = {"heatbath",     "--start", file,        "--sweeps", "1",
                                            "--seed",       "7",       "--no-tune", "--quiet",  "--output",
                                            output.string()};
      const auto result = ranks == 1 ? run_program(arguments, {.environment = {{"GALLIVM_PERF", "nopt"}}})
                                     : run_ranks_of_program(ranks, arguments);
      REQUIRE_MESSAGE(result.status == 0, result.err);
      return links_of(output / "configuration-000001.ildg");
    };
    CHECK(restarted(2, "restarted 2") == restarted(1, "restarted 1"));
  }

  TEST_CASE("ranks: the commands of the README run") {
    if (!has_mpirun()) return skip("no mpirun");
    std::ifstream readme(GLUEBALL_SOURCE "/README.md");
    const TemporaryDirectory directory;
    int commands = 0;
    for (std::string line; std::getline(readme, line);) {
      std::istringstream stream(line);
      std::vector<std::string> words{std::istream_iterator<std::string>(stream), {}};
      if (words.size() < 5 || words[0] != "mpirun" || words[3] != "build/release/glueball") continue;
      const auto result = run_ranks_of_program(std::stoi(words[2]), {words.begin() + 4, words.end()},
                                               directory.path().string());
      CHECK_MESSAGE(result.status == 0, result.err);
      ++commands;
    }
    CHECK(commands == 2);
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
    refused(2, {"hmc", "--lattice", "4,4,4,8"}, 2,
            "hmc does not work on several ranks yet, and 2 were started");
    refused(2, {"heatbath", "--ranks", "1,1,1,4"}, 2, "that is 4 of them, and 2 processes were started");
    refused(2, {"heatbath", "--lattice", "4,4,4,6", "--ranks", "1,1,1,2"}, 2, "an odd number");
    refused(2, {"measure", "no such file.ildg"}, 3, "no such file.ildg");
    refused(2, {"heatbath", "--resume", "nowhere"}, 3, "nowhere");
    const auto alone = run_program({"hmc", "--ranks", "1,1,1,2"});
    CHECK(alone.status == 2);
    CHECK(alone.err_has("hmc does not work on several ranks yet: --ranks 1,1,1,2"));
    const auto asked = run_program({"heatbath", "--ranks", "1,1,1,2"});
    CHECK(asked.status == 2);
    CHECK(asked.err_has("start them with: mpirun -n 2 glueball"));
  }
}

}  // namespace
}  // namespace glueball::test
