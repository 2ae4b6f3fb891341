// README and docs/ show what the program does: their output is compared and their commands are run.
#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <regex>
#include <sstream>

#include "support/devices.hpp"
#include "support/program.hpp"
#include "support/source_text.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_readme {
namespace {

namespace fs = std::filesystem;

/// Returns README.md and then the pages of docs/ and of the walkthrough, which use the files that README's
/// commands leave.
std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const char* folder : {GLUEBALL_SOURCE "/docs", GLUEBALL_SOURCE "/tools/walkthrough"})
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.path().extension() == ".md") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  found.insert(found.begin(), GLUEBALL_SOURCE "/README.md");
  return found;
}

/// A fenced block, which opens with "```<language>". "text output" is what the command before it prints.
struct Block {
  std::string language, text;
};

std::vector<Block> blocks(const fs::path& page) {
  std::vector<Block> found;
  bool inside = false;
  for (const std::string& line : lines(text_of(page))) {
    if (line.starts_with("```")) {
      inside = !inside;
      if (inside) found.push_back({line.substr(3), ""});
    } else if (inside) {
      found.back().text += line + "\n";
    }
  }
  return found;
}

std::vector<std::string> words(const std::string& line) {
  std::istringstream stream(line.substr(0, line.find('#')));
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The lines a device cannot change, with its numbers masked: labels, counts that are given, and the table's
/// head.
std::vector<std::string> shape(const std::string& text) {
  std::vector<std::string> kept;
  for (const auto& line : lines(text)) {
    if (std::regex_search(line, std::regex("^[a-z0-9]+/[a-z0-9_]+ ")))
      continue;  // rows of the table: sorted by time
    const std::string plain =
        std::regex_replace(line, std::regex("checksum +[0-9a-f]{8}( [0-9a-f]{8})?"), "checksum N");
    const std::string masked =
        std::regex_replace(plain, std::regex("[-+]?[0-9]+([.][0-9]+)?( min)?( [0-9]+)? ?s?"), "N");
    // Numbers are aligned to the right, and columns may be empty.
    kept.push_back(std::regex_replace(masked, std::regex(" +"), " "));
    if (kept.back().ends_with(' ')) kept.back().pop_back();
  }
  return kept;
}

/// True if lines are among those that a program printed, in this order.
bool shows(const std::vector<std::string>& printed, const std::vector<std::string>& lines_of_page) {
  auto from = printed.begin();
  for (const std::string& line : lines_of_page) {
    from = std::find(from, printed.end(), line);
    if (from == printed.end()) return false;
    ++from;
  }
  return true;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("the main job prints what the README shows") {
    const auto readme = blocks(pages().front());
    const auto shown =
        std::find_if(readme.begin(), readme.end(), [](const Block& b) { return b.language == "text"; });
    REQUIRE(shown != readme.end());
    const std::string& text = shown->text;
    const TemporaryDirectory directory;
    const auto r = run_program({"hmc", "--config", GLUEBALL_SOURCE "/assets/presets/quickstart.toml",
                                "--output", directory / "quickstart"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    // The page's part of the summary must have the same labels in the same order, and the same plaquette to
    // the digits of single precision.
    const std::string summary = text.substr(text.find("10 trajectories counted"));
    CAPTURE(r.out);
    CHECK(shows(shape(r.out), shape(summary)));
    std::smatch wanted, found;
    const std::regex plaquette("plaquette +([0-9.]+)");
    REQUIRE(std::regex_search(summary, wanted, plaquette));
    REQUIRE(std::regex_search(r.out, found, plaquette));
    CHECK(std::stod(found[1]) == doctest::Approx(std::stod(wanted[1])).epsilon(2e-4));
    for (const auto& row : lines(summary)) {
      std::smatch kernel;
      if (std::regex_search(row, kernel, std::regex("^([a-z0-9]+/[a-z0-9_]+) "))) CHECK(r.out_has(kernel[1]));
    }
  }

  TEST_CASE("the list of changes begins with the program's version") {
    const auto r = run_program({"--version"});
    REQUIRE(r.status == 0);
    const std::string changes = text_of(GLUEBALL_SOURCE "/CHANGELOG.md");
    std::smatch newest;
    REQUIRE(std::regex_search(changes, newest, std::regex("\n## ([0-9.]+) ")));
    CHECK(r.out_has(newest[1]));
  }

  TEST_CASE("every command of README and docs runs") {
    const TemporaryDirectory directory;
    fs::create_directory_symlink(GLUEBALL_SOURCE "/assets", directory.path() / "assets");
    ProgramOptions options;
    options.directory = directory.path();
    // The main job above runs as users have it. These take CPU drivers longest to optimise kernels.
    if (!everything())
      options.environment = {
          {"GALLIVM_PERF", "nopt"}, {"LP_NATIVE_VECTOR_WIDTH", "128"}, {"GLUEBALL_OPTIMIZE", "inlined"}};
    for (const fs::path& page : pages()) {
      const std::string program = page == pages().front() ? "tools/run" : "glueball";
      ProgramResult last;
      for (const Block& block : blocks(page)) {
        CAPTURE(page.string());
        if (block.language == "text output") CHECK(shows(shape(last.out), shape(block.text)));
        if (block.language != "sh" && !(block.language == "sh slow" && everything())) continue;
        for (const auto& line : lines(block.text)) {
          auto command = words(line);
          if (command.empty()) continue;
          CAPTURE(line);
          REQUIRE(command.front() == program);
          command.erase(command.begin());
          if (command.front() == "doctor")
            continue;  // tests/cli/devices.cpp does, validated: it takes minutes
          last = run_program(command, options);
          CAPTURE(last.err);
          CHECK(last.status == 0);
        }
      }
    }
  }
}

}  // namespace glueball::test::cli_readme
