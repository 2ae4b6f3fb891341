// These tests check that two things occur in one place: the energy of an action, and the outer loop of a
// solve.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <string>

#include "support/source_text.hpp"

namespace glueball::test::unit_structure_solves {
namespace {

namespace fs = std::filesystem;

std::ptrdiff_t occurrences(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  return std::distance(std::sregex_iterator(text.begin(), text.end(), regex), std::sregex_iterator());
}

constexpr const char *kEnergy = R"(double energy\(.*\) *(override)?[;{=])",
                     *kHeatbath = R"(double refresh\()";

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("an action has one energy and one heatbath, wherever the links in double are") {
    int actions = 0;
    for (const auto& entry : fs::directory_iterator(fs::path(GLUEBALL_SOURCE) / "host/actions")) {
      if (entry.path().extension() != ".hpp") continue;
      const std::string text = glueball::test::text_of(entry.path());
      CAPTURE(entry.path().filename().string());
      const auto energies = occurrences(text, kEnergy), heatbaths = occurrences(text, kHeatbath);
      CHECK(energies <= 1);
      CHECK(heatbaths == energies);
      actions += energies > 0;
    }
    CHECK(actions >= 5);  // the base class and what there was when this was written
  }

  TEST_CASE("one loop computes residuals anew and says why a solve has failed") {
    std::string files;
    for (const auto& entry : fs::directory_iterator(fs::path(GLUEBALL_SOURCE) / "host/solvers")) {
      const std::string text = glueball::test::text_of(entry.path());
      if (occurrences(text, "restarts, asked for|does not fall") > 0)
        files += entry.path().filename().string() + " ";
    }
    CHECK(files == "refinement.cpp ");
  }

  TEST_CASE("a second energy is found") {
    CHECK(
        occurrences(
            "  double energy(const Configuration& u) override;\n  double energy(DoubleLinks& u) override;\n",
            kEnergy) == 2);
    CHECK(occurrences("  double energy(DoubleLinks& u) override { return u.gauge_energy(couplings_); }\n",
                      kEnergy) == 1);
  }
}

}  // namespace glueball::test::unit_structure_solves
