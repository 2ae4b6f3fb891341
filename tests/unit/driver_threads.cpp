// Threads of CPU drivers by the size of the lattice.
#include "app/driver_threads.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

namespace glueball::test {
namespace {

/// LP_NUM_THREADS after it was asked to suit a lattice; "none" where it is not set.
std::string threads_for(std::size_t sites, int processors, const char* before) {
  const char* const variable = "LP_NUM_THREADS";
  const char* const set = std::getenv(variable);
  const std::string kept = set == nullptr ? "" : set;
  if (before == nullptr)
    unsetenv(variable);
  else
    setenv(variable, before, 1);
  app::set_driver_threads(sites, processors);
  const char* const after = std::getenv(variable);
  const std::string found = after == nullptr ? "none" : after;
  if (set == nullptr)
    unsetenv(variable);
  else
    setenv(variable, kept.c_str(), 1);
  return found;
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
    CHECK(threads_for(256, 2, nullptr) == "0");
    CHECK(threads_for(256, 2, "3") == "3");
    CHECK(threads_for(1 << 16, 2, nullptr) == "none");
    CHECK(threads_for(0, 2, nullptr) == "none");
  }
}

}  // namespace
}  // namespace glueball::test
