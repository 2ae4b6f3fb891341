// Tests of commands over several configurations: each has one row of output, no file is overwritten, and a
// bad file among good ones is reported.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_several_files {

using nlohmann::json;

namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// A command over files, with the options that it needs besides them.
struct Over {
  const char* command;
  Arguments more;
};

const std::vector<Over>& commands() {
  static const std::vector<Over> all = {
      {"measure", {"--observables", "plaquette"}},
      {"flow", {"--time", "0.1", "--step", "0.05", "--measure-interval", "0.1"}},
      {"fix", {"--theta", "1e-3", "--precision", "single"}},
      {"mesons", {"--kappa", "0.1", "--tolerance", "1e-4", "--block", "2"}},
      {"eigenvalues", {"--action", "staggered", "--count", "2"}},
      {"smear", {"--rho", "0.1"}}};
  return all;
}

class Chain {
 public:
  Chain() {
    const auto r = run_program({"heatbath", "--lattice", "4,4,4,4", "--beta", "5.7", "--sweeps", "2",
                                "--start", "hot", "--save-interval", "1", "--quiet", "--no-tune",
                                "--observables", "plaquette", "--output", scratch_ / "run"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
  }
  std::string file(int n) const {
    return scratch_ / "run" / ("configuration-00000" + std::to_string(n) + ".ildg");
  }
  std::string at(const std::string& name) const { return (scratch_ / name).string(); }

  ProgramResult run(const Over& over, const Arguments& files, const Arguments& last = {}) const {
    Arguments all{over.command};
    all.insert(all.end(), files.begin(), files.end());
    all.insert(all.end(), last.begin(), last.end());
    all.insert(all.end(), over.more.begin(), over.more.end());
    all.insert(all.end(), {"--json", "--quiet"});
    return run_program(all);
  }

 private:
  TemporaryDirectory scratch_;
};

/// Returns the files that the lines of JSON name under `key`, each once, in their order.
Arguments files_in(const std::string& out, const char* key) {
  Arguments files;
  for (const auto& line : lines(out)) {
    const json object = json::parse(line);
    if (!object.contains(key)) continue;
    const std::string file = object.at(key);
    if (files.empty() || files.back() != file) files.push_back(file);
  }
  return files;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("several files: a row each, and a bad one is named after the rows of those before it") {
    const Chain chain;
    const std::string good = chain.file(1), other = chain.file(2), bad = chain.at("bad.ildg");
    std::ofstream(bad) << "no configuration";
    for (const Over& over : commands()) {
      CAPTURE(over.command);
      const bool smears = std::string(over.command) == "smear";
      const char* key = smears ? "input" : "file";
      const auto both = chain.run(over, {good, other}, smears ? Arguments{chain.at("both")} : Arguments{});
      CAPTURE(both.err);
      REQUIRE(both.status == 0);
      CHECK(files_in(both.out, key) == Arguments{good, other});
      // A row is the same as in a run over that file alone.
      if (!smears && std::string(over.command) == "measure") {
        const auto alone = chain.run(over, {other});
        CHECK(lines(both.out).at(1) == lines(alone.out).at(0));
      }
      const auto r = chain.run(over, {good, bad, other}, smears ? Arguments{chain.at("some")} : Arguments{});
      CAPTURE(r.err);
      CHECK(r.status == 3);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(bad));
      CHECK(files_in(r.out, key) == Arguments{good});
      if (smears) CHECK(fs::exists(chain.at("some/configuration-000001.ildg")));
    }
  }

  TEST_CASE("several files: what is written goes into a directory, under their names, over nothing") {
    const Chain chain;
    const std::string good = chain.file(1), other = chain.file(2);
    const Over smear = commands().back(), fix = commands()[2];
    const auto both = chain.run(smear, {good, other}, {chain.at("smeared")});
    REQUIRE(both.status == 0);
    const auto alone = chain.run(smear, {other}, {chain.at("alone.ildg")});
    REQUIRE(alone.status == 0);
    const auto of = [](const std::string& line, const char* key) { return json::parse(line).at(key); };
    CHECK(of(lines(both.out).at(1), "file") == chain.at("smeared/configuration-000002.ildg"));
    CHECK(of(lines(both.out).at(1), "plaquette") == of(lines(alone.out).at(0), "plaquette"));
    CHECK(fs::exists(chain.at("smeared/configuration-000001.ildg")));
    // A second run is refused before any work. With --force it is not.
    const auto again = chain.run(smear, {good, other}, {chain.at("smeared")});
    CHECK(again.status == 2);
    CHECK(again.out.empty());
    CHECK(again.err_has("smeared/configuration-000001.ildg exists; give --force"));
    CHECK(chain.run(smear, {good, other}, {chain.at("smeared"), "--force"}).status == 0);
    const auto same = chain.run(smear, {good, good}, {chain.at("same")});
    CHECK(same.status == 2);
    CHECK(same.err_has("would write " + chain.at("same/configuration-000001.ildg") + " twice"));
    CHECK_FALSE(fs::exists(chain.at("same")));
    CHECK(chain.run(smear, {good, other}, {chain.at("alone.ildg"), "--force"}).status == 2);
    // Even --force does not replace a file that the command reads: that would lose the header, which records
    // the file's chain.
    const std::string alone_again = chain.at("alone.ildg"), here = chain.at("smeared/../smeared");
    for (const auto& r :
         {chain.run(smear, {alone_again}, {alone_again, "--force"}),
          chain.run(fix, {alone_again}, {"--save", chain.at("smeared/../alone.ildg"), "--force"}),
          chain.run(smear, {chain.at("smeared/configuration-000001.ildg"), other}, {here, "--force"})}) {
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.err_has("is read"));
    }

    const auto fixed = chain.run(fix, {good, other},
                                 {"--save", chain.at("fixed"), "--save-transformation", chain.at("fixed")});
    CAPTURE(fixed.err);
    REQUIRE(fixed.status == 0);
    for (const char* name : {"fixed/configuration-000001.ildg", "fixed/configuration-000002.ildg",
                             "fixed/configuration-000001.lime", "fixed/configuration-000002.lime"})
      CHECK(fs::exists(chain.at(name)));
    // The first file does not converge and is not written. The file after it is.
    const auto some = chain.run(fix, {good, chain.at("fixed/configuration-000002.ildg")},
                                {"--save", chain.at("some"), "--max-iterations", "1"});
    CAPTURE(some.err);
    CHECK(some.status == 5);
    CHECK(lines(some.out).size() == 2);
    CHECK(some.err_has(good + ": landau gauge: theta is"));
    CHECK(some.err_has("1 of 2 configurations"));
    CHECK(some.error_lines() == 2);
    CHECK_FALSE(fs::exists(chain.at("some/configuration-000001.ildg")));
    CHECK(fs::exists(chain.at("some/configuration-000002.ildg")));

    const auto refused = chain.run(fix, {good, other}, {"--save", chain.at("fixed")});
    CHECK(refused.status == 2);
    CHECK(refused.out.empty());
    const auto nowhere = chain.run(fix, {good, other}, {"--resume", chain.at("state")});
    CHECK(nowhere.status == 3);
    CHECK_FALSE(fs::exists(chain.at("state")));
  }

