// These tests check --hdf5: the file has the printed numbers, no kill breaks it, and Python can read it.
#include "support/hdf5.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "io/gauge_sink.hpp"
#include "support/json_lines.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/skip.hpp"
#include "support/source_text.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hdf5 {

namespace fs = std::filesystem;
using Json = nlohmann::json;
using Reals = std::vector<double>;

namespace {

const std::vector<std::string> kHeatbath = {
    "heatbath", "--lattice", "4,4,4,4", "--start",         "hot", "--beta", "5.7", "--seed",
    "11",       "--json",    "--quiet", "--save-interval", "2"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

ProgramResult good(const std::vector<std::string>& arguments, const ProgramOptions& options = {}) {
  auto run = run_program(arguments, options);
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  return run;
}

/// A number of each step that history.jsonl has.
Reals recorded(const fs::path& run, const std::string& key) {
  Reals all;
  std::ifstream file(run / "history.jsonl");
  for (std::string line; std::getline(file, line);)
    if (const Json object = Json::parse(line); object.contains("step"))
      all.push_back(key == "step" ? object.at(key).get<double>()
                                  : object.at("physics").at(key).get<double>());
  return all;
}

/// Returns the blocks of Python in docs/reference/hdf5.md.
std::vector<std::string> readers() {
  const std::string page = text_of(fs::path(GLUEBALL_SOURCE) / "docs/reference/hdf5.md"),
                    begin = "```python\n";
  std::vector<std::string> all;
  for (auto at = page.find(begin); at != std::string::npos; at = page.find(begin, at + 1))
    all.push_back(page.substr(at + begin.size(), page.find("```", at + 3) - at - begin.size()));
  return all;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("--hdf5: a chain's history, observables and summary; refused where a file is, gone on with") {
    const TemporaryDirectory scratch;
    const fs::path file = scratch / "deep" / "run.h5", run = scratch / "run";
    const auto arguments =
        with(kHeatbath, {"--output", run.string(), "--hdf5", file.string(), "--observables",
                         "plaquette,polyakov,wilson_loops:2x2@2", "--sweeps"});
    good(with(arguments, {"4"}));
    CHECK(hdf5_numbers(file, "history/step") == Reals{1, 2, 3, 4});
    CHECK(hdf5_numbers(file, "history/plaquette") == recorded(run, "plaquette"));
    CHECK(hdf5_shape(file, "history/wilson_loops") == std::vector<std::size_t>{4, 2, 2});
    CHECK(hdf5_shape(file, "summary/polyakov_error") == std::vector<std::size_t>{2});
    CHECK(hdf5_attribute(file, "/", "seed") == 11);

    // A run that is refused for something else leaves no directory for its file.
    for (const auto& wrong : {with(kHeatbath, {"--sweeps", "1", "--output", run.string()}),
                              std::vector<std::string>{"measure", (scratch / "nothere").string()}}) {
      const auto refused = run_program(with(wrong, {"--hdf5", (scratch / "new/er/x.h5").string()}));
      CAPTURE(refused.err);
      CHECK((refused.err_has("is not empty") || refused.err_has("nothere: cannot be opened")));
      CHECK_FALSE(fs::exists(scratch / "new"));
    }

    const auto again = run_program(with(
        kHeatbath, {"--output", (scratch / "other").string(), "--hdf5", file.string(), "--sweeps", "1"}));
    CHECK(again.status == 2);
    CHECK(again.err_has("exists"));
    CHECK_FALSE(fs::exists(scratch / "other"));

    good({"heatbath", "--resume", run.string(), "--sweeps", "7", "--quiet"});
    CHECK(hdf5_numbers(file, "history/step").size() == 7);
    CHECK(hdf5_numbers(file, "history/plaquette") == recorded(run, "plaquette"));
    // In a file of its own it has all steps; one of another chain is refused.
    const fs::path late = scratch / "late.h5";
    good({"heatbath", "--resume", run.string(), "--sweeps", "8", "--quiet", "--hdf5", late.string()});
    CHECK(hdf5_numbers(late, "history/plaquette") == recorded(run, "plaquette"));
    good(with(kHeatbath, {"--output", (scratch / "third").string(), "--hdf5", (scratch / "third.h5").string(),
                          "--sweeps", "1"}));
    const auto foreign = run_program(
        {"heatbath", "--resume", run.string(), "--sweeps", "9", "--hdf5", (scratch / "third.h5").string()});
    CHECK(foreign.status == 2);
    CHECK(foreign.error_lines() == 1);
    CHECK(foreign.err_has("not of this run"));
  }

  TEST_CASE("--hdf5: a chain that is resumed elsewhere, moved or copied keeps all rows in its file") {
    const TemporaryDirectory scratch;
    const fs::path began = scratch / "began", elsewhere = scratch / "elsewhere";
    const auto heatbath = [&](const std::string& file, const std::string& run) {
      good(with(kHeatbath, {"--output", run, "--hdf5", file, "--sweeps", "4", "--overrelax", "0"}),
           {.directory = began.string()});
    };
    const auto resumed = [&](const std::string& run, const char* sweeps) {
      return run_program({"heatbath", "--resume", run, "--sweeps", sweeps, "--quiet"},
                         {.directory = elsewhere.string()});
    };
    fs::create_directory(began);
    fs::create_directory(elsewhere);
    heatbath("all.h5", "run");
    CHECK(resumed("../began/run", "6").status == 0);
    CHECK(hdf5_numbers(began / "all.h5", "history/step").size() == 6);
    // A file in the run's directory is moved and copied with it.
    heatbath("inside/all.h5", "inside");
    fs::rename(began / "inside", scratch / "moved");
    CHECK(resumed("../moved", "6").status == 0);
    fs::copy(scratch / "moved", scratch / "copied");
    CHECK(resumed("../copied", "8").status == 0);
    CHECK(hdf5_numbers(scratch / "moved/all.h5", "history/step").size() == 6);
    CHECK(hdf5_numbers(scratch / "copied/all.h5", "history/step").size() == 8);
    // The copy does not take over the HDF5 file of another run.
    fs::copy(began / "run", scratch / "copy");
    const auto foreign = resumed("../copy", "8");
    CHECK(foreign.status == 2);
    CHECK(foreign.error_lines() == 1);
    CHECK(foreign.err_has("not of this run"));
    CHECK(hdf5_numbers(began / "all.h5", "history/step").size() == 6);
    CHECK(fs::is_empty(elsewhere));
    CHECK_FALSE(fs::exists(began / "inside"));
    // The run is moved and its file stays, then both are moved with a tree, then the file's directory is
    // gone.
    fs::rename(began / "run", scratch / "alone");
    CHECK(resumed("../alone", "8").status == 0);
    CHECK(hdf5_numbers(began / "all.h5", "history/step").size() == 8);
    heatbath("h5/all.h5", "tree/run");
    fs::create_directories(scratch / "deep");
    fs::rename(began, scratch / "deep/moved");
    CHECK(resumed("../deep/moved/tree/run", "6").status == 0);
    CHECK(hdf5_numbers(scratch / "deep/moved/h5/all.h5", "history/step").size() == 6);
    CHECK_FALSE(fs::exists(began));
    fs::rename(scratch / "deep/moved/h5", scratch / "deep/gone");
    const auto gone = resumed("../deep/moved/tree/run", "8");
    CHECK(gone.status == 3);
    CHECK(gone.error_lines() == 1);
    CHECK(gone.err_has("deep/moved/h5 is not there any more"));
    CHECK_FALSE(fs::exists(scratch / "deep/moved/h5"));
    fs::rename(scratch / "deep/moved/tree/run", scratch / "run");
    const auto neither = resumed("../run", "8");
    CHECK(neither.status == 3);
    CHECK(neither.err_has("deep/moved/h5 is not there any more, and"));
    const auto named = run_program({"heatbath", "--resume", (scratch / "run").string(), "--sweeps", "8",
                                    "--hdf5", (scratch / "new/all.h5").string()});
    CHECK(named.status == 0);
    CHECK(hdf5_numbers(scratch / "new/all.h5", "history/step").size() == 8);
  }

  TEST_CASE("--hdf5: a resumed run that is refused leaves its file as it is") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run", file = scratch / "all.h5";
    good(with(kHeatbath, {"--output", run.string(), "--hdf5", file.string(), "--sweeps", "6"}));
    std::string history = text_of(run / "history.jsonl");
    const auto at = history.find("\"plaquette\":0.", history.find("\"step\":3")) + 14;
    history[at + 4] = history[at + 4] == '1' ? '2' : '1';
    std::ofstream(run / "history.jsonl") << history;
    const std::string before = text_of(file);
    const auto r = run_program({"heatbath", "--resume", run.string(), "--sweeps", "8"});
    CAPTURE(r.err);
    CHECK(r.status == 3);
    CHECK(text_of(file) == before);
  }

  TEST_CASE("--hdf5: a chain that is killed leaves a file that can be read, and goes on with it") {
    const TemporaryDirectory scratch;
    const fs::path file = scratch / "run.h5", run = scratch / "run";
    const auto begin =
        with(kHeatbath, {"--output", run.string(), "--hdf5", file.string(), "--sweeps", "61", "--force"});
    std::mt19937 random(5);
    std::size_t seen = 0;
    for (int n = 0; n < 6; ++n) {
      ProgramOptions options;
      options.kill = Kill{1 + int(random() % 5), std::chrono::microseconds(random() % 20000)};
      const auto killed = run_program(
          fs::exists(run / "config.toml")
              ? std::vector<std::string>{"heatbath", "--resume", run.string(), "--json", "--quiet"}
              : begin,
          options);
      CAPTURE(killed.err);
      REQUIRE(killed.status == 128 + 9);
      // A line on stdout is one that the file was offered; the first one it took.
      REQUIRE(fs::exists(file));
      const Reals steps = hdf5_numbers(file, "history/step"),
                  plaquettes = hdf5_numbers(file, "history/plaquette"), known = recorded(run, "plaquette");
      REQUIRE(plaquettes.size() == steps.size());
      REQUIRE(steps.size() >= 1);
      REQUIRE(steps.size() <= known.size());
      for (std::size_t k = 0; k < steps.size(); ++k) {
        CHECK(steps[k] == double(k + 1));
        CHECK(plaquettes[k] == known[k]);
      }
      seen = std::max(seen, steps.size());
    }
    CHECK(seen > 3);
    good({"heatbath", "--resume", run.string(), "--quiet"});
    CHECK(hdf5_numbers(file, "history/step") == recorded(run, "step"));
    CHECK(hdf5_numbers(file, "history/plaquette") == recorded(run, "plaquette"));
    CHECK(hdf5_numbers(file, "history/step").size() == 61);
  }

  TEST_CASE(
      "--hdf5: several files that were killed and are gone on with make the file of a run that was not") {
    const TemporaryDirectory scratch;
    const ProgramOptions here{.directory = scratch.path().string()};
    std::vector<std::string> files;
    for (int n = 0; n < 3; ++n) {
      files.push_back("u" + std::to_string(n) + ".ildg");
      io::write_configuration(scratch / files.back(), "ildg",
                              hot_configuration(Geometry({4, 4, 4, 6}), std::uint64_t(n + 3)));
    }
    struct Over {
      std::vector<std::string> command;
      int lines;  ///< after which it is killed
      std::string texts;
      std::vector<std::string> numbers;
    };
    for (const Over& over : std::vector<Over>{
             {{"flow", "--times", "0.02,0.04", "--step", "0.02", "--observables", "plaquette,polyakov"},
              6,
              "configurations",
              {"flow/configuration", "flow/t", "flow/t2e", "flow/charge", "flow/polyakov",
               "configurations/t0_plaquette", "configurations/steps"}},
             {{"measure", "--observables", "plaquette,wilson_lines:2"},
              1,
              "observables",
              {"observables/plaquette", "observables/wilson_lines", "axes/wilson_lines_r2",
               "summary/wilson_lines_error"}},
             {{"fix", "--theta", "1e-10"},
              2,
              "copies",
              {"copies/copy", "copies/functional", "copies/iterations", "copies/theta_residual"}}}) {
      const std::string name = over.command.front();
      CAPTURE(name);
      const auto arguments = with(with(over.command, files), {"--json", "--quiet"});
      good(with(arguments, {"--output", name, "--hdf5", name + ".h5"}), here);
      ProgramOptions options = here;
      options.kill = Kill{over.lines, {}};
      REQUIRE(
          run_program(with(arguments, {"--output", "killed-" + name, "--hdf5", "k.h5"}), options).status ==
          128 + 9);
      const auto same = [&](const std::string& file) {
        const fs::path whole = scratch / (name + ".h5"), resumed = scratch / file;
        for (const char* column : {"/file", "/checksum"}) {
          CHECK(hdf5_texts(resumed, over.texts + column).size() == 3);
          CHECK(hdf5_texts(resumed, over.texts + column) == hdf5_texts(whole, over.texts + column));
        }
        for (const std::string& dataset : over.numbers) {
          CAPTURE(dataset);
          // Undetermined numbers are NaN in both files.
          Reals a = hdf5_numbers(resumed, dataset), b = hdf5_numbers(whole, dataset);
          for (Reals* all : {&a, &b})
            std::ranges::replace_if(
                *all, [](double x) { return x != x; }, -1e30);
          CHECK(a == b);
        }
      };
      const std::vector<std::string> resume = {name, "--resume", "killed-" + name, "--quiet", "--json"};
      good(resume, here);
      same("k.h5");
      // A resumed run whose files are all done writes a new HDF5 file, but refuses that of another run.
      good(with(resume, {"--hdf5", "late.h5"}), here);
      same("late.h5");
      const auto foreign = run_program(with(resume, {"--hdf5", name + ".h5"}), here);
      CHECK(foreign.status == 2);
      CHECK(foreign.error_lines() == 1);
      CHECK(foreign.err_has("not of this run"));
      fs::remove(scratch / "k.h5");
      fs::remove(scratch / "late.h5");
    }
  }

  TEST_CASE("--hdf5: a resumed hmc has the columns of one that was not; large seeds; what is reliable") {
    const TemporaryDirectory scratch;
    const ProgramOptions here{.directory = scratch.path().string()};
    const std::vector<std::string> hmc = {"hmc",
                                          "--lattice",
                                          "4,4,4,4",
                                          "--start",
                                          "hot",
                                          "--beta",
                                          "5.4",
                                          "--kappa",
                                          "0.12",
                                          "--tau",
                                          "0.3",
                                          "--steps",
                                          "3",
                                          "--force-interval",
                                          "1",
                                          "--seed",
                                          "18446744073709551614",
                                          "--quiet",
                                          "--no-tune"};
    good(with(hmc, {"--trajectories", "4", "--output", "whole", "--hdf5", "whole.h5"}), here);
    good(with(hmc, {"--trajectories", "2", "--output", "two", "--hdf5", "two.h5"}), here);
    good({"hmc", "--resume", "two", "--trajectories", "4", "--quiet"}, here);
    for (const char* column :
         {"step", "delta_h", "plaquette", "monomial0_force", "monomial1_force", "monomial1_cg_iterations"}) {
      CAPTURE(column);
      const Reals whole = hdf5_numbers(scratch / "whole.h5", std::string("history/") + column);
      CHECK(whole.size() == 4);
      CHECK(hdf5_numbers(scratch / "two.h5", std::string("history/") + column) == whole);
    }
    for (const double iterations : hdf5_numbers(scratch / "two.h5", "history/monomial1_cg_iterations"))
      CHECK(iterations > 0);
    for (const char* file : {"whole.h5", "two.h5"}) {
      CHECK(hdf5_numbers(scratch / file, "summary/plaquette_spatial_reliable") ==
            Reals{0});  // of four trajectories
      CHECK(hdf5_attribute(scratch / file, "/", "seed") == 18446744073709551614.);
    }
  }

  TEST_CASE("--hdf5: what measure, flow, fix, solve, mesons, eigenvalues and hmc print; readers in Python") {
    const TemporaryDirectory scratch;
    const ProgramOptions here{.directory = scratch.path().string()};
    const auto in = [&](const std::string& name) { return scratch / name; };
    good(with(kHeatbath, {"--output", "run", "--hdf5", "run.h5", "--sweeps", "6"}), here);
    const std::vector<std::string> files = {"run/configuration-000002.ildg", "run/configuration-000004.ildg",
                                            "run/configuration-000006.ildg"};
    const auto on_all = [&](std::vector<std::string> command, const std::vector<std::string>& more) {
      return with(with(with(std::move(command), files), more), {"--json", "--quiet"});
    };
    auto printed = json_lines(
        good(on_all({"measure"}, {"--observables", "plaquette,wilson_lines:2", "--hdf5", "m.h5"}), here).out);
    for (std::size_t n = 0; n < 3; ++n)
      CHECK(hdf5_numbers(in("m.h5"), "observables/plaquette")[n] == printed[n].at("plaquette").get<double>());
    CHECK(hdf5_numbers(in("m.h5"), "axes/wilson_lines_r2") == printed[0].at("wilson_lines_r2").get<Reals>());
    CHECK(hdf5_numbers(in("m.h5"), "summary/plaquette")[0] ==
          printed[3].at("summary").at("plaquette").get<double>());

    printed = json_lines(good(on_all({"flow"}, {"--time", "0.2", "--hdf5", "f.h5"}), here).out);
    CHECK(hdf5_numbers(in("f.h5"), "flow/configuration") == Reals{0, 0, 0, 1, 1, 1, 2, 2, 2});
    CHECK(hdf5_numbers(in("f.h5"), "flow/t2e")[2] == printed[2].at("t2e").get<double>());
    CHECK(hdf5_shape(in("f.h5"), "configurations/t0") == std::vector<std::size_t>{3});

    printed = json_lines(good({"fix", files[2], "--gauge", "landau", "--theta", "1e-6", "--copies", "2",
                               "--hdf5", "x.h5", "--json", "--quiet"},
                              here)
                             .out);
    CHECK(hdf5_numbers(in("x.h5"), "copies/copy").size() == 2);
    const Reals functional = hdf5_numbers(in("x.h5"), "copies/functional");
    CHECK(std::max(functional[0], functional[1]) ==
          doctest::Approx(printed.back().at("functional").get<double>()).epsilon(1e-12));

    printed = json_lines(
        good({"solve", files[2], "--kappa", "0.1", "--columns", "2", "--hdf5", "s.h5", "--json", "--quiet"},
             here)
            .out);
    CHECK(hdf5_numbers(in("s.h5"), "solves/solution_norm2")[1] ==
          printed[1].at("solution_norm2").get<double>());
    CHECK(hdf5_attribute(in("s.h5"), "solves", "kappa") == 0.1);

    printed = json_lines(good(on_all({"mesons"}, {"--action", "staggered", "--mass", "0.5,1", "--momentum",
                                                  "0,0,0;0,0,1", "--condensate", "2", "--hdf5", "two.h5"}),
                              here)
                             .out);
    const std::string heavy = "mesons/pion p=0,0,0,0 t m=1,1";
    CHECK(hdf5_shape(in("two.h5"), heavy) == std::vector<std::size_t>{3, 4});
    for (const Json& line : printed)
      if (line.contains("pion") && line.at("masses") == Json{1, 1} &&
          line.at("momentum") == Json{0, 0, 0, 0} &&
          line.at("file").get<std::string>().find("000002") != std::string::npos) {
        const Reals all = hdf5_numbers(in("two.h5"), heavy);
        CHECK(Reals(all.begin(), all.begin() + 4) == line.at("pion").get<Reals>());
      }
    CHECK(hdf5_shape(in("two.h5"), "condensate/condensate m=0.5") == std::vector<std::size_t>{3});
    good(on_all({"mesons"}, {"--action", "staggered", "--mass", "0.5", "--hdf5", "mesons.h5"}), here);

    printed = json_lines(good({"eigenvalues", files[2], "--action", "staggered", "--count", "3", "--hdf5",
                               "e.h5", "--json", "--quiet"},
                              here)
                             .out);
    CHECK(hdf5_numbers(in("e.h5"), "eigenvalues/eigenvalues") == printed[0].at("eigenvalues").get<Reals>());

    good({"hmc", "--lattice", "4,4,4,4", "--start", "hot", "--beta", "5", "--kappa", "0.1", "--trajectories",
          "2", "--output", "hmc", "--hdf5", "hmc.h5", "--quiet"},
         here);
    CHECK(hdf5_numbers(in("hmc.h5"), "history/delta_h") == recorded(in("hmc"), "delta_h"));

    const auto blocks = readers();
    REQUIRE(blocks.size() == 3);
    std::string python;
    for (const char* name : {"python3", "/usr/bin/python3"})
      if (python.empty() && run_command({name, "-c", "import h5py"}).status == 0) python = name;
    if (python.empty()) {
      skip("no h5py: the readers in Python are not run");
      return;
    }
    for (const std::string& block : blocks) {
      const auto read = run_command({python, "-c", block}, here);
      CAPTURE(block);
      CAPTURE(read.err);
      CHECK(read.status == 0);
      CHECK_FALSE(read.out.empty());
    }
    CHECK(run_command({python, "-c", blocks[0]}, here).out_has("6 steps"));
    CHECK(run_command({python, "-c", blocks[1]}, here).out_has("(4,) (4, 4)"));
  }
}

}  // namespace glueball::test::cli_hdf5
