#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "gpu/device.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hmc {

using nlohmann::json;
namespace fs = std::filesystem;

namespace {

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Returns the command for a small, quick chain into `output`.
std::vector<std::string> chain(const fs::path& output, int trajectories,
                               const std::vector<std::string>& more = {}) {
  std::vector<std::string> arguments = {"hmc",
                                        "--lattice",
                                        "4,4,4,4",
                                        "--start",
                                        "hot",
                                        "--beta",
                                        "5.0",
                                        "--kappa",
                                        "0.12",
                                        "--tau",
                                        "0.2",
                                        "--steps",
                                        "4",
                                        "--seed",
                                        "7",
                                        "--validate",
                                        "--trajectories",
                                        std::to_string(trajectories),
                                        "--output",
                                        output.string()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

std::string step_file(int step) {
  const std::string number = std::to_string(step);
  return "configuration-" + std::string(6 - number.size(), '0') + number + ".ildg";
}

const auto checksum = checksum_of;

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("a run writes its configuration, history and TOML, and prints a line a step") {
    const TemporaryDirectory scratch;
    const auto run = scratch / "run";
    const auto r = run_program(chain(run, 3, {"--json"}));
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto steps = lines(r.out);
    REQUIRE(steps.size() == 4);  // and the summary
    const auto last = json::parse(steps[2]);
    CHECK(last.at("step") == 3);
    CHECK(last.at("beta") == 5.0);
    for (const char* key : {"plaquette", "delta_h", "accepted", "acceptance", "seconds", "cg_iterations"})
      CHECK(last.contains(key));
    CHECK(last.at("cg_iterations").get<int>() > 0);

    const auto history = lines(content(run / "history.jsonl"));
    REQUIRE(history.size() == 5);
    CHECK(json::parse(history[0]).at("provenance").at("seed") == 7);
    CHECK(json::parse(history[3]).at("physics").at("plaquette") == last.at("plaquette"));
    CHECK(json::parse(history[3]).at("diagnostics").at("cg_iterations") == last.at("cg_iterations"));
    CHECK(json::parse(history[4]).at("summary").at("trajectories") == 3);
    CHECK(json::parse(steps[3]) == json{{"summary", json::parse(history[4]).at("summary")}});

    // The file holds the links that the device measured.
    const auto info = run_program({"info", (run / "configuration-000003.ildg").string(), "--json"});
    REQUIRE(info.status == 0);
    const auto stored = json::parse(info.out);
    CHECK(stored.at("plaquette").get<double>() ==
          doctest::Approx(last.at("plaquette").get<double>()).epsilon(1e-5));
    CHECK(stored.at("checksum_verified") == true);

    // The TOML reproduces the run, bit for bit.
    const auto again =
        run_program({"hmc", "--config", (run / "config.toml").string(), "--output", scratch / "again"});
    CHECK(again.status == 0);
    CHECK(checksum(scratch / "again" / step_file(3)) == stored.at("checksum"));
  }

  TEST_CASE("the summary is data on stdout, the talk is not") {
    const TemporaryDirectory scratch;
    const auto r = run_program(chain(scratch / "run", 2, {"--quiet"}));
    CHECK(r.status == 0);
    CHECK(r.err.empty());
    for (const char* word : {"plaquette", "acceptance", "<exp(-dH)>"}) CHECK(r.out_has(word));
  }

  TEST_CASE("an existing run is not overwritten without --force") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program(chain(scratch / "run", 1)).status == 0);
    const auto before = content(scratch / "run" / "history.jsonl");
    check_refused(run_program(chain(scratch / "run", 1)), 2, "--force");
    CHECK(content(scratch / "run" / "history.jsonl") == before);
    CHECK(run_program(chain(scratch / "run", 2, {"--force"})).status == 0);
    CHECK(lines(content(scratch / "run" / "history.jsonl")).size() == 4);
  }

