// These tests check the cache from a user's view: choices are used and recorded, and no damaged or failing
// cache stops a run.
#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "gpu/device.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "kernels/heatbath.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"
#include "tune/autotune.hpp"

namespace glueball::test::cli_tune {
namespace {

using gpu::Storage;

std::string read(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

gpu::DeviceInfo chosen_device() {
  const auto all = gpu::devices();
  const std::string id = gpu::default_device(all);
  for (const auto& device : all)
    if (device.id() == id) return device;
  FAIL("no device");
  return {};
}

/// Puts what heatbath on 4^4 is to use into a cache.
void seed(const std::filesystem::path& cache, Storage storage, std::uint32_t workgroup) {
  const TuneRequest request{.workload = &kernel_specs::benchmark_of<kernels::Heatbath>(),
                            .geometry = Geometry({4, 4, 4, 4}),
                            .options = {}};
  Autotuner(cache).keep(Autotuner::key(chosen_device(), request), {.storage = storage,
                                                                   .workgroup = workgroup,
                                                                   .reconstruct = 12,
                                                                   .threads_per_site = 1,
                                                                   .block = 1,
                                                                   .seconds = 1,
                                                                   .default_seconds = 1});
}

ProgramResult heatbath(const std::filesystem::path& cache, std::vector<std::string> more) {
  std::vector<std::string> arguments = {"heatbath", "--device", chosen_device().id()};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_program(arguments, {.environment = {{"GLUEBALL_CACHE", cache.string()}}});
}

std::vector<std::string> begin(const std::filesystem::path& output, const std::string& sweeps) {
  return {"--lattice", "4,4,4,4",         "--sweeps", sweeps,     "--overrelax",
          "0",         "--save-interval", "1",        "--output", output.string()};
}

TEST_SUITE("cli") {
  TEST_CASE(
      "tune: a choice is used and recorded; a run goes on with it, bit by bit, though the cache changes") {
    const TemporaryDirectory d;
    seed(d / "cache", Storage::image, 32);
    const auto whole = heatbath(d / "cache", begin(d / "whole", "3"));
    REQUIRE_MESSAGE(whole.status == 0, whole.err);
    CHECK(whole.err_has("fields in image"));
    const std::string config = read(d / "whole" / "config.toml");
    CHECK(config.find("storage = \"image\"\n") != std::string::npos);
    CHECK(config.find("workgroup = 32\n") != std::string::npos);

    REQUIRE(heatbath(d / "cache", begin(d / "parts", "1")).status == 0);
    seed(d / "cache", Storage::buffer, 128);
    const auto rest = heatbath(d / "cache", {"--resume", (d / "parts").string(), "--sweeps", "3"});
    REQUIRE_MESSAGE(rest.status == 0, rest.err);
    CHECK(rest.err_has("fields in image"));
    CHECK(read(d / "parts" / "config.toml").find("workgroup = 32\n") != std::string::npos);
    const std::string links = checksum_of(configuration_of(d / "whole", 3));
    CHECK(links != kNotWhole);
    CHECK(checksum_of(configuration_of(d / "parts", 3)) == links);
  }

  TEST_CASE("tune: a cache that is damaged or cannot be written costs one line") {
    const TemporaryDirectory d;
    std::filesystem::create_directories(d / "cache");
    std::ofstream(d / "cache/tune.json") << "{\"glueball-tune\": 1, \"choi";
    const auto bench = [&](const std::string& cache, const std::string& flag) {
      return run_program({"bench", "axpby", "--lattice", "4,4,4,4", "--seconds", "0.01", flag},
                         {.environment = {{"GLUEBALL_CACHE", cache}}});
    };
    const auto damaged = bench(d / "cache", "--json"), without = bench(d / "cache", "--no-cache");
    CHECK(damaged.status == 0);
    CHECK(damaged.err_has("tune.json: damaged, or not ours"));
    CHECK(without.status == 0);
    CHECK_FALSE(without.err_has("tune.json"));
    CHECK(damaged.error_lines() == without.error_lines() + 1);

    std::ofstream(d / "file") << "in the way";
    const auto unwritable = bench(d / "file", "--json");
    CHECK(unwritable.status == 0);
    CHECK(unwritable.error_lines() <= without.error_lines() + 1);
  }

  TEST_CASE("tune: the first run is precompiled, once, and computes what one without a cache does") {
    const TemporaryDirectory d;
    const auto files = [&](const char* folder) {
      std::size_t count = 0;
      std::error_code none;
      for ([[maybe_unused]] const auto& entry :
           std::filesystem::directory_iterator(d.path() / "cache" / folder, none))
        ++count;
      return count;
    };
    REQUIRE(heatbath(d / "cache", begin(d / "first", "1")).status == 0);
    CHECK(files("precompiled") == 1);
    const std::size_t modules = files("modules");
    CHECK(modules > 0);
    REQUIRE(heatbath(d / "cache", {"--resume", (d / "first").string(), "--sweeps", "2"}).status == 0);
    CHECK(files("modules") == modules);
    auto alone = begin(d / "alone", "2");
    alone.push_back("--no-cache");
    REQUIRE(heatbath(d / "cache", alone).status == 0);
    const std::string links = checksum_of(configuration_of(d / "first", 2));
    CHECK(links != kNotWhole);
    CHECK(checksum_of(configuration_of(d / "alone", 2)) == links);
  }

  TEST_CASE("tune: bench says what was chosen, --workgroup and --reconstruct are checked") {
    const TemporaryDirectory d;
    const ProgramOptions with{.environment = {{"GLUEBALL_CACHE", (d / "cache").string()}}};
    const auto bench =
        run_program({"bench", "dslash", "--lattice", "4,4,4,4", "--seconds", "0.01", "--storage", "buffer",
                     "--workgroup", "96", "--reconstruct", "8", "--json"},
                    with);
    REQUIRE_MESSAGE(bench.status == 0, bench.err);
    CHECK(bench.out_has("\"workgroup\":96"));
    CHECK(bench.out_has("\"reconstruct\":8"));
    CHECK(bench.out_has("\"storage\":\"buffer\""));
    CHECK(run_program({"bench", "dslash", "--workgroup", "33"}, with).status == 2);
    CHECK(run_program({"bench", "dslash", "--reconstruct", "9", "--lattice", "4,4,4,4", "--seconds", "0.01"},
                      with)
              .status == 2);
  }
}

}  // namespace
}  // namespace glueball::test::cli_tune
