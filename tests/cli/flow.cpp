// glueball flow, run as a user runs it.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "support/program.hpp"
#include "support/temporary.hpp"

using namespace glueball::test;
using nlohmann::json;

namespace {

const std::string kFile = std::string(GLUEBALL_SOURCE) + "/assets/configurations/quickstart.ildg";

std::vector<json> objects(const std::string& text) {
  std::vector<json> all;
  for (const auto& line : lines(text)) all.push_back(json::parse(line));
  return all;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("flow: JSON lines, scales, and a saved configuration that goes on where it ended") {
    const TemporaryDirectory scratch;
    const std::string saved = (scratch / "flowed.ildg").string();
    const auto whole = run_program({"flow", kFile, "--time", "0.4", "--step", "0.05", "--json", "--quiet"});
    REQUIRE(whole.status == 0);
    const auto a = objects(whole.out);
    REQUIRE(a.size() == 6);  // t = 0, 0.1, ... 0.4, scales
    for (const char* key : {"t", "energy", "t2e", "charge", "energy_plaquette"}) CHECK(a[4].contains(key));
    CHECK(a[4]["t"] == doctest::Approx(0.4));
    CHECK(a[4]["t2e"].get<double>() == doctest::Approx(0.16 * a[4]["energy"].get<double>()));
    CHECK(a[4]["energy"] < a[0]["energy"]);
    CHECK(a[5].contains("t0"));

    const auto half = run_program({"flow", kFile, "--time", "0.2", "--step", "0.05", "--json", "--quiet", "--save", saved});
    REQUIRE(half.status == 0);
    const auto rest = run_program({"flow", saved, "--time", "0.2", "--step", "0.05", "--json", "--quiet"});
    REQUIRE(rest.status == 0);
    CHECK(objects(rest.out)[2]["energy"].get<double>() == doctest::Approx(a[4]["energy"].get<double>()).epsilon(1e-5));

    const auto again = run_program({"flow", kFile, "--time", "0.1", "--save", saved, "--quiet"});
    CHECK(again.status == 2);
    CHECK(again.err_has("--force"));
  }

  TEST_CASE("flow: adaptive steps arrive where fixed ones do") {
    const auto fixed = run_program({"flow", kFile, "--time", "0.5", "--step", "0.02", "--json", "--quiet"});
    const auto adaptive =
        run_program({"flow", kFile, "--time", "0.5", "--step", "0.02", "--adaptive", "1e-4", "--json", "--quiet"});
    REQUIRE(fixed.status == 0);
    REQUIRE(adaptive.status == 0);
    const auto a = objects(fixed.out), b = objects(adaptive.out);
    CHECK(b[5]["energy"].get<double>() == doctest::Approx(a[5]["energy"].get<double>()).epsilon(1e-3));
    CHECK(b.back()["steps"] < a.back()["steps"]);
  }

  TEST_CASE("flow: wrong words are usage errors that name the right ones") {
    const auto action = run_program({"flow", kFile, "--action", "iwasaki"});
    CHECK(action.status == 2);
    CHECK(action.err_has("zeuthen"));
    CHECK(run_program({"flow", "no/such/file"}).status == 3);
  }
}
