// These tests check that an invalid choice in tune.json is ignored, whatever somebody wrote into the file.
#include "tune/tuned_choices.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <span>
#include <string>

#include "gpu/program_binaries.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_tuned_choices {
namespace {

const Choice kChoice{.storage = gpu::Storage::texel,
                     .workgroup = 128,
                     .reconstruct = 8,
                     .threads_per_site = 2,
                     .block = 4,
                     .seconds = 1e-5,
                     .default_seconds = 2e-5,
                     .untried = 3};

void put(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::trunc) << text;
}

std::string get(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string with(const std::string& key, const std::string& value) {
  std::string text =
      R"({"glueball-tune":3,"choices":{"dslash":{"storage":"texel","workgroup":128,"reconstruct":8,)"
      R"("lanes":2,"block":4,)"
      R"("seconds":1e-5,"default_seconds":2e-5,"untried":3}}})";
  const auto at = text.find("\"" + key + "\":") + key.size() + 3;
  return text.replace(at, text.find_first_of(",}", at) - at, value);
}

TEST_SUITE("unit") {
  TEST_CASE("tuned choices: what is kept is found, and what other shaders were measured for is dropped") {
    const test::TemporaryDirectory dir;
    const TunedChoices choices(dir / "tune.json");
    CHECK_FALSE(choices.find("dslash; shaders 1"));
    choices.keep("dslash; shaders 1", kChoice, "shaders 1");
    choices.keep("cg; shaders 1", {}, "shaders 1");
    CHECK(choices.find("dslash; shaders 1") == kChoice);
    CHECK(choices.find("cg; shaders 1") == Choice());
    choices.keep("cg; shaders 2", {}, "shaders 2");
    CHECK_FALSE(choices.find("dslash; shaders 1"));
    // A driver may have any bytes in its name.
    choices.keep("cg; caf\xe9; shaders 2", {}, "shaders 2");
    CHECK(choices.find("cg; shaders 2") == Choice());
  }

  TEST_CASE("tuned choices: numbers that are none, or none of ours") {
    const test::TemporaryDirectory dir;
    const TunedChoices choices(dir / "tune.json");
    put(dir / "tune.json", with("lanes", "2"));
    CHECK(choices.find("dslash") == kChoice);
    for (const char* key : {"workgroup", "reconstruct", "lanes", "block", "untried"})
      for (const char* value :
           {"-128", "128.0", "8.5", "1e300", "-1e300", "18446744073709551615", "18446744073709551617", "true",
            "null", "\"8\"", "[8]", "{\"a\":8}", "4294967424"}) {
        CAPTURE(key);
        CAPTURE(value);
        put(dir / "tune.json", with(key, value));
        CHECK_FALSE(choices.find("dslash"));
      }
    for (const char* key : {"workgroup", "reconstruct", "lanes", "block"}) {
      CAPTURE(key);
      put(dir / "tune.json", with(key, "7"));
      CHECK_FALSE(choices.find("dslash"));
    }
    for (const char* value : {"288", "480", "544", "992"}) {  // multiples of 32 that no flag gives
      CAPTURE(value);
      put(dir / "tune.json", with("workgroup", value));
      CHECK_FALSE(choices.find("dslash"));
    }
    for (const char* value : {"null", "\"1e-5\"", "[]", "true"}) {
      put(dir / "tune.json", with("seconds", value));
      CHECK_FALSE(choices.find("dslash"));
    }
    put(dir / "tune.json", with("storage", "\"tape\""));
    CHECK_FALSE(choices.find("dslash"));
    // A value that is no choice is not written again. A recursive writer would overflow its stack on 100000
    // brackets.
    put(dir / "tune.json", with("seconds", std::string(100000, '[') + std::string(100000, ']')));
    choices.keep("plaquette", kChoice, "");
    CHECK(choices.find("plaquette") == kChoice);
    CHECK(get(dir / "tune.json").size() < 1000);
  }

  TEST_CASE("tuned choices: a directory in the file's place is told of, no more") {
    const test::TemporaryDirectory dir;
    std::filesystem::create_directory(dir / "tune.json");
    std::vector<std::string> told;
    const TunedChoices choices(dir / "tune.json", [&](const std::filesystem::path&, const std::string& what) {
      told.push_back(what);
    });
    CHECK_FALSE(choices.find("dslash"));
    CHECK(told.size() == 1);
    choices.keep("dslash", kChoice, "");
    CHECK(told.size() == 3);  // damaged again, and not kept
    CHECK(std::filesystem::is_directory(dir / "tune.json"));
  }

  TEST_CASE("compiled programs: packed and unpacked, whole ones from the front of what is damaged") {
    using gpu::ProgramBinaries;
    const ProgramBinaries all{{1, {2, std::vector<std::byte>(20, std::byte{7})}},
                              {3, {4, {}}},
                              {5, {6, std::vector<std::byte>(1)}}};
    const auto bytes = gpu::packed(all);
    CHECK(gpu::unpacked(bytes) == all);
    CHECK(gpu::unpacked(std::span<const std::byte>{}).empty());
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      const auto some = gpu::unpacked(std::span(bytes).first(size));
      CHECK(some.size() == (size < 36 ? 0u : size < 52 ? 1u : 2u));
    }
    auto long_one = bytes;
    for (std::size_t n = 12; n < 16; ++n) long_one[n] = std::byte{0xff};
    CHECK(gpu::unpacked(long_one).empty());
  }
}

}  // namespace

}  // namespace glueball::test::unit_tuned_choices
