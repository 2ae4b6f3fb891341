// Chapter 1: the program does what its page says, on every device.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/device.hpp"
#include "support/page.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"

namespace glueball::test::walkthrough_add {
namespace {

/// The page without the paragraphs of an API that is not here.
std::string expected_output(const std::string& block, const std::vector<gpu::DeviceInfo>& devices) {
  const auto has = [&](gpu::Api api) {
    return std::any_of(devices.begin(), devices.end(), [&](const auto& info) { return info.api == api; });
  };
  std::string expected;
  for (const std::string& paragraph : test::paragraphs(block)) {
    if (paragraph.starts_with("vulkan:") && !has(gpu::Api::vulkan)) continue;
    if (paragraph.starts_with("opengl:") && !has(gpu::Api::opengl)) continue;
    expected += (expected.empty() ? "" : "\n") + paragraph;
  }
  return test::masked(expected);
}

}  // namespace

TEST_SUITE("walkthrough") {
  TEST_CASE("01_add prints what its page shows") {
    const auto devices = gpu::devices();
    if (devices.empty()) {
      test::skip("no device");
      return;
    }
    const auto blocks = test::literal_blocks("01_add");
    REQUIRE(blocks.size() == 2);
    // The page itself shows both APIs, each with a row of times.
    CHECK(test::paragraphs(blocks[0]).size() == 4);
    const std::string page = test::masked(blocks[0]);
    CHECK(page.find("vulkan:*, *") != std::string::npos);
    CHECK(page.find("opengl:*, *") != std::string::npos);
    CHECK(page.find("time in ms * * *") != std::string::npos);

    const auto run = test::run_command({test::walkthrough_program("01_add")});
    CHECK(run.status == 0);
    CHECK(run.err == "");
    CHECK(test::masked(run.out) == expected_output(blocks[0], devices));
  }

  TEST_CASE("01_add: GPU and CPU agree on every device") {
    std::vector<std::string> command{test::walkthrough_program("01_add")};
    const auto devices = gpu::devices();
    if (devices.empty()) {
      test::skip("no device");
      return;
    }
    for (const auto& info : devices) command.push_back(info.id());
    const auto run = test::run_command(command);
    CHECK(run.status == 0);
    for (const auto& info : devices) CHECK(run.out_has(info.id() + ", " + info.name));
    CHECK(run.out_has("GPU and CPU agree in every bit"));
  }

  TEST_CASE("01_add: a device that is not there is one clear line") {
    const auto run = test::run_command({test::walkthrough_program("01_add"), "vulkan:99"});
    CHECK(run.status == 4);
    CHECK(run.error_lines() == 1);
    CHECK(run.err_has("vulkan"));
    CHECK_FALSE(run.out_has("agree"));
  }

  TEST_CASE("01_add: the exercises' solutions print what the page shows, on every device") {
    const auto devices = gpu::devices();
    if (devices.empty()) {
      test::skip("no device");
      return;
    }
    const auto blocks = test::literal_blocks("01_add");
    REQUIRE(blocks.size() == 2);
    for (const auto& info : devices) {
      const auto run = test::run_command({test::walkthrough_program("solutions/01_add"), info.id()});
      CAPTURE(info.id());
      CHECK(run.status == 0);
      CHECK(run.err == "");
      CHECK(run.out == blocks[1]);
    }
  }
}

}  // namespace glueball::test::walkthrough_add