  TEST_CASE("an interrupted run stops after its step and goes on with --resume to the same bits") {
    const TemporaryDirectory scratch;
    ProgramOptions interrupt;
    interrupt.interrupt_after = "\"step\":2";
    const fs::path run = scratch / "a run", straight = scratch / "straight";
    const auto stopped = run_program(chain(run, 500, {"--json"}), interrupt);
    CAPTURE(stopped.err);
    CHECK(stopped.status == 128 + 2);
    CHECK(stopped.err_has("go on with: glueball hmc --resume '" + run.string() + "'"));
    const int done = int(lines(stopped.out).size()) - 1;  // the last line is the summary
    REQUIRE(done >= 2);
    REQUIRE(done < 500);
    REQUIRE(fs::exists(run / step_file(done)));

    // Two more trajectories give the same bits as an uninterrupted run.
    const auto more =
        run_program({"hmc", "--resume", run.string(), "--trajectories", std::to_string(done + 2)});
    CAPTURE(more.err);
    CHECK(more.status == 0);
    CHECK(lines(more.out).size() == 3);
    CHECK(more.err_has("time by kernel in 1 of 2 trajectories\n"));  // those of this process
    CHECK(run_program(chain(straight, done + 2, {"--json"})).status == 0);
    CHECK(checksum(run / step_file(done + 2)) == checksum(straight / step_file(done + 2)));
    CHECK(timeless_history(run) == timeless_history(straight));

    // A new chain that starts from the file, with continued random numbers, gives the same links.
    const std::vector<std::string> from = {"--start", run / step_file(done), "--first-step",
                                           std::to_string(done + 1)};
    CHECK(run_program(chain(scratch / "file", 2, from)).status == 0);
    CHECK(checksum(scratch / "file" / step_file(done + 2)) == checksum(straight / step_file(done + 2)));
  }

