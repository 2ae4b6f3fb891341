#include "base/nearest.hpp"

#include <doctest/doctest.h>

namespace glueball::test::unit_nearest {

TEST_SUITE("unit") {
  TEST_CASE("edit distance counts insertions, deletions, substitutions and swaps") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("beta", "beta") == 0);
    CHECK(edit_distance("", "beta") == 4);
    CHECK(edit_distance("beta", "") == 4);
    CHECK(edit_distance("bta", "beta") == 1);
    CHECK(edit_distance("betta", "beta") == 1);
    CHECK(edit_distance("zeta", "beta") == 1);
    CHECK(edit_distance("ebta", "beta") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
    CHECK(edit_distance("kappa", "beta") == edit_distance("beta", "kappa"));
  }

  TEST_CASE("the nearest word is found, a far one is not") {
    const std::vector<std::string> words = {"beta", "kappa", "trajectories", "max-iterations"};
    CHECK(nearest("bta", words) == "beta");
    CHECK(nearest("kapa", words) == "kappa");
    CHECK(nearest("trajectory", words) == "trajectories");
    CHECK(nearest("traj", words) == "trajectories");
    CHECK(nearest("max_iterations", words) == "max-iterations");
    CHECK(nearest("xyzzyplugh", words).empty());
    CHECK(nearest("beta", {}).empty());
  }

  TEST_CASE("the question names the word, the alternative is used when there is none") {
    CHECK(did_you_mean("bta", {"beta"}, "see --help") == "did you mean 'beta'?");
    CHECK(did_you_mean("xyzzyplugh", {"beta"}, "see --help") == "see --help");
  }
}

}  // namespace glueball::test::unit_nearest
