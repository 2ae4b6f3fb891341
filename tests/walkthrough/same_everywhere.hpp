// A chapter whose program prints the same on every device, to the letter.
#pragma once

#include <doctest/doctest.h>

#include "gpu/device.hpp"
#include "support/skip.hpp"
#include "walkthrough/page.hpp"

namespace glueball::test {

/// The page's first block is what the program prints, its second what the solutions print; times are masked.
/// The programs check the GPU against the CPU themselves and say so by their exit status.
inline void check_same_everywhere(const std::string& chapter) {
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

/// A device that is not there is one line on stderr and exit status 4.
inline void check_missing_device(const std::string& chapter) {
  const auto run = run_command({walkthrough_program(chapter), "vulkan:99"});
  CHECK(run.status == 4);
  CHECK(run.error_lines() == 1);
  CHECK(run.out == "");
}

}  // namespace glueball::test
