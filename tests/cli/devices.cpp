#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/program.hpp"
#include "support/temporary.hpp"

using namespace glueball::test;
using nlohmann::json;

namespace {

/// No Vulkan driver and no EGL vendor: a machine without any device.
ProgramOptions no_device() {
  ProgramOptions options;
  for (const char* name : {"VK_ICD_FILENAMES", "VK_DRIVER_FILES"})
    options.environment[name] = "/nonexistent.json";
  options.environment["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/nonexistent.json";
  return options;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("devices lists them as text and as JSON, with one default") {
    const auto text = run_program({"devices"});
    CAPTURE(text.err);
    REQUIRE(text.status == 0);
    const auto machine = run_program({"devices", "--json"});
    REQUIRE(machine.status == 0);
    int defaults = 0;
    for (const auto& line : lines(machine.out)) {
      const auto device = json::parse(line);
      CHECK(text.out_has(device.at("device")));
      CHECK(text.out_has(device.at("name")));
      CHECK(device.at("largest_hmc_lattice").get<int>() % 4 == 0);
      CHECK(device.at("storage_range_bytes").get<std::uint64_t>() > 0);
      defaults += device.at("default").get<bool>();
    }
    CHECK(defaults == 1);
  }

  TEST_CASE("without a device every command says what to install, with status 4") {
    for (const auto& arguments :
         std::vector<std::vector<std::string>>{{"devices"}, {"doctor"}, {"hmc", "--lattice", "4,4,4,4"}}) {
      const auto r = run_program(arguments, no_device());
      CAPTURE(arguments.front());
      CAPTURE(r.err);
      CHECK(r.status == 4);
      CHECK(r.out.empty());
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("install mesa-vulkan-drivers"));
    }
  }

  TEST_CASE("a device that is not there, and a word that is none") {
    const auto absent = run_program({"hmc", "--device", "vulkan:97"});
    CHECK(absent.status == 4);
    CHECK(absent.err_has("vulkan:97"));
    CHECK(run_program({"hmc", "--device", "cuda"}).status == 2);
  }

  TEST_CASE("doctor passes, validated, with a line a check") {
    // The README's command (readme.cpp leaves it to us), on every device, with the layers on.
    const auto r = run_program({"doctor", "--json", "--validate"});
    CAPTURE(r.out);
    CAPTURE(r.err);
    CHECK(r.status == 0);
    const auto checks = lines(r.out);
    CHECK(checks.size() >= 7);
    for (const auto& line : checks) CHECK(json::parse(line).at("ok").get<bool>());
  }
}
