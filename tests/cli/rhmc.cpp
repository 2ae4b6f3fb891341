// These tests check glueball hmc with rooted staggered quarks: exact resume, refusals.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <thread>

#include "support/bytes_of.hpp"
#include "support/devices.hpp"
#include "support/hmc_runs.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_rhmc {

using nlohmann::json;

namespace {

ProgramResult run_with(std::vector<std::string> arguments, const std::string& quarks) {
  arguments.insert(arguments.begin(),
                   {"hmc", "--lattice", "4,4,4,4", "--start", "hot", "--tau", "0.2", "--seed", "7", "--quiet",
                    "--json", "--observables", "plaquette", "--level", "steps=4", "--monomial",
                    "kind=gauge,level=0,beta=5", "--monomial", quarks});
  return run_program(arguments);
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("a chain of rooted quarks goes on with the same bits") {
    const TemporaryDirectory scratch;
    const std::string quarks = "kind=rooted-staggered,level=0,mass=0.3,flavours=3,pseudofermions=2";
    const auto whole = run_with({"--trajectories", "4", "--output", scratch / "whole"}, quarks);
    CAPTURE(whole.err);
    REQUIRE(whole.status == 0);
    REQUIRE(run_with({"--trajectories", "2", "--output", scratch / "parts"}, quarks).status == 0);
    REQUIRE(run_program({"hmc", "--resume", scratch / "parts", "--trajectories", "4", "--quiet"}).status ==
            0);
    CHECK(checksum_of(configuration_of(scratch / "parts", 4)) ==
          checksum_of(configuration_of(scratch / "whole", 4)));
    const json last = json::parse(lines(whole.out)[3]);
    CHECK(last.at("step") == 4);
    CHECK(std::abs(last.at("delta_h").get<double>()) < 2);
    CHECK(last.at("cg_iterations").get<int>() > 50);
  }

  TEST_CASE("a chain's rational functions are found once for all processes, and damaged ones anew") {
    const char* cache = std::getenv("GLUEBALL_CACHE");
    if (cache == nullptr) return skip("no GLUEBALL_CACHE");
    // A bound that no other test has: mass^2 + largest is 21 + 1/2.
    const auto kept = [&] {
      std::vector<std::filesystem::path> files;
      for (const auto& entry : std::filesystem::directory_iterator(cache)) {
        if (!entry.path().filename().string().starts_with("rational-")) continue;
        if (bytes_of(entry.path()).find("1.58p+4 error") != std::string::npos) files.push_back(entry.path());
      }
      std::sort(files.begin(), files.end());
      return files;
    };
    const TemporaryDirectory scratch;
    const auto run = [&](const std::string& name) {
      return run_with({"--trajectories", "1", "--output", scratch / name},
                      "kind=rooted-staggered,level=0,mass=0.5,largest=21.25");
    };
    std::filesystem::create_directories(cache);
    for (const auto& file : kept()) std::filesystem::remove(file);
    ProgramResult first, beside;
    std::thread other([&] { beside = run("beside"); });
    first = run("first");
    other.join();
    for (const ProgramResult* r : {&first, &beside}) {
      CAPTURE(r->err);
      REQUIRE(r->status == 0);
      CHECK(r->err.empty());
    }
    const auto files = kept();
    REQUIRE(files.size() == 3);  // of the heatbath, of energies and of forces
    std::vector<std::filesystem::file_time_type> written;
    for (const auto& file : files) written.push_back(std::filesystem::last_write_time(file));
    const auto physics = [](const ProgramResult& r) {
      const json step = json::parse(lines(r.out)[0]);
      return std::pair{step.at("delta_h"), step.at("plaquette")};
    };
    const auto second = run("second");
    CHECK(physics(second) == physics(first));
    CHECK(physics(beside) == physics(first));
    for (std::size_t n = 0; n < files.size(); ++n)
      CHECK(std::filesystem::last_write_time(files[n]) == written[n]);
    const std::string whole = bytes_of(files[0]);
    std::ofstream(files[0], std::ios::trunc) << whole.substr(0, whole.size() / 2);
    const auto torn = run("torn");
    CAPTURE(torn.err);
    CHECK(torn.status == 0);
    CHECK(torn.err_has("damaged"));
    CHECK(physics(torn) == physics(first));
    CHECK(bytes_of(files[0]) == whole);
  }

  TEST_CASE("rooted quarks: what makes no sense is refused, and a spectrum beyond its bound loses nothing") {
    const TemporaryDirectory scratch;
    for (const auto& [quarks, said] : std::vector<std::pair<std::string, std::string>>{
             {"mass=0.1,flavours=5", "5 rooted flavours in 1 pseudofermions"},
             {"mass=0.1,flavours=2.5", "2.5 is no whole number"},
             {"mass=0.1,flavours=0", "flavours"},
             {"mass=0,flavours=2", "mass"},
             {"mass=0.2,heavy-mass=0.1", "mass 0.1, no heavier than its own of 0.2"},
             {"mass=0.2,heavy-mass=-1", "heavy-mass"},
             {"flavours=2", "mass"}}) {
      const auto r = run_with({"--output", scratch / "none"}, "kind=rooted-staggered,level=0," + quarks);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(said));
    }
    const std::string run = scratch / "run";
    const auto r = run_with({"--trajectories", "2", "--output", run},
                            "kind=rooted-naik,level=0,mass=0.3,flavours=1,largest=4");
    CAPTURE(r.err);
    CHECK(r.status == 5);
    CHECK(r.err_has("up to largest = 4"));
    CHECK_FALSE(std::filesystem::exists(configuration_of(run, 1)));
  }

