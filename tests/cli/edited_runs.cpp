// Run directories that were edited, or pieced together from several: --resume refuses them and leaves every
// byte.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <nlohmann/json.hpp>

#include "app/config_file.hpp"
#include "io/transformation_file.hpp"
#include "run/history.hpp"
#include "run/toml_checksum.hpp"
#include "support/bytes_of.hpp"
#include "support/program.hpp"
#include "support/runs.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_edited_runs {

using json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

using Arguments = std::vector<std::string>;
using Lines = std::vector<std::string>;

Arguments operator+(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

const Arguments kHeatbath = {"heatbath", "--lattice",   "4,4,4,4",  "--start", "hot", "--beta",
                             "5.7",      "--overrelax", "1",        "--seed",  "11",  "--save-interval",
                             "2",        "--quiet",     "--no-tune"};
const Arguments kHmc = {"hmc",      "--lattice",        "4,4,4,4", "--start",
                        "hot",      "--beta",           "5.5",     "--tau",
                        "1",        "--steps",          "3",       "--seed",
                        "7",        "--thermalization", "20",      "--target-acceptance",
                        "0.9",      "--save-interval",  "2",       "--quiet",
                        "--no-tune"};

Lines read_lines(const fs::path& file) {
  std::ifstream in(file);
  Lines all;
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

void write_lines(const fs::path& file, const Lines& all) {
  std::ofstream out(file);
  for (const auto& line : all) out << line << "\n";
}

/// Returns a line with one value changed.
std::string changed(const std::string& line, const char* part, const char* key, const json& value) {
  json object = json::parse(line);
  object.at(part)[key] = value;
  return object.dump();
}

/// Checks that `resume` refuses a copy of `run` with an edited history: its status, its message, and that
/// every byte is left.
void check_refused(const fs::path& run, const Arguments& resume, const std::function<void(Lines&)>& edit,
                   const std::string& says, int status = 3) {
  CAPTURE(says);
  const TemporaryDirectory scratch;
  const fs::path copy = scratch / "run";
  fs::copy(run, copy);
  Lines all = read_lines(copy / "history.jsonl");
  edit(all);
  write_lines(copy / "history.jsonl", all);
  const auto before = content_of(copy);
  const auto r = run_program(Arguments{resume[0], "--resume", copy.string()} +
                             Arguments(resume.begin() + 1, resume.end()));
  CAPTURE(r.err);
  CHECK(r.status == status);
  CHECK(r.error_lines() == 1);
  CHECK(r.err_has(says));
  CHECK(content_of(copy) == before);
}

void keep(Lines&) {}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("options under the names that they had in the version before: the present ones are hinted at") {
    const TemporaryDirectory scratch;
    const auto flags = run_program({"hmc", "--together", "off", "--shares=auto", "--print-config"});
    CHECK(flags.status == 0);
    CHECK(flags.out_has("persistent-cg = \"off\""));
    CHECK(flags.out_has("load-balance = \"auto\""));
    CHECK(flags.err_has("'--together' is called '--persistent-cg' now"));
    CHECK(flags.err_has("'--shares' is called '--load-balance' now"));
    std::ofstream(scratch / "old.toml") << "together = \"off\"\n";
    const auto keys = run_program({"hmc", "--config", (scratch / "old.toml").string(), "--print-config"});
    CHECK(keys.out_has("persistent-cg = \"off\""));
    CHECK(keys.err_has("'together' is called 'persistent-cg' now"));
    std::ofstream(scratch / "both.toml") << "together = \"off\"\npersistent-cg = \"on\"\n";
    const auto both = run_program({"hmc", "--config", (scratch / "both.toml").string()});
    CHECK(both.status == 2);
    CHECK(both.err_has("both.toml:2: 'persistent-cg' is in line 1 already ('together' is its old name)"));
    // A command that never had the option says so, once.
    for (const Arguments& words : {Arguments{"rational", "--together", "on"},
                                   Arguments{"info", "x.ildg", "--config", scratch / "old.toml"}}) {
      const auto other = run_program(words);
      CAPTURE(other.err);
      CHECK(other.status == 2);
      CHECK(other.error_lines() == 1);
      CHECK(other.err_has("together"));
      CHECK(other.err_has("does not act "));
    }
    CHECK(run_program({"bench", "dslash", "--lattice", "4,4,4,4", "--reference", "--threads-per-site", "1",
                       "--print-config"})
              .out_has("threads-per-site = 1"));
    // A run whose config.toml has the old keys.
    const fs::path run = scratch / "run";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "4", "--output", run.string()}).status == 0);
    const Lines config = read_lines(run / "config.toml");
    std::string text = "together = \"off\"\n";  // which heatbath has no more
    int renamed = 0;
    for (std::size_t n = 0; n + 1 < config.size(); ++n) {
      std::string line = config[n];
      for (const auto& [now, before] :
           std::vector<std::pair<std::string, std::string>>{{"load-balance", "shares"}})
        if (line.starts_with(now + " ")) {
          line.replace(0, now.size(), before);
          ++renamed;
        }
      text += line + "\n";
    }
    CHECK(renamed == 1);
    std::ofstream(run / "config.toml") << glueball::with_checksum(text);
    const auto resumed = run_program({"heatbath", "--resume", run.string(), "--sweeps", "6", "--quiet"});
    CAPTURE(resumed.err);
    CHECK(resumed.status == 0);
    CHECK_FALSE(resumed.err_has("now;"));
  }

  TEST_CASE("heatbath --resume refuses an edited history and leaves it; a torn end is dropped and said") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run", whole = scratch / "whole";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "6", "--output", run.string()}).status == 0);
    const Arguments resume = {"heatbath", "--sweeps", "8"};
    const auto refused = [&](const std::function<void(Lines&)>& edit, const std::string& says) {
      check_refused(run, resume, edit, says);
    };
    // The lines are provenance, steps 1 to 6, and the summary.
    refused([](Lines& l) { l.erase(l.begin() + 3); }, "line 4: step 4 where step 3 is due");
    refused([](Lines& l) { std::swap(l[3], l[4]); }, "line 4: step 4 where step 3 is due");
    refused([](Lines& l) { l.insert(l.begin() + 3, l[3]); }, "line 5: step 3 where step 4 is due");
    refused([](Lines& l) { l[3] = "garbage"; }, "line 4: it is no JSON object");
    refused([](Lines& l) { l[3].resize(20); }, "line 4: it is no JSON object");
    refused([](Lines& l) { l[3] = "{}"; }, "line 4: no run writes this");
    refused([](Lines& l) { l[3] = R"({"step":3,"physics":{"beta":5.7}})"; }, "line 4: no line of this run");
    refused([](Lines& l) { l[3] = R"({"step":3,"physics":{"beta":5.7},"diagnostics":{}})"; },
            "line 4: no line of this run");
    refused([](Lines& l) { l.erase(l.begin()); }, "line 1: it does not say who made the run");
    refused([](Lines& l) { l.resize(6); }, "it ends with step 5, but");
    refused([](Lines& l) { l.clear(); }, "it ends with step 0, but");
    refused([](Lines& l) { l[3] = changed(l[3], "physics", "beta", 5.8); },
            "line 4: the step was made at beta 5.8");
    refused([](Lines& l) { l[0] = changed(l[0], "provenance", "seed", 12); }, "line 1: the seed is not 11");
    refused([](Lines& l) { l[6] = changed(l[6], "physics", "plaquette", 0.5); }, "its plaquette is");
    // These values are plausible but were not measured. Configurations hold a checksum of the history's
    // lines.
    for (const std::size_t line : {1, 3, 6})
      refused([&](Lines& l) { l[line] = changed(l[line], "physics", "polyakov_modulus", 0.25); },
              "a line until step 6 was changed since its configuration was written");
    refused([](Lines& l) { l[3] = changed(l[3], "physics", "plaquette", 0.5); }, "a line until step 6 was");
    refused([](Lines& l) { l[0] = changed(l[0], "provenance", "device", "abacus"); },
            "a line until step 6 was");
    refused([](Lines& l) { l[3].insert(1, " "); }, "a line until step 6 was");
    // A torn last line is not reported when the run is refused for another reason.
    refused(
        [](Lines& l) {
          l[6] = changed(l[6], "physics", "plaquette", 0.5);
          l.push_back(R"({"step":7,"phys)");
        },
        "its plaquette is");

    std::ofstream(run / "history.jsonl", std::ios::app) << R"({"step":7,"phys)";
    const auto r = run_program({"heatbath", "--resume", run.string(), "--sweeps", "8"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
    CHECK(r.err_has("history.jsonl: the last line"));
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "8", "--output", whole.string()}).status == 0);
    CHECK(bits_of(run) == bits_of(whole));
  }

  TEST_CASE("heatbath --resume goes on with runs whose configurations hold no checksum of the history") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "4", "--output", run.string()}).status == 0);
    std::string bytes = bytes_of(configuration_of(run, 4));
    const auto at = bytes.find("history crc32");
    REQUIRE(at != std::string::npos);
    bytes[at] = 'H';  // as if there were none
    std::ofstream(configuration_of(run, 4), std::ios::binary) << bytes;
    CHECK(run_program({"heatbath", "--resume", run.string(), "--sweeps", "6"}).status == 0);
    bytes.replace(at, 18, "history crc32 = xy");
    fs::remove(configuration_of(run, 6));
    std::ofstream(configuration_of(run, 4), std::ios::binary) << bytes;
    check_refused(run, {"heatbath", "--sweeps", "8"}, keep, "is no checksum of its history");
  }

  TEST_CASE("heatbath --resume refuses a configuration of another step, seed or beta") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run", other = scratch / "other";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "4", "--output", run.string()}).status == 0);
    const fs::path last = configuration_of(run, 4);
    const auto refused = [&](const fs::path& from, const std::string& says) {
      fs::copy_file(from, last, fs::copy_options::overwrite_existing);
      check_refused(run, {"heatbath", "--sweeps", "8"}, keep, says);
    };
    refused(configuration_of(run, 2), "it is of step 2");
    for (const auto& [flag, value, says] :
         std::vector<std::array<const char*, 3>>{{"--seed", "12", "its chain has the seed 12"},
                                                 {"--beta", "5.9", "it was made at another beta"}}) {
      fs::remove_all(other);
      REQUIRE(run_program(kHeatbath + Arguments{flag, value, "--sweeps", "4", "--output", other.string()})
                  .status == 0);
      refused(configuration_of(other, 4), says);
    }
    // Words of it that are damaged: no checksum has them.
    const std::string whole = bytes_of(configuration_of(run, 2));
    for (const auto& [from, to, says] :
         std::vector<std::array<const char*, 3>>{{"trajectory nr", "trajectorx nr", "does not say step"},
                                                 {"\nseed = 11", "\nsead = 11", "does not say step and seed"},
                                                 {"\nbeta = ", "\nbetb = ", "it was made at another beta"}}) {
      std::string bytes = whole;
      REQUIRE(bytes.find(from) != std::string::npos);
      bytes.replace(bytes.find(from), std::strlen(from), to);
      std::ofstream(configuration_of(run, 2), std::ios::binary) << bytes;
      fs::remove(last);
      check_refused(run, {"heatbath", "--sweeps", "8"}, keep, says);
    }
  }

  TEST_CASE("hmc --resume refuses a history that would have tuned other steps, or lacks values anywhere") {
    const TemporaryDirectory scratch;
    const fs::path run = scratch / "run";
    REQUIRE(run_program(kHmc + Arguments{"--trajectories", "6", "--output", run.string()}).status == 0);
    const Arguments resume = {"hmc", "--trajectories", "8"};
    // All of its steps are thermalization.
    for (const json& value : {json(0.5), json({0.5, 0.5, 0.5}), json("x")})
      check_refused(
          run, resume, [&](Lines& l) { l[2] = changed(l[2], "physics", "polyakov", value); },
          "line 3: polyakov has");
    check_refused(
        run, resume, [](Lines& l) { l[2] = changed(l[2], "physics", "delta_h", 5.0); }, "tune them to");
    check_refused(
        run, resume, [](Lines& l) { l[3] = changed(l[3], "diagnostics", "steps", 77); },
        "trajectory 3 had 77 steps");
    // An int would silently change each of these values.
    for (const json& value : {json(1e300), json(4294967306), json(10.5)})
      check_refused(
          run, resume, [&](Lines& l) { l[3] = changed(l[3], "diagnostics", "cg_iterations", value); },
          "is no such whole number");
    check_refused(run, {"hmc", "--trajectories", "8", "--lambda", "0.3"}, keep, "--lambda: the run in", 2);
    // Every line of config.toml counts.
    const Lines config = read_lines(run / "config.toml");
    for (const std::size_t lost : {std::size_t(2), config.size() / 2, config.size() - 1}) {
      Lines fewer = config;
      fewer.erase(fewer.begin() + std::ptrdiff_t(lost));
      write_lines(run / "config.toml", fewer);
      check_refused(run, resume, keep, "config.toml: is not as the run wrote it");
    }
    // Words that no config has, too.
    Lines words = config;
    words[2] = "[[[";
    write_lines(run / "config.toml", words);
    check_refused(run, resume, keep, "config.toml: is not as the run wrote it");
    // A directory of a version that did not have a key yet: it has its default.
    std::string text;
    for (std::size_t n = 0; n + 1 < config.size(); ++n)
      if (!config[n].starts_with("energies ") && !config[n].starts_with("luxury ")) text += config[n] + "\n";
    std::ofstream(run / "config.toml") << glueball::with_checksum(text);
    check_refused(run, {"hmc", "--trajectories", "8", "--energies", "host"}, keep, "--energies: the run in",
                  2);
    const auto r = run_program({"hmc", "--resume", run.string(), "--trajectories", "8"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
  }

  TEST_CASE("heatbath and hmc --resume refuse another start than they were begun with") {
    const TemporaryDirectory scratch;
    const fs::path a = scratch / "a", b = scratch / "b", start = scratch / "start.ildg";
    for (const auto& [path, seed] : {std::pair{a, "1"}, {b, "2"}})
      REQUIRE(run_program({"heatbath", "--lattice", "4,4,4,4", "--seed", seed, "--sweeps", "2", "--quiet",
                           "--no-tune", "--output", path.string()})
                  .status == 0);
    for (const Arguments& command : {Arguments{"heatbath", "--beta", "5.5"},
                                     Arguments{"hmc", "--beta", "5.5", "--kappa", "0", "--tau", "0.2"}}) {
      const fs::path run = scratch / command[0];
      fs::copy_file(configuration_of(a, 2), start, fs::copy_options::overwrite_existing);
      const std::string count = command[0] == "hmc" ? "--trajectories" : "--sweeps";
      REQUIRE(run_program(command + Arguments{"--start", start.string(), count, "3", "--quiet", "--no-tune",
                                              "--output", run.string()})
                  .status == 0);
      // As it is where it was killed before its first configuration.
      for (const auto& entry : fs::directory_iterator(run))
        if (entry.path().extension() == ".ildg") fs::remove(entry.path());
      const Arguments resume = {command[0], count, "4"};
      const fs::path whole = scratch / "whole";
      fs::remove_all(whole);
      fs::copy(run, whole);
      REQUIRE(run_program({command[0], "--resume", whole.string(), count, "3", "--quiet"}).status == 0);
      CHECK(timeless_history(whole) == timeless_history(run));
      fs::copy_file(configuration_of(b, 2), start, fs::copy_options::overwrite_existing);
      check_refused(run, resume, keep, "is not the configuration that the run in");
    }
  }

  TEST_CASE("fix --resume refuses another input, an edited history and a --save that is not its own") {
    const TemporaryDirectory scratch;
    const fs::path thermal = scratch / "thermal", run = scratch / "run", in = scratch / "in.ildg",
                   out = scratch / "out.ildg";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "4", "--output", thermal.string()}).status == 0);
    fs::copy_file(configuration_of(thermal, 4), in);
    REQUIRE(run_program({"fix", in.string(), "--copies", "2", "--theta", "1e-6", "--output", run.string(),
                         "--save", out.string(), "--quiet", "--no-tune"})
                .status == 0);
    const Arguments resume = {"fix", "--copies", "3"};
    check_refused(
        run, resume, [](Lines& l) { l.erase(l.begin() + 1); }, "line 2: step 2 where step 1 is due");
    check_refused(
        run, resume, [](Lines& l) { l[1] = R"({"step":1,"copy":0})"; }, "line 2: no line of this run");
    // These values are plausible but were not computed.
    const Lines whole = read_lines(run / "history.jsonl");
    const bool first_is_best =
        json::parse(whole[1]).at("functional") > json::parse(whole[2]).at("functional");
    for (const std::size_t copy : {1, 2})
      check_refused(
          run, resume,
          [copy](Lines& l) {
            json line = json::parse(l[copy]);
            line["iterations"] = 17;
            l[copy] = line.dump();
          },
          // A file holds the best copy, and a checksum of all but that where it is the last.
          copy == 2 && !first_is_best ? "it is not the best copy" : "a line until step");
    check_refused(
        run, resume, [](Lines& l) { l[0] = changed(l[0], "input", "file", "elsewhere.ildg"); },
        "a line until step");
    check_refused(run, resume + Arguments{"--theta", "1e-7"}, keep, "--theta", 2);
    check_refused(run, resume + Arguments{"--lattice", "4,4,4,4"}, keep, "--lattice", 2);
    const fs::path mine = scratch / "mine.ildg";
    fs::copy_file(in, mine);
    check_refused(run, resume + Arguments{"--save", mine.string()}, keep, "mine.ildg exists; give --force",
                  2);
    fs::copy_file(configuration_of(thermal, 2), in, fs::copy_options::overwrite_existing);
    check_refused(run, resume, keep, "it is not the configuration that the run");
    fs::copy_file(mine, in, fs::copy_options::overwrite_existing);
    const auto r = run_program({"fix", "--resume", run.string(), "--copies", "3"});
    CAPTURE(r.err);
    CHECK(r.status == 0);
  }

  TEST_CASE("fix --resume in the middle of a copy refuses an edited line of the copy before") {
    const TemporaryDirectory scratch;
    const fs::path thermal = scratch / "thermal", run = scratch / "run";
    REQUIRE(run_program(kHeatbath + Arguments{"--sweeps", "2", "--output", thermal.string()}).status == 0);
    const auto stopped =
        run_program({"fix", configuration_of(thermal, 2).string(), "--method", "sa", "--sa-sweeps", "300",
                     "--copies", "2", "--interval", "10", "--checkpoint-interval", "1", "--theta", "1e-11",
                     "--output", run.string(), "--json", "--no-tune"},
                    {.interrupt_after = "\"copy\":0"});
    CAPTURE(stopped.err);
    REQUIRE(stopped.status == 128 + 2);
    REQUIRE(fs::exists(run / "state.lime"));
    // Where no copy can be.
    const auto going = glueball::io::read_transformation(run / "state.lime");
    for (const auto& [key, value] :
         std::vector<std::pair<const char*, json>>{{"stage", -1}, {"sweeps", -3}, {"iterations", -1}}) {
      json at = json::parse(going.info);
      at[key] = value;
      glueball::io::write_transformation(run / "state.lime", going.geometry, going.g, at.dump(), true);
      check_refused(run, {"fix", "--quiet"}, keep, "state.lime: no copy is at stage");
    }
    json beyond = json::parse(going.info);
    beyond["stage"] = -1e30;
    glueball::io::write_transformation(run / "state.lime", going.geometry, going.g, beyond.dump(), true);
    check_refused(run, {"fix", "--quiet"}, keep, "state.lime: -1e+30 is no such whole number");
    glueball::io::write_transformation(run / "state.lime", going.geometry, going.g, going.info, true);
    // The best copy's file says what its line is: both are changed, as a whole.
    const auto best = glueball::io::read_transformation(run / "best.lime");
    json info = json::parse(best.info);
    REQUIRE(info.contains(glueball::kHistoryChecksum));
    info["iterations"] = 17;
    glueball::io::write_transformation(run / "best.lime", best.geometry, best.g, info.dump(), true);
    const auto edit = [](Lines& l) {
      json line = json::parse(l[1]);
      line["iterations"] = 17;
      l[1] = line.dump();
    };
    check_refused(run, {"fix", "--quiet"}, edit, "a line until step 1 was changed since");
  }
}

}  // namespace glueball::test::cli_edited_runs
