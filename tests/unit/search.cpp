// The tuner's search on times that a test makes up.
#include "tune/search.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>
#include <tuple>

namespace glueball::test::unit_search {
namespace {

/// This holds times by reconstruction, threads per site and workgroup, and counts what was measured how
/// often.
struct World {
  std::map<std::tuple<int, int, std::uint32_t>, int> asked;
  int time = 1000;   ///< measurements until it is over
  double drift = 1;  ///< of later measurements of the same
  SearchMeasure measure() {
    return {.possible = [](const Choice& c) { return c.threads_per_site != 4 || c.workgroup < 256; },
            .seconds = [this](const Choice& c) -> std::optional<double> {
              const int before = asked[{c.reconstruct, c.threads_per_site, c.workgroup}]++;
              if (c.workgroup == 32) return std::nullopt;  // the device refuses
              const double t = (c.reconstruct == 8    ? 0.7
                                : c.reconstruct == 12 ? 0.9
                                                      : 1) *
                               (c.threads_per_site == 2 ? 0.8 : 1) * (c.workgroup == 64 ? 0.99 : 1);
              return before > 0 ? t * drift : t;
            },
            .time_is_over = [this] { return time-- <= 0; }};
  }
  int most() const {
    int n = 0;
    for (const auto& [choice, count] : asked) n = std::max(n, count);
    return n;
  }
};

SearchSpace space() {
  SearchSpace s{.usual = {.workgroup = 128, .reconstruct = 12, .threads_per_site = 1}, .changes = {}};
  s.add(std::array{8, 12, 18}, &Choice::reconstruct);
  s.add(std::array{1, 2, 4}, &Choice::threads_per_site);
  s.add(std::array<std::uint32_t, 4>{32, 64, 128, 256}, &Choice::workgroup);
  return s;
}

TEST_SUITE("unit") {
  TEST_CASE(
      "search: finds the fastest, measures each once, and needs more than scatter to leave the default") {
    World world;
    world.drift = 0.1;  // a second measurement would win
    const Choice best = search(space(), world.measure());
    CHECK(best.reconstruct == 8);
    CHECK(best.threads_per_site == 2);
    CHECK(best.workgroup == 128);  // 64 gains one percent, no more
    CHECK(best.seconds == doctest::Approx(0.56));
    CHECK(best.default_seconds == doctest::Approx(0.9));
    CHECK(best.untried == 0);
    CHECK(world.most() == 1);
    CHECK(world.asked.count({8, 4, 256}) == 0);
  }

  TEST_CASE("search: cut short after any number of measurements, it goes on to the same end") {
    World whole_world;
    const Choice whole = search(space(), whole_world.measure());
    for (int time = 0; time < 10; ++time) {
      CAPTURE(time);
      World world;
      world.time = time;
      Choice choice = search(space(), world.measure());
      CHECK((choice.untried == 0) == (time >= int(whole_world.asked.size()) - 1));
      for (int runs = 0; choice.untried > 0; ++runs) {
        REQUIRE(runs < 20);
        const int before = choice.untried;
        World next;
        next.time = 1;
        choice = search(space(), next.measure(), choice);
        CHECK(choice.untried < before);
      }
      CHECK(choice.reconstruct == whole.reconstruct);
      CHECK(choice.threads_per_site == whole.threads_per_site);
      CHECK(choice.workgroup == whole.workgroup);
      CHECK(choice.seconds == doctest::Approx(whole.seconds));
      CHECK(choice.default_seconds == doctest::Approx(whole.default_seconds));
    }
  }

  TEST_CASE("search: what a file says of an earlier one does no harm") {
    World world;
    for (const int untried : {0, 1, 10, 999}) {
      const Choice earlier{.workgroup = 128, .reconstruct = 12, .seconds = 0, .untried = untried};
      const Choice choice = search(space(), world.measure(), earlier);
      CHECK(choice.untried == 0);
      CHECK(choice.seconds <= choice.default_seconds);
    }
    for (const double seconds : {1e-300, 1.0, 1e300, -1.0})
      for (const double usual : {1e-300, 0.0, 1e300, -1.0}) {
        const Choice earlier{.workgroup = 128, .seconds = seconds, .default_seconds = usual, .untried = 3};
        const Choice choice = search(space(), world.measure(), earlier);
        CHECK(choice.default_seconds >= choice.seconds);
        CHECK(choice.default_seconds < 1000);
      }
    // The device refuses the choice, and the search begins all over again.
    const Choice refused{.workgroup = 32, .seconds = 1, .untried = 5};
    const Choice anew = search(space(), world.measure(), refused);
    CHECK(anew.untried == 0);
    CHECK(anew.workgroup == 128);
  }
}

}  // namespace
}  // namespace glueball::test::unit_search
