#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>

#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

using namespace glueball::test;
namespace fs = std::filesystem;

TEST_SUITE("cli") {
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
    CHECK(run.status == 0);
    CHECK(run.out_has("plaquette 1,"));
  }
}
