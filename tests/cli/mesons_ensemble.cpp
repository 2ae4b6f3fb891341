#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "measure/statistics.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_mesons_ensemble {

TEST_SUITE("cli") {
  TEST_CASE("mesons over several files: means and errors, in bins, and a plot") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run", plot = scratch / "mesons.svg";
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5.0", "--sweeps",
                         "4", "--save-interval", "1", "--quiet", "--output", run})
                .status == 0);
    std::vector<std::string> command{"mesons"};
    for (const char* step : {"1", "2", "3", "4"})
      command.push_back(run + "/configuration-00000" + step + ".ildg");
    command.insert(command.end(), {"--kappa", "0.12", "--json", "--quiet"});
    auto binned = command;
    binned.insert(binned.end(), {"--bin", "2", "--plot", plot});
    const auto plain = run_program(command);
    CAPTURE(plain.err);
    REQUIRE(plain.status == 0);
    const auto rows = json_lines(plain.out);
    REQUIRE(rows.size() == 5);
    const auto& summary = rows.back().at("summary");
    CHECK(summary.at("files") == 4);
    std::vector<double> pion;
    for (std::size_t n = 0; n < 4; ++n) pion.push_back(rows[n].at("pion").at(1));
    const SeriesEstimate e = gamma_method(pion);
    CHECK(summary.at("pion").at(1).get<double>() == doctest::Approx(e.mean));
    CHECK(summary.at("pion_error").at(1).get<double>() == doctest::Approx(e.error));
    CHECK(summary.at("pion_mass").size() == 2);
    // The effective mass is that of the mean correlator, cosh(2 m) = mean C(0) / mean C(2) at t = 0 and 1.
    CHECK(summary.at("pion_mass").at(0).get<double>() > 0);

    const auto in_bins = run_program(binned);
    CAPTURE(in_bins.err);
    if (in_bins.status == 2 && in_bins.err_has("airo")) return;  // there is no Cairo
    REQUIRE(in_bins.status == 0);
    CHECK(std::filesystem::exists(plot));
    const auto of_bins = json_lines(in_bins.out).back().at("summary");
    const double first = (pion[0] + pion[1]) / 2, second = (pion[2] + pion[3]) / 2;
    CHECK(of_bins.at("pion_error").at(1).get<double>() == doctest::Approx(std::abs(first - second) / 2));

    const auto one = run_program({"mesons", command[1], "--kappa", "0.12", "--bin", "1", "--quiet"});
    CHECK(one.status == 2);
    CHECK(one.err_has("--bin acts only on several files"));
  }
}

}  // namespace glueball::test::cli_mesons_ensemble
