#include "support/same_everywhere.hpp"

#include <doctest/doctest.h>

#include "gpu/device.hpp"
#include "support/bytes_of.hpp"
#include "support/devices.hpp"
#include "support/page.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test {
namespace {

std::string picture_of(const std::string& chapter) {
  return std::string(GLUEBALL_SOURCE) + "/tools/walkthrough/" + chapter + "/picture.png";
}

}  // namespace

void check_picture(const std::string& chapter, const std::string& drawn) {
  CHECK(bytes_of(drawn).starts_with("\x89PNG"));
  CHECK(bytes_of(picture_of(chapter)).size() < 60'000);
  CHECK(bytes_of(picture_of(chapter)).size() > 5'000);
}

void check_same_everywhere(const std::string& chapter) {
  const auto devices = gpu::devices();
  if (devices.empty()) {
    skip("no device");
    return;
  }
  const auto blocks = literal_blocks(chapter);
  REQUIRE(blocks.size() == 2);
  for (const auto& info : devices)
    for (std::size_t n = 0; n < blocks.size(); ++n) {
      if (!has_turn(info, std::stoi(chapter) + int(n))) continue;
      CAPTURE(info.id());
      CAPTURE(n);
      const TemporaryDirectory scratch;
      std::vector<std::string> command{walkthrough_program(n == 0 ? chapter : "solutions/" + chapter),
                                       info.id()};
      if (n == 0) command.push_back(scratch / "picture.png");
      const auto run = run_command(command);
      CHECK(run.status == 0);
      CHECK(run.err == "");
      CHECK(masked(run.out) == masked(blocks[n]));
      if (n == 0) check_picture(chapter, scratch / "picture.png");
    }
}

void check_unwritable_picture(const std::string& chapter) {
  const auto run = run_command({walkthrough_program(chapter), "no/such/place.svg"});
  CHECK(run.status == 2);
  CHECK(run.error_lines() == 1);
  CHECK(run.out == "");
}

void check_missing_device(const std::string& chapter) {
  const auto run = run_command({walkthrough_program(chapter), "vulkan:99"});
  CHECK(run.status == 4);
  CHECK(run.error_lines() == 1);
  CHECK(run.out == "");
}

}  // namespace glueball::test
