// The files that one command writes: no two of them the same, however they are spelled, none among those of
// the run it makes, none that it reads; said before any work, and nothing is touched.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "support/program.hpp"
#include "support/source_text.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_outputs_apart {
namespace {

namespace fs = std::filesystem;
using Arguments = std::vector<std::string>;

/// Configurations to read, and a folder that is there twice: by its name and by a link.
struct Place {
  TemporaryDirectory scratch;
  std::string in = scratch / "in.ildg", other = scratch / "in-t0.1.ildg", vectors = scratch / "vectors";

  Place() {
    for (const std::string& file : {in, other})
      io::write_configuration(file, "ildg", hot_configuration(Geometry({2, 2, 2, 2}), 3));
    std::ofstream(vectors) << "vectors";
    std::ofstream(scratch / "old.toml") << "quiet = true\n";
    fs::create_directory(scratch / "real");
    fs::create_directory_symlink("real", scratch / "link");
  }
  /// Returns the error of a command that must be refused. The command must write and change nothing.
  std::string refusal(Arguments words) const {
    words.insert(words.end(), {"--force", "--quiet"});
    const auto before = entries();
    const auto r = run_program(words, {.directory = scratch / "real"});
    CAPTURE(words[0]);
    CAPTURE(r.out);
    CAPTURE(r.err);
    CHECK(r.status == 2);
    CHECK(r.error_lines() == 1);
    CHECK(r.out.empty());
    CHECK(entries() == before);
    return r.err;
  }
  std::map<std::string, std::string> entries() const {
    std::map<std::string, std::string> all;
    for (const auto& entry : fs::recursive_directory_iterator(scratch / "."))
      all[entry.path()] = entry.is_regular_file() ? text_of(entry.path()) : "";
    return all;
  }
};

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("two outputs of a command that are one file are refused before there is work") {
    const Place p;
    const std::string a = p.scratch / "real/a", x = p.scratch / "link/x.svg";
    const auto two = [&](const Arguments& command, const std::string& flag, const std::string& other) {
      const auto both = [&](const std::string& first, const std::string& second) {
        Arguments words = command;
        words.insert(words.end(), {flag, first, other, second});
        const std::string said = p.refusal(words);
        CAPTURE(said);
        CHECK((has(said, flag) && has(said, other)));
        CHECK(has(said, "give each a name of its own"));
      };
      both("a", "a");
      both("a", "./a");
      both("new/../a", a);
      both("a", p.scratch / "link/a");
      both("new/a", "new/./a");
      both("a", "a/below");
      both("a/below", "a");
    };
    const Arguments time{"--time", "0.02", "--measure-interval", "0.02"};
    two({"solve", p.in}, "--output", "--hdf5");
    two({"flow", p.in}, "--save", "--hdf5");
    two({"fix", p.in}, "--save", "--hdf5");
    two({"fix", p.in}, "--save", "--save-transformation");
    two({"eigenvalues", p.in}, "--save", "--hdf5");
    two({"eigenvalues", p.in}, "--output", "--save");
    two({"eigenvalues", p.in}, "--output", "--hdf5");
    for (const Arguments& words :
         {Arguments{"measure", p.in, p.other, "--observables", "potential:3x3", "--plot", "x.svg", "--hdf5",
                    x},
          Arguments{"flow", p.in, "--save", "x.svg", "--plot", x},
          Arguments{"fix", p.in, "--scan", "omega=1,1.5", "--plot", "x.svg", "--hdf5", x},
          Arguments{"measure", p.in, p.other, "--observables", "potential:3x3", "--plot", "x.svg", "--plot",
                    x},
          Arguments{"flow", p.in, "--plot", "x.svg", "--plot", x}})
      CHECK(has(p.refusal(words), "are one file; give each a name of its own"));
    for (const Arguments& words :
         {Arguments{"flow", p.in, "--plot", "x.svg", "--plot", "x.svg"},
          Arguments{"flow", p.in, p.other, "--times", "0.1,0.2", "--save", "saved", "--save-each"}})
      CHECK(has(p.refusal(words), "twice; give each name once, and files that are called the same one at a"));
    // Each of several input files has an output of its own.
    CHECK(has(p.refusal({"fix", p.in, p.other, "--save", "s", "--hdf5", "./s/in.ildg"}), "are one file"));
    CHECK(has(p.refusal({"solve", p.in, "--action", "staggered", "--mass", "0.1,0.2", "--output", "s",
                         "--hdf5", "./s-mass0.2"}),
              "are one file"));
  }

