#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "support/program.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_measure {

using nlohmann::json;

namespace {

std::string history_line(const std::filesystem::path& run, int number) {
  std::ifstream file(run / "history.jsonl");
  std::string line;
  for (int n = 0; n <= number; ++n) std::getline(file, line);
  return line;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE(
      "measure prints a JSON object a file with the documented keys, and means with errors at the end") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run";
    REQUIRE(run_program({"hmc",      "--start",
                         "hot",      "--lattice",
                         "4,4,4,6",  "--beta",
                         "5.5",      "--kappa",
                         "0",        "--tau",
                         "0.2",      "--steps",
                         "10",       "--trajectories",
                         "3",        "--save-interval",
                         "1",        "--seed",
                         "3",        "--quiet",
                         "--output", output})
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
      for (const char* key :
           {"plaquette", "plaquette_spatial", "plaquette_temporal", "rectangle", "link_trace"})
        CHECK(line.at(key).is_number());
      sum += line.at("plaquette").get<double>();
      const auto info = json::parse(run_program({"info", "--json", line.at("file").get<std::string>()}).out);
      CHECK(line.at("plaquette").get<double>() ==
            doctest::Approx(info.at("plaquette").get<double>()).scale(1).epsilon(1e-7));
      CHECK(line.at("link_trace").get<double>() ==
            doctest::Approx(info.at("link_trace").get<double>()).scale(1).epsilon(1e-7));
    }
    const json summary = json::parse(printed[3]).at("summary");
    CHECK(summary.at("files") == 3);
    CHECK(summary.at("plaquette").get<double>() == doctest::Approx(sum / 3).epsilon(1e-12));
    CHECK(summary.at("plaquette_error").get<double>() > 0);
    CHECK(summary.contains("plaquette_tau_int"));
    CHECK(summary.at("polyakov_susceptibility").get<double>() > 0);
    CHECK(summary.at("creutz").size() == 1);
    CHECK(summary.at("potential_error").size() == 2);
  }

