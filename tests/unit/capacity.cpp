#include "app/capacity.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/error.hpp"

using namespace glueball;
using namespace glueball::app;

namespace {

gpu::DeviceInfo device(std::uint64_t memory, std::uint64_t range) {
  gpu::DeviceInfo d;
  d.limits.memory_bytes = memory;
  d.limits.storage_range_bytes = range;
  return d;
}

constexpr std::uint64_t kAll = ~std::uint64_t(0);

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("the largest lattice fits and the next does not") {
    for (std::uint64_t memory : {std::uint64_t(64) << 20, std::uint64_t(4) << 30, std::uint64_t(139) << 30}) {
      const auto d = device(memory, kAll);
      const int best = largest_hmc_extent(d.limits);
      CAPTURE(best);
      CHECK(best % 4 == 0);
      CHECK_NOTHROW(require_hmc_fits(d, Geometry({best, best, best, best})));
      CHECK_THROWS_AS(require_hmc_fits(d, Geometry({best + 4, best + 4, best + 4, best + 4})), Error);
    }
    CHECK(largest_hmc_extent(device(100000, kAll).limits) == 0);
    // A range limits as memory does.
    const int by_range = largest_hmc_extent(device(kAll, std::uint64_t(128) << 20).limits);
    CHECK(by_range > 0);
    CHECK_THROWS_AS(require_hmc_fits(device(kAll, std::uint64_t(128) << 20),
                                     Geometry({by_range + 4, by_range + 4, by_range + 4, by_range + 4})),
                    Error);
    // Memory that is not told does not limit.
    CHECK_NOTHROW(require_hmc_fits(device(0, kAll), Geometry({64, 64, 64, 64})));
  }

  TEST_CASE("the error says how much is needed and what fits") {
    try {
      require_hmc_fits(device(std::uint64_t(1) << 30, kAll), Geometry({64, 64, 64, 64}));
      FAIL("64^4 in 1 GiB");
    } catch (const Error& error) {
      CHECK(error.status() == Status::device);
      CHECK(std::string(error.what()).find("MiB") != std::string::npos);
      CHECK(std::string(error.what()).find("the largest that fits is 32x32x32x32") != std::string::npos);
    }
  }
}
