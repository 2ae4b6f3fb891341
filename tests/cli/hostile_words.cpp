// These tests check that text from files appears in errors as words, not as commands to the terminal.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "base/printable.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_hostile_words {
namespace {

TEST_SUITE("cli") {
  TEST_CASE("printable: control characters are written out, letters of all scripts stay") {
    CHECK(printable("plain words") == "plain words");
    CHECK(printable("caf\xc3\xa9 \xce\xb2 = 6") == "caf\xc3\xa9 \xce\xb2 = 6");
    CHECK(printable("a\x1b[2Jb\nc\x7f") == "a\\x1b[2Jb\\x0ac\\x7f");
    CHECK(printable("\xc2\x9b") == "\\x9b");
    CHECK(printable("\xe2\x82\xac \xf0\x9f\x98\x80") == "\xe2\x82\xac \xf0\x9f\x98\x80");
    // None of these is UTF-8: cut off, Latin-1, longer than needed, half of a pair, above the last character.
    CHECK(printable("\xc2") == "\\xc2");
    CHECK(printable("caf\xe9.ildg") == "caf\\xe9.ildg");
    CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");
    CHECK(printable("\xe0\x80\xaf") == "\\xe0\\x80\\xaf");
    CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");
    CHECK(printable("\xf4\x90\x80\x80") == "\\xf4\\x90\\x80\\x80");
    CHECK(printable("\xff") == "\\xff");
    CHECK(printable(std::string_view("\0", 1)) == "\\x00");
  }

  TEST_CASE("errors quote names and values as they are, however long, and say parameters as flags") {
    const TemporaryDirectory dir;
    const std::string odd = dir / "<force>", longest(600, 'a');
    std::ofstream(odd) << "no configuration";
    CHECK(run_program({"measure", odd}).err_has("/<force>: "));
    CHECK(run_program({"heatbath", "--beta", "<x>"}).err_has("'<x>'"));
    CHECK(run_program({"heatbath", "--observables", "<max_iterations>"}).err_has("'<max_iterations>'"));
    for (const char* command : {"measure", "heatbath"}) {
      const auto r = std::string(command) == "measure" ? run_program({command, longest})
                                                       : run_program({command, "--start", longest});
      CHECK(r.err_has(longest + ": "));
      CHECK_FALSE(r.err_has("filesystem error"));
    }
    const auto solve = run_program({"solve", GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg",
                                    "--kappa", "0.15", "--columns", "1", "--max-iterations", "1"});
    CHECK(solve.status == 5);
    CHECK(solve.err_has("raise --max-iterations"));
  }

  TEST_CASE("errors of flags name the flag, what was asked for, and what to try") {
    const TemporaryDirectory dir;
    const std::string file = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg";
    std::filesystem::copy_file(file, dir / "b.ildg");
    struct Case {
      std::vector<std::string> arguments;
      const char *says, *never;
    };
    for (const Case& c : {
             Case{{"fix", file, dir / "b.ildg", "--method", "sr", "--p", "18"},
                  "in [0, 1); try --p 0.6",
                  "ildg"},
             {{"fix", file, dir / "b.ildg", "--residual"}, "--residual acts only with --gauge mag", "ildg"},
             {{"view", file, "--headless", "--opacity", "2"}, "and 1; see glueball view --help-all", "ildg"},
             {{"flow", file, "--step", "0.3", "--measure-interval", "0.25"},
              "a step of 0.3, which measurements cut to 0.25: ",
              "ildg"},
             {{"flow", file, "--step", "0.3", "--measure-interval", "1"}, "a step of 0.3: ", "cut"},
             {{"solve", file, "--kappa", "1e300"}, "--kappa: '1e300' is not a number above 0", "source"},
             {{"heatbath", "--lattice", "4,4,4,4", "--output", "/proc/x"},
              "/proc/x: nothing can be made in /proc; choose another --output",
              "lock"},
             {{"heatbath", "--lattice", "4,4,4,4", "--output", "/dev/null/x"},
              "/dev/null/x: /dev/null is no directory; choose another --output",
              "make"},
             {{"hmc", "--ntraj", "5"}, "did you mean '--trajectories'?", "steps"},
             {{"hmc", "--bc", "1,1,1,1"}, "did you mean '--boundary'?", "beta"},
         }) {
      const auto r = run_program(c.arguments);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has(c.says));
      CHECK_FALSE(r.err_has(c.never));
    }
  }

