// glueball flow, run as a user runs it.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <vector>

#include "io/ildg.hpp"
#include "support/fields.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_flow {

using nlohmann::json;

namespace {

/// A configuration small enough for hundreds of steps of kernels that are not optimised.
const std::string& file() {
  static const TemporaryDirectory at;
  static const std::string path = [] {
    const std::string written = (at / "u.ildg").string();
    io::write_ildg(written, weak_configuration(Geometry({4, 4, 6, 4}), 0.6, 41), {});
    return written;
  }();
  return path;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("flow: JSON lines, scales, and a saved configuration that goes on where it ended") {
    const TemporaryDirectory scratch;
    const std::string saved = (scratch / "flowed.ildg").string();
    const auto whole = run_program({"flow", file(), "--time", "0.4", "--step", "0.05", "--json", "--quiet"});
    REQUIRE(whole.status == 0);
    const auto a = json_lines(whole.out);
    REQUIRE(a.size() == 6);  // t = 0, 0.1, ... 0.4, scales
    for (const char* key : {"t", "energy", "t2e", "charge", "energy_plaquette"}) CHECK(a[4].contains(key));
    CHECK(a[4]["t"] == doctest::Approx(0.4));
    CHECK(a[4]["t2e"].get<double>() == doctest::Approx(0.16 * a[4]["energy"].get<double>()));
    CHECK(a[4]["energy"] < a[0]["energy"]);
    CHECK(a[5].contains("t0"));

    const auto half = run_program(
        {"flow", file(), "--time", "0.2", "--step", "0.05", "--json", "--quiet", "--save", saved});
    REQUIRE(half.status == 0);
    const auto rest = run_program({"flow", saved, "--time", "0.2", "--step", "0.05", "--json", "--quiet"});
    REQUIRE(rest.status == 0);
    CHECK(json_lines(rest.out)[2]["energy"].get<double>() ==
          doctest::Approx(a[4]["energy"].get<double>()).epsilon(1e-5));

    const auto again = run_program({"flow", file(), "--time", "0.1", "--save", saved, "--quiet"});
    CHECK(again.status == 2);
    CHECK(again.err_has("--force"));
  }

  TEST_CASE("flow: observables at a list of times are those of the configuration that is saved there") {
    const TemporaryDirectory scratch;
    const std::string saved = (scratch / "flowed.ildg").string();
    const std::string list = "plaquette,slices,energy_momentum:rectangles2,weinberg";
    const auto run = run_program({"flow", file(), "--times", "0.03,0.2", "--step", "0.05", "--observables",
                                  list, "--save", saved, "--json", "--quiet"});
    REQUIRE_MESSAGE(run.status == 0, run.err);
    const auto rows = json_lines(run.out);
    REQUIRE(rows.size() == 4);  // t = 0, 0.03, 0.2, scales
    CHECK(rows[1]["t"] == doctest::Approx(0.03));
    CHECK(rows[2]["t"] == doctest::Approx(0.2));
    const auto& observed = rows[2]["observables"];
    double energy = 0, charge = 0;
    for (const auto& e : observed["energy_slices"])
      energy += e.get<double>() / observed["energy_slices"].size();
    for (const auto& q : observed["charge_slices"]) charge += q.get<double>();
    CHECK(energy == doctest::Approx(rows[2]["energy"].get<double>()).epsilon(1e-5));
    CHECK(std::abs(charge - rows[2]["charge"].get<double>()) < 1e-4);
    CHECK(observed["energy_momentum"].size() == 10);
    const auto measured = run_program({"measure", saved, "--observables", list, "--json", "--quiet"});
    REQUIRE(measured.status == 0);
    const auto after = json_lines(measured.out)[0];
    for (const char* key : {"plaquette", "weinberg", "weinberg_x", "energy_momentum_trace"})
      CHECK(after[key].get<double>() == doctest::Approx(observed[key].get<double>()).epsilon(1e-4));

    // Several configurations give means at each time. Links are kept on the way.
    const std::string folder = (scratch / "each").string();
    const auto both =
        run_program({"flow", file(), saved, "--times", "0.03,0.06", "--step", "0.03", "--observables",
                     "plaquette", "--save", folder, "--save-each", "--json", "--quiet"});
    REQUIRE_MESSAGE(both.status == 0, both.err);
    const auto all = json_lines(both.out);
    REQUIRE(all.size() == 2 * 4 + 1 + 3);  // rows and scales of both, mean scales, means at each time
    CHECK(all[10]["summary"]["t"] == doctest::Approx(0.03));
    CHECK(all[10]["summary"]["plaquette"].get<double>() ==
          doctest::Approx((all[1]["observables"]["plaquette"].get<double>() +
                           all[5]["observables"]["plaquette"].get<double>()) /
                          2));
    const auto kept =
        run_program({"measure", folder + "/flowed-t0.03.ildg", "--observables", "plaquette", "--json"});
    REQUIRE_MESSAGE(kept.status == 0, kept.err);
    CHECK(json_lines(kept.out)[0]["plaquette"].get<double>() ==
          doctest::Approx(all[5]["observables"]["plaquette"].get<double>()).epsilon(1e-6));
    const auto there = run_program({"flow", saved, "--times", "0.03,0.07", "--save", folder + "/flowed.ildg",
                                    "--force", "--save-each", "--quiet"});
    CHECK(there.status == 0);
    CHECK(run_program({"flow", saved, "--times", "0.03,0.08", "--save", folder + "/other.ildg", "--save-each",
                       "--quiet"})
              .status == 0);
    const auto refused = run_program(
        {"flow", saved, "--times", "0.03,0.09", "--save", folder + "/other.ildg", "--save-each", "--quiet"});
    CHECK(refused.status == 2);
    CHECK(refused.err_has("--force"));
    CHECK(run_program({"flow", saved, "--save-each"}).status == 2);

    const auto text =
        run_program({"flow", file(), "--times", "0.03", "--observables", "weinberg", "--quiet"});
    CHECK(text.out_has("weinberg_x"));
    const auto back = run_program({"flow", file(), "--times", "0.2,0.1"});
    CHECK(back.status == 2);
    CHECK(back.error_lines() == 1);
    CHECK(back.err_has("--times"));
    const auto near = run_program({"flow", file(), "--times", "1e-300,0.1"});
    CHECK(near.status == 2);
    CHECK(near.err_has("--times further apart"));
    // The program reads the options that it prints, with the same times.
    const std::string config = (scratch / "flow.toml").string();
    std::ofstream(config) << run_program({"flow", file(), "--times", "0.03,0.05", "--print-config"}).out;
    const auto read = run_program({"flow", "--config", config, "--json", "--quiet"});
    REQUIRE_MESSAGE(read.status == 0, read.err);
    CHECK(json_lines(read.out)[2]["t"] == doctest::Approx(0.05));
    CHECK(json_lines(run_program({"flow", "--config", config, "--times", "0.02", "--json", "--quiet"})
                         .out)[1]["t"] == doctest::Approx(0.02));
  }

  TEST_CASE("flow: t^2 E as a picture, of one file and of several") {
    const TemporaryDirectory scratch;
    const std::string svg = scratch / "flow.svg", png = scratch / "flow.png", flowed = scratch / "u.ildg";
    const std::vector<std::string> words = {"flow", file(), "--times", "0.1,0.2", "--step", "0.1", "--quiet"};
    auto one = words, several = words;
    one.insert(one.end(), {"--plot", svg, "--plot", png, "--save", flowed});
    const auto r = run_program(one);
    REQUIRE_MESSAGE(r.status == 0, r.err);
    CHECK(std::filesystem::file_size(png) > 1000);
    std::ifstream file(svg);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find("t₀ / a² not reached") != std::string::npos);  // its title; other words are paths
    CHECK(run_program(one).status == 2);                           // they are there
    several.insert(several.begin() + 1, flowed);
    several.insert(several.end(), {"--plot", svg, "--force"});
    const auto both = run_program(several);
    CHECK_MESSAGE(both.status == 0, both.err);
  }

