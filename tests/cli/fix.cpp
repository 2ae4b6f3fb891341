// These tests check glueball fix: gauges, methods, its output and files, its refusals.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "cpu/gauge_functional.hpp"
#include "cpu/plaquette.hpp"
#include "fix/centre.hpp"
#include "io/configuration_file.hpp"
#include "io/transformation_file.hpp"
#include "support/fields.hpp"
#include "support/hdf5.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_fix {

using nlohmann::json;

namespace {

std::string thermal(const TemporaryDirectory& scratch) {
  REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,6", "--beta", "6.0", "--sweeps", "6", "--start", "hot",
                       "--quiet", "--observables", "plaquette", "--output", scratch / "run"})
              .status == 0);
  return scratch / "run" / "configuration-000006.ildg";
}

ProgramResult fix(const std::string& file, std::vector<std::string> more,
                  const ProgramOptions& options = {}) {
  std::vector<std::string> all = {"fix", file, "--json", "--quiet", "--validate"};
  all.insert(all.end(), more.begin(), more.end());
  return run_program(all, options);
}

json last_line(const ProgramResult& r) { return json::parse(lines(r.out).back()); }

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("fix --scan: iterations against omega and p, and what is not reached is no number") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), svg = scratch / "scan.svg", png = scratch / "scan.png";
    const std::vector<std::string> more = {"--theta",          "1e-8",      "--interval", "10",
                                           "--max-iterations", "400",       "--scan",     "omega=1:1.9:0.3",
                                           "--scan",           "p=0.5,0.99"};
    auto with = more;
    with.insert(with.end(), {in, "--plot", svg, "--plot", png, "--hdf5", scratch / "scan.h5"});
    const auto r = fix(in, with);
    REQUIRE_MESSAGE(r.status == 0, r.err);
    std::vector<json> rows, means;
    for (const auto& line : lines(r.out)) {
      const json object = json::parse(line);
      (object.contains("summary") ? means : rows).push_back(object.value("summary", object));
    }
    REQUIRE(rows.size() == 2 * 6);
    REQUIRE(means.size() == 6);
    CHECK(means[1]["scan"] == "omega");
    CHECK(means[1]["value"].get<double>() == doctest::Approx(1.3));
    CHECK(means[1]["files"] == 2);
    // A row is what the method finds alone.
    const auto alone = fix(in, {"--theta", "1e-8", "--interval", "10", "--omega", "1.3"});
    REQUIRE_MESSAGE(alone.status == 0, alone.err);
    CHECK(rows[1]["iterations"] == last_line(alone).at("iterations"));
    CHECK(means[1]["iterations"].get<double>() == rows[1]["iterations"].get<double>());
    CHECK(rows[1]["theta"].get<double>() < 1e-8);
    // A step that is doubled nearly always goes nowhere.
    CHECK(means[5]["value"].get<double>() == doctest::Approx(0.99));
    CHECK(rows[5]["iterations"].is_null());
    CHECK(means[5]["iterations"].is_null());
    CHECK(means[5]["reached"] == 0);
    const auto iterations = hdf5_numbers(scratch / "scan.h5", "scan/iterations");
    REQUIRE(iterations.size() == 12);
    CHECK(iterations[1] == rows[1]["iterations"].get<double>());
    CHECK(iterations[5] < 0);  // none
    CHECK(std::filesystem::file_size(png) > 1000);
    std::ifstream file(svg);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    CHECK(text.find("Iterations to theta 1e-08, landau gauge") != std::string::npos);
    for (const auto& [words, says] : std::vector<std::pair<std::vector<std::string>, const char*>>{
             {{"--scan", "omega=1:2:0.5"}, "omega 2 is not in [1, 2)"},
             {{"--scan", "omega"}, "it has no ="},
             {{"--scan", "beta=1"}, "no parameter of an iteration"},
             {{"--scan", "omega=1:1.5"}, "a range has a first"},
             {{"--scan", "omega=1.5", "--save", "x"}, "--scan goes with"},
             {{"--plot", "x.png"}, "--plot acts only with --scan"}}) {
      const auto refused = fix(in, words);
      CAPTURE(refused.err);
      CHECK(refused.status == 2);
      CHECK(refused.err_has(says));
      CHECK(refused.error_lines() == 1);
    }
  }

  TEST_CASE("fix brings links to every gauge and saves them with their transformation") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), out = scratch / "fixed.ildg", g = scratch / "g.lime";
    // The chain runs in single precision: its links are in SU(3) to seven digits, those that are fixed to
    // sixteen.
    Configuration u = io::read_configuration(in).configuration;
    for (Matrix3& link : u.links()) link = reunitarized(link);
    for (const auto& [arguments, gauge] : std::vector<std::pair<std::vector<std::string>, Gauge>>{
             {{"--gauge", "landau", "--propagator"}, Gauge::landau},
             {{"--gauge", "landau", "--method", "fourier", "--propagator"}, Gauge::landau},
             {{"--gauge", "coulomb", "--method", "sr", "--norm", "largest", "--theta", "1e-10"},
              Gauge::coulomb},
             {{"--config", "assets/presets/fix-mag.toml", "--sa-sweeps", "30"}, Gauge::maximally_abelian}}) {
      std::vector<std::string> all = {"--save", out, "--save-transformation", g, "--force"};
      all.insert(all.end(), arguments.begin(), arguments.end());
      const auto r = fix(in, all);
      CAPTURE(r.out);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      const json said = last_line(r);
      const Configuration v = io::read_configuration(out).configuration;
      CHECK(said.at("functional").get<double>() ==
            doctest::Approx(cpu::gauge_functional(v, gauge)).epsilon(1e-12));
      const auto theta = cpu::divergence(v, gauge);
      CHECK(said.at("theta").get<double>() ==
            doctest::Approx(gauge == Gauge::coulomb ? theta.largest : theta.mean).epsilon(1e-3));
      CHECK(theta.mean < (gauge == Gauge::coulomb ? 1e-10 : 1e-12));
      CHECK(said.at("iterations").get<int>() > 20);
      CHECK(said.at("seconds").get<double>() > 0);
      CHECK(said.at("gflops").get<double>() > 0);
      CHECK(said.at("converged") == true);
      CHECK(largest_difference(v, gauge_transformed(u, io::read_transformation(g).g)) < 1e-14);
      CHECK(cpu::plaquette(v).average() == doctest::Approx(cpu::plaquette(u).average()).epsilon(1e-13));
      if (gauge == Gauge::landau) CHECK(said.at("propagator").size() > 5);
      if (gauge == Gauge::maximally_abelian) {
        CHECK(said.at("monopole_density").get<double>() > 0);
        CHECK(cpu::divergence(v, Gauge::residual).mean < 1e-12);
      } else {
        // A fixed configuration needs no more iterations.
        std::vector<std::string> again(arguments.begin(), arguments.end());
        const auto second = run_program({"fix", out, "--json", "--gauge", arguments[1], "--theta", "1e-9"});
        CHECK(second.status == 0);
        CHECK(last_line(second).at("iterations") == 0);
        CHECK(second.err_has("already"));
      }
    }
  }

  TEST_CASE("fix --gauge centre: vortices, projected links, and those without vortices") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), out = scratch / "fixed.ildg", z = scratch / "z.ildg",
                      removed = scratch / "removed.ildg", directory = scratch / "state";
    const std::vector<std::string> how = {"--gauge", "centre", "--theta", "1e-10", "--copies", "2"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.end(), how.begin(), how.end());
      return more;
    };
    CHECK(fix(in, with({"--output", directory, "--max-iterations", "20"})).status == 5);
    const auto r = run_program({"fix", "--resume", directory, "--max-iterations", "20000", "--save", out,
                                "--save-projected", z, "--save-vortex-removed", removed, "--json"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const json said = last_line(r);
    const Configuration v = io::read_configuration(out).configuration;
    CHECK(said.at("functional").get<double>() ==
          doctest::Approx(cpu::gauge_functional(v, Gauge::centre)).epsilon(1e-12));
    CHECK(cpu::divergence(v, Gauge::centre).mean < 1e-10);
    CHECK(said.at("vortex_density").get<double>() == vortex_density(v));
    CHECK(vortex_density(v) > 0.005);
    CHECK(vortex_density(v) < 0.3);
    const Configuration projected = io::read_configuration(z).configuration,
                        free = io::read_configuration(removed).configuration;
    CHECK(largest_difference(projected, centre_projected(v)) < 1e-14);
    CHECK(largest_difference(free, vortices_removed(v)) < 1e-14);
    for (const auto& [key, u] : std::vector<std::pair<std::string, const Configuration*>>{
             {"plaquette", &v}, {"plaquette_projected", &projected}, {"plaquette_vortex_removed", &free}})
      CHECK(said.at(key).get<double>() == doctest::Approx(cpu::plaquette(*u).average()).epsilon(1e-12));
    // A fixed configuration needs no more iterations.
    const auto again = run_program({"fix", out, "--gauge", "centre", "--theta", "1e-9"});
    CHECK(again.status == 0);
    CHECK(again.err_has("already"));
    CHECK(again.out_has("vortices     pierce"));
  }

  TEST_CASE("fix: Gribov copies are all reported, the best is kept") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), out = scratch / "best.ildg";
    const auto r = fix(in, {"--copies", "3", "--theta", "1e-8", "--precision", "single", "--save", out});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto all = lines(r.out);
    REQUIRE(all.size() == 4);
    double best = 0, sum = 0;
    for (int n = 0; n < 3; ++n) {
      const json copy = json::parse(all[std::size_t(n)]);
      CHECK(copy.at("copy") == n);
      best = std::max(best, copy.at("functional").get<double>());
      sum += copy.at("functional").get<double>();
    }
    const json summary = json::parse(all.back());
    CHECK(summary.at("functional") == best);
    CHECK(summary.at("copies") == 3);
    CHECK(summary.at("functional_mean").get<double>() == doctest::Approx(sum / 3));
    CHECK(summary.at("functional_smallest").get<double>() < best);
    CHECK(cpu::gauge_functional(io::read_configuration(out).configuration, Gauge::landau) ==
          doctest::Approx(best).epsilon(1e-12));
  }

  TEST_CASE("fix: one that does not converge ends with 5, and writes no links") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), out = scratch / "unfixed.ildg", g = scratch / "g.lime";
    std::filesystem::copy_file(in, out);
    const auto r = fix(in, {"--max-iterations", "13", "--interval", "5", "--save", out, "--force",
                            "--save-transformation", g});
    CAPTURE(r.err);
    CHECK(r.status == 5);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has("no file is written"));
    CHECK(last_line(r).at("converged") == false);
    CHECK(last_line(r).at("iterations") == 13);
    CHECK(largest_difference(io::read_configuration(out).configuration,
                             io::read_configuration(in).configuration) == 0);
    CHECK_FALSE(std::filesystem::exists(g));
  }

  TEST_CASE("fix --resume goes on with the last copy that gave up, to the same bits") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), whole = scratch / "whole.ildg", parts = scratch / "parts.ildg",
                      directory = scratch / "state";
    const std::vector<std::string> how = {"--copies", "2", "--interval", "20", "--theta", "1e-11"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.end(), how.begin(), how.end());
      return more;
    };
    const auto all = fix(in, with({"--save", whole}));
    REQUIRE(all.status == 0);
    const auto first = fix(in, with({"--output", directory, "--save", parts, "--max-iterations", "30"}));
    CAPTURE(first.err);
    CHECK(first.status == 5);
    CHECK(first.err_has("go on with: glueball fix --resume " + directory + " --max-iterations 60"));
    CHECK_FALSE(std::filesystem::exists(parts));
    // The run is resumed with too few iterations again, and then to the end.
    CHECK(run_program({"fix", "--resume", directory, "--max-iterations", "47"}).status == 5);
    const auto rest = run_program({"fix", "--resume", directory, "--max-iterations", "20000"});
    CAPTURE(rest.err);
    REQUIRE(rest.status == 0);
    CHECK_FALSE(std::filesystem::exists(directory + "/state.lime"));
    std::vector<json> copies;
    std::ifstream history(directory + "/history.jsonl");
    for (std::string line; std::getline(history, line);)
      if (json::parse(line).contains("step")) copies.push_back(json::parse(line));
    REQUIRE(copies.size() == 4);
    for (std::size_t n = 0; n < 4; ++n) {
      CHECK(copies[n].at("step") == n + 1);
      CHECK(copies[n].at("copy") == (n == 0 ? 0 : 1));
      CHECK(copies[n].at("converged") == (n == 3));
    }
    CHECK(copies[2].at("iterations") == 47);
    // As if it had never given up; the first copy, which has not converged, is not the best.
    const json second = json::parse(lines(all.out)[1]);
    for (const char* key : {"functional", "theta", "iterations"}) CHECK(copies[3].at(key) == second.at(key));
    CHECK(cpu::gauge_functional(io::read_configuration(parts).configuration, Gauge::landau) ==
          doctest::Approx(second.at("functional").get<double>()).epsilon(1e-12));
    // Resuming a finished run succeeds and changes nothing.
    CHECK(run_program({"fix", "--resume", directory, "--force"}).status == 0);
  }

  TEST_CASE("fix: a copy that gives up again and again leaves a run that goes on, and others' files alone") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), directory = scratch / "state", out = scratch / "out.ildg";
    // Rounding moves the functional up and down.
    REQUIRE(fix(in, {"--precision", "single", "--theta", "1e-14", "--copies", "2", "--max-iterations", "100",
                     "--output", directory, "--save", out})
                .status == 5);
    for (const char* more : {"110", "125", "150", "170", "200"}) {
      const auto r = run_program({"fix", "--resume", directory, "--max-iterations", more});
      CAPTURE(r.err);
      CHECK(r.status == 5);
      CHECK(r.err_has("--precision mixed"));
    }
    const auto fewer = run_program({"fix", "--resume", directory, "--copies", "1"});
    CHECK(fewer.status == 2);
    CHECK(fewer.err_has("has begun 2; give 2 or more"));
    // It has written nothing so far: this is somebody else's.
    std::ofstream(out) << "precious";
    const auto r = run_program({"fix", "--resume", directory, "--max-iterations", "300"});
    CHECK(r.status == 2);
    CHECK(r.err_has("out.ildg exists; give --force"));
  }

  TEST_CASE("fix: copies that gave up are not in the mean, and that is said") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), directory = scratch / "state";
    REQUIRE(fix(in, {"--copies", "2", "--max-iterations", "20", "--output", directory}).status == 5);
    const auto r = run_program({"fix", "--resume", directory, "--max-iterations", "20000"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(r.err_has("1 of 2 copies"));
    CHECK(last_line(r).at("functional_mean") == last_line(r).at("functional"));
  }

  TEST_CASE("fix: a run that was stopped goes on and reaches the same bits") {
    const TemporaryDirectory scratch;
    const std::string in = thermal(scratch), whole = scratch / "whole.ildg", parts = scratch / "parts.ildg",
                      directory = scratch / "state";
    const std::vector<std::string> how = {
        "--method",   "sa", "--sa-sweeps",           "300", "--copies", "2",
        "--interval", "10", "--checkpoint-interval", "1",   "--theta",  "1e-11"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.end(), how.begin(), how.end());
      return more;
    };
    REQUIRE(fix(in, with({"--output", scratch / "at once", "--save", whole})).status == 0);
    // Once the first copy is told the second is under way.
    const auto stopped =
        fix(in, with({"--output", directory, "--save", parts}), {.interrupt_after = "\"copy\":0"});
    CAPTURE(stopped.err);
    CHECK(stopped.status == 128 + 2);
    CHECK(stopped.err_has("--resume " + directory));
    // Who works at a site was measured or taken as it is: what goes on must not ask again.
    std::ifstream config(std::filesystem::path(directory) / "config.toml");
    const std::string kept(std::istreambuf_iterator<char>(config), {});
    CHECK((kept.find("grain = \"site\"") != std::string::npos ||
           kept.find("grain = \"link\"") != std::string::npos));
    CHECK_FALSE(std::filesystem::exists(parts));
    REQUIRE(std::filesystem::exists(directory + "/state.lime"));
    const auto other = run_program({"fix", "--resume", directory, "--omega", "1.2"});
    CHECK(other.status == 2);
    CHECK(other.err_has("--omega"));
    const auto rest = run_program({"fix", "--resume", directory, "--save", parts});
    CAPTURE(rest.err);
    REQUIRE(rest.status == 0);
    CHECK(last_line(rest).at("copies") == 2);
    CHECK(largest_difference(io::read_configuration(parts).configuration,
                             io::read_configuration(whole).configuration) == 0);
  }

  TEST_CASE("Fourier gauge fixing by too large steps does not converge; a scan goes on with its next value") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "0.1", "--sweeps",
                         "1", "--seed", "1", "--no-tune", "--quiet", "--output", scratch / "hot"})
                .status == 0);
    const std::string in = scratch / "hot" / "configuration-000001.ildg";
    const auto r = run_program({"fix", in, "--method", "fourier", "--alpha", "2", "--momentum", "0.99",
                                "--max-iterations", "200", "--no-tune", "--quiet", "--fourier-from", "1e9"});
    CAPTURE(r.err);
    CHECK(r.status == 5);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has("smaller --alpha"));
    // exp(iQ) is unitary for any Q that is finite, so only steps beyond the numbers diverge.
    const auto beyond = run_program({"fix", in, "--method", "fourier", "--alpha", "1e30", "--momentum",
                                     "0.99", "--no-tune", "--quiet", "--fourier-from", "1e9"});
    CAPTURE(beyond.err);
    CHECK(beyond.status == 5);
    CHECK(beyond.error_lines() == 1);
    CHECK(beyond.err_has("diverge"));
    CHECK(beyond.err_has("--alpha 0.08"));
    const auto scan =
        run_program({"fix", in, "--method", "fourier", "--momentum", "0.99", "--scan", "alpha=2,0.08",
                     "--max-iterations", "20", "--no-tune", "--quiet", "--json"});
    CAPTURE(scan.err);
    CHECK(scan.status == 0);
    CHECK(lines(scan.out).size() == 4);  // a row and a mean of each
  }

  TEST_CASE("fix refuses what makes no sense, in a line") {
    const TemporaryDirectory scratch;
    const std::string in = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg";
    for (const auto& [arguments, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"--omega", "2"}, "omega 2 is not in [1, 2)"},
             {{"--omega", "0.5"}, "[1, 2)"},
             {{"--method", "sa", "--t-start", "1", "--t-end", "3"}, "rises from 1 to 3"},
             {{"--t-end", "0"}, "--t-end"},
             {{"--gauge", "landua"}, "landau, coulomb, mag, centre"},
             {{"--gauge", "landau", "--residual"}, "--residual"},
             {{"--gauge", "mag", "--propagator"}, "--propagator"},
             {{"--gauge", "centre", "--method", "sa"}, "overrelaxation alone"},
             {{"--gauge", "mag", "--method", "fourier"}, "for Landau and Coulomb gauge"},
             {{"--method", "fourier", "--alpha", "0"}, "--alpha"},
             {{"--save-projected", "z"}, "--gauge centre"},
             {{"--gauge", "centre", "--save-projected", "z", "--save-vortex-removed", "z"}, "are both z"},
             {{"--method", "sr", "--p", "1"}, "[0, 1)"},
             {{"--power", "3"}, "order 3"},
             {{"--save", in}, "--force"},
             {{"--save", "same", "--save-transformation", "same"}, "are both same"},
             {{"--theta", "-1"}, "--theta"}}) {
      std::vector<std::string> all = {"fix", in};
      all.insert(all.end(), arguments.begin(), arguments.end());
      const auto r = run_program(all);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(said));
    }
    CHECK(run_program({"fix"}).status == 2);
    CHECK(run_program({"fix", scratch / "absent"}).status == 3);
    CHECK(run_program({"fix", "--resume", scratch / "absent"}).status == 3);
  }

  TEST_CASE("fix: the presets are what the help says") {
    for (const char* gauge : {"landau", "coulomb", "mag"}) {
      const auto r = run_program(
          {"fix", "x", "--config", std::string("assets/presets/fix-") + gauge + ".toml", "--print-config"});
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(r.out_has(std::string("gauge = \"") + gauge + "\""));
      CHECK(r.out_has("precision = \"mixed\""));
    }
  }
}

}  // namespace glueball::test::cli_fix