  TEST_CASE("rooted quarks: numbers that only go together are taken, and ratios have quarks to divide by") {
    const TemporaryDirectory scratch;
    const auto of = [&](const std::vector<std::string>& monomials, const std::string& more) {
      std::vector<std::string> arguments{"--lattice", "4,4,4,4", "--start", "cold",
                                         "--level",   "steps=1", more};
      for (const std::string& m : monomials) arguments.insert(arguments.end(), {"--monomial", m});
      return hmc(arguments);
    };
    const std::string gauge = "kind=gauge,level=0,beta=5", light = "kind=rooted-hisq,level=0,mass=0.1,",
                      ratio = light + "flavours=2,heavy-mass=0.6",
                      strange = "kind=rooted-hisq,level=0,mass=0.6,",
                      none = "--output=" + (scratch / "none").string();
    CHECK(of({gauge, light + "flavours=8,pseudofermions=2"}, "--print-config").status == 0);
    for (const std::string& other :
         std::vector<std::string>{strange + "flavours=1", strange + "flavours=3,naik-epsilon=-0.1",
                                  "kind=naik,level=0,mass=0.6"}) {
      const auto r = of({gauge, ratio, other}, none);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("2 flavours of mass 0.6 are divided by"));
    }
    CHECK(of({gauge, ratio, "kind=hisq,level=0,mass=0.6"}, "--output=" + (scratch / "run").string()).status ==
          0);
  }

  TEST_CASE("the preset of two light and one strange HISQ flavour runs, here on a small lattice") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run";
    const auto r = hmc({"--config", GLUEBALL_SOURCE "/assets/presets/hisq-2plus1.toml", "--lattice",
                        "4,4,4,4", "--trajectories", everything() ? "2" : "1", "--output", run});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto steps = history_of(run);
    REQUIRE(steps.size() == (everything() ? 2 : 1));
    for (const json& step : steps) {
      CHECK(std::abs(step.at("physics").at("delta_h").get<double>()) < 0.3);
      CHECK(std::abs(step.at("physics").at("delta_h").get<double>()) > 1e-6);
      const json& condensate = step.at("physics").at("condensate");
      REQUIRE(condensate.size() == 2);
      for (const json& of_mass : condensate) {
        CHECK(of_mass.get<double>() > 0.01);
        CHECK(of_mass.get<double>() < 3);
      }
      const json& monomials = step.at("diagnostics").at("monomials");
      REQUIRE(monomials.size() == 3);
      for (const int n : {0, 1}) {
        CHECK(monomials[std::size_t(n)].at("name") == "rooted-hisq");
        CHECK(monomials[std::size_t(n)].at("level") == n);
        CHECK(monomials[std::size_t(n)].at("filtered") == 0);  // near cold links
        CHECK(monomials[std::size_t(n)].at("cg_iterations") > 100);
      }
    }
  }

  TEST_CASE("hmc takes twists and an imaginary chemical potential, for all quarks") {
    const TemporaryDirectory scratch;
    const std::string quarks = "kind=rooted-staggered,level=0,mass=0.3,flavours=2";
    int number = 0;
    const auto first = [&](std::vector<std::string> phases) {
      phases.insert(phases.end(), {"--trajectories", "1", "--output", scratch / std::to_string(++number)});
      const auto r = run_with(phases, quarks);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      return json::parse(lines(r.out)[0]);
    };
    const json plain = first({}), half = first({"--boundary", "1,1,1,1", "--twist", "0,0,0,1"}),
               quarter = first({"--twist", "0,0,0,0.5"}),
               // The angle is 0.5 pi over 4 links.
        potential = first({"--imaginary-mu", "0.39269908169872414"});
    const auto delta_h = [](const json& step) { return step.at("delta_h").get<double>(); };
    CHECK(delta_h(half) == doctest::Approx(delta_h(plain)).epsilon(1e-3));
    CHECK(delta_h(potential) == doctest::Approx(delta_h(quarter)).epsilon(1e-3));
    CHECK(std::abs(delta_h(plain) - delta_h(quarter)) > 1e-4);
    for (const auto& [flag, value] :
         {std::pair{"--twist", "1,2"}, {"--twist", "1e9,0,0,0"}, {"--imaginary-mu", "nan"}}) {
      const auto r = run_with({flag, value, "--output", scratch / "none"}, quarks);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
    }
  }
}

}  // namespace glueball::test::cli_rhmc