  TEST_CASE("outputs that cannot be written are refused before the work") {
    const Chain chain;
    const std::string good = chain.file(1), below = good + "/new/out.ildg", folder = chain.at("folder");
    fs::create_directory(folder);
    const std::string dangling = chain.at("dangling");
    fs::create_symlink(chain.at("nowhere"), dangling);
    for (const Over& over : {commands()[1], commands()[2], commands().back()}) {
      CAPTURE(over.command);
      const auto saved = [&](const std::string& path) {
        return std::string(over.command) == "smear" ? Arguments{path} : Arguments{"--save", path};
      };
      const auto with_force = [](Arguments words) {
        words.push_back("--force");
        return words;
      };
      const auto file = chain.run(over, {good}, saved(below));
      CAPTURE(file.err);
      CHECK(file.status == 2);
      CHECK(file.out.empty());
      CHECK(file.err_has("out.ildg cannot be written: " + good + ": no directory; choose another name"));
      const auto directory = chain.run(over, {good}, with_force(saved(folder)));
      CAPTURE(directory.err);
      CHECK(directory.status == 2);
      CHECK(directory.out.empty());
      CHECK(directory.err_has("folder is a directory"));
      CHECK(fs::is_empty(folder));
      for (const auto& [path, says] : std::vector<std::pair<std::string, const char*>>{
               {dangling, "dangling is a link to nothing"},
               {dangling + "/x.ildg", "dangling: no directory"},
               {chain.at("none/"), "is no file name"},
               {chain.at(std::string(300, 'n')), "a name of 300 bytes"}}) {
        const auto r = chain.run(over, {good}, saved(path));
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(r.out.empty());
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has(says));
      }
      CHECK_FALSE(fs::exists(chain.at("none")));
      // Not even root can create a file in /proc.
      const auto kernel = chain.run(over, {good}, saved("/proc/out.ildg"));
      CAPTURE(kernel.err);
      CHECK(kernel.status == 2);
      CHECK(kernel.out.empty());
      CHECK(kernel.err_has("/proc/out.ildg cannot be written"));
      const auto fresh = chain.run(over, {good}, saved(chain.at(std::string(over.command) + "/a/b.ildg")));
      CAPTURE(fresh.err);
      CHECK(fresh.status == 0);
      CHECK(fs::exists(chain.at(std::string(over.command) + "/a/b.ildg")));
    }
  }

  TEST_CASE("several files: flow saves each; bins that two files do not fill are refused") {
    const Chain chain;
    const std::string good = chain.file(1), other = chain.file(2);
    const Over flow = commands()[1];
    const auto both = chain.run(flow, {good, other}, {"--save", chain.at("flowed")});
    CAPTURE(both.err);
    REQUIRE(both.status == 0);
    REQUIRE(chain.run(flow, {good}, {"--save", chain.at("alone.ildg")}).status == 0);
    const auto plaquette = [&](const std::string& file) {
      return json::parse(chain.run(commands()[0], {file}).out).at("plaquette");
    };
    CHECK(plaquette(chain.at("flowed/configuration-000001.ildg")) == plaquette(chain.at("alone.ildg")));
    CHECK(plaquette(chain.at("flowed/configuration-000002.ildg")) != plaquette(chain.at("alone.ildg")));
    const auto again = chain.run(flow, {good, other}, {"--save", chain.at("flowed")});
    CHECK(again.status == 2);
    CHECK(again.out.empty());
    CHECK(again.err_has("flowed/configuration-000001.ildg exists"));
    const auto bins = chain.run(flow, {good, other}, {"--bin", "5"});
    CHECK(bins.status == 2);
    CHECK(bins.out.empty());
    CHECK(bins.err_has("--bin 5: 2 files"));
  }

  TEST_CASE("names that are no UTF-8: JSON stays JSON, and errors show their bytes") {
    const Chain chain;
    const std::string name = chain.at("caf\xe9.ildg");
    fs::copy_file(chain.file(1), name);
    for (const Over& over : commands()) {
      CAPTURE(over.command);
      const bool smears = std::string(over.command) == "smear";
      const auto r =
          chain.run(over, {name, chain.file(2)}, smears ? Arguments{chain.at("out")} : Arguments{});
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(files_in(r.out, smears ? "input" : "file").at(0) == chain.at("caf\xef\xbf\xbd.ildg"));
    }
    const Arguments more[] = {{"info", name},
                              {"solve", name, "--kappa", "0.1", "--columns", "1", "--tolerance", "1e-4"},
                              {"convert", name, chain.at("\xe9.nersc"), "--format", "nersc"}};
    for (Arguments words : more) {
      CAPTURE(words[0]);
      words.insert(words.end(), {"--json", "--quiet"});
      const auto r = run_program(words);
      CAPTURE(r.err);
      CHECK(r.status == 0);
      for (const auto& line : lines(r.out)) CHECK(json::accept(line));
    }
    const auto r = run_program({"measure", chain.at("no\xe9.ildg"), "--quiet"});
    CHECK(r.status == 3);
    CHECK(r.error_lines() == 1);
    CHECK(r.err_has("no\\xe9.ildg"));
  }

  TEST_CASE("several files: a printed configuration has them all, and those on the command line instead") {
    const Chain chain;
    const std::string good = chain.file(1), other = chain.file(2), toml = chain.at("flow.toml");
    const auto printed =
        run_program({"flow", good, other, "--time", "0.1", "--step", "0.05", "--print-config"});
    REQUIRE(printed.status == 0);
    std::ofstream(toml) << printed.out;
    const auto both = run_program({"flow", "--config", toml, "--json", "--quiet", "--no-tune"});
    CAPTURE(both.err);
    REQUIRE(both.status == 0);
    CHECK(files_in(both.out, "file") == Arguments{good, other});
    const auto one = run_program({"flow", other, "--config", toml, "--json", "--quiet", "--no-tune"});
    REQUIRE(one.status == 0);
    // Output for a single file does not name it.
    CHECK(files_in(one.out, "file").empty());
    CHECK(lines(one.out).size() * 2 < lines(both.out).size() + 1);
  }
}

}  // namespace glueball::test::cli_several_files
