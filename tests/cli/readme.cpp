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

/// Returns README.md and then the pages of docs/, which use the files that README's commands leave.
std::vector<fs::path> pages() {
  std::vector<fs::path> found;
  for (const auto& entry : fs::recursive_directory_iterator(GLUEBALL_SOURCE "/docs"))
    if (entry.path().extension() == ".md") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  found.insert(found.begin(), GLUEBALL_SOURCE "/README.md");
  return found;
}

/// Returns the fenced blocks of a page that open with "```<language>".
std::vector<std::string> blocks(const fs::path& page, const std::string& language) {
  std::vector<std::string> found;
  bool inside = false;
  for (const std::string& line : lines(text_of(page))) {
    if (line == "```" + language && !inside) {
      inside = true;
      found.emplace_back();
    } else if (line == "```") {
      inside = false;
    } else if (inside) {
      found.back() += line + "\n";
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
    const std::string masked =
        std::regex_replace(line, std::regex("[-+]?[0-9]+([.][0-9]+)?( min)?( [0-9]+)? ?s?"), "N");
    kept.push_back(std::regex_replace(masked, std::regex(" +"), " "));  // numbers are aligned to the right
  }
  return kept;
}

}  // namespace

TEST_SUITE("cli") {
  TEST_CASE("the main job prints what the README shows") {
    const auto shown = blocks(pages().front(), "text");
    REQUIRE(shown.size() == 1);
    const std::string& text = shown.front();
    const TemporaryDirectory directory;
    const auto r = run_program({"hmc", "--config", GLUEBALL_SOURCE "/assets/presets/quickstart.toml",
                                "--output", directory / "quickstart"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    // The summary must have the same labels in the same order, and the same plaquette to the digits of single
    // precision.
    const std::string summary = text.substr(text.find("10 trajectories counted"));
    CAPTURE(r.out);
    CHECK(shape(r.out) == shape(summary));
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
    ProgramOptions options;
    options.directory = directory.path();
    // The main job above runs as users have it. These take CPU drivers longest to optimise kernels.
    if (!everything())
      options.environment = {
          {"GALLIVM_PERF", "nopt"}, {"LP_NATIVE_VECTOR_WIDTH", "128"}, {"GLUEBALL_OPTIMIZE", "inlined"}};
    for (const fs::path& page : pages()) {
      auto shown = blocks(page, "sh");
      if (everything()) {
        const auto slow = blocks(page, "sh slow");
        shown.insert(shown.end(), slow.begin(), slow.end());
      }
      for (const std::string& block : shown) {
        for (const auto& line : lines(block)) {
          auto command = words(line);
          if (command.empty()) continue;
          CAPTURE(page.string());
          CAPTURE(line);
          REQUIRE(command.front() == (page.filename() == "README.md" ? "tools/run" : "glueball"));
          command.erase(command.begin());
          if (command.front() == "doctor")
            continue;  // tests/cli/devices.cpp does, validated: it takes minutes
          const auto r = run_program(command, options);
          CAPTURE(r.err);
          CHECK(r.status == 0);
        }
      }
    }
  }
}

}  // namespace glueball::test::cli_readme
