// These tests check glueball smear: its links against the CPU references, its output, its refusals.
#include "reference/smear.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cpu/hisq.hpp"
#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "io/ildg.hpp"
#include "support/fields.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_smear {

using nlohmann::json;

namespace {

using Reference = Configuration (*)(const Configuration&);

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("smear writes the links of its CPU references and says the plaquettes before and after") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,6,8", "--beta", "5.8", "--sweeps", "8", "--seed", "5",
                         "--quiet", "--observables", "plaquette", "--output", scratch / "run"})
                .status == 0);
    const std::string in = scratch / "run" / "configuration-000008.ildg";
    const Configuration u = io::read_configuration(in).configuration;
    struct Case {
      std::vector<std::string> arguments;
      int steps;
      Reference reference;
    };
    for (const Case& c : std::vector<Case>{
             {{"--method", "ape"}, 1, [](auto& v) { return reference::ape_smeared(v, ape_alpha(0.6)); }},
             {{"--method", "ape", "--alpha", "0.5", "--spatial", "--projection", "polar", "--steps", "3"},
              3,
              [](auto& v) {
                auto p = ape_alpha(0.5, 3);
                p.projection = Projection::polar;
                return reference::ape_smeared(v, p);
              }},
             {{"--rho", "0.12", "--steps", "2"},
              2,
              [](auto& v) { return reference::stout_smeared(v, 0.12); }},
             {{"--method", "stout", "--spatial"},
              1,
              [](auto& v) { return reference::stout_smeared(v, 0.1, 3); }},
             {{"--method", "hyp", "--alpha1", "0.7", "--alpha3", "0.25"},
              1,
              [](auto& v) {
                return reference::hyp_smeared(v, {.alpha1 = 0.7, .alpha2 = 0.6, .alpha3 = 0.25});
              }},
             {{"--method", "hyp", "--spatial"}, 1, [](auto& v) {
                return reference::hyp_smeared(v, {.dimensions = 3});
              }}}) {
      const std::string out = scratch / "smeared.ildg";
      std::vector<std::string> arguments = {"smear", in, out, "--json", "--quiet", "--validate", "--force"};
      arguments.insert(arguments.end(), c.arguments.begin(), c.arguments.end());
      const auto r = run_program(arguments);
      CAPTURE(r.out);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      Configuration wanted = u;
      for (int n = 0; n < c.steps; ++n) wanted = c.reference(wanted);
      const Configuration found = io::read_configuration(out).configuration;
      CHECK(largest_difference(found, wanted) < 2e-5);
      CHECK(largest_difference(found, u) > 0.05);
      const json said = json::parse(r.out);
      CHECK(said.at("lattice") == json({4, 4, 6, 8}));
      CHECK(said.at("steps") == c.steps);
      CHECK(said.at("plaquette_before").get<double>() ==
            doctest::Approx(cpu::plaquette(u).average()).epsilon(1e-12));
      CHECK(said.at("plaquette").get<double>() ==
            doctest::Approx(cpu::plaquette(found).average()).epsilon(1e-12));
      CHECK(said.at("plaquette_spatial").get<double>() > said.at("plaquette_spatial_before").get<double>());
      if (!said.at("spatial").get<bool>()) continue;
      double in_time = 0;
      for (std::size_t n = 3; n < u.links().size(); n += 4)
        in_time = std::max(in_time, std::abs(found.links()[n][0][0] - u.links()[n][0][0]));
      CHECK(in_time < 1e-6);
    }
  }

  TEST_CASE("smear takes links through all levels of HISQ") {
    const TemporaryDirectory scratch;
    const std::string in = scratch / "u.ildg", out = scratch / "fat.ildg";
    const Configuration u = weak_configuration(Geometry({4, 2, 6, 4}), 0.5, 51);
    io::write_ildg(in, u, {});
    for (const auto& [precision, within] : {std::pair{"single", 1e-5}, std::pair{"double", 1e-11}}) {
      const auto r = run_program({"smear", in, out, "--method", "hisq", "--naik-epsilon", "-0.2", "--json",
                                  "--quiet", "--force", "--precision", precision});
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      const cpu::HisqLinks wanted = cpu::hisq_links(u, -0.2);
      CHECK(largest_difference(io::read_configuration(out, {.allow_non_su3 = true}).configuration, wanted.x) <
            within);
      const json said = json::parse(r.out);
      const auto near = [&](const char* key, double value) {
        CAPTURE(key);
        CHECK(std::abs(said.at(key).get<double>() - value) < within);
      };
      near("plaquette_v", cpu::plaquette(wanted.v).average());
      near("plaquette_w", cpu::plaquette(wanted.w).average());
      near("plaquette_x", cpu::plaquette(wanted.x).average());
      near("rectangle_x", cpu::rectangle(wanted.x).average());
      near("naik_epsilon", -0.2);
    }
  }

  TEST_CASE("commands refuse links whose HISQ links are not unique, and write nothing") {
    const TemporaryDirectory scratch;
    const std::string in = scratch / "u.ildg", out = scratch / "out";
    io::write_ildg(in, cancelling_paths(Geometry({4, 4, 2, 4})), {});
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"smear", in, out, "--method", "hisq"},
          {"solve", in, "--action", "hisq", "--mass", "0.5", "--output", out},
          {"mesons", in, "--action", "hisq", "--mass", "0.5"},
          {"measure", in, "--observables", "condensate:hisq:0.5"}}) {
      std::vector<std::string> all = words;
      all.push_back("--quiet");
      const auto r = run_program(all);
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("HISQ links: 512 of 512 sums of paths have no unique projection to U(3)"));
      CHECK_FALSE(std::filesystem::exists(out));
    }
  }

  TEST_CASE("smear refuses parameters of another method, and to overwrite") {
    const TemporaryDirectory scratch;
    const std::string in = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg",
                      out = scratch / "out.ildg";
    for (const auto& [arguments, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--method", "ape", "--rho", "0.1"}, "--rho: ape smearing has no such parameter"},
             {{"--alpha", "0.1"}, "--method ape"},
             {{"--method", "hyp", "--spatial", "--alpha1", "0.1"}, "--alpha1"},
             {{"--method", "apes"}, "ape, stout, hyp, hisq"},
             {{"--method", "hisq", "--steps", "2"}, "--steps"},
             {{"--method", "hisq", "--spatial"}, "--spatial"},
             {{"--naik-epsilon", "0.1"}, "--method hisq"},
             {{"--steps", "0"}, "--steps"}}) {
      std::vector<std::string> all = {"smear", in, out};
      all.insert(all.end(), arguments.begin(), arguments.end());
      const auto r = run_program(all);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(said));
    }
    CHECK(run_program({"smear", scratch / "absent", out}).status == 3);
    CHECK_FALSE(std::filesystem::exists(out));
    CHECK(run_program({"smear", in, in}).err_has("--force"));
  }
}

}  // namespace glueball::test::cli_smear
