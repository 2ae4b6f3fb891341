// Overlap quarks as a user has them: propagators of several masses, and what is refused.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/ildg.hpp"
#include "io/quark_file.hpp"
#include "support/fields.hpp"
#include "support/hmc_runs.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_overlap {

using nlohmann::json;

namespace {

struct Links {
  Configuration u = weak_configuration(Geometry({2, 4, 2, 4}), 0.4, 17);
  TemporaryDirectory scratch;
  std::string file = (scratch / "links.ildg").string();
  Links() { io::write_ildg(file, u); }
};

ProgramResult solve(const Links& links, std::vector<std::string> flags, bool json = true) {
  flags.insert(flags.begin(), {"solve", links.file, "--action", "overlap", "--quiet"});
  if (json) flags.emplace_back("--json");
  return run_program(flags);
}

FullQuarkField<ParitySpinorField> solution(const std::string& path) {
  FullQuarkField<ParitySpinorField> x;
  CHECK(io::QuarkFieldSource(path).read(0, x).verified);
  return x;
}

double difference(const FullQuarkField<ParitySpinorField>& a, const FullQuarkField<ParitySpinorField>& b) {
  return std::hypot(relative_error(a[0], b[0]), relative_error(a[1], b[1]));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("solve: overlap quarks of several masses, as each by itself by other ways to the sign") {
    const Links links;
    const std::string output = (links.scratch / "x.lime").string(),
                      one = (links.scratch / "one.lime").string();
    const auto r = solve(links, {"--mass", "0.2,0.05", "--columns", "1", "--output", output});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto printed = json_lines(r.out);
    REQUIRE(printed.size() == 3);
    for (std::size_t k = 0; k < 2; ++k) {
      CHECK(printed[k]["mass"] == (k == 0 ? 0.2 : 0.05));
      CHECK(printed[k]["residual_true"].get<double>() <= 1e-10);
      CHECK(printed[k]["iterations"].get<int>() > 3);
    }
    const json& total = printed[2];
    CHECK(total["action"] == "overlap");
    CHECK(total["m0"] == 1.4);
    CHECK(total["sign_error"].get<double>() < 2e-11);
    CHECK(total["sign_poles"].is_number_unsigned());
    CHECK(total["sign_poles"].get<double>() > 8);
    CHECK(total["outputs"].size() == 2);

    const auto alone = solve(links, {"--mass", "0.05", "--columns", "1", "--output", one, "--low-modes", "0",
                                     "--inner", "double"});
    CAPTURE(alone.err);
    REQUIRE(alone.status == 0);
    CHECK(json_lines(alone.out).back()["low_modes"] == 0);
    CHECK(difference(solution((links.scratch / "x-mass0.05.lime").string()), solution(one)) < 1e-8);
  }

  TEST_CASE("solve: overlap quarks say what D is, and smear the links of their kernel") {
    const Links links;
    const std::string smeared = (links.scratch / "smeared.ildg").string(),
                      there = (links.scratch / "there.lime").string(),
                      here = (links.scratch / "here.lime").string();
    REQUIRE(run_program({"smear", links.file, smeared, "--method", "stout", "--rho", "0.12", "--steps", "2",
                         "--precision", "double"})
                .status == 0);
    const auto r = solve(links,
                         {"--mass", "0.3", "--m0", "1.2", "--columns", "1", "--tolerance", "1e-8", "--smear",
                          "stout:0.12:2", "--output", here},
                         false);
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    CHECK(
        r.out_has("D = [(1 + m) + (1 - m) gamma5 sgn(H)] / 2, H = gamma5 (D_W - 1.2), links: stout:0.12:2"));
    CHECK(r.out_has("8 low modes"));
    const auto by_hand = run_program({"solve", smeared, "--action", "overlap", "--mass", "0.3", "--m0", "1.2",
                                      "--columns", "1", "--tolerance", "1e-8", "--output", there, "--quiet"});
    REQUIRE(by_hand.status == 0);
    CHECK(difference(solution(here), solution(there)) < 1e-6);
  }

  TEST_CASE("solve: overlap quarks on devices that have less") {
    const Links links;
    const auto limited = [&](const std::string& limits, std::vector<std::string> flags) {
      flags.insert(flags.begin(),
                   {"solve", links.file, "--action", "overlap", "--columns", "1", "--json", "--quiet"});
      return run_program(flags, {.environment = {{"GLUEBALL_LIMITS", limits}}});
    };
    const auto single = limited("float64=0", {"--tolerance", "1e-5", "--mass", "0.1"});
    CAPTURE(single.err);
    REQUIRE(single.status == 0);
    const json total = json_lines(single.out).back();
    CHECK(total["residual_true"].get<double>() <= 1e-5);
    CHECK(total["sign_error"].get<double>() < 1e-5);
    const auto fine = limited("float64=0", {"--sign-error", "1e-9"});
    CHECK(fine.status == 2);
    CHECK(fine.err_has("--sign-error of 3e-06"));
    const auto small = limited("memory=64K", {});
    CHECK(small.status == 4);
    CHECK(small.err_has("of device memory"));
    // The run takes the memory that the check says it needs, and little more.
    const auto taken = limited("", {"--tolerance", "1e-6"});
    REQUIRE(taken.status == 0);
    const auto bytes = json_lines(taken.out).back()["device_bytes"].get<double>();
    CHECK(limited(fmt::format("memory={}K", std::int64_t(bytes / 1024)), {}).status == 4);
    CHECK(limited(fmt::format("memory={}K", std::int64_t(1.8 * bytes / 1024)), {"--tolerance", "1e-6"})
              .status == 0);
  }

  TEST_CASE("eigenvalues: those of overlap quarks in either chirality, and the index") {
    const Links links;
    const auto r = run_program({"eigenvalues", links.file, "--action", "overlap", "--count", "1",
                                "--tolerance", "1e-3", "--quiet", "--json"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const json line = json::parse(r.out);
    REQUIRE(line["eigenvalues"].size() == 2);
    CHECK(line["chiralities"][0].get<int>() + line["chiralities"][1].get<int>() == 0);
    CHECK(line["index"] == 0);
    CHECK(line["zero_modes"] == json{{"minus", 0}, {"plus", 0}});
    const double first = line["eigenvalues"][0], second = line["eigenvalues"][1];
    CHECK(first > 0);
    CHECK(second < 1);
    CHECK(first == doctest::Approx(second).epsilon(1e-2));
    for (const auto& flags : {std::vector<std::string>{"--mass", "0.1"},
                              {"--save", "x.lime"},
                              {"--sites", "even"},
                              {"--cut", "0.1"},
                              {"--m0", "3"}}) {
      std::vector<std::string> words{"eigenvalues", links.file, "--action", "overlap"};
      words.insert(words.end(), flags.begin(), flags.end());
      const auto refused = run_program(words);
      CAPTURE(refused.err);
      CHECK(refused.status == 2);
      CHECK(refused.error_lines() == 1);
    }
  }

  TEST_CASE("mesons: pions of overlap quarks are sums of their propagators") {
    const Links links;
    const std::string output = (links.scratch / "x.lime").string();
    REQUIRE(solve(links, {"--mass", "0.2,0.4", "--tolerance", "1e-5", "--low-modes", "2", "--output", output})
                .status == 0);
    const auto r =
        run_program({"mesons", links.file, "--action", "overlap", "--mass", "0.2,0.4", "--tolerance", "1e-5",
                     "--low-modes", "2", "--condensate", "2", "--quiet", "--json"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto printed = json_lines(r.out);
    REQUIRE(printed.size() == 4);
    const Geometry& g = links.u.geometry();
    for (std::size_t k = 0; k < 2; ++k) {
      const double mass = k == 0 ? 0.2 : 0.4;
      CHECK(printed[k]["masses"] == json{mass, mass});
      CHECK(printed[k]["residual_true"].get<double>() <= 1e-5);
      // S = (D^-1 - 1) / (1 - m), whose squares are summed over a time slice.
      std::vector<double> pion(4);
      double trace = 0;
      const io::QuarkFieldSource file((links.scratch / fmt::format("x-mass{}.lime", mass)).string());
      for (std::size_t n = 0; n < 12; ++n) {
        FullQuarkField<ParitySpinorField> x;
        file.read(n, x);
        component(at(x, g, {0, 0, 0, 0}), int(n)) -= 1.0;
        trace += component(at(x, g, {0, 0, 0, 0}), int(n)).real() / (1 - mass);
        for (std::size_t i = 0; i < g.volume(); ++i)
          for (int c = 0; c < 12; ++c)
            pion[std::size_t(g.site(i)[3])] +=
                std::norm(component(at(x, g, g.site(i)), c)) / std::pow(1 - mass, 2);
      }
      for (std::size_t t = 0; t < 4; ++t)
        CHECK(printed[k]["pion"][t].get<double>() == doctest::Approx(pion[t]).epsilon(1e-4));
      // The axial Ward identity is exact for overlap quarks: S^+ S = (S + S^+) / (2 m).
      CHECK(pion[0] + pion[1] + pion[2] + pion[3] == doctest::Approx(trace / mass).epsilon(1e-4));
      CHECK(printed[2 + k]["mass"] == mass);
      CHECK(printed[2 + k]["condensate"]["mean"].get<double>() > 0);
    }
  }

  TEST_CASE("solve: overlap quarks that make no sense are one line with status 2") {
    const Links links;
    const auto refused = [&](const std::vector<std::string>& flags, const std::string& said) {
      const auto r = solve(links, flags);
      CAPTURE(said);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(said));
    };
    refused({"--m0", "2"}, "M0 = 2 is not between 0 and 2; give an --m0");
    refused({"--m0", "-0.5"}, "M0 = -0.5 is not");
    refused({"--mass", "1"}, "a mass of 1 is not between 0 and 1");
    refused({"--mass", "0.1,0.1"}, "the mass 0.1 is given twice");
    refused({"--kappa", "0.13"}, "--kappa 0.13: --action overlap takes none");
    refused({"--inner", "half"}, "--inner half");
    refused({"--deflate", "4"},
            "--deflate 4: overlap quarks treat low modes of their kernel; give --low-modes");
    refused({"--solver", "bicgstab"}, "--solver bicgstab");
    refused({"--solver", "multigrid"}, "--solver multigrid");
    refused({"--sign-error", "0.5"}, "an error of the sign function of 0.5");
    refused({"--sign-error", "1e-16"}, "an error of the sign function of 1e-16");
    refused({"--low-modes", "999"}, "999 low modes of a matrix that has");
    for (const char* words : {"hyp:0", "stout:x", "ape", "none:1", "stout:0.1:1:1", "stout:0.1:"})
      refused({"--smear", words}, std::string("--smear '") + words + "' is none");
    // The tolerance is of D with the exact sign.
    const auto coarse =
        solve(links, {"--mass", "0.2", "--columns", "1", "--tolerance", "1e-6", "--sign-error", "0.1"});
    CHECK(coarse.status == 5);
    CHECK(coarse.error_lines() == 1);
    CHECK(coarse.err_has("give a --sign-error below 0.1"));
    const auto wilson = run_program({"solve", links.file, "--m0", "1.2"});
    CHECK(wilson.status == 2);
    CHECK(wilson.err_has("--m0 1.2: --action wilson"));
    const auto other = run_program({"eigenvalues", links.file, "--action", "overlop"});
    CHECK(other.status == 2);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("hmc: a chain of overlap quarks goes on with the same bits, after a rejected trajectory too") {
    const TemporaryDirectory scratch;
    const auto run = [&](const std::string& name) { return (scratch / name).string(); };
    REQUIRE(run_program({"heatbath", "--lattice", "2,2,2,4", "--start", "cold", "--beta", "5", "--seed", "4",
                         "--sweeps", "10", "--output", run("start"), "--quiet"})
                .status == 0);
    for (const std::string device : {"vulkan", "opengl"}) {
      CAPTURE(device);
      const auto chain = [&](const std::string& name, const std::string& trajectories) {
        const auto r = run_program({"hmc",
                                    "--start",
                                    configuration_of(run("start"), 10).string(),
                                    "--device",
                                    device,
                                    "--precision",
                                    "double",
                                    "--tau",
                                    "0.7",
                                    "--seed",
                                    "3",
                                    "--level",
                                    "integrator=leapfrog,steps=2",
                                    "--monomial",
                                    "kind=overlap,level=0,mass=0.3",
                                    "--monomial",
                                    "kind=gauge,level=0,beta=5.5",
                                    "--no-tune",
                                    "--trajectories",
                                    trajectories,
                                    "--output",
                                    run(name),
                                    "--quiet",
                                    "--json"});
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        return json_lines(r.out);
      };
      const auto whole = chain("whole-" + device, "3");
      CHECK(whole[0]["accepted"] == true);
      CHECK(whole[1]["accepted"] ==
            false);  // its low modes are known when the third begins, but not on resume
      chain("parts-" + device, "2");
      const auto rest =
          run_program({"hmc", "--resume", run("parts-" + device), "--trajectories", "3", "--quiet"});
      CAPTURE(rest.err);
      REQUIRE(rest.status == 0);
      CHECK(checksum_of(configuration_of(run("parts-" + device), 3)) ==
            checksum_of(configuration_of(run("whole-" + device), 3)));
      const auto steps = [&](const std::string& name) {
        std::vector<json> all;
        for (const json& step : history_of(run(name))) all.push_back(step["physics"]);
        return all;
      };
      CHECK(steps("parts-" + device) == steps("whole-" + device));
    }
  }
}

}  // namespace glueball::test::cli_overlap
