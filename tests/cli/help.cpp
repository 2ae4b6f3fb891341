#include <doctest/doctest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "run/toml_checksum.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_help {
namespace {

using Arguments = std::vector<std::string>;

Arguments operator+(Arguments words, const Arguments& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// This is an entry of a help text.
struct Option {
  std::string flag;     ///< its first long name, "--beta"
  std::string heading;  ///< the group that it is in
  std::string text;     ///< type, default and description
  std::string need;     ///< when it acts, "with --method sa"; empty if always
};

std::vector<Option> options_of(const std::string& help) {
  std::vector<Option> options;
  std::string heading;
  for (const std::string& line : lines(help)) {
    const auto at = line.find("--"), first = line.find_first_not_of(' ');
    if (!line.empty() && line[0] != ' ') heading = line;
    if (line.starts_with("  ") && at < 8) {
      const auto end = std::min(line.find_first_of(" ,=", at), line.size());
      options.push_back({line.substr(at, end - at), heading, line.substr(end), ""});
    } else if (first != std::string::npos && first >= 20 && !options.empty()) {
      options.back().text += " " + line.substr(first);
    }
  }
  for (Option& o : options)
    for (auto at = o.text.find("[only "); at != std::string::npos; at = o.text.find("[only ", at + 1))
      o.need += o.text.substr(at, o.text.find(']', at) + 1 - at);
  return options;
}

/// The names of the long flags that a help text lists below headings that begin so.
Arguments flags_below(const std::string& help, const std::string& heading) {
  Arguments flags;
  for (const Option& o : options_of(help))
    if (o.heading.starts_with(heading)) flags.push_back(o.flag);
  return flags;
}

/// This is a command as its own help describes it.
struct Command {
  std::string name, help;
  Arguments example;             ///< its words, with files that are there
  std::set<std::string> common;  ///< the flags that other commands may have, too
  std::vector<Option> options{};

  bool has(const std::string& flag) const { return std::ranges::count(options, flag, &Option::flag) > 0; }
  /// The example without its options.
  Arguments bare() const {
    return {example.begin(),
            std::ranges::find_if(example, [](const auto& w) { return w.starts_with("--"); })};
  }
};

/// Values to try for an option until one is neither refused as such nor its default. Words of its text are
/// among them if it takes a word.
Arguments values_for(const Option& o) {
  const bool has_type = o.text.size() > 1 && std::isupper(static_cast<unsigned char>(o.text[1]));
  if (!has_type) return {""};  // it is a flag
  Arguments values{"=7", "=0.5", "=1e-7", "=on", "=half", "=4,4,4,4", "=1,1,1,-1", "=mc://a/b", "=x"};
  if (o.text.starts_with(" NUMBER") || o.text.starts_with(" COUNT")) return values;
  std::string word;
  for (const char c : o.text + " ")
    if (std::isalnum(static_cast<unsigned char>(c)) || c == '-') {
      word += c;
    } else {
      if (!word.empty() && !word.starts_with("-")) values.push_back("=" + word);
      word.clear();
    }
  return values;
}

/// The example's file is left out.
const Arguments kNoFile{"no file"};

/// Words with which needs are not met that the defaults of a command meet.
std::vector<Arguments> without_needs(const std::string& command) {
  if (command == "bench") return {{"restart"}, {"hmc"}, {"copy"}, {"dslash"}};
  if (command == "convert") return {{"--format", "openqcd"}, {}};
  if (command == "fix") return {{"--method", "sr"}, {"--gauge", "mag"}, {}};
  if (command == "flow") return {{"--times", "1"}};
  if (command == "hmc") return {{"--kappa", "0"}};
  if (command == "mesons" || command == "solve")
    return {{}, {"--action", "overlap"}, {"--source", "none", "--condensate", "1"}};
  if (command == "view") return {{"--headless"}, {}, {"--headless", "--animation", "none"}, kNoFile};
  return {{}};
}

std::vector<Command> commands() {
  std::vector<Command> all;
  bool below = false;
  for (const std::string& line : lines(run_program({"--help"}).out)) {
    below = line.starts_with("Subcommands:") || (below && line.starts_with("  "));
    if (!below || !line.starts_with("  ") || line.starts_with("   ")) continue;
    Command c{.name = line.substr(2, line.find(' ', 2) - 2)};
    c.help = run_program({c.name, "--help-all"}).out;
    c.options = options_of(c.help);
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
    CHECK(run_program({"hmc", "--help-all"}).out_has("Physics"));
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
        if (flag == "--config" || flag == "--preset" || flag == "--print-config" || flag == "--force")
          continue;
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
      for (const char* flag : {"--transport=messages", "--overlap=on"})
        if (c.has(std::string(flag).substr(0, std::string(flag).find('='))))
          says(run({flag, "--quiet"}), "acts only on several ranks");
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
        if (flag != "--config" && flag != "--preset" && flag != "--print-config" && flag != "--force")
          CHECK(first.out_has("\n" + flag.substr(2) + " = "));
      std::ofstream(scratch / "options.toml") << first.out;
      const auto second = run_program({c.name, "--config", scratch / "options.toml", "--print-config"});
      CAPTURE(second.err);
      CHECK(second.out == first.out);
    }
  }

  TEST_CASE("--help has the purpose, the main options and an example on one screen") {
    for (const Command& c : commands()) {
      CAPTURE(c.name);
      const auto brief = run_program({c.name, "--help"});
      CHECK(brief.status == 0);
      CHECK(lines(brief.out).size() <= 26);
      CHECK(brief.out_has("\nExample:  glueball " + c.name));
      CHECK(brief.out_has("--help-all"));
      const auto shown = options_of(brief.out);
      CHECK(shown.size() >= 2);
      for (const Option& o : shown) CHECK((o.flag == "--help-all" || c.has(o.flag)));
    }
    CHECK(run_program({"hmc", "--help"}).out_has("--beta"));
    CHECK_FALSE(run_program({"hmc", "--help"}).out_has("--luxury"));
    CHECK(run_program({"hmc", "--help-all"}).out_has("--luxury"));
  }

  TEST_CASE("no line of a help is longer than 100 columns") {
    std::vector<std::string> helps{run_program({"--help"}).out};
    for (const Command& c : commands())
      for (const std::string& help : {c.help, run_program({c.name, "--help"}).out}) helps.push_back(help);
    for (const std::string& help : helps)
      for (const std::string& line : lines(help)) {
        CAPTURE(line);
        CHECK(line.size() <= 100);
      }
  }

  TEST_CASE("an option is refused where it does nothing, which its help says") {
    std::map<std::string, int> refused;
    for (const Command& c : commands())
      for (const Option& o : c.options) {
        if (o.need.empty()) continue;
        CAPTURE(c.name);
        CAPTURE(o.flag);
        CAPTURE(o.need);
        const TemporaryDirectory scratch;
        const auto without = [&](const Arguments& words, const std::string& value) {
          const Arguments begin = words == kNoFile ? Arguments{c.name} : c.bare() + words;
          const auto r = run_program(begin + Arguments{o.flag + value, "--print-config"});
          if (!r.err_has(c.name + ": " + o.flag + " acts only ")) return false;
          CHECK(r.status == 2);
          CHECK(r.out.empty());
          CHECK(r.error_lines() == 1);
          CHECK(o.need.find("[only " + r.err.substr(r.err.find(" only ") + 6,
                                                    r.err.find(';') - r.err.find(" only ") - 6)) !=
                std::string::npos);
          const std::string file = scratch / "options.toml", key = o.flag.substr(2);
          std::ofstream(file) << key << " = " << (value.empty() ? "true" : '"' + value.substr(1) + '"')
                              << '\n';
          const auto from_file = run_program(begin + Arguments{"--config", file, "--print-config"});
          CHECK(from_file.status == 2);
          CHECK(from_file.err_has("options.toml:1: '" + key + "' acts only "));
          CHECK(from_file.error_lines() == 1);
          return true;
        };
        const auto found = [&] {
          for (const Arguments& words : without_needs(c.name))
            for (const std::string& value : values_for(o))
              if (without(words, value)) return true;
          return false;
        };
        CHECK(found());
        ++refused[c.name];
      }
    for (const char* command : {"bench", "convert", "fix", "flow", "heatbath", "hmc", "measure", "mesons",
                                "rational", "solve", "view"}) {
      CAPTURE(command);
      CHECK(refused[command] > 0);
    }
  }

  TEST_CASE("an option acts with what it needs, and its default needs nothing") {
    const std::string file = GLUEBALL_SOURCE "/assets/configurations/quickstart.ildg";
    for (const Arguments& words : std::vector<Arguments>{
             {"fix", file, "--method", "fourier", "--alpha", "0.1", "--momentum", "0.5"},
             {"fix", file, "--method", "sa", "--sa-sweeps", "7"},
             {"fix", file, "--alpha", "0.08", "--sa-sweeps", "1000"},
             {"fix", file, "--copies", "2", "--seed", "7"},
             {"flow", file, file, "--bin", "1"},
             {"hmc", "--kappa", "0", "--observables", "condensate:staggered:0.1", "--boundary", "1,1,1,1"},
             {"hmc", "--monomial", "kind=gauge,level=0,beta=5", "--monomial", "kind=hisq,level=0,mass=0.1",
              "--tolerance", "1e-7"},
             {"mesons", file, "--condensate", "2", "--seed", "3"},
             {"bench", "cg", "--operator", "clover"},
             {"bench", "--persistent-cg", "on"},
             {"solve", file, "--inner", "half", "--half-format", "float"}}) {
      CAPTURE(words);
      const auto r = run_program(words + Arguments{"--print-config"});
      CAPTURE(r.err);
      CHECK(r.status == 0);
      CHECK(r.err.empty());
    }
    for (const Arguments& words :
         std::vector<Arguments>{{"hmc", "--monomial", "kind=gauge,level=0,beta=5", "--tolerance", "1e-7"},
                                {"hmc", "--monomial", "kind=gauge,level=0,beta=5", "--monomial",
                                 "kind=hisq,level=0,mass=0.1", "--persistent-cg", "on"}})
      CHECK(run_program(words + Arguments{"--print-config"}).err_has("acts only with "));
  }

  TEST_CASE("a resumed run keeps what its config.toml has, but flags that do nothing are refused") {
    const TemporaryDirectory scratch;
    const std::string run = scratch / "run";
    const Arguments heatbath{"heatbath", "--lattice", "4,4,4,4", "--quiet"};
    REQUIRE(run_program(heatbath + Arguments{"--sweeps", "2", "--output", run}).status == 0);
    std::ifstream in(run + "/config.toml");
    std::stringstream text;
    text << in.rdbuf();
    // An earlier version may have taken what this one refuses.
    std::string old = text.str();
    const auto at = old.find("luxury = 3");
    REQUIRE(at != std::string::npos);
    old.replace(at, 10, "luxury = 4").erase(old.rfind("# crc32"));
    std::ofstream(run + "/config.toml") << glueball::with_checksum(old);
    const auto resumed = run_program({"heatbath", "--resume", run, "--sweeps", "3", "--quiet"});
    CAPTURE(resumed.err);
    CHECK(resumed.status == 0);
    const auto refused = run_program({"heatbath", "--resume", run, "--sweeps", "4", "--luxury", "4"});
    CHECK(refused.status == 2);
    CHECK(refused.err_has("heatbath: --luxury acts only with --random ranlux; leave it out"));
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
