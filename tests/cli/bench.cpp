// glueball bench: what it times, in every precision, and the experiment of 2006.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <tuple>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test {
namespace {

using Json = nlohmann::json;

std::vector<Json> rows_of(const std::string& text) {
  std::vector<Json> all;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) all.push_back(Json::parse(line));
  return all;
}

void put(const std::filesystem::path& path, const std::string& text) { std::ofstream(path) << text; }

std::string get(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

const std::vector<std::string> kQuick{"bench", "norm2", "axpby", "--lattice", "4,4,4,4", "--seconds", "0.01"};

std::vector<std::string> quick(const std::vector<std::string>& more) {
  auto all = kQuick;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

/// The same run with all times multiplied.
std::string scaled(const std::string& text, double factor) {
  std::string out;
  for (auto row : rows_of(text)) {
    row["seconds"] = row["seconds"].get<double>() * factor;
    out += row.dump() + "\n";
  }
  return out;
}

TEST_SUITE("cli") {
  TEST_CASE("bench --compare: faster is status 0, slower 1, both with a line a kernel") {
    const TemporaryDirectory dir;
    const auto first = run_program(quick({"--json"}));
    REQUIRE(first.status == 0);
    // Margins beyond what other programs on the machine can do to a time.
    put(dir / "slow.json", scaled(first.out, 1e4));
    put(dir / "fast.json", scaled(first.out, 1e-4));
    const auto faster = run_program(quick({"--compare", dir / "slow.json"}));
    CAPTURE(faster.err);
    CHECK(faster.status == 0);
    CHECK(faster.out_has("new/old"));
    CHECK_FALSE(faster.out_has("SLOWER"));
    const auto slower = run_program(quick({"--compare", dir / "fast.json"}));
    CHECK(slower.status == 1);
    CHECK(slower.out_has("SLOWER"));
    CHECK(run_program(quick({"--compare", dir / "fast.json", "--tolerance-percent", "1e9"})).status == 0);
    const auto json = run_program(quick({"--compare", dir / "fast.json", "--json"}));
    CHECK(json.status == 1);
    int compared = 0;
    for (const auto& row : rows_of(json.out))
      if (row.contains("ratio")) {
        ++compared;
        CHECK(row["regression"].get<bool>());
      }
    CHECK(compared == 3);  // the copy, too
    CHECK(run_program({"bench", "--help"}).out_has("Exit status 1"));
    CHECK(run_program({"--help"}).out_has("1 slower"));
  }

  TEST_CASE("bench --compare: what differs is said, and what is no such output") {
    const TemporaryDirectory dir;
    auto rows = rows_of(run_program(quick({"--json"})).out);
    REQUIRE(rows.size() == 3);
    rows[1]["kernel"] = "no-more";
    std::string text;
    for (auto& row : rows) {
      row["device"] = "Another Card";
      row["seconds"] = 1e3;
      text += row.dump() + "\n";
    }
    put(dir / "old.json", text);
    const auto mixed = run_program(quick({"--compare", dir / "old.json"}));
    CHECK(mixed.status == 0);
    CHECK(mixed.out_has("another device: Another Card then"));
    CHECK(mixed.out_has("not in the earlier run"));
    CHECK(mixed.out_has("only in the earlier run"));

    text.clear();
    for (auto& row : rows) {
      row["lattice"] = {8, 8, 8, 8};
      text += row.dump() + "\n";
    }
    put(dir / "lattice.json", text);
    const auto lattice = run_program(
        {"bench", "axpby", "--lattice", "4,4,4,4", "--seconds", "0.01", "--compare", dir / "lattice.json"});
    CHECK(lattice.status == 3);
    CHECK(lattice.err_has("another lattice: 8^4 then, 4^4 now"));

    put(dir / "text", "kernel microseconds\n");
    put(dir / "empty", "");
    for (const char* name : {"text", "empty", "absent"}) {
      const auto bad = run_program(quick({"--compare", dir / name}));
      CAPTURE(bad.err);
      CHECK(bad.status == 3);
      CHECK(bad.error_lines() == 1);
      CHECK(bad.err_has(name));
      CHECK(bad.out.empty());
    }
  }

  TEST_CASE("bench --twin: the CPU's twin beside every kernel that has one, and in the report") {
    const TemporaryDirectory dir;
    const std::vector<std::string> command{"bench",     "dslash",   "plaquette", "picture-slices",
                                           "--lattice", "4,4,4,4",  "--seconds", "0.01",
                                           "--twin",    "--no-tune"};
    const auto people = run_program(command);
    CAPTURE(people.err);
    REQUIRE(people.status == 0);
    CHECK(people.out_has("CPU twin / kernel"));
    CHECK(people.out_has(" single)"));  // Wilson's hop is built in both
    auto json = command;
    json.push_back("--json");
    const auto run = run_program(json);
    REQUIRE(run.status == 0);
    for (const auto& row : rows_of(run.out)) {
      CAPTURE(row["kernel"].get<std::string>());
      const bool has_twin = row["kernel"] == "dslash" || row["kernel"] == "plaquette";
      CHECK(row.contains("twin_seconds") == has_twin);
      CHECK(row.contains("twin_single_seconds") == (row["kernel"] == "dslash"));
      if (has_twin) {
        // A 4^4 lattice, on the slowest of machines and the fastest.
        CHECK(row["twin_seconds"].get<double>() > 1e-7);
        CHECK(row["twin_seconds"].get<double>() < 1);
      }
    }
  }

  TEST_CASE("bench --plot writes a PNG of the series, and overwrites none") {
    const TemporaryDirectory dir;
    const std::vector<std::string> command{"bench", "norm2",  "--lattice", "8,8,8,8",       "--seconds",
                                           "0.01",  "--json", "--plot",    dir / "plot.png"};
    const auto run = run_program(command);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
    REQUIRE(rows.size() == 3);
    CHECK(rows[1]["lattice"] == Json{4, 4, 4, 4});
    CHECK(rows[2]["lattice"] == Json{8, 8, 8, 8});
    const std::string png = get(dir / "plot.png");
    CHECK(png.substr(0, 8) == "\x89PNG\r\n\x1a\n");
    const auto again = run_program(command);
    CHECK(again.status == 2);
    CHECK(again.out.empty());
    CHECK(get(dir / "plot.png") == png);
    auto forced = command;
    forced.push_back("--force");
    CHECK(run_program(forced).status == 0);
  }

  TEST_CASE("bench --verbose has a line a pipeline, whatever the driver tells") {
    for (const char* device : {"vulkan", "opengl"}) {
      const auto run = run_program({"bench", "norm2", "--lattice", "4,4,4,4", "--seconds", "0.01",
                                    "--verbose", "--validate", "--device", device});
      CAPTURE(run.err);
      CHECK(run.status == 0);
      CHECK(run.err.empty());
      CHECK(run.out_has("    linalg/norm2"));
      CHECK(run.out_has("    by the device's timestamps "));
    }
    const auto opengl = run_program({"bench", "norm2", "--lattice", "4,4,4,4", "--seconds", "0.01",
                                     "--verbose", "--json", "--device", "opengl"});
    REQUIRE(opengl.status == 0);
    const auto row = rows_of(opengl.out).back();
    CHECK(row["device_seconds"].get<double>() > 0);
    REQUIRE(!row["pipelines"].empty());
    for (const auto& pipeline : row["pipelines"]) CHECK(pipeline["statistics"] == "not told by this driver");
  }

  TEST_CASE("tools/bench/report measures every device, or takes runs made before") {
    const TemporaryDirectory dir;
    const std::string script = GLUEBALL_SOURCE "/tools/bench/report";
    const auto run = run_command({script, "--quick", "--output", dir.path()});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const std::string page = get(dir / "benchmarks.md");
    for (const char* text :
         {"# Benchmarks", "## The experiment of 2006", "## Hybrid Monte Carlo", "| dslash | 4^4 |",
          "| dslash | 8^4 |", "Driver ", "Load of the machine",
          "![Bandwidth against volume](benchmarks-1.png)", "To repeat: `glueball bench all --device"})
      CHECK(page.find(text) != std::string::npos);
    CHECK(get(dir / "benchmarks-1.png").substr(1, 3) == "PNG");

    put(dir / "old.json", run_program(quick({"--json"})).out);
    const auto given = run_command({script, "--output", dir / "given", dir / "old.json"});
    CAPTURE(given.err);
    CHECK(given.status == 0);
    CHECK(get(dir / "given/benchmarks.md").find("| norm2 | 4^4 |") != std::string::npos);
    const auto one = [](const char* kernel, const char* storage) {
      return run_program({"bench", kernel, "--lattice", "4,4,4,4", "--seconds", "0.01", "--json", "--storage",
                          storage})
          .out;
    };
    put(dir / "mixed.json", one("norm2", "buffer") + one("axpby", "texel"));
    CHECK(run_command({script, "--output", dir / "mixed", dir / "mixed.json"}).status == 0);
    CHECK(get(dir / "mixed/benchmarks.md").find("fields in buffer, some in texel;") != std::string::npos);
    // Algorithms have sections of their own.
    put(dir / "restart.json", run_program({"bench", "restart", "--lattice", "4,4,4,4", "--thermalization",
                                           "2", "--kappa", "0.12", "--no-cpu", "--json"})
                                  .out);
    put(dir / "hmc.json",
        run_program({"bench", "hmc", "--lattice", "4,4,4,4", "--thermalization", "2", "--thermalize", "0",
                     "--steps", "2", "--gauge-steps", "2", "--trajectories", "1", "--json"})
            .out);
    CHECK(run_command(
              {script, "--output", dir / "all", dir / "restart.json", dir / "old.json", dir / "hmc.json"})
              .status == 0);
    const std::string all = get(dir / "all/benchmarks.md");
    for (const char* text : {"| norm2 | 4^4 |", "## The experiment of 2006: ", "| device double |",
                             "--lattice 4,4,4,4 --kappa 0.12", "## Hybrid Monte Carlo: the setups of 2012",
                             "| 4^4 | C | 0.1 | 2 (1) | 2 x 2 | double |"})
      CHECK_MESSAGE(all.find(text) != std::string::npos, text);
    put(dir / "bad.json", "{\"kernel\": \"hmc\"}\n");
    CHECK(run_command({script, "--output", dir / "given", dir / "bad.json"}).status == 3);
    put(dir / "bad.json", "{}\n");
    CHECK(run_command({script, "--output", dir / "given", dir / "bad.json"}).status == 3);
  }

  TEST_CASE("bench: fermion kernels in every precision, with the keys that other programs read") {
    for (const auto& [precision, format] : std::vector<std::pair<std::string, std::string>>{
             {"half", "fixed"}, {"half", "float"}, {"single", "fixed"}, {"double", "fixed"}}) {
      const auto run = run_program({"bench", "dslash", "even-odd", "twisted-mass", "clover-quark",
                                    "staggered", "norm2", "--lattice", "4,4,4,4", "--seconds", "0.01",
                                    "--precision", precision, "--half-format", format, "--json"});
      REQUIRE(run.status == 0);
      const auto rows = rows_of(run.out);
      REQUIRE(rows.size() == 7);  // the copy comes first
      for (const auto& row : rows) {
        for (const char* key : {"kernel", "device", "api", "lattice", "precision", "reconstruct", "storage",
                                "seconds", "gflops", "gbytes_per_s", "copy_gbytes_per_s", "fraction_of_copy"})
          CHECK(row.contains(key));
        CHECK(row["precision"] == precision);
        CHECK(row.contains("half_format") == (precision == "half"));
        if (precision == "half") CHECK(row["half_format"] == format);
        CHECK(row["seconds"].get<double>() > 0);
      }
      CHECK(rows[1]["gflops"].get<double>() > 0);
    }
  }

  TEST_CASE("bench cg: of every operator, by flag and by name") {
    for (const auto& [flags, kernel] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"cg", "--operator", "wilson"}, "cg"},
             {{"cg", "--operator", "clover"}, "cg-clover"},
             {{"cg", "--operator", "staggered"}, "cg-staggered"},
             {{"cg-staggered", "--precision", "half"}, "cg-staggered"},
             {{"cg-multi"}, "cg-multi"}}) {
      CAPTURE(kernel);
      std::vector<std::string> all{"bench"};
      all.insert(all.end(), flags.begin(), flags.end());
      all.insert(all.end(), {"--lattice", "4,4,4,8", "--seconds", "0.01", "--json"});
      const auto run = run_program(all);
      REQUIRE_MESSAGE(run.status == 0, run.err);
      const auto rows = rows_of(run.out);
      REQUIRE(rows.size() == 2);
      CHECK(rows[1]["kernel"] == kernel);
      CHECK(rows[1]["gflops"].get<double>() > 0);
    }
    CHECK(run_program({"bench", "cg", "--operator", "twistor"}).status == 2);
  }

  TEST_CASE("bench: names and precisions that there are not") {
    const auto unknown = run_program({"bench", "dslosh"});
    CHECK(unknown.status == 2);
    CHECK(unknown.err.find("dslosh") != std::string::npos);
    const auto no_half = run_program({"bench", "heatbath", "--precision", "half"});
    CHECK(no_half.status == 2);
    CHECK(no_half.err.find("half") != std::string::npos);
    CHECK(run_program({"bench", "dslash", "--precision", "quarter"}).status == 2);
    const auto no_format = run_program({"bench", "dslash", "--precision", "half", "--half-format", "bfloat"});
    CHECK(no_format.status == 2);
    CHECK(no_format.err.find("fixed") != std::string::npos);
    CHECK(run_program({"bench", "restart", "dslash"}).status == 2);
  }

  TEST_CASE("bench restart: every way reaches the residual") {
    const auto run = run_program({"bench", "restart", "--lattice", "4,4,4,8", "--thermalization", "5",
                                  "--kappa", "0.14", "--tolerance", "1e-9", "--json"});
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
    REQUIRE(rows.size() >= 3);
    CHECK(rows[0]["method"] == "cpu double");
    for (const auto& row : rows) {
      CAPTURE(row["method"].get<std::string>());
      CHECK(row["residual"].get<double>() < 1e-9);
      CHECK(row["iterations"].get<int>() > 10);
      CHECK(row["seconds"].get<double>() > 0);
    }
    CHECK(rows[1]["restarts"].get<int>() > 0);
  }

  TEST_CASE("bench restart: half precision in 16-bit floats, told in the rows that it concerns") {
    const auto run =
        run_program({"bench", "restart", "--lattice", "4,4,4,8", "--thermalization", "5", "--kappa", "0.14",
                     "--tolerance", "1e-9", "--json", "--no-cpu", "--half-format", "float"});
    REQUIRE(run.status == 0);
    int floats = 0;
    for (const auto& row : rows_of(run.out)) {
      const auto method = row["method"].get<std::string>();
      CAPTURE(method);
      CHECK(row["residual"].get<double>() < 1e-9);
      CHECK(row.contains("half_format") == (method.find("half (float)") != std::string::npos));
      floats += row.value("half_format", "") == "float";
    }
    CHECK(floats >= 1);
  }

  TEST_CASE("bench hmc: seconds, acceptance, and shares by part, level and kernel") {
    const std::vector<std::string> setup = {
        "--lattice", "4,4,4,4", "--thermalization", "5", "--hmc-kappa",   "0.12",
        "--mu",      "0",       "--steps",          "2", "--gauge-steps", "3",
        "--tau",     "0.2",     "--trajectories",   "2", "--thermalize",  "2"};
    const auto bench = [&](std::vector<std::string> more) {
      more.insert(more.begin(), {"bench", "hmc"});
      more.insert(more.end(), setup.begin(), setup.end());
      return run_program(more);
    };
    const auto run = bench({"--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
    REQUIRE(rows.size() == 1);
    const Json& row = rows[0];
    CHECK(row["seconds"].get<double>() > 0);
    CHECK(row["acceptance"].get<double>() > 0.5);
    CHECK(row["accepted"].get<int>() <= 2);
    CHECK(row["plaquette"].get<double>() > 0.4);
    CHECK(row["energies"] == "device");
    // Forces and energies of the two actions, the links' updates, the momenta, the rest.
    REQUIRE(row["parts"].size() == 7);
    // 2MN of n steps: 2n + 1 kicks; of the inner one 2 * 2 drifts of 3 steps, neighbouring ones together.
    CHECK(row["parts"][0]["kicks"] == 5);
    CHECK(row["parts"][2]["kicks"] == 25);
    CHECK(row["parts"][0]["level"] == 0);
    CHECK(row["parts"][2]["level"] == 1);
    CHECK(row["parts"][0]["cg_iterations"].get<int>() > 0);
    double shares = 0, device = 0, dslash = 0;
    for (const auto& part : row["parts"]) {
      shares += part["share"].get<double>();
      device += part["device_seconds"].get<double>();
      dslash += part["dslash_seconds"].get<double>();
    }
    CHECK(shares == doctest::Approx(1));
    CHECK(device == doctest::Approx(row["device_seconds"].get<double>()));
    CHECK(dslash > 0);
    CHECK(row["not_dslash_on_device"].get<double>() == doctest::Approx(1 - dslash / device));
    CHECK(row["not_dslash"].get<double>() > row["not_dslash_on_device"].get<double>());
    double kernels = 0;
    for (const auto& kernel : row["kernels"]) kernels += kernel["share"].get<double>();
    CHECK(kernels == doctest::Approx(1));
    // Two parities, of a force that is the gauge action's alone.
    CHECK(row["kernels"]["md/gauge_force"]["calls"] == 2 * 25);
    CHECK(row["parts"][2]["kernels"]["md/gauge_force"] == row["kernels"]["md/gauge_force"]);

    const auto table = bench({"--energies", "host", "--precision", "double", "--inner", "single"});
    CAPTURE(table.err);
    REQUIRE(table.status == 0);
    CHECK(table.out_has("energies on the host"));
    CHECK(table.out_has("solver's iterations in single"));
    CHECK(table.out_has("of 2 accepted"));
    CHECK(table.out_has("not Dslash: "));
    const auto half = run_program({"bench", "hmc", "--precision", "half"});
    CHECK(half.status == 2);
  }

  TEST_CASE(
      "bench hmc: the setups of 2012 by their letters, what was converted, and a start near equilibrium") {
    const auto bench = [](std::vector<std::string> more) {
      std::vector<std::string> all{"bench",          "hmc", "--lattice", "4,4,4,4", "--thermalization", "5",
                                   "--thermalize",   "2",   "--steps",   "3",       "--gauge-steps",    "2",
                                   "--trajectories", "1"};
      all.insert(all.end(), more.begin(), more.end());
      return run_program(all);
    };
    const auto table = bench({});
    CAPTURE(table.err);
    REQUIRE(table.status == 0);
    CHECK(table.out_has(
        "tree-level Symanzik action at beta 3.9, kappa 0.160856, 3 steps of 2 of 2MN, double precision"));
    CHECK(table.out_has(
        "start: 5 heatbath sweeps of the gauge action, then 2 trajectories of tau 1 at a mu 0.1, "));
    CHECK(table.out_has(
        "setup C of arXiv:1209.5942: its tau 1 goes with generators lambda; with ours, lambda/2, it is 2\n"));
    const auto run = bench({"--setup", "a,C,B", "--json"});
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const auto rows = rows_of(run.out);
    REQUIRE(rows.size() == 3);
    const std::vector<std::tuple<std::string, double, double>> want{
        {"C", 0.1, 2}, {"B", 0.0035, 0.2}, {"A", 0.0025, 0.2}};
    for (std::size_t n = 0; n < 3; ++n) {
      const auto& [setup, mu, tau] = want[n];
      CHECK(rows[n]["setup"] == setup);
      CHECK(rows[n]["mu"] == mu);
      CHECK(rows[n]["tau"].get<double>() == doctest::Approx(tau));
      CHECK(rows[n]["paper_tau"].get<double>() == doctest::Approx(tau / 2));
      CHECK(rows[n]["precision"] == "double");
      CHECK(rows[n]["start"]["trajectories"] == 2);
      CHECK(rows[n]["start"]["settled"] == (n == 0 ? 0 : 1));
      CHECK(rows[n]["cg_iterations"].get<double>() > 10);
    }
    const auto none = bench({"--setup", "D"});
    CHECK(none.status == 2);
    CHECK(none.err_has("there is no setup 'D'; give A, B or C"));
    // Steps that molecular dynamics does not bear: what happened is said, not what the solver saw of it.
    const auto wild = bench({"--mu", "0.0025", "--tau", "40", "--precision", "single", "--thermalize", "0"});
    CHECK(wild.status == 5);
    CHECK(wild.err_has("molecular dynamics has diverged"));
  }
}

}  // namespace
}  // namespace glueball::test