  TEST_CASE("flow: adaptive steps arrive where fixed ones do") {
    const auto fixed = run_program({"flow", file(), "--time", "0.5", "--step", "0.02", "--json", "--quiet"});
    const auto adaptive = run_program(
        {"flow", file(), "--time", "0.5", "--step", "0.02", "--adaptive", "1e-4", "--json", "--quiet"});
    REQUIRE(fixed.status == 0);
    REQUIRE(adaptive.status == 0);
    const auto a = json_lines(fixed.out), b = json_lines(adaptive.out);
    CHECK(b[5]["energy"].get<double>() == doctest::Approx(a[5]["energy"].get<double>()).epsilon(1e-3));
    CHECK(b.back()["steps"] < a.back()["steps"]);
  }

  TEST_CASE(
      "flow: of several files each, and the means of t0 and w0 with jackknife errors; of one its own lines") {
    const TemporaryDirectory scratch;
    const std::string run = (scratch / "run").string();
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--beta", "5.4", "--start", "hot", "--sweeps",
                         "36", "--save-interval", "6", "--overrelax", "1", "--quiet", "--output", run})
                .status == 0);
    std::vector<std::string> files;
    for (int step = 6; step <= 36; step += 6) files.push_back(configuration_of(run, step).string());
    const std::vector<std::string> how = {"--time", "1.6", "--step", "0.05", "--json", "--quiet"};
    const auto flow = [&](std::vector<std::string> arguments, const std::vector<std::string>& more = {}) {
      arguments.insert(arguments.begin(), "flow");
      arguments.insert(arguments.end(), how.begin(), how.end());
      arguments.insert(arguments.end(), more.begin(), more.end());
      return run_program(arguments);
    };
    const auto all = flow(files);
    CAPTURE(all.err);
    REQUIRE(all.status == 0);
    const auto a = json_lines(all.out);
    REQUIRE(a.size() == 6 * 18 + 1);
    const auto one = flow({files[2]});
    REQUIRE(one.status == 0);
    const auto b = json_lines(one.out);
    REQUIRE(b.size() == 18);
    for (std::size_t n = 0; n < 18; ++n) {
      json line = a[36 + n];
      CHECK(line["file"] == files[2]);
      line.erase("file");
      CHECK(line == b[n]);
    }
    // The mean crosses where the mean of the curves does, and leaving out files moves it by about its error.
    const json& means = a.back()["summary"];
    CHECK(means["files"] == 6);
    REQUIRE(means["t0"].is_number());
    REQUIRE(means["w0"].is_number());
    double sum = 0, lowest = 1e9, highest = 0;
    for (int n = 0; n < 6; ++n) {
      const double t0 = a[std::size_t(18 * n + 17)]["t0"];
      sum += t0 / 6;
      lowest = std::min(lowest, t0);
      highest = std::max(highest, t0);
    }
    CHECK(means["t0"].get<double>() == doctest::Approx(sum).epsilon(0.1));
    REQUIRE(means["t0_error"].is_number());
    CHECK(means["t0_error"].get<double>() > 0.02 * (highest - lowest));
    CHECK(means["t0_error"].get<double>() < highest - lowest);
    CHECK(means.contains("w0_error"));
    CHECK(means["t0_reliable"] == false);  // of six
    CHECK(means["t0_tau_int"].is_number());
    CHECK(json_lines(flow({files[0], files[1]}).out).back()["summary"]["t0_error"].is_null());
    const auto binned = flow(files, {"--bin", "3"});
    CHECK(json_lines(binned.out).back()["summary"]["t0"] == means["t0"]);
    CHECK(json_lines(binned.out).back()["summary"]["t0_error"] != means["t0_error"]);
    CHECK(flow(files, {"--bin", "6"}).status == 2);
    // The summary has no means if configurations differ in size.
    const auto mixed = flow({files[0], file()});
    CHECK(mixed.status == 0);
    CHECK_FALSE(json_lines(mixed.out).back().contains("summary"));
  }

  TEST_CASE("flow: in double from a configuration that is unitary to single precision only") {
    const TemporaryDirectory scratch;
    const std::string coarse = (scratch / "single.ildg").string();
    REQUIRE(run_program({"convert", file(), coarse, "--precision", "single", "--quiet"}).status == 0);
    const auto r = run_program({"flow", coarse, "--time", "0.3", "--precision", "double", "--adaptive",
                                "1e-9", "--step", "0.01", "--json", "--quiet"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
  }

  TEST_CASE("flow: times that hold too many steps or measurements are refused") {
    for (const auto& [flag, value] : {std::pair{"--measure-interval", "1e-300"}, {"--step", "1e-300"}}) {
      const auto r = run_program({"flow", file(), "--time", "0.1", flag, value, "--quiet"});
      CHECK(r.status == 2);
      CHECK(r.err_has("too many"));
      CHECK(r.err_has(flag));
      CHECK(r.out.empty());
    }
    CHECK(run_program({"flow", file(), "--time", "1e12", "--step", "0.15", "--quiet"}).status == 2);
  }

  TEST_CASE("flow: steps too long are refused, and where steps that adapt become too long it is seen") {
    struct Limit {
      const char *action, *good, *bad;
    };
    for (const Limit& limit : {Limit{"wilson", "0.15", "0.5"},
                               {"wilson", "0.157", "0.158"},
                               {"symanzik", "0.094", "0.1"},
                               {"zeuthen", "0.141", "0.15"}}) {
      CAPTURE(limit.action);
      const auto flow = [&](const char* step) {
        return run_program({"flow", file(), "--action", limit.action, "--step", step, "--time", "1.2",
                            "--measure-interval", "0.6", "--quiet"});
      };
      CHECK(flow(limit.good).status == 0);
      const auto bad = flow(limit.bad);
      CHECK(bad.status == 2);
      CHECK(bad.err_has("unstable"));
      CHECK(bad.out.empty());
    }
    // Measurements cut the steps short: these are 0.1.
    CHECK(run_program({"flow", file(), "--step", "0.5", "--time", "0.2", "--quiet"}).status == 0);
    const auto adaptive = run_program({"flow", file(), "--adaptive", "100", "--step", "0.15", "--time", "12",
                                       "--measure-interval", "4", "--quiet"});
    CAPTURE(adaptive.err);
    CHECK(adaptive.status == 5);
    CHECK(adaptive.err_has("the action increased"));
    CHECK(adaptive.err_has("--adaptive"));
    CHECK_FALSE(adaptive.out_has("t0"));
  }

  TEST_CASE("flow: wrong words are usage errors that name the right ones") {
    const auto action = run_program({"flow", file(), "--action", "iwasaki"});
    CHECK(action.status == 2);
    CHECK(action.err_has("zeuthen"));
    CHECK(run_program({"flow", "no/such/file"}).status == 3);
  }
}

}  // namespace glueball::test::cli_flow