  TEST_CASE("a resumed run drops what lies beyond its last whole configuration") {
    const TemporaryDirectory scratch;
    const fs::path whole = scratch / "whole", run = scratch / "run";
    REQUIRE(run_program(chain(whole, 6, {"--save-interval", "2"})).status == 0);
    fs::copy(whole, run);
    fs::resize_file(run / step_file(6), 1000);  // torn, by a disk that lied
    std::ofstream(run / "history.jsonl", std::ios::app) << "{\"step\":7,";
    std::ofstream(run / ".configuration-000008.ildg.1.0.part") << "half";
    const auto resumed = run_program({"hmc", "--resume", run.string(), "--quiet"});
    CAPTURE(resumed.err);
    REQUIRE(resumed.status == 0);
    CHECK(resumed.err_has("passed over"));
    CHECK(resumed.err_has(step_file(6)));
    CHECK(timeless_history(run) == timeless_history(whole));
    CHECK(checksum(run / step_file(6)) == checksum(whole / step_file(6)));
    CHECK(foreign_names(run) == std::vector<std::string>{step_file(6) + ".aside"});  // nothing is lost
    CHECK(fs::file_size(run / (step_file(6) + ".aside")) == 1000);

    for (const auto& [arguments, what] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{}, "all 6 steps are done; raise --trajectories"},
             {{"--trajectories", "9", "--kappa", "0.1"}, "--kappa: the run in"},
             {{"--trajectories", "9", "--first-step", "3"}, "--first-step: the run in"},
             {{"--trajectories", "9", "--observables", "plaquette"}, "--observables: the run in"}}) {
      std::vector<std::string> all = {"hmc", "--resume", run.string(), "--quiet"};
      all.insert(all.end(), arguments.begin(), arguments.end());
      check_refused(run_program(all), 2, what);
    }
    check_refused(run_program({"hmc", "--resume", scratch / "none"}), 3, "is not there");
    check_refused(run_program({"hmc", "--tolerance", "0.5", "--output", scratch / "none"}), 2, "--tolerance");
    check_refused(run_program({"hmc", "--force-tolerance", "1", "--output", scratch / "none"}), 2,
                  "--force-tolerance");
    CHECK(timeless_history(run) == timeless_history(whole));

    // The run was killed between its last configuration and its summary, so only the summary is left to do.
    std::string kept;
    {
      std::ifstream file(run / "history.jsonl");
      for (std::string line; std::getline(file, line);)
        if (!json::parse(line).contains("summary")) kept += line + "\n";
    }
    std::ofstream(run / "history.jsonl") << kept;
    REQUIRE(run_program({"hmc", "--resume", run.string(), "--quiet"}).status == 0);
    CHECK(timeless_history(run) == timeless_history(whole));
  }

  TEST_CASE("observables are measured every so many trajectories, into the history and the summary") {
    const TemporaryDirectory scratch;
    const auto r = run_program(chain(scratch / "run", 6,
                                     {"--json", "--quiet", "--measure-interval", "2", "--thermalization", "2",
                                      "--observables", "polyakov,rectangle"}));
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    int step = 0;
    double sum = 0;
    for (const auto& line : lines(r.out)) {
      const auto object = json::parse(line);
      if (object.contains("summary")) break;
      const bool measured = ++step % 2 == 0;
      CHECK(object.at("step") == step);
      CHECK(object.contains("polyakov") == measured);
      CHECK(object.contains("rectangle_spatial") == measured);
      CHECK(object.at("plaquette").is_number());
      if (measured && step > 2) sum += object.at("rectangle").get<double>();
    }
    CHECK(step == 6);
    const auto summary = json::parse(lines(content(scratch / "run" / "history.jsonl")).back()).at("summary");
    CHECK(summary.at("trajectories") == 4);
    CHECK(summary.at("rectangle").get<double>() == doctest::Approx(sum / 2).epsilon(1e-12));
    CHECK(summary.at("polyakov_error").size() == 2);
    // The file holds the links that the device had.
    const auto of_file = run_program({"measure", "--json", "--observables", "rectangle,polyakov",
                                      (scratch / "run" / step_file(6)).string()});
    REQUIRE(of_file.status == 0);
    const auto last = json::parse(lines(r.out).at(5)), stored = json::parse(of_file.out);
    for (const char* key : {"rectangle", "polyakov"}) CHECK(last.at(key) == stored.at(key));
    check_refused(run_program(chain(scratch / "new", 1, {"--observables", "poliakov"})), 2,
                  "did you mean 'polyakov'?");
    CHECK_FALSE(fs::exists(scratch / "new"));
  }

  TEST_CASE("bad input is refused in one line before anything is written") {
    const TemporaryDirectory scratch;
    const fs::path output = scratch / "run";
    check_refused(run_program(chain(output, 1, {"--start", "/nonexistent.ildg"})), 3, "/nonexistent.ildg");
    check_refused(run_program(chain(output, 1, {"--lattice", "4,4,5,4"})), 2, "5 in z");
    check_refused(run_program(chain(output, 1, {"--lattice", "512,128,128,128"})), 4,
                  "the largest that fits is");
    check_refused(run_program(chain(output, 1, {"--boundary", "1,1,1,2"})), 2, "--boundary");
    check_refused(run_program(chain(output, 1, {"--kappa", "nan"})), 2, "--kappa");
    {
      std::ofstream(scratch / "bad.toml") << "beta = 5.5\nkapa = 0.1\n";
      std::ofstream(scratch / "text.ildg") << "this is no configuration\n";
    }
    check_refused(run_program({"hmc", "--config", scratch / "bad.toml"}), 2,
                  "bad.toml:2: unknown key 'kapa'; did you mean 'kappa'?");
    check_refused(run_program(chain(output, 1, {"--start", scratch / "text.ildg"})), 3, "text.ildg");
    CHECK_FALSE(fs::exists(output));
  }

  TEST_CASE("damaged configurations are refused with status 3") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program(chain(scratch / "good", 1)).status == 0);
    const auto whole = content(fs::path(scratch / "good") / "configuration-000001.ildg");
    std::ofstream(scratch / "short.ildg", std::ios::binary) << whole.substr(0, whole.size() / 2);
    auto flipped = whole;
    flipped[whole.size() / 2] = char(flipped[whole.size() / 2] ^ 1);
    std::ofstream(scratch / "flipped.ildg", std::ios::binary) << flipped;
    const fs::path output = scratch / "run";
    for (const char* name : {"short.ildg", "flipped.ildg"}) {
      auto arguments = chain(output, 1, {"--start", scratch / name});
      arguments.erase(arguments.begin() + 1, arguments.begin() + 3);  // the file brings its lattice
      check_refused(run_program(arguments), 3, name);
    }
    check_refused(
        run_program(chain(
            output, 1, {"--start", scratch / "good" / "configuration-000001.ildg", "--lattice", "4,4,4,8"})),
        3, "4x4x4x8");
    CHECK_FALSE(fs::exists(output));
  }

  TEST_CASE("what does not converge ends with status 5 and writes nothing") {
    const TemporaryDirectory scratch;
    const fs::path output = scratch / "run";
    for (const auto& more : std::vector<std::vector<std::string>>{
             {"--max-iterations", "2"},
             {"--kappa", "0", "--tau", "1e30", "--steps", "1"},
             {"--force-tolerance", "1e-30", "--inner", "half", "--precision", "double"}}) {
      auto arguments = chain(output, 3, more);
      arguments.push_back("--quiet");
      check_refused(run_program(arguments), 5, more.front() == "--kappa" ? "not finite" : more.front());
      CHECK_FALSE(fs::exists(output));
    }
  }

  TEST_CASE("corrupted device memory is found by the residual in double: status 5, nothing written") {
    for (const auto& device : glueball::gpu::devices()) {
      CAPTURE(device.id());
      const TemporaryDirectory directory;
      const auto r = run_program({"hmc",
                                  "--device",
                                  device.id(),
                                  "--lattice",
                                  "4,4,4,4",
                                  "--start",
                                  "hot",
                                  "--beta",
                                  "5.5",
                                  "--kappa",
                                  "0.12",
                                  "--steps",
                                  "2",
                                  "--tau",
                                  "0.1",
                                  "--trajectories",
                                  "1",
                                  "--inject-fault",
                                  "--quiet",
                                  "--output",
                                  directory / "run"});
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("residual"));
      CHECK(r.err_has("device memory"));
      CHECK(r.out.empty());
      CHECK(!fs::exists(directory / "run"));
    }
  }

  TEST_CASE("a chain starts from configurations of other programs") {
    if (!configs_available()) {
      skip("no configurations of other programs");
      return;
    }
    const TemporaryDirectory scratch;
    for (const auto& [name, lattice] :
         {std::pair{"milc/lat.sample.l8888", "8x8x8x8"}, {"nissa/L4T8conf", "4x4x4x8"}}) {
      CAPTURE(name);
      const fs::path output = scratch / fs::path(name).filename().string();
      const auto r =
          run_program({"hmc", "--start", (configs_directory() / name).string(), "--kappa", "0.12", "--tau",
                       "0.1", "--steps", "2", "--trajectories", "1", "--json", "--output", output.string()});
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      CHECK(r.err_has(std::string("lattice ") + lattice));
      CHECK(std::abs(json::parse(lines(r.out).front()).at("delta_h").get<double>()) < 5);
      CHECK(fs::exists(output / step_file(1)));
    }
    const auto damaged = (configs_directory() / "edge" / "cl2qcd_conf.00200_badchecksum_462004e0").string();
    check_refused(run_program({"hmc", "--quiet", "--output", scratch / "bad", "--start", damaged}), 3,
                  "stored 46b62a47 1a24b4ac");
    const auto ignored = run_program({"info", damaged, "--ignore-checksum", "--json"});
    REQUIRE(ignored.status == 0);
    CHECK(json::parse(ignored.out).at("plaquette").get<double>() ==
          doctest::Approx(0.571077111695).epsilon(1e-10));
  }
}

}  // namespace glueball::test::cli_hmc
