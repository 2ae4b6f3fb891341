#include "support/chapter.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "gpu/device.hpp"
#include "support/page.hpp"
#include "support/program.hpp"
#include "support/same_everywhere.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test {
namespace {

bool has(const std::vector<gpu::DeviceInfo>& devices, gpu::Api api) {
  return std::any_of(devices.begin(), devices.end(), [&](const auto& info) { return info.api == api; });
}

/// A page's block without the paragraphs of an API that is not here, masked.
std::string expected_output(const std::string& block, const std::vector<gpu::DeviceInfo>& devices) {
  std::string expected;
  for (const std::string& paragraph : paragraphs(block)) {
    if (paragraph.starts_with("vulkan:") && !has(devices, gpu::Api::vulkan)) continue;
    if (paragraph.starts_with("opengl:") && !has(devices, gpu::Api::opengl)) continue;
    expected += (expected.empty() ? "" : "\n") + paragraph;
  }
  return masked(expected);
}

}  // namespace

void check_chapter(const std::string& chapter) {
  const auto devices = gpu::devices();
  // Chapter 2 is left out of a build without Vulkan; a chapter that is missing otherwise fails below.
  const bool left_out =
      !has(devices, gpu::Api::vulkan) && !std::filesystem::exists(walkthrough_program(chapter));
  if (devices.empty() || left_out) {
    skip(devices.empty() ? "no device" : chapter + " is not built without Vulkan");
    return;
  }
  const auto blocks = literal_blocks(chapter);
  REQUIRE(blocks.size() == 2);
  const std::string page = masked(blocks[0]);
  CHECK(page.find("vulkan:*, *") != std::string::npos);
  CHECK(page.find("opengl:*, *") != std::string::npos);

  const auto nowhere = run_command({walkthrough_program(chapter), "vulkan:99"});
  CHECK(nowhere.status == 4);
  CHECK(nowhere.error_lines() == 1);
  CHECK(nowhere.err_has("vulkan"));
  CHECK_FALSE(nowhere.out_has("agree"));

  check_unwritable_picture(chapter);
  const TemporaryDirectory scratch;
  const auto run = run_command({walkthrough_program(chapter), scratch / "picture.png"});
  CHECK(run.status == 0);
  CHECK(run.err == "");
  CHECK(masked(run.out) == expected_output(blocks[0], devices));
  check_picture(chapter, scratch / "picture.png");
  for (const auto& info : devices) {
    const auto solved = run_command({walkthrough_program("solutions/" + chapter), info.id()});
    CAPTURE(info.id());
    CHECK(solved.status == 0);
    CHECK(solved.err == "");
    CHECK(solved.out == blocks[1]);
  }
}

}  // namespace glueball::test