  TEST_CASE("any name that the file system takes is one for a run and its files, which go on") {
    const TemporaryDirectory dir;
    const std::string odd = "a'\"b;\t\x1b\x7f\n\\";
    const std::string run = dir / odd, chain = dir / (odd + "chain"), plot = dir / (odd + ".svg");
    const auto good = [](std::vector<std::string> words) {
      words.insert(words.end(), {"--quiet", "--no-tune"});
      const auto r = run_program(words);
      CAPTURE(words[0]);
      CAPTURE(r.err);
      REQUIRE(r.status == 0);
      return r.out;
    };
    good({"heatbath", "--lattice", "4,4,4,4", "--sweeps", "1", "--output", chain});
    good({"heatbath", "--resume", chain, "--sweeps", "2", "--save-interval", "1"});
    std::vector<std::string> files;
    for (const std::string& name : {odd, std::string("plain"), std::string(";;"), odd + "\\;"}) {
      files.push_back(dir / (name + "file"));
      if (name == odd) files.back() = dir / ("file" + odd);  // a backslash at its end
      std::filesystem::copy_file(std::filesystem::path(chain) / "configuration-000002.ildg", files.back());
    }
    std::vector<std::string> words{"flow"};
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), {"--time", "0.02", "--measure-interval", "0.02", "--json", "--output", run});
    const std::string first = good(words);
    CHECK(good({"flow", "--resume", run, "--json"}) == first);
    // Each of the names given twice comes back too.
    const std::string other = dir / "other.png";
    good({"flow", "--resume", run, "--plot", plot, "--plot", other});
    words = {"flow", files[0], files[3], "--plot", plot, "--plot", other, "--print-config"};
    const std::string printed = good(words);
    std::ofstream(dir / "again.toml") << printed;
    CHECK(good({"flow", "--config", dir / "again.toml", "--print-config"}) == printed);
    good({"flow", "--config", dir / "again.toml", "--time", "0.02", "--measure-interval", "0.02", "--force"});
    CHECK(std::filesystem::exists(plot));
    CHECK_FALSE(std::filesystem::exists(plot + ";" + other));
  }

  TEST_CASE("of a configuration file's long lines as much is said as finds them") {
    const TemporaryDirectory dir;
    const std::string nuls(1000, '\0'), words(1000, 'k');
    for (const std::string& text : {nuls,
                                    words,
                                    words + " x = 3",
                                    words + " = ",
                                    words + " = \"",
                                    words + " = [",
                                    words + " = a b",
                                    "[" + words + "]",
                                    "[[" + words + "]]",
                                    words + " = 3",
                                    "beta = " + words,
                                    "random = '" + words + "'",
                                    "lattice = [4, 4, 4, " + words + "]",
                                    "[[level]]\nsteps = " + words,
                                    "[[level]]\nsteps = 3\n" + words + " = 1",
                                    "[[level]]\n" + words + " = [1, 2]",
                                    "[[level]]\n" + words + " = 1\n" + words + " = 1",
                                    "[[monomial]]\nkind = '" + words + "'\nlevel = 0",
                                    "[[monomial]]\nkind = 'gauge'\nlevel = 0\nbeta = " + words,
                                    "[[monomial]]\nkind = 'gauge'\nlevel = 0\n" + words + " = 1"}) {
      std::ofstream(dir / "long.toml") << text << "\n";
      const bool of_hmc = text.starts_with("[[level") || text.starts_with("[[monomial");
      const auto r = run_program({of_hmc ? "hmc" : "heatbath", "--config", dir / "long.toml"});
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.error_lines() == 1);
      CHECK(r.err_has("long.toml:"));
      CHECK(r.err.size() < 500);
    }
  }

  TEST_CASE("errors about hostile files are one line without control characters") {
    const TemporaryDirectory dir;
    std::ofstream(dir / "keys.toml") << "be\x1b[31mta\r = 6\n";
    std::ofstream(dir / "section.toml") << "[\x1b]0;title\x07]\n";
    for (const char* name : {"keys.toml", "section.toml"}) {
      const auto run = run_program({"heatbath", "--config", dir / name});
      CAPTURE(run.err);
      CHECK(run.status == 2);
      CHECK(run.error_lines() == 1);
      CHECK(run.err_has("\\x1b"));
      for (const char c : run.err) CHECK((static_cast<unsigned char>(c) >= 0x20 || c == '\n'));
    }
  }
}

}  // namespace
}  // namespace glueball::test::cli_hostile_words
