// These tests check the size of a build.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "support/bytes_of.hpp"

namespace glueball::test::cli_weight {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("the program weighs at most 25 MB, and so do its shaders, which are there once") {
    const fs::path build = std::getenv("GLUEBALL_BUILD"), program = std::getenv("GLUEBALL_PROGRAM");
    const fs::path shaders = build / "libglueball_shaders.so";
    REQUIRE(fs::exists(shaders));
    const std::string a_shader = "fermion/wilson_dslash_sum.texel.half.ff";
    CHECK(bytes_of(shaders).find(a_shader) != std::string::npos);
    CHECK(bytes_of(program).find(a_shader) == std::string::npos);
    CHECK(fs::file_size(shaders) < 25'000'000);
    std::size_t chapters = 0;
    for (const auto& entry : fs::recursive_directory_iterator(build / "walkthrough")) {
      if (!entry.is_regular_file()) continue;
      CAPTURE(entry.path());
      CHECK(bytes_of(entry.path()).find(a_shader) == std::string::npos);
      ++chapters;
    }
    CHECK(chapters > 0);
#ifdef NDEBUG
    CHECK(fs::file_size(program) < 25'000'000);
#endif
  }

  TEST_CASE("the program starts without the libraries that few runs need") {
    const fs::path build = std::getenv("GLUEBALL_BUILD"), program = std::getenv("GLUEBALL_PROGRAM");
    for (const char* name : {"libhdf5", "libcairo"}) {
      CAPTURE(name);
      CHECK(bytes_of(program).find(name) == std::string::npos);
    }
    CHECK(bytes_of(build / "libglueball_hdf5.so").find("libhdf5") != std::string::npos);
    CHECK(bytes_of(build / "libglueball_cairo.so").find("libcairo") != std::string::npos);
  }
}

}  // namespace glueball::test::cli_weight
