// These tests check the times that glueball bench measures, in every precision.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "support/devices.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_bench {
namespace {

using Json = nlohmann::json;

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

/// Returns the same run with all times multiplied.
std::string scaled(const std::string& text, double factor) {
  std::string out;
  for (auto row : json_lines(text)) {
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
    for (const auto& row : json_lines(json.out))
      if (row.contains("ratio")) {
        ++compared;
        CHECK(row["regression"].get<bool>());
      }
    CHECK(compared == 3);  // the copy, too
    CHECK(run_program({"bench", "--help-all"}).out_has("Exit status 1"));
    CHECK(run_program({"--help"}).out_has("1 slower"));
  }

  TEST_CASE("bench --compare: what differs is said, and what is no such output") {
    const TemporaryDirectory dir;
    auto rows = json_lines(run_program(quick({"--json"})).out);
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
    CHECK(lattice.err_has("8^4 then, 4^4 now"));

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

  TEST_CASE("bench --reference: the CPU's reference beside every kernel that has one, and in the report") {
    const TemporaryDirectory dir;
    const std::vector<std::string> command{"bench",       "dslash",   "plaquette", "picture-slices",
                                           "--lattice",   "4,4,4,4",  "--seconds", "0.01",
                                           "--reference", "--no-tune"};
    const auto people = run_program(command);
    CAPTURE(people.err);
    REQUIRE(people.status == 0);
    CHECK(people.out_has("CPU reference / kernel"));
    CHECK(people.out_has(" single)"));  // Wilson's hop is built in both
    auto json = command;
    json.push_back("--json");
    const auto run = run_program(json);
    REQUIRE(run.status == 0);
    for (const auto& row : json_lines(run.out)) {
      CAPTURE(row["kernel"].get<std::string>());
      const bool has_reference = row["kernel"] == "dslash" || row["kernel"] == "plaquette";
      CHECK(row.contains("reference_seconds") == has_reference);
      CHECK(row.contains("reference_single_seconds") == (row["kernel"] == "dslash"));
      if (has_reference) {
        // The range covers a 4^4 lattice on the slowest of machines and the fastest.
        CHECK(row["reference_seconds"].get<double>() > 1e-7);
        CHECK(row["reference_seconds"].get<double>() < 1);
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
    const auto rows = json_lines(run.out);
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
      const auto run = run_program({"bench", "norm2", "cg", "--lattice", "4,4,4,4", "--seconds", "0.01",
                                    "--verbose", "--validate", "--device", device});
      CAPTURE(run.err);
      CHECK(run.status == 0);
      CHECK(run.err.empty());
      CHECK(run.out_has("    linalg/norm2"));
      CHECK(run.out_has("    by the device's timestamps "));
      CHECK(run.out_has("      solver/cg_scalars  "));
    }
    const auto opengl = run_program({"bench", "norm2", "--lattice", "4,4,4,4", "--seconds", "0.01",
                                     "--verbose", "--json", "--device", "opengl"});
    REQUIRE(opengl.status == 0);
    const auto row = json_lines(opengl.out).back();
    double by_kernel = 0;
    for (const auto& seconds : row["kernel_seconds"]) by_kernel += seconds.get<double>();
    CHECK(by_kernel > 0);
    CHECK(row["device_seconds"].get<double>() == doctest::Approx(by_kernel));
    REQUIRE(!row["pipelines"].empty());
    for (const auto& pipeline : row["pipelines"]) CHECK(pipeline["statistics"] == "not told by this driver");
  }

  TEST_CASE("tools/bench/report measures devices, or takes runs made before") {
    const TemporaryDirectory dir;
    const std::string script = GLUEBALL_SOURCE "/tools/bench/report";
    std::vector<std::string> measure{script, "--quick", "--output", dir.path()};
    // The test uses one of two CPU drivers, which compile for a quarter of a minute each; tools/test --slow
    // uses all.
    if (!everything())
      measure.insert(
          measure.end(),
          {"--device", Json::parse(lines(run_program({"devices", "--json"}).out)[0]).at("device")});
    const auto run = run_command(measure);
    CAPTURE(run.err);
    REQUIRE(run.status == 0);
    const std::string page = get(dir / "benchmarks.md");
    for (const char* text :
         {"# Benchmarks", "## The experiment of 2006", "## Hybrid Monte Carlo", "| dslash | 4^4 |",
          "| dslash | 8^4 |", "Driver ", "Load of the machine",
          "![Bandwidth against volume](benchmarks-1.png)", "To repeat: `glueball bench all --device"})
      CHECK(page.find(text) != std::string::npos);
    CHECK(get(dir / "benchmarks-1.png").substr(1, 3) == "PNG");
    CHECK(get(dir / "benchmarks-1.svg").find("<svg") != std::string::npos);

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
      // Each format of a number occurs in hops, sums and site-diagonal matrices; all kernels run in single
      // precision.
      std::vector<std::string> words{"bench", "dslash", "clover-quark", "norm2"};
      if (everything() || precision == "single")
        words.insert(words.end(), {"even-odd", "twisted-mass", "staggered"});
      const std::size_t kernels = words.size() - 1;
      words.insert(words.end(), {"--lattice", "4,4,4,4", "--seconds", "0.01", "--precision", precision,
                                 "--half-format", format, "--no-tune", "--json"});
      const auto run = run_program(words);
      REQUIRE(run.status == 0);
      const auto rows = json_lines(run.out);
      REQUIRE(rows.size() == kernels + 1);  // the copy comes first
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
             {{"cg-multi"}, "cg-multi"}}) {
      CAPTURE(kernel);
      std::vector<std::string> all{"bench"};
      all.insert(all.end(), flags.begin(), flags.end());
      all.insert(all.end(), {"--lattice", "4,4,4,8", "--seconds", "0.01", "--no-tune", "--json"});
      const auto run = run_program(all);
      REQUIRE_MESSAGE(run.status == 0, run.err);
      const auto rows = json_lines(run.out);
      REQUIRE(rows.size() == 2);
      CHECK(rows[1]["kernel"] == kernel);
      CHECK(rows[1]["gflops"].get<double>() > 0);
    }
    CHECK(run_program({"bench", "cg", "--operator", "twistor"}).status == 2);
  }

  TEST_CASE("bench all: what has no form in half precision is left out, the rest is timed") {
    const auto run = run_program({"bench", "all", "--precision", "half", "--lattice", "4,4,4,4", "--seconds",
                                  "0.001", "--no-tune", "--json"});
    REQUIRE_MESSAGE(run.status == 0, run.err);
    std::set<std::string> timed;
    for (const auto& row : json_lines(run.out)) {
      timed.insert(row["kernel"]);
      CHECK(row["seconds"].get<double>() > 0);
      CHECK((row["kernel"] == "copy" || row["gflops"].get<double>() > 0));
    }
    for (const char* kernel : {"dslash", "hisq", "norm2", "cg", "cg-clover", "cg-staggered", "cg-hisq"}) {
      CAPTURE(kernel);
      CHECK(timed.contains(kernel));
    }
    CHECK_FALSE(timed.contains("heatbath"));
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
}

}  // namespace
}  // namespace glueball::test::cli_bench