  TEST_CASE("measure: what flows, and what an ensemble says of correlators and flowed loops") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run";
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--beta", "5.5", "--sweeps", "3",
                         "--save-interval", "1", "--quiet", "--output", output})
                .status == 0);
    std::vector<std::string> arguments = {
        "measure", "--json", "--quiet", "--observables",
        "polyakov,polyakov:0.1,colour_electric,tensor_correlator,tensor_correlator:0.1:p1"};
    for (const char* n : {"1", "2", "3"}) arguments.push_back(output + "/configuration-00000" + n + ".ildg");
    const auto run = run_program(arguments);
    REQUIRE_MESSAGE(run.status == 0, run.err);
    const auto printed = lines(run.out);
    REQUIRE(printed.size() == 4);
    const json row = json::parse(printed[0]), summary = json::parse(printed[3]).at("summary");
    CHECK(row.at("colour_electric").size() == 2);  // dt = 1, 2
    CHECK(row.at("tensor_shear").size() == 3);     // and 0
    CHECK(row.at("line_polyakov").get<double>() ==
          doctest::Approx(row.at("polyakov")[0].get<double>()).scale(1).epsilon(1e-6));
    CHECK(row.at("polyakov:0.1/polyakov_modulus").get<double>() > 0);
    double electric = 0, loop = 0;
    for (int n = 0; n < 3; ++n) {
      electric += json::parse(printed[std::size_t(n)]).at("colour_electric")[1].get<double>();
      loop += json::parse(printed[std::size_t(n)]).at("line_polyakov").get<double>();
    }
    CHECK(summary.at("colour_electric_ratio")[1].get<double>() ==
          doctest::Approx(electric / loop).epsilon(1e-6));
    CHECK(summary.contains("tensor_bulk_connected"));
    CHECK(!summary.contains("tensor_correlator:0.1:p1/tensor_bulk_connected"));
    CHECK(summary.contains("polyakov_susceptibility_imaginary"));  // of the flowed loop alone
    CHECK(summary.contains("polyakov_susceptibility"));
    CHECK(summary.contains("polyakov:0.1/polyakov_susceptibility"));

    for (const auto& [list, said] : std::vector<std::pair<std::string, std::string>>{
             {"polyakov:soon", "'soon' is no flow time"},
             {"tensor_correlator:px", "'px' is no momentum"},
             {"tensor_correlator:p3", "give p0 to p2"},
             {"weinberg:1001", "a flow time of 1001"},
             {"slices:improved3", "no field strength 'improved3'"}}) {
      const auto bad = run_program({"measure", output + "/configuration-000001.ildg", "--observables", list});
      CAPTURE(bad.err);
      CHECK(bad.status == 2);
      CHECK(bad.error_lines() == 1);
      CHECK(bad.err_has(said));
    }
  }

  TEST_CASE("measure: a potential of lines, its fit, and its plot as PNG and SVG") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run", png = scratch / "v.png", svg = scratch / "v.SVG";
    REQUIRE(run_program({"heatbath", "--lattice", "6,4,6,4", "--start", "cold", "--beta", "60", "--sweeps",
                         "4", "--save-interval", "1", "--quiet", "--output", output})
                .status == 0);
    std::vector<std::string> arguments = {"measure",
                                          "--json",
                                          "--quiet",
                                          "--bin",
                                          "1",
                                          "--observables",
                                          "wilson_lines:3,line_potential:3:1:1:3,potential:2x2"};
    for (const char* n : {"2", "3", "4"}) arguments.push_back(output + "/configuration-00000" + n + ".ildg");
    const auto run = run_program(arguments);
    REQUIRE_MESSAGE(run.status == 0, run.err);
    const auto printed = lines(run.out);
    REQUIRE(printed.size() == 4);
    const json row = json::parse(printed[0]), summary = json::parse(printed[3]).at("summary");
    const auto r2 = row.at("wilson_lines_r2").get<std::vector<double>>();
    CHECK(r2.front() == 1);
    CHECK(r2.back() == 22);  // (3, 2, 3)
    CHECK(row.at("wilson_lines").size() == r2.size());
    CHECK(row.at("wilson_lines")[0].size() == 3);
    const auto distances = summary.at("line_potential_r2").get<std::vector<double>>();
    CHECK(distances.back() == 9);
    CHECK(summary.at("line_potential").size() == distances.size());
    CHECK(summary.at("line_potential")[0].size() == 2);
    CHECK(summary.at("line_potential_points") == distances.size());
    double c[2] = {0, 0};
    for (int n = 0; n < 3; ++n)
      for (const std::size_t l : {0, 1})
        c[l] += json::parse(printed[std::size_t(n)]).at("wilson_lines")[2][l].get<double>();
    CHECK(summary.at("line_potential")[2][0].get<double>() ==
          doctest::Approx(std::log(c[0] / c[1])).epsilon(1e-6));
    for (const char* key : {"constant", "string_tension", "coulomb", "r0"}) {
      CAPTURE(key);
      CHECK(summary.contains(std::string("line_potential_") + key + "_error"));
    }
    CHECK(summary.at("line_potential_string_tension").is_number());

    const std::string other = arguments[6];
    arguments.insert(arguments.end(), {"--plot", png, "--plot", svg});
    const auto two = run_program(arguments);
    CHECK(two.status == 2);
    CHECK(two.err_has("--plot: 3 of these observables have a picture"));
    arguments[6] = "line_potential:3:1:1:3";
    REQUIRE(run_program(arguments).status == 0);
    std::ifstream picture(svg), bytes(png, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(picture), {}};
    CHECK(text.find("<title>Static potential, and V₀ + σ r − e / r</title>") != std::string::npos);
    CHECK(text.ends_with("</svg>\n"));
    const std::string head{std::istreambuf_iterator<char>(bytes), {}};
    CHECK(head.substr(1, 3) == "PNG");
    CHECK(run_program(arguments).err_has("exists"));
    for (const auto& [list, title] : std::vector<std::pair<std::string, std::string>>{
             {"polyakov_singlet", "Correlators of Polyakov loops"},
             {"wilson_lines:3", "Correlators of Wilson lines"},
             {"tensor_correlator", "Correlators of the energy-momentum tensor"},
             {"colour_electric", "Colour-electric and -magnetic correlators"},
             {"polyakov_multilevel:5.7:2:2", "Correlator of Polyakov loops, two levels"}}) {
      CAPTURE(list);
      auto others = arguments;
      others[6] = list;
      others.push_back("--force");
      const auto r = run_program(others);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      std::ifstream drawn(svg);
      const std::string all{std::istreambuf_iterator<char>(drawn), {}};
      CHECK(all.find(title) != std::string::npos);
    }
    // From r = 0, where the fit has no value, and far beyond the data.
    auto wide = arguments;
    wide[6] = "line_potential:3:1:0:200";
    wide.push_back("--force");
    CHECK(run_program(wide).status == 0);
    wide.insert(wide.end(), {"--plot", svg});
    CHECK(run_program(wide).err_has("v.SVG twice"));

    const std::string file = output + "/configuration-000002.ildg";
    for (const auto& [list, said] : std::vector<std::pair<std::string, std::string>>{
             {"line_potential:5", "no Wilson lines of up to 5 links on a lattice of 6x4x6x4; choose 1 to 4"},
             {"line_potential:0", "'0' is no length"},
             {"line_potential:4:4", "these are up to 4"},
             {"line_potential:4:1:1.2:2", "a fit of three parameters needs 4"},
             {"polyakov_multilevel:60:2:1:1:10000", "distances up to 10000 on 4 sites; give at most 3"},
             {"tensor_multilevel:60:9", "slices of 9 leave one of 4 in time; give a thickness below 4"}}) {
      const auto bad = run_program({"measure", file, "--observables", list, "--quiet"});
      CAPTURE(bad.err);
      CAPTURE(list);
      CHECK(bad.status == 2);
      CHECK(bad.error_lines() == 1);
      CHECK(bad.err_has(said));
    }
    const auto one = run_program({"measure", file, "--observables", "line_potential", "--plot", "v.gif"});
    CHECK(one.status == 2);
    CHECK(one.err_has("--plot: a picture of one file"));
    const auto gif = run_program(
        {"measure", file, file, "--observables", "line_potential", "--plot", (scratch / "v.gif").string()});
    CHECK(gif.status == 2);
    CHECK(gif.err_has("is neither PNG nor SVG"));
  }

  TEST_CASE(
      "measure and heatbath: blocks and two levels of updates, and a chain with them goes on as it began") {
    const TemporaryDirectory scratch;
    const std::string whole = scratch / "whole", parts = scratch / "parts";
    const std::vector<std::string> start = {
        "heatbath",
        "--lattice",
        "4,4,4,4",
        "--beta",
        "5.5",
        "--save-interval",
        "1",
        "--quiet",
        "--observables",
        "polyakov_multilevel:5.5:2:2:1:1,colour_electric_multilevel:5.5:2:2"};
    const auto run = [&](std::vector<std::string> more) {
      std::vector<std::string> all = start;
      all.insert(all.end(), more.begin(), more.end());
      const auto r = run_program(all);
      REQUIRE_MESSAGE(r.status == 0, r.err);
    };
    run({"--sweeps", "3", "--output", whole});
    run({"--sweeps", "1", "--output", parts});
    REQUIRE(run_program({"heatbath", "--resume", parts, "--sweeps", "3", "--quiet"}).status == 0);
    const json last = json::parse(history_line(whole, 3)).at("physics");
    CHECK(last == json::parse(history_line(parts, 3)).at("physics"));
    CHECK(last.at("polyakov_multilevel").size() == 1);

    std::vector<std::string> arguments = {"measure", "--json", "--quiet", "--observables",
                                          "colour_electric_multilevel:5.5:2:2,tensor_multilevel:5.5:2:2,"
                                          "blocked_charge:2,blocked_tensor:2:0.04"};
    for (const char* n : {"1", "2", "3"}) arguments.push_back(whole + "/configuration-00000" + n + ".ildg");
    const auto measured = run_program(arguments);
    REQUIRE_MESSAGE(measured.status == 0, measured.err);
    const json row = json::parse(lines(measured.out).at(0)),
               summary = json::parse(lines(measured.out).at(3)).at("summary");
    CHECK(row.at("tensor_multilevel_shear").at(1).is_null());  // no two slices between frozen ones
    CHECK(row.at("tensor_multilevel_shear").at(2).is_number());
    CHECK(row.at("blocked_charge_r2") == json({0, 4, 8, 12}));
    CHECK(row.at("blocked_charge").size() == 3);
    CHECK(row.at("blocked_tensor_bulk").at(0).at(0).get<double>() > 0);
    CHECK(summary.contains("colour_electric_multilevel_ratio"));
    for (const auto& [list, said] : std::vector<std::pair<std::string, std::string>>{
             {"blocked_charge:3", "blocks of 3 sites do not fill an extent of 4"},
             {"blocked_tensor", "'' is no number of sites"},
             {"tensor_multilevel", "updates need the coupling with which the links were made"},
             {"tensor_multilevel:6:1", "'1' is no thickness"}}) {
      const auto bad = run_program({"measure", arguments.back(), "--observables", list, "--quiet"});
      CAPTURE(bad.err);
      CHECK(bad.status == 2);
      CHECK(bad.error_lines() == 1);
      CHECK(bad.err_has(said));
    }
  }

  TEST_CASE("measure drops nothing where observables share a name, and bins where it is asked to") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run";
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--beta", "5.5", "--sweeps", "4",
                         "--save-interval", "1", "--observables",
                         "charge,charge:improved4,wilson_loops:1x2,wilson_loops:2x2,creutz:2x2", "--quiet",
                         "--output", output})
                .status == 0);
    const std::vector<std::string> names = {"charge",
                                            "energy",
                                            "charge:improved4/charge",
                                            "charge:improved4/energy",
                                            "wilson_loops",
                                            "wilson_loops:2x2/wilson_loops"};
    std::vector<std::string> arguments = {
        "measure", "--observables", "charge,charge:improved4,wilson_loops:1x2,wilson_loops:2x2,creutz:2x2"};
    for (const char* n : {"1", "2", "3", "4"})
      arguments.push_back(output + "/configuration-00000" + n + ".ildg");
    const auto text = run_program(arguments);
    REQUIRE(text.status == 0);
    for (const auto& name : names) CHECK(text.out_has("\n" + name + " "));
    arguments.push_back("--json");
    const auto printed = lines(run_program(arguments).out);
    REQUIRE(printed.size() == 5);
    const json line = json::parse(printed[0]), summary = json::parse(printed[4]).at("summary");
    for (const auto& name : names) {
      CAPTURE(name);
      CHECK(line.contains(name));
      CHECK(summary.contains(name));
    }
    CHECK_FALSE(line.contains("creutz:2x2/wilson_loops"));  // the numbers of wilson_loops:2x2 again
    CHECK(line.at("charge") != line.at("charge:improved4/charge"));
    CHECK(line.at("wilson_loops").size() == 1);
    CHECK(line.at("wilson_loops:2x2/wilson_loops").size() == 2);
    CHECK(summary.at("creutz_tau_int").size() == 1);
    CHECK(summary.at("creutz_reliable") == false);
    // A chain names them alike.
    const json record = json::parse(history_line(scratch / "run", 1)).at("physics");
    for (const auto& name : names) CHECK(record.contains(name));

    arguments.insert(arguments.end(), {"--bin", "2"});
    const json binned = json::parse(lines(run_program(arguments).out)[4]).at("summary");
    CHECK_FALSE(binned.contains("charge_tau_int"));
    CHECK(binned.at("charge_error").get<double>() > 0);
    CHECK(binned.at("charge_error") != summary.at("charge_error"));
    arguments.back() = "3";
    const auto few = run_program(arguments);
    CHECK(few.status == 2);
    CHECK(few.err_has("--bin 3: 4 files"));
    const auto twice = run_program({"measure", "x.ildg", "--observables", "charge,charge"});
    CHECK(twice.status == 2);
    CHECK(twice.err_has("'charge'"));
  }

  TEST_CASE("measure: the index beside the charge of flowed links, and what makes no sense of them") {
    const TemporaryDirectory scratch;
    const std::string output = scratch / "run", file = output + "/configuration-000002.ildg";
    REQUIRE(run_program({"heatbath", "--lattice", "2,2,2,4", "--start", "hot", "--beta", "6", "--sweeps", "2",
                         "--observables", "plaquette", "--quiet", "--output", output})
                .status == 0);
    const auto r = run_program({"measure", file, "--observables", "index:1.4:4,charge:0.1", "--json"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const json line = json::parse(r.out);
    CHECK(line.at("index") == line.at("zero_modes_minus").get<int>() - line.at("zero_modes_plus").get<int>());
    CHECK(line.at("charge_of_index") == -line.at("index").get<int>());
    const auto flow = run_program(
        {"flow", file, "--time", "0.1", "--step", "0.02", "--measure-interval", "0.1", "--json", "--quiet"});
    REQUIRE(flow.status == 0);
    const json last = json::parse(lines(flow.out)[1]);
    for (const char* key : {"charge", "energy"})
      CHECK(line.at(key).get<double>() == doctest::Approx(last.at(key).get<double>()).epsilon(1e-5));
    const auto refused = [&](const std::string& words, const std::string& said) {
      const auto no = run_program({"measure", file, "--observables", words});
      CAPTURE(no.err);
      CHECK(no.status == 2);
      CHECK(no.error_lines() == 1);
      CHECK(no.err_has(said));
    };
    refused("charge:-1", "charge: a flow time of -1; give one above 0");
    refused("charge:improved3:1", "no field strength 'improved3'");
    refused("index:3", "M0 = 3 is not between 0 and 2");
    refused("index:1.4:many", "index: 'many' is no number of low modes");
    refused("index:1.4:8:1e-3:ape", "index: 'ape' is no smearing");
  }

  TEST_CASE("measure: a light quark's condensate is the same by vectors one after the other and at once") {
    const std::string alone = "condensate:hisq:0.001:2", at_once = alone + ":0:2";
    const auto r = run_program({"measure", GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg",
                                "--observables", alone + "," + at_once, "--json", "--quiet"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const json line = json::parse(r.out);
    const double one = line.at("condensate"), other = line.at(at_once + "/condensate");
    CHECK(one == doctest::Approx(0.00180034869).epsilon(1e-5));
    CHECK(std::abs(other / one - 1) < 1e-6);
  }

  TEST_CASE("measure names the nearest observable, and missing files") {
    const auto unknown = run_program({"measure", "x.ildg", "--observables", "plaquette,poliakov"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err_has("no observable 'poliakov'; did you mean 'polyakov'?"));
    CHECK(unknown.error_lines() == 1);
    CHECK(run_program({"measure", "no-such-file.ildg"}).status == 3);
    CHECK(run_program({"measure"}).status == 2);
  }

  TEST_CASE(
      "measure without --observables: a table of all that other programs rely on, the charge among it") {
    if (!configs_available()) {
      skip("reference configurations are absent");
      return;
    }
    const auto r = run_program({"measure", (configs_directory() / "cl2qcd" / "conf.00200").string()});
    REQUIRE(r.status == 0);
    CHECK(r.out_has("0.5710771"));
    CHECK(r.out_has("0.3591275"));
    CHECK(r.out_has("polyakov"));
    // The values come from an independent numpy code, which uses the traceless field strength.
    const auto charge =
        run_program({"measure", "--json", (configs_directory() / "cl2qcd" / "conf.00200").string()});
    REQUIRE(charge.status == 0);
    CHECK(json::parse(charge.out).at("charge").get<double>() ==
          doctest::Approx(-0.0135750595091692).scale(1).epsilon(1e-6));
  }
}

}  // namespace glueball::test::cli_measure
