#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

using namespace glueball::test;
using nlohmann::json;

TEST_SUITE("cli") {
  TEST_CASE("measure prints a JSON object a file with the documented keys, and means with errors at the end") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run";
    REQUIRE(run_program({"hmc", "--start", "hot", "--lattice", "4,4,4,6", "--beta", "5.5", "--kappa", "0", "--tau", "0.2",
                         "--steps", "10", "--trajectories", "3", "--save-interval", "1", "--seed", "3", "--quiet", "--output",
                         output})
                .status == 0);
    std::vector<std::string> arguments = {"measure", "--json", "--observables",
                                          "plaquette,rectangle,link_trace,polyakov,polyakov_correlator,"
                                          "polyakov_singlet,wilson_loops:2x3,creutz,potential:2x3"};
    for (const char* n : {"1", "2", "3"}) arguments.push_back(output + "/configuration-00000" + n + ".ildg");
    const auto r = run_program(arguments);
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto printed = lines(r.out);
    REQUIRE(printed.size() == 4);
    double sum = 0;
    for (int n = 0; n < 3; ++n) {
      const json line = json::parse(printed[std::size_t(n)]);
      CHECK(line.at("lattice") == json({4, 4, 4, 6}));
      CHECK(line.at("file").get<std::string>().ends_with(".ildg"));
      CHECK(line.at("polyakov").size() == 2);
      CHECK(line.at("polyakov_correlator").size() == line.at("polyakov_correlator_r2").size());
      CHECK(line.at("polyakov_singlet")[0].get<double>() == doctest::Approx(1).epsilon(1e-5));
      CHECK(line.at("wilson_loops").size() == 2);
      CHECK(line.at("wilson_loops")[0].size() == 3);
      CHECK(line.at("wilson_loops")[0][0].get<double>() ==
            doctest::Approx(line.at("plaquette_temporal").get<double>()).scale(1).epsilon(1e-7));
      for (const char* key : {"plaquette", "plaquette_spatial", "plaquette_temporal", "rectangle", "link_trace"})
        CHECK(line.at(key).is_number());
      sum += line.at("plaquette").get<double>();
      const auto info = json::parse(run_program({"info", "--json", line.at("file").get<std::string>()}).out);
      CHECK(line.at("plaquette").get<double>() == doctest::Approx(info.at("plaquette").get<double>()).scale(1).epsilon(1e-7));
      CHECK(line.at("link_trace").get<double>() == doctest::Approx(info.at("link_trace").get<double>()).scale(1).epsilon(1e-7));
    }
    const json summary = json::parse(printed[3]).at("summary");
    CHECK(summary.at("files") == 3);
    CHECK(summary.at("plaquette").at("mean").get<double>() == doctest::Approx(sum / 3).epsilon(1e-12));
    CHECK(summary.at("plaquette").at("error").get<double>() > 0);
    CHECK(summary.at("plaquette").contains("tau_int"));
    CHECK(summary.at("polyakov_susceptibility").at("mean").get<double>() > 0);
    CHECK(summary.at("creutz").at("mean").size() == 1);
    CHECK(summary.at("potential").at("error").size() == 2);
  }

  TEST_CASE("measure names the nearest observable, and missing files") {
    const auto unknown = run_program({"measure", "x.ildg", "--observables", "plaquette,poliakov"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err_has("no observable 'poliakov'; did you mean 'polyakov'?"));
    CHECK(unknown.error_lines() == 1);
    CHECK(run_program({"measure", "no-such-file.ildg"}).status == 3);
    CHECK(run_program({"measure"}).status == 2);
  }

  TEST_CASE("measure without --observables: a table of all that other programs rely on, the charge among it") {
    if (!configs_available()) {
      skip("reference configurations are absent");
      return;
    }
    const auto r = run_program({"measure", (configs_directory() / "cl2qcd" / "conf.00200").string()});
    REQUIRE(r.status == 0);
    CHECK(r.out_has("0.5710771"));
    CHECK(r.out_has("0.3591275"));
    CHECK(r.out_has("polyakov"));
    // An independent numpy code, from the traceless field strength.
    const auto charge = run_program({"measure", "--json", (configs_directory() / "cl2qcd" / "conf.00200").string()});
    REQUIRE(charge.status == 0);
    CHECK(json::parse(charge.out).at("charge").get<double>() == doctest::Approx(-0.0135750595091692).scale(1).epsilon(1e-6));
  }
}
