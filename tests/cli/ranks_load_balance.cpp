// These tests use domains of several sizes, and devices of several kinds.
#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "gpu/device.hpp"
#include "support/bytes_of.hpp"
#include "support/mpirun.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_ranks_load_balance {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> with(std::vector<std::string> arguments, std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more);
  return arguments;
}

const std::vector<std::string> kHeatbath = {
    "heatbath",
    "--lattice",
    "4,4,4,8",
    "--beta",
    "5.7",
    "--sweeps",
    "2",
    "--start",
    "hot",
    "--seed",
    "7",
    "--overrelax",
    "1",
    "--no-tune",
    "--quiet",
    "--observables",
    "plaquette,rectangle,polyakov,charge,wilson_loops:2x2,polyakov_singlet"};

/// The command makes a trajectory with quarks, from hot links.
const std::vector<std::string> kHmc = {"hmc",
                                       "--lattice",
                                       "4,4,4,8",
                                       "--start",
                                       "hot",
                                       "--monomial",
                                       "kind=gauge,beta=5.5,level=0",
                                       "--monomial",
                                       "kind=two-flavour,kappa=0.05,level=0",
                                       "--tau",
                                       "0.05",
                                       "--steps",
                                       "1",
                                       "--trajectories",
                                       "1",
                                       "--seed",
                                       "7",
                                       "--energies",
                                       "device",
                                       "--no-tune",
                                       "--quiet"};

