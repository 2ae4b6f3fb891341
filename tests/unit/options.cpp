#include "app/options.hpp"

#include <doctest/doctest.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "app/config_file.hpp"
#include "base/error.hpp"
#include "run/run_directory.hpp"
#include "support/temporary.hpp"

namespace glueball::test::unit_options {

using namespace glueball::app;

namespace {

/// This is a program of one subcommand with an option of every kind.
struct Program {
  CLI::App root{"test", "glueball"};
  CLI::App* table = root.add_subcommand("hmc", "a run");
  CommonOptions common;
  double beta = 5.5;
  Four lattice{{8, 8, 8, 8}};
  Four boundary{{1, 1, 1, -1}};
  std::string start = "cold";
  std::string output = "out";
  std::uint64_t seed = 1;

  Program() {
    table->add_option("--beta", beta)->capture_default_str()->check(CLI::NonNegativeNumber)->group("Physics");
    table->add_option("--lattice", lattice)->type_name("X,Y,Z,T")->capture_default_str()->group("Physics");
    table->add_option("--boundary", boundary)->type_name("X,Y,Z,T")->capture_default_str()->group("Physics");
    table->add_option("--start", start)->type_name("FILE|cold|hot")->capture_default_str();
    table->add_option("--output", output)->capture_default_str();
    table->add_option("--seed", seed)->capture_default_str();
    add_common(*table, common, kAllFlags);
  }
  std::optional<std::string> operator()(const std::vector<std::string>& arguments) {
    return parse(root, arguments);
  }
};

struct Failure {
  ErrorKind kind;
  std::string text;
};

Failure failure(const std::vector<std::string>& arguments) {
  Program program;
  try {
    program(arguments);
  } catch (const Error& error) {
    return {error.kind(), error.what()};
  }
  FAIL("no error");
  return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string toml(const test::TemporaryDirectory& scratch, const std::string& text) {
  write_file(scratch / "run.toml", text);
  return (scratch / "run.toml").string();
}

}  // namespace

TEST_SUITE("unit") {
  TEST_CASE("every key of a TOML file is a flag, and flags override keys") {
    const test::TemporaryDirectory scratch;
    const auto file =
        toml(scratch,
             "# a comment\nbeta = 5.7  # another\nlattice = [4, 6, 8, 10]\nboundary = \"1,1,1,1\"\n"
             "quiet = true\njson = false\nseed = 12345678901234567890\noutput = \"a b, c#d\"\n");
    Program p;
    CHECK_FALSE(p({"hmc", "--seed", "3", "--config", file}).has_value());
    CHECK(p.beta == 5.7);
    CHECK(p.lattice == Four{{4, 6, 8, 10}});
    CHECK(p.boundary == Four{{1, 1, 1, 1}});
    CHECK(p.common.quiet);
    CHECK_FALSE(p.common.json);
    CHECK(p.seed == 3);
    CHECK(p.output == "a b, c#d");
    Program q;
    q({"hmc", "--config=" + file, "--json", "--lattice=2,2,2,2", "--boundary", "-1,1,1,1"});
    CHECK(q.common.json);
    CHECK(q.seed == 12345678901234567890u);
    CHECK(q.lattice == Four{{2, 2, 2, 2}});
    CHECK(q.boundary == Four{{-1, 1, 1, 1}});
  }

  TEST_CASE("lists over several lines and sections of the command's name are read") {
    const test::TemporaryDirectory scratch;
    Program p;
    p({"hmc", "--config", toml(scratch, "[hmc]\nlattice = [ # extents\n  4, 4,\n  4, 8 ]\nbeta = 6\n")});
    CHECK(p.lattice == Four{{4, 4, 4, 8}});
    CHECK(p.beta == 6);
  }

  TEST_CASE("a flag or key without a value is refused: the parser would take the next word for it") {
    const test::TemporaryDirectory scratch;
    for (const char* flag : {"--output=", "--seed=", "--config="}) {
      const Failure f = failure({"hmc", flag, "--quiet"});
      CAPTURE(f.text);
      CHECK(f.kind == ErrorKind::bad_value);
      CHECK(has(f.text, std::string(flag) + " has no value"));
    }
    const Failure f = failure({"hmc", "--config", toml(scratch, "output = \"\"\nquiet = true\n")});
    CAPTURE(f.text);
    CHECK(f.kind == ErrorKind::bad_value);
    CHECK(has(f.text, "run.toml:1: 'output' has no value"));
  }

  TEST_CASE("what is no list of four says what is wanted") {
    for (const char* wrong : {"4,4,4", "4,4,4,4,4", "4294967298,4,4,4", "4x4x4x4"}) {
      const Failure f = failure({"hmc", "--lattice", wrong});
      CAPTURE(f.text);
      CHECK(f.kind == ErrorKind::bad_value);
      CHECK(has(f.text, std::string("--lattice: '") + wrong + "' is no "));
    }
  }

  TEST_CASE("numbers are decimal, with leading zeros too, and finite") {
    const test::TemporaryDirectory scratch;
    Program p;
    p({"hmc", "--seed", "010", "--lattice", "010,4,4,08", "--beta", "007.50", "--start", "010"});
    CHECK(p.seed == 10);
    CHECK(p.lattice == Four{{10, 4, 4, 8}});
    CHECK(p.beta == 7.5);
    CHECK(p.start == "010");
    Program blanks;
    blanks({"hmc", "--seed", " 010 ", "--lattice", "4, 4,4 ,8", "--beta", " 06"});
    CHECK(blanks.seed == 10);
    CHECK(blanks.lattice == Four{{4, 4, 4, 8}});
    CHECK(has(config_values(*blanks.table).toml(), "seed = 10\n"));
    CHECK(has(failure({"hmc", "--beta", ""}).text, "'' is no number"));
    CHECK(has(failure({"hmc", "--beta", " 0x10"}).text, "is no decimal number"));
    CHECK(has(failure({"hmc", "--lattice", "4,4,4,4,"}).text, "'4,4,4,4,' is no"));
    const std::string text = config_values(*p.table).toml();
    CHECK(has(text, "seed = 10\n"));
    CHECK(has(text, "lattice = [10, 4, 4, 8]\n"));
    Program q;
    q({"hmc", "--config", toml(scratch, "seed = 0012\nboundary = [01, -01, 1, 1]\n")});
    CHECK(q.seed == 12);
    CHECK(q.boundary == Four{{1, -1, 1, 1}});
    for (const auto& [flag, wrong] :
         std::vector<std::pair<std::string, std::string>>{{"--seed", "0x10"},
                                                          {"--beta", "0x10"},
                                                          {"--beta", "-0X1p4"},
                                                          {"--seed", "0b11"},
                                                          {"--beta", "nan"},
                                                          {"--beta", "inf"},
                                                          {"--lattice", "8,8,0x8,8"}}) {
      const Failure f = failure({"hmc", flag, wrong});
      CAPTURE(f.text);
      CHECK(f.kind == ErrorKind::bad_value);
      CHECK(has(f.text, flag + ": '"));
      CHECK((has(f.text, "is no decimal number") || has(f.text, "is no finite number")));
    }
  }

  TEST_CASE("a key of a TOML file is there once, a flag is true or false") {
    const test::TemporaryDirectory scratch;
    const auto with = [&](const std::string& text) {
      return failure({"hmc", "--config", toml(scratch, text)});
    };
    const Failure twice = with("beta = 6\nseed = 1\n\nbeta = 5.7\n");
    CHECK(twice.kind == ErrorKind::bad_value);
    CHECK(has(twice.text, "run.toml:4: 'beta' is in line 1 already"));
    for (const char* value : {"2", "\"yes\"", "on", "0"}) {
      const Failure f = with(std::string("seed = 1\nquiet = ") + value + "\n");
      CAPTURE(f.text);
      CHECK(f.kind == ErrorKind::bad_value);
      CHECK(has(f.text, "run.toml:2: 'quiet' is '"));
    }
    Program p;
    p({"hmc", "--config", toml(scratch, "quiet = true\njson = false\n")});
    CHECK(p.common.quiet);
    CHECK_FALSE(p.common.json);
  }

  TEST_CASE("several numbers are printed as they are parted, a word that is a default stays one") {
    const test::TemporaryDirectory scratch;
    CLI::App root{"test", "glueball"};
    CLI::App* table = root.add_subcommand("solve", "several masses");
    std::vector<double> masses;
    std::string start = "cold";
    table->add_option("--mass", masses)->delimiter(',')->type_name("LIST");
    table->add_option("--start", start)->type_name("FILE|cold|hot")->capture_default_str();
    parse(root, {"solve", "--mass", "0.1,0.2"});
    const auto before = std::filesystem::current_path();
    std::filesystem::current_path(scratch.path());
    write_file(scratch / "cold", "x");
    const std::string text = config_values(*table).toml();
    std::filesystem::current_path(before);
    CHECK(has(text, "mass = [0.1, 0.2]\n"));
    CHECK(has(text, "start = \"cold\"\n"));
  }

  TEST_CASE("several names are the same when they come back from config.toml, whatever is in them") {
    const test::TemporaryDirectory scratch;
    const auto taken = [](const std::vector<std::string>& arguments, std::string* text = nullptr) {
      CLI::App root{"test", "glueball"};
      CLI::App* table = root.add_subcommand("fix", "several files");
      std::vector<std::string> files, plots;
      CommonOptions options;
      table->add_option("file,--file", files)->type_name("FILE");
      table->add_option("--plot", plots)->type_name("PATH")->allow_extra_args(false);
      add_common(*table, options, kAllFlags);
      parse(root, arguments);
      if (text) *text = config_values(*table).toml();
      return std::pair{files, plots};
    };
    const std::vector<std::string> names{"/a.lime", "/b;c.lime",  "/;",
                                         "/d\\",    "/\\\\;e\\;", "/f'\"\n\tg\\\\"};
    for (std::size_t count = 1; count <= names.size(); ++count) {
      std::vector<std::string> words{"fix"};
      for (std::size_t n = 0; n < count; ++n)
        words.insert(words.end(), {"--file", names[n], "--plot", names[n]});
      std::string text;
      const auto given = taken(words, &text);
      CHECK(given.first == std::vector(names.begin(), names.begin() + std::ptrdiff_t(count)));
      CHECK(given.second == given.first);
      CAPTURE(text);
      CHECK(taken({"fix", "--config", toml(scratch, text)}) == given);
    }
    std::string text;
    taken({"fix", "/a.lime", "/b.lime"}, &text);
    CHECK(has(text, "file = \"/a.lime;/b.lime\"\n"));
  }

  TEST_CASE("unknown words name the nearest") {
    const test::TemporaryDirectory scratch;
    CHECK(failure({"hcm"}).kind == ErrorKind::bad_value);
    CHECK(has(failure({"hcm"}).text, "did you mean 'hmc'?"));
    CHECK(has(failure({"hmc", "--bta", "5"}).text, "did you mean '--beta'?"));
    CHECK(has(failure({"hmc", "--latice=4,4,4,4"}).text, "'--latice'; did you mean '--lattice'?"));
    CHECK(has(failure({"hmc", "--xyzzyplugh"}).text, "--help"));
    const auto file = toml(scratch, "beta = 5.5\n\nsede = 4\n");
    const auto unknown = failure({"hmc", "--config", file});
    CHECK(unknown.kind == ErrorKind::bad_value);
    CHECK(has(unknown.text, file + ":3: unknown key 'sede'; did you mean 'seed'?"));
    CHECK(has(failure({"hmc", "--config", toml(scratch, "config = \"x\"\n")}).text, "unknown key 'config'"));
  }

  TEST_CASE("bad values and malformed files name file and line") {
    const test::TemporaryDirectory scratch;
    auto with = [&](const std::string& text) { return failure({"hmc", "--config", toml(scratch, text)}); };
    for (const char* text : {"beta 5.5\n", "\n= 5\n", "beta =\n", "output = \"open\n", "lattice = [1, 2\n",
                             "[other]\n", "be ta = 5\n"}) {
      CAPTURE(text);
      CHECK(with(text).kind == ErrorKind::bad_value);
      CHECK(has(with(text).text, "run.toml:"));
      CHECK_FALSE(has(with(text).text, "\n"));
    }
    CHECK(has(with("\n\nbeta 5.5\n").text, "run.toml:3:"));
    CHECK(has(with("seed = 1\nbeta = \"hot\"\n").text, "run.toml:2"));
    CHECK(failure({"hmc", "--beta", "-1"}).kind == ErrorKind::bad_value);
    for (const char* lattice : {"8,8,8", "8,8,8,8,8", "8x8x8x8", "a,b,c,d", "8,8,8,8.5"}) {
      CAPTURE(lattice);
      CHECK(failure({"hmc", "--lattice", lattice}).kind == ErrorKind::bad_value);
    }
    CHECK(failure({"hmc", "--config", "/nonexistent.toml"}).kind == ErrorKind::bad_file);
    CHECK(failure({"hmc", "--config", scratch.path().string()}).kind == ErrorKind::bad_file);
    CHECK(failure({"hmc", "--storage", "marble"}).kind == ErrorKind::bad_value);
    CHECK(failure({"hmc", "stray"}).kind == ErrorKind::bad_value);
    CHECK(failure({"hmc", "--beta"}).kind == ErrorKind::bad_value);
  }

  TEST_CASE("the printed configuration reproduces the values") {
    const test::TemporaryDirectory scratch;
    Program p;
    p({"hmc", "--beta", "5.6", "--lattice", "4,4,4,8", "--start", "hot", "--json", "--force", "--device",
       "vulkan:1", "--output", "a, b \"c\""});
    const std::string text = config_values(*p.table).toml();
    CHECK_FALSE(has(text, "force"));
    CHECK(has(text, "lattice = [4, 4, 4, 8]"));
    Program q;
    q({"hmc", "--config", toml(scratch, text)});
    CHECK(q.beta == 5.6);
    CHECK(q.lattice == p.lattice);
    CHECK(q.boundary == p.boundary);
    CHECK(q.start == "hot");
    CHECK(q.common.json);
    CHECK_FALSE(q.common.force);
    CHECK(q.common.device == "vulkan:1");
    CHECK(q.output == p.output);
    CHECK(config_values(*q.table).toml() == text);
  }

  TEST_CASE("an input file may be named relative to the TOML file") {
    const test::TemporaryDirectory scratch;
    write_file(scratch / "start.ildg", "x");
    const auto file = toml(scratch, "start = \"start.ildg\"\n");
    Program p;
    p({"hmc", "--config", file});
    CHECK(p.start == (scratch / "start.ildg").string());
    CHECK(has(config_values(*p.table).toml(), scratch.path().filename().string() + "/start.ildg"));
    Program q;
    q({"hmc", "--config", file, "--start", "start.ildg"});
    CHECK(q.start == "start.ildg");
  }

  TEST_CASE("help and values of TOML") {
    Program p;
    const auto help = p({"hmc", "--help"});
    REQUIRE(help.has_value());
    CHECK(has(*help, "--beta"));
    CHECK(toml_line("a", "1e-10") == "a = 1e-10\n");
    CHECK(toml_line("a", "true") == "a = true\n");
    CHECK(toml_line("a", "vulkan:0") == "a = \"vulkan:0\"\n");
    CHECK(toml_line("a", "1,-1") == "a = [1, -1]\n");
  }
}

}  // namespace glueball::test::unit_options
