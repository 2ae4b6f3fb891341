#include "support/same_everywhere.hpp"

#include <doctest/doctest.h>

#include "gpu/device.hpp"
#include "support/page.hpp"
#include "support/program.hpp"
#include "support/skip.hpp"

namespace glueball::test {

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
      CAPTURE(info.id());
      CAPTURE(n);
      const auto run =
          run_command({walkthrough_program(n == 0 ? chapter : "solutions/" + chapter), info.id()});
      CHECK(run.status == 0);
      CHECK(run.err == "");
      CHECK(masked(run.out) == masked(blocks[n]));
    }
}

void check_missing_device(const std::string& chapter) {
  const auto run = run_command({walkthrough_program(chapter), "vulkan:99"});
  CHECK(run.status == 4);
  CHECK(run.error_lines() == 1);
  CHECK(run.out == "");
}

}  // namespace glueball::test
