// These tests check the threads of CPU drivers by the size of the lattice.
#include "app/driver_threads.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <optional>
#include <string>

#include "support/environment.hpp"

namespace glueball::test::unit_driver_threads {
namespace {

/// LP_NUM_THREADS after it was asked to suit a lattice; "none" where it is not set.
std::string threads_for(std::size_t sites, int processors, const std::optional<std::string>& before) {
  const Variable threads("LP_NUM_THREADS", before);
  app::set_driver_threads(sites, processors);
  const char* const after = std::getenv("LP_NUM_THREADS");
  return after == nullptr ? "none" : after;
}

TEST_SUITE("unit") {
  TEST_CASE("small lattices run in the thread that launches them, the more processors the smaller") {
    CHECK(app::one_thread_suits(4096, 2));
    CHECK(!app::one_thread_suits(10000, 2));
    CHECK(app::one_thread_suits(1296, 64));
    CHECK(!app::one_thread_suits(4096, 64));
    CHECK(app::one_thread_suits(1 << 20, 1));
  }

  TEST_CASE("the number of threads is the user's where there is one, and left where the lattice is unknown") {
    CHECK(threads_for(256, 2, std::nullopt) == "0");
    CHECK(threads_for(256, 2, "3") == "3");
    CHECK(threads_for(1 << 16, 2, std::nullopt) == "none");
    CHECK(threads_for(0, 2, std::nullopt) == "none");
  }
}

}  // namespace

}  // namespace glueball::test::unit_driver_threads
