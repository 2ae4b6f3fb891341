#include "support/devices.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_devices {

using nlohmann::json;

namespace {

std::string history(const std::filesystem::path& run) {
  std::ostringstream text;
  text << std::ifstream(run / "history.jsonl").rdbuf();
  return text.str();
}

/// A file of l^4 that has its length and its header and takes no room on the disk: it must not be read beyond
/// these.
std::string empty_configuration(const std::filesystem::path& path, int l) {
  std::ofstream file(path);
  file << "BEGIN_HEADER\nDATATYPE = 4D_SU3_GAUGE\nFLOATING_POINT = IEEE32BIG\n";
  for (int mu = 1; mu <= 4; ++mu) file << "DIMENSION_" << mu << " = " << l << "\n";
  file << "END_HEADER\n";
  const auto header = std::uint64_t(file.tellp());
  file.close();
  std::filesystem::resize_file(path, header + std::uint64_t(l) * l * l * l * 4 * 12 * 4);
  return path.string();
}

/// One line that says what is needed, what there is, and that `fits` is the largest.
void check_refused(const ProgramResult& r, int fits) {
  CAPTURE(r.err);
  CHECK(r.status == 4);
  CHECK(r.error_lines() == 1);
  CHECK(r.err_has(fmt::format("lattice {0}x{0}x{0}x{0} needs ", fits + 4)));
  CHECK(r.err_has(fmt::format("the largest that fits is {0}x{0}x{0}x{0}", fits)));
}

/// Returns options for a machine without any device: no Vulkan driver and no EGL vendor.
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
      if (device.at("type") == "software") CHECK(text.out_has("software driver for CPUs"));
      const json& largest = device.at("largest_lattice");
      CHECK(device.at("largest_hmc_lattice") == largest.at("hmc").at("single"));
      CHECK(device.at("bytes_per_site").at("hmc").size() == largest.at("hmc").size());
      for (const auto& [command, extents] : largest.items()) {
        CHECK(extents.contains("half") == (command == "solve"));
        CHECK(extents.contains("double") == device.at("float64").get<bool>());
        for (const auto& [precision, extent] : extents.items()) {
          CHECK(extent.get<int>() % 4 == 0);
          CHECK(text.out_has(fmt::format("{}^4", extent.get<int>())));
        }
      }
      CHECK(device.at("storage_range_bytes").get<std::uint64_t>() > 0);
      defaults += device.at("default").get<bool>();
    }
    CHECK(defaults == 1);
  }

  TEST_CASE("hmc and solve take as much as devices says, and refuse the first lattice that is too large") {
    const TemporaryDirectory scratch;
    for (const auto& line : lines(run_program({"devices", "--json"}).out)) {
      const auto device = json::parse(line);
      const std::string id = device.at("device");
      CAPTURE(id);
      const auto take = [&](const char* command, const std::string& precision,
                            std::vector<std::string> arguments) {
        CAPTURE(precision);
        arguments.insert(arguments.end(), {"--device", id, "--no-tune", "--quiet", "--json"});
        const auto r = run_program(arguments);
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        const json last =
            json::parse(lines(std::string(command) == "hmc" ? history(scratch / "run") : r.out).back());
        const double bytes = (last.contains("summary") ? last.at("summary") : last).at("device_bytes");
        const double predicted =
            device.at("bytes_per_site").at(command).at(precision).get<double>() * 8 * 8 * 8 * 8;
        CHECK(bytes > 0.95 * predicted);
        CHECK(bytes < 1.05 * predicted);
      };
      const std::string links = (scratch / "run" / "configuration-000001.ildg").string();
      for (const auto& [precision, extent] : device.at("largest_lattice").at("hmc").items()) {
        take("hmc", precision,
             {"hmc",
              "--lattice",
              "8,8,8,8",
              "--start",
              "cold",
              "--kappa",
              "0.1",
              "--trajectories",
              "1",
              "--steps",
              "1",
              "--tau",
              "0.01",
              "--precision",
              precision,
              "--energies",
              "host",
              "--output",
              (scratch / "run").string(),
              "--force"});
        const std::string l = fmt::format("{}", extent.get<int>() + 4);
        check_refused(run_program({"hmc", "--lattice", fmt::format("{0},{0},{0},{0}", l), "--precision",
                                   precision, "--device", id, "--output", (scratch / "too-large").string()}),
                      extent);
        CHECK(!std::filesystem::exists(scratch / "too-large"));
      }
      for (const auto& [precision, extent] : device.at("largest_lattice").at("solve").items()) {
        take("solve", precision,
             {"solve", links, "--columns", "1", "--kappa", "0.1", "--tolerance", "1e-5", "--solver", "cg",
              "--inner", precision});
        const int l = extent.get<int>() + 4;
        check_refused(run_program({"solve", empty_configuration(scratch / "too-large.nersc", l), "--inner",
                                   precision, "--device", id}),
                      extent);
      }
    }
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

  TEST_CASE("an API that is asked for and has no driver says what to install") {
    for (const auto& [device, package] :
         {std::pair{"vulkan", "mesa-vulkan-drivers"}, {"opengl", "libegl-mesa0"}})
      for (const char* command : {"hmc", "doctor"}) {
        ProgramOptions options = no_device();
        // The other API is there: the hint is of the one that was asked for.
        if (std::string(device) == "vulkan")
          options.environment.erase("__EGL_VENDOR_LIBRARY_FILENAMES");
        else
          options.environment.erase("VK_ICD_FILENAMES"), options.environment.erase("VK_DRIVER_FILES");
        const auto r = run_program({command, "--device", device}, options);
        CAPTURE(device);
        CAPTURE(command);
        CAPTURE(r.err);
        CHECK(r.status == 4);
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has(package));
        CHECK_FALSE(r.err_has("doctor' tells more"));
      }
  }

  TEST_CASE("a device that is not there, and a word that is none") {
    const auto absent = run_program({"hmc", "--device", "vulkan:97"});
    CHECK(absent.status == 4);
    CHECK(absent.err_has("vulkan:97"));
    CHECK(run_program({"hmc", "--device", "cuda"}).status == 2);
  }

  TEST_CASE("the environment says how far modules are optimised, and results say so") {
    const TemporaryDirectory scratch;
    std::string software;  // GPUs have all optimised
    for (const json& device : json_lines(run_program({"devices", "--json"}).out))
      if (device.at("type") == "software") software = device.at("device");
    if (software.empty()) return skip("no CPU driver here");
    const auto shaders = [&](const std::string& optimize) {
      const std::string output = (scratch / ("run" + optimize)).string();
      const auto r = run_program({"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1", "--no-tune", "--quiet",
                                  "--output", output, "--device", software},
                                 {.environment = {{"GLUEBALL_OPTIMIZE", optimize}}});
      REQUIRE_MESSAGE(r.status == 0, r.err);
      std::ifstream history(output + "/history.jsonl");
      std::string line;
      std::getline(history, line);
      return json::parse(line).at("provenance").at("shaders").get<std::string>();
    };
    const std::string full = shaders("");
    CHECK(shaders("full") == full);
    CHECK(shaders("anew") == full);
    CHECK(shaders("inlined") == full + " inlined");
    const auto refused = run_program({"heatbath"}, {.environment = {{"GLUEBALL_OPTIMIZE", "fast"}}});
    CHECK(refused.status == 2);
    CHECK(refused.error_lines() == 1);
    CHECK(refused.err_has("GLUEBALL_OPTIMIZE is 'fast'"));
  }

  TEST_CASE("doctor passes, validated, with a line a check") {
    // The README's command (readme.cpp leaves it to us), with the layers on, of every device. Workgroups run
    // in several threads, as users' do, which other tests of the program do without. Mesa's CPU drivers
    // compile all kernels for a minute, and for several where modules are optimised: here the last of these
    // has its turn, of modules inlined, and kernel/all_specs runs every kernel on the first, optimised; all
    // of them as users have them under tools/test --slow.
    ProgramOptions options{.environment = {{"LP_NUM_THREADS", ""}}};
    if (everything())
      options.environment.insert(
          {{"GLUEBALL_OPTIMIZE", "full"}, {"GALLIVM_PERF", ""}, {"LP_NATIVE_VECTOR_WIDTH", ""}});
    std::vector<std::string> ids;
    std::string software;
    for (const json& device : json_lines(run_program({"devices", "--json"}).out)) {
      const std::string id = device.at("device");
      if (everything() || device.at("type") != "software")
        ids.push_back(id);
      else
        software = id;
    }
    if (!software.empty()) ids.push_back(software);
    REQUIRE(!ids.empty());
    for (const auto& device : ids) {
      const auto r = run_program({"doctor", "--full", "--json", "--validate", "--device", device}, options);
      CAPTURE(r.out);
      CAPTURE(r.err);
      CHECK(r.status == 0);
      const auto checks = json_lines(r.out);
      CHECK(checks.size() >= 7);
      for (const json& check : checks) CHECK(check.at("ok").get<bool>());
    }
  }
}

}  // namespace glueball::test::cli_devices
