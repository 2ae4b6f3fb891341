// These tests check the vector width of CPU drivers: who chooses it, and that no result depends on it.
#include "app/vector_width.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_vector_width {
namespace {

using nlohmann::json;
using Environment = std::map<std::string, std::string>;

/// Returns CPU drivers as `glueball devices` lists them.
std::vector<json> cpu_drivers(const Environment& environment) {
  std::vector<json> found;
  for (const auto& line : lines(run_program({"devices", "--json"}, {.environment = environment}).out)) {
    json device = json::parse(line);
    if (device.at("vector_bits") != 0) found.push_back(std::move(device));
  }
  return found;
}

void put(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

void keep(const std::filesystem::path& cache, const char* api, const json& bits) {
  const json widths = {{app::vector_width_key(api), {{"driver", "any"}, {"bits", bits}}}};
  put(cache / "vector-width.json", json({{"glueball-vector-width", 1}, {"widths", widths}}).dump());
}

TEST_SUITE("cli") {
  TEST_CASE("the user's width goes before what was measured, and that before the driver's") {
    const TemporaryDirectory cache;
    Environment environment{{"GLUEBALL_CACHE", cache.path().string()}, {"LP_NATIVE_VECTOR_WIDTH", ""}};
    const auto by_driver = cpu_drivers(environment);
    for (const json& d : by_driver) {
      CHECK(d.at("vector_bits_chosen_by") == "driver");
      CHECK(d.at("name").get<std::string>().find(std::to_string(d.at("vector_bits").get<int>()) + " bits") !=
            std::string::npos);
    }
    keep(cache.path(), "vulkan", 512);
    for (const json& d : cpu_drivers(environment))
      if (app::has_wide_vectors()) {
        CHECK(d.at("vector_bits") == 512);
        CHECK(d.at("vector_bits_chosen_by") == "measurement");
      } else {
        CHECK(d.at("vector_bits_chosen_by") == "driver");
      }
    environment["LP_NATIVE_VECTOR_WIDTH"] = "128";
    for (const json& d : cpu_drivers(environment)) {
      CHECK(d.at("vector_bits") == 128);
      CHECK(d.at("vector_bits_chosen_by") == "user");
    }
    // An invalid width is ignored; a damaged file is reported.
    environment["LP_NATIVE_VECTOR_WIDTH"] = "";
    keep(cache.path(), "vulkan", "wide");
    CHECK(cpu_drivers(environment) == by_driver);
    put(cache.path() / "vector-width.json", "{");
    const auto damaged = run_program({"devices"}, {.environment = environment});
    CHECK(damaged.status == 0);
    CHECK(damaged.err_has("vector-width.json: damaged"));
  }

  TEST_CASE("no bit of a chain depends on the width") {
    const TemporaryDirectory scratch;
    std::string first;
    for (const char* bits : {"128", "256", "512"}) {
      CAPTURE(bits);
      const auto output = scratch.path() / bits;
      const auto r = run_program(
          {"hmc", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.5", "--kappa", "0.14", "--steps",
           "2", "--trajectories", "1", "--output", output.string(), "--no-tune", "--quiet"},
          {.environment = {{"LP_NATIVE_VECTOR_WIDTH", bits}, {"GALLIVM_PERF", "nopt"}}});
      REQUIRE(r.status == 0);
      std::ifstream history(output / "history.jsonl");
      std::string physics;
      for (std::string line; std::getline(history, line);)
        if (const json step = json::parse(line); step.contains("physics")) physics += step["physics"].dump();
      REQUIRE(!physics.empty());
      if (first.empty()) first = physics;
      CHECK(physics == first);
    }
  }
}

}  // namespace
}  // namespace glueball::test::cli_vector_width
