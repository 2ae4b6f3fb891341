// What the README shows is what the program does.
#include <doctest/doctest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>

#include "support/devices.hpp"
#include "support/program.hpp"
#include "support/temporary.hpp"

namespace glueball::test::cli_readme {
namespace {

/// The fenced blocks of the README that open with "```<language>".
std::vector<std::string> blocks(const std::string& language) {
  std::ifstream file(GLUEBALL_SOURCE "/README.md");
  std::vector<std::string> found;
  std::string line;
  bool inside = false;
  while (std::getline(file, line)) {
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
    const auto shown = blocks("text");
    REQUIRE(shown.size() == 1);
    const std::string& text = shown.front();
    const TemporaryDirectory directory;
    const auto r = run_program({"hmc", "--config", GLUEBALL_SOURCE "/assets/presets/quickstart.toml",
                                "--output", directory / "quickstart"});
    CAPTURE(r.err);
    REQUIRE(r.status == 0);
    // The summary: the same labels in the same order; the same plaquette, to the digits that single precision
    // gives.
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

  TEST_CASE("every command of the README runs") {
    const auto shown = blocks("sh");
    REQUIRE(shown.size() == 1);
    const TemporaryDirectory directory;
    ProgramOptions options;
    options.directory = directory.path();
    // The main job above runs as users have it. These take CPU drivers longest to optimise kernels.
    if (!everything())
      options.environment = {
          {"GALLIVM_PERF", "nopt"}, {"LP_NATIVE_VECTOR_WIDTH", "128"}, {"GLUEBALL_OPTIMIZE", "inlined"}};
    int commands = 0;
    for (const auto& line : lines(shown.front())) {
      auto command = words(line);
      if (command.empty()) continue;
      CAPTURE(line);
      REQUIRE(command.front() == "tools/run");
      command.erase(command.begin());
      ++commands;
      if (command.front() == "walkthrough") continue;  // tests/walkthrough runs the chapters
      if (command.front() == "doctor") continue;  // tests/cli/devices.cpp does, validated: it takes minutes
      const auto r = run_program(command, options);
      CAPTURE(r.err);
      CHECK(r.status == 0);
    }
    CHECK(commands >= 7);
  }
}

}  // namespace glueball::test::cli_readme
