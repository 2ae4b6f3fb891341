#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_install {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("no library is looked for in the current directory") {
    // Loaders say so for any program that they start.
    const auto said = run_program({"--version"}, {.environment = {{"LD_DEBUG", "libs"}}});
    REQUIRE(said.status == 0);
    REQUIRE(said.err.find("search path=/") != std::string::npos);
    for (std::size_t at = 0; (at = said.err.find("trying file=", at)) != std::string::npos;) {
      at += std::string_view("trying file=").size();
      CAPTURE(said.err.substr(at, 60));
      CHECK(said.err[at] == '/');
    }
  }

  TEST_CASE("an installed glueball runs, finds its presets, and serves find_package") {
    const std::string cmake = std::getenv("GLUEBALL_CMAKE");
    const std::string build = std::getenv("GLUEBALL_BUILD");
    const TemporaryDirectory scratch;
    const std::string prefix = scratch / "usr";
    const auto installed = run_command({cmake, "--install", build, "--prefix", prefix});
    CAPTURE(installed.out);
    CAPTURE(installed.err);
    REQUIRE(installed.status == 0);
    CHECK(fs::exists(prefix + "/share/glueball/presets/quickstart.toml"));
    CHECK(fs::exists(prefix + "/include/glueball/lattice/geometry.hpp"));
    CHECK_FALSE(fs::exists(prefix + "/include/glueball/gpu/vk"));
    CHECK(fs::exists(prefix + "/include/glueball/args/site.h"));
    // The manual page has a paragraph for each command.
    const auto page = run_command({"gzip", "-dc", prefix + "/share/man/man1/glueball.1.gz"});
    CAPTURE(page.out);
    for (const char* command : {"bench", "hmc", "view"})
      CHECK(page.out_has(fmt::format(".TP\n.B {}\n", command)));

    ProgramOptions elsewhere;
    elsewhere.directory = scratch.path();
    const auto config = run_command(
        {prefix + "/bin/glueball", "hmc", "--config", "presets/quickstart.toml", "--print-config"},
        elsewhere);
    CHECK(config.status == 0);
    CHECK(config.out_has("beta = 5.6"));

    // All of it can be moved, and carried in one folder.
    fs::rename(prefix, scratch / "moved");
    const fs::path carried = scratch / "carried";
    fs::create_directory(carried);
    fs::copy(scratch / "moved/bin/glueball", carried);
    for (const auto& entry : fs::recursive_directory_iterator(scratch / "moved"))
      if (entry.path().filename().string().starts_with("libglueball_shaders.so"))
        fs::copy(entry.path(), carried / entry.path().filename(), fs::copy_options::copy_symlinks);
    for (const fs::path& program : {scratch / "moved/bin/glueball", carried / "glueball"}) {
      const auto devices = run_command({program.string(), "devices"}, elsewhere);
      CAPTURE(devices.err);
      CHECK(devices.status == 0);
    }
    // Without the libraries that are loaded on demand it does all but what they are for, and says so before
    // the work.
    const std::vector<std::string> chain_words{"heatbath", "--lattice",    "4,4,4,4", "--beta",
                                               "5.7",      "--sweeps",     "1",       "--quiet",
                                               "--output", scratch / "run"};
    const auto carried_run = [&](const std::vector<std::string>& more) {
      std::vector<std::string> command{carried / "glueball"};
      command.insert(command.end(), chain_words.begin(), chain_words.end());
      command.insert(command.end(), more.begin(), more.end());
      return run_command(command, elsewhere);
    };
    const std::vector<std::string> flow{
        carried / "glueball", "flow",   scratch / "run/configuration-000001.ildg", "--time", "0.05", "--plot",
        scratch / "flow.svg", "--quiet"};
    for (const bool there : {false, true}) {
      CAPTURE(there);
      if (there)
        for (const char* loaded : {"libglueball_hdf5.so", "libglueball_cairo.so"})
          for (const auto& entry : fs::recursive_directory_iterator(scratch / "moved"))
            if (entry.path().filename() == loaded) fs::copy(entry.path(), carried / loaded);
      const auto carried_chain = carried_run({"--hdf5", scratch / "run.h5", "--force"});
      CAPTURE(carried_chain.err);
      CHECK(carried_chain.status == (there ? 0 : 2));
      CHECK(carried_chain.err_has("libglueball_hdf5.so") != there);
      if (!there) REQUIRE(carried_run({}).status == 0);
      const auto plot = run_command(flow, elsewhere);
      CAPTURE(plot.err);
      CHECK(plot.status == (there ? 0 : 2));
      CHECK(plot.err_has("libglueball_cairo.so") != there);
      for (const char* file : {"run.h5", "flow.svg"}) CHECK(fs::exists(scratch / file) == there);
    }
    fs::rename(scratch / "moved", prefix);

    const std::string consumer = scratch / "consumer";
    const auto configured =
        run_command({cmake, "-S", GLUEBALL_TEST_DATA "/consumer", "-B", consumer, "-G", "Ninja",
                     "-DCMAKE_PREFIX_PATH=" + prefix, "-DCMAKE_BUILD_TYPE=Release"});
    CAPTURE(configured.out);
    CAPTURE(configured.err);
    REQUIRE(configured.status == 0);
    const auto built = run_command({cmake, "--build", consumer});
    CAPTURE(built.out);
    REQUIRE(built.status == 0);
    const auto run = run_command({consumer + "/consumer"});
    CAPTURE(run.out);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    // The chain is the same as the program's.
    const auto chain = run_command({prefix + "/bin/glueball",
                                    "hmc",
                                    "--lattice",
                                    "4,4,4,8",
                                    "--start",
                                    "cold",
                                    "--beta",
                                    "5.6",
                                    "--kappa",
                                    "0.15",
                                    "--tau",
                                    "0.5",
                                    "--steps",
                                    "6",
                                    "--seed",
                                    "7",
                                    "--trajectories",
                                    "3",
                                    "--json",
                                    "--no-tune",
                                    "--output",
                                    scratch / "chain"});
    CAPTURE(chain.err);
    REQUIRE(chain.status == 0);
    std::istringstream lines(chain.out);
    int steps = 0;
    for (std::string line; std::getline(lines, line); ++steps) {
      const auto step = nlohmann::json::parse(line);
      if (step.contains("summary")) break;
      CHECK(run.out_has(fmt::format("{}: dH {:+.4f} ", steps + 1, step.at("delta_h").get<double>())));
      CHECK(run.out_has(fmt::format("plaquette {:.6f} ", step.at("plaquette").get<double>())));
      CHECK(run.out_has(fmt::format("polyakov {:.6f} ", step.at("polyakov").at(0).get<double>())));
    }
    CHECK(steps == 3);
  }
}

}  // namespace glueball::test::cli_install
