#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_help {
namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// The names of the long flags that a help text lists below headings that begin so.
Arguments flags_below(const std::string& help, const std::string& heading) {
  Arguments flags;
  bool below = false;
  for (const std::string& line : lines(help)) {
    if (line.empty() || line[0] != ' ') below = line.starts_with(heading);
    if (const auto at = line.find("--"); below && line.starts_with("  ") && at < 8)
      flags.push_back(line.substr(at, line.find_first_of(" ,=", at) - at));
  }
  return flags;
}

/// This is a command as its own help describes it.
struct Command {
  std::string name, help;
  Arguments example;             ///< its words, with files that are there
  std::set<std::string> common;  ///< the flags that other commands may have, too

  bool has(const std::string& flag) const { return help.find("  " + flag + " ") != std::string::npos; }
};

std::vector<Command> commands() {
  std::vector<Command> all;
  bool below = false;
  for (const std::string& line : lines(run_program({"--help"}).out)) {
    below = line.starts_with("Subcommands:") || (below && line.starts_with("  "));
    if (!below || !line.starts_with("  ")) continue;
    Command c{.name = line.substr(2, line.find(' ', 2) - 2)};
    c.help = run_program({c.name, "--help"}).out;
    for (const std::string& flag : flags_below(c.help, "Device and output")) c.common.insert(flag);
    const std::string begin = "Example:  glueball ";
    const auto at = c.help.find(begin);
    REQUIRE(at != std::string::npos);
    std::istringstream words(c.help.substr(at + begin.size(), c.help.find('\n', at) - at - begin.size()));
    for (std::string word; words >> word;) {
      if (word.find('*') != std::string::npos) word = "assets/configurations/quickstart.ildg";
      c.example.push_back(word.starts_with("assets/") ? GLUEBALL_SOURCE "/" + word : word);
    }
    all.push_back(std::move(c));
  }
  return all;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("help is data on stdout and lists every command") {
    const auto help = run_program({"--help"});
    CHECK(help.status == 0);
    CHECK(help.err.empty());
    const auto all = commands();
    for (const Command& c : all) {
      CAPTURE(c.name);
      CHECK(c.example.front() == c.name);
      CHECK(c.has("--json"));
    }
    for (const char* command : {"heatbath", "hmc", "solve", "view"})
      CHECK(std::ranges::count(all, command, &Command::name) == 1);
    CHECK(run_program({"hmc", "--help"}).out_has("Physics"));
    CHECK(run_program({"--version"}).out_has("glueball "));
  }

  TEST_CASE("a common flag is refused in one line by each command that does not have it") {
    const auto all = commands();
    std::set<std::string> flags;
    for (const Command& c : all) flags.insert(c.common.begin(), c.common.end());
    for (const char* flag : {"--device", "--ranks", "--persistent-cg", "--storage", "--force", "--no-cache"})
      CHECK(flags.contains(flag));
    const TemporaryDirectory scratch;
    int refused = 0;
    for (const Command& c : all)
      for (const std::string& flag : flags) {
        if (c.has(flag)) continue;
        CAPTURE(c.name);
        const auto r = run_program({c.name, flag + "=auto"});
        CHECK(r.status == 2);
        CHECK(r.err_has(c.name + ": "));
        CHECK(r.err_has(flag));
        CHECK(r.error_lines() == 1);
        const std::string file = scratch / "options.toml";
        std::ofstream(file) << flag.substr(2) << " = \"auto\"\n";
        if (flag == "--config" || flag == "--print-config" || flag == "--force") continue;
        const auto from_file = run_program({c.name, "--config", file});
        CHECK(from_file.status == 2);
        CHECK(from_file.err_has("options.toml:1: "));
        CHECK(from_file.err_has("'" + flag.substr(2) + "'"));
        ++refused;
      }
    CHECK(refused > 0);
    for (const Arguments& words :
         {Arguments{"rational", "--power", "-1/2", "--range", "1e-5,1", "--order", "2", "--device",
                    "vulkan:99", "--persistent-cg", "on", "--transport", "cuda"},
          {"info", GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg", "--device", "opengl:77"},
          {"catalogue", GLUEBALL_SOURCE "/assets/configurations", "--device", "vulkan:99"}})
      CHECK(run_program(words).err_has(words.front() + ": --device does not act here; leave it out"));
  }

  TEST_CASE("a flag that a command has acts: values that nothing can be done with end it") {
    for (const Command& c : commands()) {
      CAPTURE(c.name);
      const TemporaryDirectory scratch;
      const auto run = [&](const Arguments& more) {
        const auto r = run_program(c.example + more, {.directory = scratch.path().string()});
        CAPTURE(r.err);
        CHECK(r.status == (r.err_has("no device") ? 4 : 2));
        CHECK(r.error_lines() == 1);
        CHECK(std::filesystem::is_empty(scratch.path()));
        return r.err;
      };
      const auto says = [](const std::string& text, const char* part) {
        CAPTURE(text);
        CHECK(text.find(part) != std::string::npos);
      };
      if (c.has("--device")) says(run({"--device", "vulkan:99", "--quiet"}), "vulkan:99");
      if (c.has("--ranks")) says(run({"--ranks", "7,1,1,1", "--quiet"}), "7");
      if (c.has("--load-balance")) says(run({"--load-balance", "3,1", "--quiet"}), "3,1");
    }
  }

  TEST_CASE("what a command prints as its configuration has all of its flags, and gives the same again") {
    for (const Command& c : commands()) {
      CAPTURE(c.name);
      const TemporaryDirectory scratch;
      const auto first = run_program(c.example + Arguments{"--print-config"});
      CAPTURE(first.err);
      REQUIRE(first.status == 0);
      for (const std::string& flag : c.common)
        if (flag != "--config" && flag != "--print-config" && flag != "--force")
          CHECK(first.out_has("\n" + flag.substr(2) + " = "));
      std::ofstream(scratch / "options.toml") << first.out;
      const auto second = run_program({c.name, "--config", scratch / "options.toml", "--print-config"});
      CAPTURE(second.err);
      CHECK(second.out == first.out);
    }
  }

  TEST_CASE("bench refuses the flags of its other forms, which its help lists by headings") {
    const std::string help = run_program({"bench", "--help"}).out;
    for (const auto& [heading, form] : {std::pair{"The setups of 2012", "copy"},
                                        {"The setups of 2012", "restart"},
                                        {"The experiment of 2006", "copy"}}) {
      const Arguments flags = flags_below(help, heading);
      CHECK(flags.size() >= 5);
      for (const std::string& flag : flags) {
        CAPTURE(flag);
        CAPTURE(form);
        bool refused = false;  // one of these is a value of it, and not its default
        for (const char* value : {"", "=7", "=A", "=half", "=host"}) {
          const auto r = run_program({"bench", form, flag + value});
          CHECK(r.status == 2);
          refused = refused || r.err_has(flag + " does not act here");
        }
        CHECK(refused);
      }
    }
    CHECK(run_program({"bench", "hmc", "--reference"}).err_has("bench hmc: --reference does not act here"));
    CHECK(run_program({"bench", "restart", "--plot", "x.png"}).err_has("--plot does not act here"));
  }

  TEST_CASE("no command is a usage error with the help on stderr") {
    const auto none = run_program({});
    CHECK(none.status == 2);
    CHECK(none.out.empty());
    CHECK(none.err_has("hmc"));
  }

  TEST_CASE("unknown words name the nearest, in one line, with status 2") {
    for (const auto& [arguments, meant] :
         std::vector<std::pair<std::vector<std::string>, std::string>>{{{"devicse"}, "devices"},
                                                                       {{"hmc", "--kapa", "0.1"}, "--kappa"},
                                                                       {{"doctor", "--jsn"}, "--json"}}) {
      const auto r = run_program(arguments);
      CAPTURE(r.err);
      CHECK(r.status == 2);
      CHECK(r.out.empty());
      CHECK(r.err_has("did you mean '" + meant + "'?"));
      CHECK(r.error_lines() == 1);
    }
  }

  TEST_CASE("seeds that are no number from 0 to 2^64 - 1 are refused, not bent into one") {
    const std::string file = std::string(GLUEBALL_SOURCE) + "/assets/configurations/quickstart.ildg";
    const std::vector<std::vector<std::string>> commands = {
        {"hmc"}, {"heatbath"}, {"fix", file}, {"mesons", file}, {"view", "--run", "heatbath"}};
    for (const auto& command : commands)
      for (const std::string seed : {"-1", "18446744073709551616", "1.5", "0x10", "1e3"}) {
        auto arguments = command;
        arguments.push_back("--seed=" + seed);
        CAPTURE(command.front());
        CAPTURE(seed);
        const auto r = run_program(arguments);
        CAPTURE(r.err);
        CHECK(r.status == 2);
        CHECK(r.out.empty());
        CHECK(r.error_lines() == 1);
        CHECK(r.err_has("seed"));
      }
    const auto noise =
        run_program({"solve", file, "--action", "wilson", "--kappa", "0.1", "--source", "z2:-1"});
    CHECK(noise.status == 2);
    const auto largest = run_program({"hmc", "--seed=18446744073709551615", "--print-config"});
    CHECK(largest.status == 0);
    CHECK(largest.out_has("seed = 18446744073709551615"));
  }
}

}  // namespace glueball::test::cli_help
