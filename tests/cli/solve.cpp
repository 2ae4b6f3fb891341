// glueball solve, run as a user runs it; what it writes is put into the CPU's operators.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "io/ildg.hpp"
#include "io/quark_file.hpp"
#include "support/fields.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/quark_operators.hpp"
#include "support/skip.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_solve {

using nlohmann::json;

namespace {

const Geometry kGeometry({4, 2, 6, 4});

/// This is a rough configuration in memory and in a file.
struct Links {
  Configuration u = weak_configuration(kGeometry, 0.3, 11);
  TemporaryDirectory scratch;
  std::string file = (scratch / "links.ildg").string();
  Links() { io::write_ildg(file, u); }
};

ProgramResult solve(const Links& links, std::vector<std::string> flags) {
  flags.insert(flags.begin(), {"solve", links.file, "--json", "--quiet"});
  return run_program(flags);
}

template <class OneParity>
FullQuarkField<OneParity> column(const io::QuarkFieldSource& file, std::size_t n) {
  FullQuarkField<OneParity> x;
  CHECK(file.read(n, x).verified);
  return x;
}

/// Solves with `flags`, and finds what was written and what was said to be right.
template <class OneParity>
void check(const QuarkArguments& words, std::vector<std::string> flags, const std::string& source,
           int columns) {
  const Links links;
  const std::string output = (links.scratch / "x.lime").string();
  flags.insert(flags.end(), {"--source", source, "--columns", std::to_string(columns), "--output", output});
  const auto r = solve(links, flags);
  CAPTURE(r.err);
  REQUIRE(r.status == 0);
  const auto printed = lines(r.out);
  REQUIRE(printed.size() == std::size_t(columns) + 1);
  const io::QuarkFieldSource file(output);
  REQUIRE(file.columns() == std::size_t(columns));
  const auto m = quark_operator<OneParity>(links.u, words);
  double total = 0;
  for (int n = 0; n < columns; ++n) {
    const auto x = column<OneParity>(file, std::size_t(n));
    const auto b = make_source<OneParity>(parse_source(source), kGeometry, n, columns);
    const json line = json::parse(printed[std::size_t(n)]);
    for (const char* key :
         {"iterations", "restarts", "residual", "residual_true", "seconds", "gflops", "solution_norm2"})
      CHECK(line.at(key).is_number());
    CHECK(line.at("residual_true").get<double>() <= 1e-10);
    CHECK(residual(*m, b, x) < 1.001e-10);
    CHECK(line.at("residual_true").get<double>() ==
          doctest::Approx(residual(*m, b, x)).scale(1e-9).epsilon(0.2));
    CHECK(line.at("solution_norm2").get<double>() == doctest::Approx(norm2(x)).scale(0).epsilon(1e-12));
    CHECK(line.at("iterations").get<int>() > 0);
    total += norm2(x);
  }
  const json last = json::parse(printed.back());
  CHECK(last.at("solution_norm2").get<double>() == doctest::Approx(total).scale(0).epsilon(1e-12));
  CHECK(last.at("columns") == columns);
  CHECK(last.at("lattice") == json({4, 2, 6, 4}));
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("solve: Wilson quarks from a point, twelve columns unless fewer are asked for") {
    check<ParitySpinorField>({.kappa = 0.13}, {"--kappa", "0.13"}, "point:1,0,3,2", 12);
    const Links links;
    const auto r = solve(links, {"--kappa", "0.11"});
    REQUIRE(r.status == 0);
    CHECK(lines(r.out).size() == 13);
    const json fourth = json::parse(lines(r.out)[4]);
    CHECK(fourth.at("spin") == 1);
    CHECK(fourth.at("colour") == 1);
  }

  TEST_CASE("solve: twisted mass, clover and both, with phases at the boundary") {
    QuarkArguments words{.kappa = 0.13, .mu = -0.2};
    words.boundary.twist = {0.25, 0, 0, 0.5};
    words.boundary.imaginary_mu = 0.1;
    check<ParitySpinorField>(words,
                             {"--action", "twisted-mass", "--kappa", "0.13", "--mu", "-0.2", "--twist",
                              "0.25,0,0,0.5", "--imaginary-mu", "0.1"},
                             "z2xz2:7:1", 4);
    check<ParitySpinorField>(
        {.kappa = 0.12, .mu = 0.1, .csw = 1.3, .boundary = {1, -1, 1, -1}},
        {"--action", "clover", "--kappa", "0.12", "--mu", "0.1", "--csw", "1.3", "--boundary", "1,-1,1,-1"},
        "wall:3", 1);
  }

  TEST_CASE("solve: staggered quarks, and each solver, precision and restart") {
    check<ParityColourField>({.mass = 0.2}, {"--action", "staggered", "--mass", "0.2"}, "z2:3", 3);
    check<ParityColourField>({.mass = 0.2}, {"--action", "staggered", "--mass", "0.2", "--block", "4"},
                             "point:1,0,3,2", 3);
    check<ParityColourField>({.mass = 0.2, .hisq_epsilon = -0.1},
                             {"--action", "hisq", "--mass", "0.2", "--naik-epsilon", "-0.1", "--block", "2"},
                             "z2:3", 3);
    QuarkArguments naik{.mass = 0.2, .boundary = {1, -1, 1, -1}, .naik = true};
    naik.boundary.twist = {0.25, 0.5, 0, 0};
    naik.boundary.imaginary_mu = 0.1;
    check<ParityColourField>(naik,
                             {"--action", "naik", "--mass", "0.2", "--boundary", "1,-1,1,-1", "--twist",
                              "0.25,0.5,0,0", "--imaginary-mu", "0.1"},
                             "z2:3", 3);
    check<ParityColourField>(
        {.mass = 0.2, .hisq_epsilon = -0.1},
        {"--action", "hisq", "--mass", "0.2", "--naik-epsilon", "-0.1", "--inner", "half"}, "z2:3", 3);
    for (const auto& flags :
         std::vector<std::vector<std::string>>{{"--inner", "half"},
                                               {"--inner", "half", "--half-format", "float"},
                                               {"--restart", "cpu"},
                                               {"--restart", "gpu"},
                                               {"--solver", "bicgstab"}}) {
      CAPTURE(flags[1]);
      auto all = flags;
      all.insert(all.end(), {"--kappa", "0.12"});
      check<ParitySpinorField>({.kappa = 0.12}, all, "volume", 1);
    }
  }

  TEST_CASE("solve: the automatic solver takes the cheaper one, and conjugate gradients if BiCGStab stalls") {
    const auto solvers = [](std::vector<std::string> more) {
      more.insert(more.begin(), {"solve", GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg", "--json",
                                 "--columns", "3", "--tolerance", "1e-8", "--no-tune"});
      const auto r = run_program(more);
      REQUIRE_MESSAGE(r.status == 0, r.err);
      std::string all;
      for (const json& row : json_lines(r.out))
        if (row.contains("column")) {
          CHECK(row.at("residual_true").get<double>() <= 1e-8);
          all += row.at("solver").get<std::string>() + " ";
        }
      return all;
    };
    for (const std::string restart : {"cpu", "gpu"}) {
      CAPTURE(restart);
      const auto clover = [&](const std::string& kappa) {
        return solvers({"--action", "clover", "--kappa", kappa, "--restart", restart});
      };
      // BiCGStab needs less than half of the iterations, more of them, and does not converge.
      CHECK(clover("0.12") == "bicgstab bicgstab bicgstab ");
      CHECK(clover("0.15") == "bicgstab cg cg ");
      CHECK(clover("0.16") == "cg cg cg ");
    }
    CHECK(solvers({"--kappa", "0.12", "--solver", "cg"}) == "cg cg cg ");
    CHECK(solvers({"--action", "staggered"}) == "cg cg cg ");
  }

  TEST_CASE("solve: multigrid says what it made, and refuses what it cannot do") {
    const TemporaryDirectory scratch;
    const std::string file = (scratch / "links.ildg").string();
    io::write_ildg(file, weak_configuration(Geometry({4, 8, 4, 8}), 0.3, 12));
    const auto run = [&](std::vector<std::string> flags) {
      flags.insert(flags.begin(), {"solve", file, "--columns", "2", "--solver", "multigrid", "--quiet"});
      return run_program(flags);
    };
    const auto r = run({"--json", "--action", "twisted-mass", "--kappa", "0.13", "--mu", "0.02",
                        "--multigrid", "2,4,2,2:12", "--no-tune"});
    REQUIRE_MESSAGE(r.status == 0, r.err);
    const auto rows = json_lines(r.out);
    REQUIRE(rows.size() == 3);
    for (const std::size_t row : {0, 1}) {
      CHECK(rows[row].at("solver") == "multigrid");
      CHECK(rows[row].at("block") == 2);
      CHECK(rows[row].at("residual_true").get<double>() <= 1e-10);
      CHECK(rows[row].contains("multigrid") == (row == 0));
    }
    const json& made = rows[2].at("multigrid");
    CHECK(made.at("levels") == 2);
    CHECK(made.at("block") == json({2, 4, 2, 2}));
    CHECK(made.at("vectors") == 12);
    CHECK(made.at("set_up_seconds").get<double>() > 0);
    CHECK(made.at("coarse_steps").get<int>() >= 8);
    CHECK(json_lines(run({"--json", "--block", "1", "--multigrid", "8"}).out)[0].at("block") == 1);
    // Memory for the fields of three columns suffices, but not with that of the set-up.
    ProgramOptions small;
    small.environment["GLUEBALL_LIMITS"] = "memory=13M";
    const auto fewer = run_program({"solve", file, "--columns", "4", "--solver", "multigrid", "--multigrid",
                                    "24", "--restart", "cpu", "--no-tune", "--quiet", "--json"},
                                   small);
    REQUIRE_MESSAGE(fewer.status == 0, fewer.err);
    CHECK(json_lines(fewer.out)[0].at("block") == 1);
    const auto text = run({"--multigrid", "8"});
    CHECK(text.out.find("multigrid: 2 levels, blocks of 2x4x2x4, 8 near-null vectors, ") !=
          std::string::npos);

    const auto refused = [&](const std::vector<std::string>& flags, const std::string& why) {
      const auto failed = run(flags);
      CAPTURE(why);
      CHECK(failed.status == 2);
      CHECK(failed.error_lines() == 1);
      CHECK_MESSAGE(failed.err.find(why) != std::string::npos, failed.err);
    };
    refused({"--multigrid", "2,4,2"}, "--multigrid 2,4,2: blocks or a number of vectors are expected");
    refused({"--multigrid", "many"}, "--multigrid many: blocks or a number");
    refused({"--multigrid", "10"}, "10 near-null vectors; give a multiple of 4 up to 64");
    refused({"--multigrid", "3,4,2,2"}, "blocks of 3 sites in x, which has 4");
    refused({"--multigrid", "4,4,2,2"}, "blocks of 4 sites in x, which has 4");
    refused({"--inner", "half"}, "multigrid iterates in single precision; give --inner single");
    refused({"--action", "staggered"}, "multigrid does not solve for staggered quarks");
    refused({"--solver", "cg", "--multigrid", "8"}, "--multigrid acts only with --solver multigrid");
  }

  TEST_CASE(
      "solve: columns in blocks, as many at once as there are in equal parts, with the residual of each") {
    check<ParitySpinorField>({.kappa = 0.13}, {"--kappa", "0.13", "--block", "4"}, "point:1,0,3,2", 12);
    const Links links;
    const auto blocks = [&](std::vector<std::string> flags) {
      flags.insert(flags.end(), {"--kappa", "0.12"});
      const auto r = solve(links, flags);
      REQUIRE_MESSAGE(r.status == 0, r.err);
      std::vector<int> found;
      for (const std::string& line : lines(r.out))
        if (const json row = json::parse(line); row.contains("column")) found.push_back(row.at("block"));
      return found;
    };
    CHECK(blocks({"--block", "8"}) == std::vector<int>(12, 6));
    CHECK(blocks({"--block", "8", "--source", "volume"}) == std::vector<int>{1});
    CHECK(blocks({}) == std::vector<int>(12, 1));  // nothing is measured on so small a lattice
    CHECK(blocks({"--block", "2", "--columns", "2"}) == std::vector<int>(2, 2));
    const auto refused = solve(links, {"--block", "2", "--columns", "2", "--action", "clover"});
    CHECK(refused.status == 2);
    CHECK(refused.err_has("--block 2: --action clover"));
    const auto masses =
        solve(links, {"--block", "2", "--columns", "3", "--action", "staggered", "--mass", "0.1,0.2"});
    CHECK(masses.status == 2);
    CHECK(masses.err_has("--block 2: several masses"));
  }

  TEST_CASE("solve: several masses of staggered quarks, each as alone, in a file of its own") {
    const Links links;
    const auto path = [&](const std::string& name) { return (links.scratch / name).string(); };
    const std::vector<double> masses{0.05, 0.2, 0.01};
    std::vector<std::string> flags{"--action", "staggered", "--mass",     "0.05,0.2,0.01", "--source",
                                   "z2:3",     "--twist",   "0.25,0,0,0", "--columns",     "3"};
    const auto r = [&] {
      auto all = flags;
      all.insert(all.end(), {"--output", path("x.lime")});
      return solve(links, all);
    }();
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto printed = lines(r.out);
    REQUIRE(printed.size() == 10);
    CHECK_FALSE(std::filesystem::exists(path("x.lime")));
    const json last = json::parse(printed.back());
    double total = 0;
    int iterations = 0;
    for (std::size_t k = 0; k < masses.size(); ++k) {
      const std::string file = path(fmt::format("x-mass{}.lime", masses[k]));
      CHECK(last.at("outputs")[k] == file);
      const io::QuarkFieldSource source(file);
      REQUIRE(source.columns() == 3);
      QuarkArguments words{.mass = masses[k]};
      words.boundary.twist = {0.25, 0, 0, 0};
      const auto m = quark_operator<ParityColourField>(links.u, words);
      for (std::size_t n = 0; n < 3; ++n) {
        const json line = json::parse(printed[3 * n + k]);
        CHECK(line.at("column") == n);
        CHECK(line.at("colour") == n);
        CHECK(line.at("mass") == masses[k]);
        CHECK(line.at("residual_true").get<double>() <= 1e-10);
        CHECK(line.at("shared_iterations").get<int>() > 0);
        CHECK(line.at("iterations").get<int>() >= line.at("shared_iterations").get<int>());
        for (const char* key : {"restarts", "seconds", "gflops", "block"}) CHECK(line.at(key).is_number());
        const auto x = column<ParityColourField>(source, n);
        const auto b = make_source<ParityColourField>(parse_source("z2:3"), kGeometry, int(n), 3);
        CHECK(residual(*m, b, x) < 1.001e-10);
        CHECK(line.at("residual_true").get<double>() ==
              doctest::Approx(residual(*m, b, x)).scale(1e-9).epsilon(0.2));
        CHECK(line.at("solution_norm2").get<double>() == doctest::Approx(norm2(x)).scale(0).epsilon(1e-12));
        total += norm2(x);
        iterations +=
            line.at("iterations").get<int>() - (k > 0 ? line.at("shared_iterations").get<int>() : 0);
      }
      // info tells the masses apart.
      CHECK(run_program({"info", file}).out_has(fmt::format("mass {},", masses[k])));
    }
    CHECK(last.at("masses") == json(masses));
    CHECK(last.at("columns") == 3);
    CHECK(last.at("iterations") == iterations);
    CHECK(last.at("solution_norm2").get<double>() == doctest::Approx(total).scale(0).epsilon(1e-12));

    // None is overwritten, nor one of them that is already there.
    std::filesystem::remove(path("x-mass0.05.lime"));
    auto again = flags;
    again.insert(again.end(), {"--output", path("x.lime")});
    const auto refused = solve(links, again);
    CHECK(refused.status == 2);
    CHECK(refused.err_has("x-mass0.2.lime"));
    CHECK(refused.error_lines() == 1);
    CHECK_FALSE(std::filesystem::exists(path("x-mass0.05.lime")));
    again.push_back("--force");
    CHECK(solve(links, again).status == 0);
    CHECK(std::filesystem::exists(path("x-mass0.05.lime")));

    // One mass alone has the file that was asked for and a line with the same keys but for what is shared.
    const auto one = solve(links, {"--action", "staggered", "--mass", "0.2", "--columns", "1", "--source",
                                   "z2:3", "--output", path("x.lime")});
    REQUIRE(one.status == 0);
    const json line = json::parse(lines(one.out)[0]);
    CHECK(line.at("mass") == 0.2);
    CHECK_FALSE(line.contains("shared_iterations"));
    CHECK(io::QuarkFieldSource(path("x.lime")).columns() == 1);
    const auto table = run_program({"solve", links.file, "--action", "staggered", "--mass", "0.3", "--mass",
                                    "0.4", "--columns", "1", "--quiet"});
    REQUIRE(table.status == 0);
    CHECK(table.out_has("shared"));
    CHECK(lines(table.out).size() == 4);
  }

  TEST_CASE("solve: solutions serve as sources, and info knows them") {
    const Links links;
    const std::string first = (links.scratch / "first.lime").string(),
                      second = (links.scratch / "second.lime").string();
    REQUIRE(
        solve(links, {"--kappa", "0.12", "--source", "wall:1", "--columns", "3", "--output", first}).status ==
        0);
    REQUIRE(solve(links, {"--kappa", "0.12", "--source", "file:" + first, "--output", second}).status == 0);
    const io::QuarkFieldSource a(first), b(second);
    REQUIRE(b.columns() == 3);
    const auto m = quark_operator<ParitySpinorField>(links.u, {.kappa = 0.12});
    CHECK(residual(*m, column<ParitySpinorField>(a, 2), column<ParitySpinorField>(b, 2)) < 1.001e-10);
    CHECK(*b.column(2).colour == 2);

    const auto info = run_program({"info", second});
    CHECK(info.status == 0);
    CHECK(info.out_has("Dirac spinor"));
    CHECK(info.out_has("4x2x6x4"));
    CHECK(info.out_has("kappa 0.12"));
    const json object = json::parse(run_program({"info", "--json", second}).out);
    CHECK(object.at("columns").size() == 3);
    CHECK(object.at("columns")[1].at("checksum_verified") == true);
    CHECK(object.at("columns")[1].at("norm2").get<double>() ==
          doctest::Approx(norm2(column<ParitySpinorField>(b, 1))).epsilon(1e-12));

    // Not even --force writes over what is read, also where the name of a mass makes it the same.
    const auto over =
        solve(links, {"--kappa", "0.12", "--source", "file:" + first, "--output", first, "--force"});
    CHECK(over.status == 2);
    CHECK(over.err_has("first.lime is read"));
    CHECK(io::QuarkFieldSource(first).columns() == 3);
    const auto u = links.scratch / "u-mass0.5.lime";
    std::filesystem::copy_file(links.file, u);
    const auto size = std::filesystem::file_size(u);
    const auto mass = run_program({"solve", u.string(), "--action", "staggered", "--mass", "0.5,0.7",
                                   "--output", (links.scratch / "u.lime").string(), "--force", "--quiet"});
    CHECK(mass.status == 2);
    CHECK(mass.err_has("u-mass0.5.lime is read"));
    CHECK(std::filesystem::file_size(u) == size);

    const auto kind = solve(links, {"--action", "staggered", "--source", "file:" + first});
    CHECK(kind.status == 3);
    CHECK(kind.err_has("staggered quarks need colour vectors"));
    const auto missing = solve(links, {"--source", "file:no-such-file"});
    CHECK(missing.status == 3);
    CHECK(missing.error_lines() == 1);
    const auto links_as_source = solve(links, {"--source", "file:" + links.file});
    CHECK(links_as_source.status == 3);
  }

  TEST_CASE("solve: the tolerance is that of all sites, from an odd site and of small masses as well") {
    const Links links;
    for (const char* action : {"staggered", "naik", "hisq"})
      for (const auto& [mass, tolerance] : {std::pair{1e-3, 1e-10}, {3e-3, 1e-9}, {1e-6, 1e-7}}) {
        CAPTURE(action);
        CAPTURE(mass);
        const std::string output = (links.scratch / "x.lime").string();
        const auto r = solve(links, {"--action", action, "--mass", fmt::format("{}", mass), "--source",
                                     "point:1,0,0,0", "--columns", "1", "--tolerance",
                                     fmt::format("{}", tolerance), "--output", output, "--force"});
        CAPTURE(r.err);
        REQUIRE(r.status == 0);
        CHECK(json::parse(lines(r.out).front()).at("residual_true").get<double>() <= tolerance);
        const bool hisq = action == std::string("hisq"), naik = action == std::string("naik");
        const auto m = quark_operator<ParityColourField>(
            links.u, {.mass = mass, .naik = naik, .hisq_epsilon = hisq ? std::optional(0.0) : std::nullopt});
        const auto b = make_source<ParityColourField>(parse_source("point:1,0,0,0"), kGeometry, 0, 1);
        CHECK(residual(*m, b, column<ParityColourField>(io::QuarkFieldSource(output), 0)) <
              1.001 * tolerance);
      }
    const auto r =
        solve(links, {"--action", "hisq", "--mass", "1e-8", "--source", "point:1,0,0,0", "--columns", "1"});
    CHECK(r.status == 5);
    CHECK(r.err_has("rounding in double precision"));
    CHECK(r.error_lines() == 1);
  }

  TEST_CASE("solve: a solver that gives up ends with status 5, its best residual, and nothing written") {
    const Links links;
    const auto output = links.scratch / "x.lime";
    const auto r = solve(links, {"--kappa", "0.13", "--source", "wall:0", "--max-iterations", "3", "--output",
                                 output.string()});
    CAPTURE(r.err);
    CHECK(r.status == 5);
    CHECK(r.out.empty());
    CHECK(r.err_has("residual"));
    CHECK(r.error_lines() == 1);
    CHECK_FALSE(std::filesystem::exists(output));
    std::size_t entries = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(links.scratch.path()))
      ++entries;
    CHECK(entries == 1);  // the configuration

    const auto masses = solve(links, {"--action", "staggered", "--mass", "0.01,0.1", "--source", "wall:0",
                                      "--max-iterations", "3", "--output", output.string()});
    CAPTURE(masses.err);
    CHECK(masses.status == 5);
    CHECK(masses.err_has("residual"));
    CHECK(masses.error_lines() == 1);
    entries = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(links.scratch.path()))
      ++entries;
    CHECK(entries == 1);
  }

  TEST_CASE("solve: hopping parameters and masses that no quark has are warned of") {
    const auto warned = [](const std::vector<std::string>& quark) {
      std::vector<std::string> words{"solve",
                                     GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg",
                                     "--columns",
                                     "1",
                                     "--max-iterations",
                                     "1"};
      words.insert(words.end(), quark.begin(), quark.end());
      return run_program(words).err;
    };
    const std::string heavy = warned({"--kappa", "0.3"});
    CHECK(heavy.starts_with("kappa 0.3 is above 1/4: "));
    const std::string negative = warned({"--action", "staggered", "--mass", "-0.1,0.2"});
    CHECK(negative.starts_with("mass -0.1 is negative: "));
    CHECK(negative.find("mass 0.2 is") == std::string::npos);
    CHECK(warned({"--kappa", "0.14"}).find("kappa 0.14 is") == std::string::npos);
  }

  TEST_CASE("solve: a signal in the middle of a solve leaves nothing half written") {
    const TemporaryDirectory scratch;
    ProgramOptions options;
    options.interrupt_after = "\"column\"";  // eleven are left
    const auto r =
        run_program({"solve", GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg", "--kappa", "0.155",
                     "--block", "1", "--json", "--quiet", "--no-tune", "--output", scratch / "x.lime"},
                    options);
    CAPTURE(r.err);
    CHECK(r.status == 128 + 2);
    CHECK(r.err_has("signal 2; no file"));
    CHECK(std::filesystem::is_empty(scratch.path()));
  }

  TEST_CASE(
      "solve: a matrix too ill-conditioned for the inner precision is not called a fault of the memory") {
    const TemporaryDirectory scratch;
    REQUIRE(run_program({"heatbath", "--lattice", "8,8,8,8", "--beta", "5.6", "--start", "hot", "--sweeps",
                         "4", "--quiet", "--output", (scratch / "run").string()})
                .status == 0);
    const auto half = run_program({"solve", (scratch / "run" / "configuration-000004.ildg").string(),
                                   "--action", "staggered", "--mass", "0.001", "--source", "point:0,0,0,0",
                                   "--columns", "1", "--inner", "half", "--json", "--quiet"});
    CAPTURE(half.err);
    CHECK(half.status == 5);
    CHECK(half.err_has("ill-conditioned"));
    CHECK(half.err_has("--inner single"));
    CHECK_FALSE(half.err_has("memory"));
    CHECK(half.error_lines() == 1);
  }

  TEST_CASE("solve: wrong words are usage errors in one line") {
    const Links links;
    const auto refused = [&](const std::vector<std::string>& flags, const std::string& why) {
      const auto r = solve(links, flags);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.err_has(why));
      CHECK(r.error_lines() == 1);
    };
    refused({"--source", "point:0,2,0,0"}, "y = 2 is outside the lattice 4x2x6x4");
    refused({"--source", "pint:0,0,0,0"}, "no kind 'pint'");
    refused({"--source", "wall:1", "--columns", "5"}, "cannot have 5 columns");
    refused({"--mu", "0.1"}, "--action wilson has no twisted mass");
    refused({"--action", "wislon"}, "wilson");
    refused({"--mass", "0.2"},
            "--mass 0.2: --action wilson takes none; leave it out, or give --action stagg");
    refused({"--csw", "1.5"}, "--csw 1.5: --action wilson takes none; leave it out, or give --action clover");
    refused({"--action", "twisted-mass", "--csw", "0"}, "--action twisted-mass takes none");
    refused({"--action", "staggered", "--csw", "2"}, "--csw 2: --action staggered takes none");
    refused({"--action", "staggered", "--kappa", "0.15"}, "--kappa 0.15: --action staggered takes none");
    refused({"--twist", "1e18,0,0,0"}, "a boundary twist is beyond 1000000");
    refused({"--boundary", "1,1,1,2"}, "neither 1 nor -1");
    refused({"--tolerance", "0"}, "above 0");
    refused({"--inner", "quarter"}, "half, single, double");
    refused({"--half-format", "floating"}, "fixed");
    refused({"--mass", "0.1,0.2"}, "--action wilson has none");
    refused({"--action", "staggered", "--mass", "0.1,0.2,0.1"}, "0.1 is given twice");
    refused({"--action", "staggered", "--mass", "0.1,0"}, "is 0");
    refused({"--action", "staggered", "--mass", "0.1,heavy"}, "heavy");
    refused({"--action", "staggered", "--mass", "1e-300"}, "underflows");
    refused({"--action", "staggered", "--mass", "1e-300,0.1"}, "underflows");
    refused({"--action", "staggered", "--mass", "0.1,0.2", "--solver", "bicgstab"}, "one mass at a time");
    refused({"--block", "17"}, "--block: '17' is not a number from 0 to 16");
    refused({"--columns", "13"}, "cannot have 13 columns");
    const std::string output = (links.scratch / "x.lime").string();
    REQUIRE(solve(links, {"--source", "volume", "--output", output}).status == 0);
    refused({"--source", "volume", "--output", output}, "--force");
    CHECK(solve(links, {"--source", "volume", "--output", output, "--force"}).status == 0);
    CHECK(run_program({"solve", "no-such-file.ildg"}).status == 3);
  }

  TEST_CASE("solve: tmLQCD's propagator from its own source") {
    if (!configs_available()) {
      skip("reference configurations are absent");
      return;
    }
    const TemporaryDirectory scratch;
    const auto files = configs_directory() / "ahmidas";
    const std::string output = (scratch / "u.lime").string();
    // tmLQCD's gamma5 is minus ours, so its mu is our -mu; its propagator is 2 kappa M^-1.
    const auto r =
        run_program({"solve", (files / "conf48.0000").string(), "--action", "twisted-mass", "--kappa", "0.1",
                     "--mu", "-0.01", "--source", "file:" + (files / "source48.06").string(), "--tolerance",
                     "1e-11", "--output", output, "--quiet"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    const auto ours = column<ParitySpinorField>(io::QuarkFieldSource(output), 0);
    FullQuarkField<ParitySpinorField> theirs;
    io::QuarkFieldSource(files / "source48_u.06.inverted").read(0, theirs);
    double worst = 0;
    for (std::size_t parity = 0; parity < 2; ++parity)
      for (std::size_t n = 0; n < ours[parity].size(); ++n)
        for (int k = 0; k < 12; ++k)
          worst = std::max(worst,
                           std::abs(0.2 * component(ours[parity][n], k) - component(theirs[parity][n], k)));
    CHECK(norm2(theirs) > 0.04);
    CHECK(worst < 1e-7);
  }
}

}  // namespace glueball::test::cli_solve