  TEST_CASE("an output among the files of the run that a command makes is refused before there is work") {
    const Place p;
    const auto own = [&](const Arguments& command, const std::string& flag, const Arguments& names) {
      for (const std::string& name : names)
        for (const auto& [run, file] : {std::pair<std::string, std::string>{"run", "run/" + name},
                                        {"./run/", p.scratch / "link/../link/run" / name}}) {
          Arguments words = command;
          words.insert(words.end(), {"--output", run, flag, file});
          const std::string said = p.refusal(words);
          CAPTURE(said);
          CHECK(has(said, flag + " " + file + ": the run in " + run + " has a " + name + " of its own"));
        }
      Arguments itself = command;
      itself.insert(itself.end(), {"--output", "run", flag, "run"});
      CHECK(has(p.refusal(itself), "are both run"));
    };
    const Arguments any{"config.toml", "history.jsonl", ".glueball.lock", ".config.toml.0.part"};
    Arguments chain = any;
    chain.insert(chain.end(), {"configuration-000001.ildg", "configuration-12345678.ildg", "ensemble.xml",
                               "random-000002.bin"});
    own({"heatbath"}, "--hdf5", chain);
    own({"hmc"}, "--hdf5", chain);
    own({"measure", p.in}, "--hdf5", any);
    own({"flow", p.in}, "--hdf5", any);
    own({"flow", p.in}, "--save", any);
    own({"smear", p.in}, "--out", any);
    own({"fix", p.in}, "--hdf5", {"config.toml", "state.lime"});
    own({"fix", p.in}, "--save-transformation", {"best.lime"});
    own({"view", p.in, "--headless"}, "--save", {"frame-0000.png", "animation.webp", "config.toml"});
    // Beside them there is room.
    const auto beside = run_program({"heatbath", "--lattice", "2,2,2,2", "--sweeps", "1", "--output", "run",
                                     "--hdf5", "run/numbers.h5", "--quiet", "--no-tune"},
                                    {.directory = p.scratch / "real"});
    CAPTURE(beside.err);
    CHECK(beside.status == 0);
    CHECK(fs::exists(p.scratch / "real/run/numbers.h5"));
    const auto said = p.refusal({"heatbath", "--resume", "run", "--hdf5", "run/history.jsonl"});
    CHECK(has(said, "--hdf5 run/history.jsonl: the run in run has a history.jsonl of its own"));
  }

  TEST_CASE("no output is one of the files that a command reads, whichever flags name them") {
    const Place p;
    for (const Arguments& words : std::vector<Arguments>{
             {"measure", p.in, "--hdf5", p.in},
             {"flow", p.in, "--hdf5", p.in},
             {"fix", p.in, "--hdf5", p.in},
             {"mesons", p.in, "--hdf5", p.in},
             {"mesons", p.in, "--deflate", p.vectors, "--hdf5", p.vectors},
             {"solve", p.in, "--hdf5", p.in},
             {"solve", p.in, "--deflate", p.vectors, "--output", p.vectors},
             {"eigenvalues", p.in, "--hdf5", p.in},
             {"view", p.in, "--headless", "--save", p.in},
             {"heatbath", "--start", p.in, "--hdf5", p.in},
             {"heatbath", "--config", p.scratch / "old.toml", "--hdf5", p.scratch / "old.toml"}})
      CHECK(has(p.refusal(words), " is read, and --force would replace it; give another name"));
  }
}

}  // namespace glueball::test::cli_outputs_apart
