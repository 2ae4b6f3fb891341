// glueball catalogue: a chain's directory, whole and with a hole.
#include <doctest/doctest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_catalogue {

namespace fs = std::filesystem;

TEST_SUITE("cli") {
  TEST_CASE("catalogue: a table, JSON, and exit status 3 where something is wrong") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run";
    REQUIRE(
        run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--sweeps", "4", "--save-interval",
                     "1", "--qcdml", "mc://grid/us/b6", "--series", "2", "--quiet", "--output", run})
            .status == 0);
    const auto good = run_program({"catalogue", run});
    CAPTURE(good.out);
    CHECK(good.status == 0);
    CHECK(good.out_has("configuration-000003.ildg"));
    CHECK(good.out_has("good"));
    CHECK(good.err_has("4 configurations, all good"));

    const auto printed = json_lines(run_program({"catalogue", run, "--json"}).out);
    REQUIRE(printed.size() == 5);
    CHECK(printed[2].at("step") == 3);
    CHECK(printed[2].at("lfn") == "lfn://grid/us/b6/2/configuration-000003.ildg");
    CHECK(printed[2].at("faults").empty());
    CHECK(printed[4].at("summary").at("files") == 4);

    fs::remove(fs::path(run) / "configuration-000003.ildg");
    fs::resize_file(fs::path(run) / "configuration-000002.ildg", 1000);
    const auto bad = run_program({"catalogue", run, "--quiet"});
    CHECK(bad.status == 3);
    CHECK(bad.out_has("step 3 is missing"));
    CHECK(bad.out_has("BAD"));
    CHECK(bad.error_lines() == 1);
    CHECK(bad.err_has("faults: 2 in 3 configurations"));
    CHECK(run_program({"catalogue", scratch / "none"}).status == 3);
  }
}

}  // namespace glueball::test::cli_catalogue