TEST_SUITE("cli") {
  TEST_CASE("load balance: heatbath has the bits of one rank, and any number goes on with it") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const fs::path one = at / "one", two = at / "two", four = at / "four";
    run_any(1, with(kHeatbath, {"--output", one.string()}));
    run_any(2, with(kHeatbath, {"--ranks", "1,1,1,2", "--load-balance", "3,1", "--output", two.string()}));
    run_any(4, with(kHeatbath, {"--ranks", "1,1,2,2", "--load-balance", "1,3", "--output", four.string()}));
    CHECK(steps_of(one / "history.jsonl").size() == 2);
    for (const fs::path& several : {two, four}) {
      CHECK(steps_of(several / "history.jsonl") == steps_of(one / "history.jsonl"));
      CHECK(links_of(several / "configuration-000002.ildg") == links_of(one / "configuration-000002.ildg"));
    }
    run_any(1, {"heatbath", "--resume", two.string(), "--sweeps", "3", "--no-tune", "--quiet"});
    run_any(2, {"heatbath", "--resume", four.string(), "--sweeps", "3", "--quiet", "--load-balance", "3,1"});
    run_any(2, {"heatbath", "--resume", one.string(), "--sweeps", "3", "--quiet", "--load-balance", "1,3"});
    for (const fs::path& several : {two, four}) {
      CHECK(steps_of(several / "history.jsonl").size() == 3);
      CHECK(steps_of(several / "history.jsonl") == steps_of(one / "history.jsonl"));
      CHECK(links_of(several / "configuration-000003.ildg") == links_of(one / "configuration-000003.ildg"));
    }
  }

  TEST_CASE("load balance: RANLUX has a state of the whole lattice, with which any number goes on") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const fs::path one = at / "one", two = at / "two";
    const std::vector<std::string> run = {"heatbath", "--lattice",   "4,4,4,8",  "--start",   "hot",
                                          "--sweeps", "1",           "--random", "ranlux",    "--luxury",
                                          "0",        "--overrelax", "1",        "--no-tune", "--quiet"};
    run_any(1, with(run, {"--output", one.string()}));
    run_any(2, with(run, {"--load-balance", "3,1", "--output", two.string()}));
    const auto same = [&] {
      CHECK(steps_of(two / "history.jsonl") == steps_of(one / "history.jsonl"));
      int files = 0;
      for (const auto& entry : fs::directory_iterator(one)) {
        if (entry.path().extension() != ".bin") continue;
        CHECK(bytes_of(entry.path()) == bytes_of(two / entry.path().filename()));
        ++files;
      }
      CHECK(files > 0);
    };
    same();
    run_any(2, {"heatbath", "--resume", one.string(), "--sweeps", "2", "--no-tune", "--quiet"});
    run_any(1, {"heatbath", "--resume", two.string(), "--sweeps", "2", "--no-tune", "--quiet"});
    same();
    CHECK(links_of(two / "configuration-000002.ildg") == links_of(one / "configuration-000002.ildg"));
  }

  TEST_CASE("load balance: a trajectory with quarks has the bits of one rank") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const fs::path one = at / "one", two = at / "two";
    run_any(1, with(kHmc, {"--output", one.string()}));
    run_any(2, with(kHmc, {"--ranks", "1,1,1,2", "--load-balance", "6,2", "--output", two.string()}));
    CHECK(steps_of(two / "history.jsonl") == steps_of(one / "history.jsonl"));
    CHECK(links_of(two / "configuration-000001.ildg") == links_of(one / "configuration-000001.ildg"));
  }

  TEST_CASE("load balance: Vulkan and OpenGL in one run agree on all, and it is told that bits differ") {
    if (!has_mpirun()) return skip("no mpirun");
    bool vulkan = false, opengl = false;
    for (const auto& device : gpu::devices()) (device.api == gpu::Api::vulkan ? vulkan : opengl) = true;
    if (!vulkan || !opengl) return skip("no two APIs");
    const TemporaryDirectory at;
    const auto physics = [&](const fs::path& output) {
      std::ifstream history(output / "history.jsonl");
      std::string line;
      std::getline(history, line);
      std::getline(history, line);
      return nlohmann::json::parse(line).at("physics");
    };
    const auto result = run_ranks_of_program(
        2, with(kHmc,
                {"--load-balance", "1,3", "--device", "vulkan,opengl", "--output", (at / "mixed").string()}));
    REQUIRE_MESSAGE(result.status == 0, result.err);
    CHECK(result.err_has("devices of several kinds"));
    run_any(1, with(kHmc, {"--output", (at / "alone").string()}));
    const auto mixed = physics(at / "mixed"), alike = physics(at / "alone");
    CHECK(mixed.at("plaquette").get<double>() ==
          doctest::Approx(alike.at("plaquette").get<double>()).epsilon(1e-6));
    CHECK(mixed.at("delta_h").get<double>() ==
          doctest::Approx(alike.at("delta_h").get<double>()).epsilon(0.05));
    CHECK(mixed.at("accepted") == alike.at("accepted"));
  }

  TEST_CASE("load balance: by the speed of devices, and where they are") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const auto result =
        run_ranks_of_program(2, {"heatbath", "--lattice", "4,4,4,8", "--sweeps", "1", "--overrelax", "0",
                                 "--load-balance", "auto", "--no-tune", "--output", (at / "auto").string()});
    CHECK_MESSAGE(result.status == 0, result.err);
    CHECK(result.err_has("time slices by the speed of devices: --load-balance "));
    const auto said = lines(run_any(2, {"devices", "--load-balance", "3,1", "--json"}));
    REQUIRE(said.size() == 2);
    CHECK(nlohmann::json::parse(said[0]).at("lattice") == nlohmann::json::array({16, 16, 16, 6}));
    CHECK(nlohmann::json::parse(said[1]).at("lattice") == nlohmann::json::array({16, 16, 16, 2}));
  }

  TEST_CASE("load balance: what is refused is one line") {
    if (!has_mpirun()) return skip("no mpirun");
    const auto refused = [](const ProgramResult& result, const char* why) {
      CHECK(result.status == 2);
      const auto said = complaints(result);
      REQUIRE_MESSAGE(said.size() == 1, result.err);
      CHECK_MESSAGE(said.front().find(why) != std::string::npos, said.front());
    };
    refused(run_ranks_of_program(2, {"heatbath", "--lattice", "4,4,4,8", "--load-balance", "5,3"}),
            "share 5 would be 5 of them, no even number");
    refused(run_program({"heatbath", "--load-balance", "3,1"}), "2 of them, and 1 process was started");
    refused(run_program({"doctor", "--load-balance", "3,1"}), "doctor: --load-balance does not act here");
  }
}

TEST_SUITE("slow") {
  TEST_CASE("load balance: a trajectory with quarks has the bits of one rank on four") {
    if (!has_mpirun()) return skip("no mpirun");
    const TemporaryDirectory at;
    const fs::path one = at / "one", four = at / "four";
    run_any(1, with(kHmc, {"--output", one.string()}));
    run_any(4, with(kHmc, {"--ranks", "1,1,2,2", "--load-balance", "3,1", "--output", four.string()}));
    CHECK(steps_of(four / "history.jsonl") == steps_of(one / "history.jsonl"));
    CHECK(links_of(four / "configuration-000001.ildg") == links_of(one / "configuration-000001.ildg"));
  }
}

}  // namespace
}  // namespace glueball::test::cli_ranks_load_balance
