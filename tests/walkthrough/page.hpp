// What a chapter's page says its program prints, held against what the program prints.
#pragma once

#include <cstdlib>
#include <fstream>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace glueball::test {

/// The literal blocks (```text) of tools/walkthrough/<chapter>/README.md, in order.
inline std::vector<std::string> literal_blocks(const std::string& chapter) {
  const std::string path = std::string(GLUEBALL_SOURCE) + "/tools/walkthrough/" + chapter + "/README.md";
  std::ifstream file(path);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::vector<std::string> blocks;
  bool inside = false;
  for (std::string line; std::getline(file, line);) {
    if (inside && line == "```") {
      inside = false;
    } else if (inside) {
      blocks.back() += line + "\n";
    } else if (line == "```text") {
      inside = true;
      blocks.emplace_back();
    }
  }
  return blocks;
}

/// Where the build has put a program of the walkthrough: "01_add" or "solutions/01_add".
inline std::string walkthrough_program(const std::string& name) {
  const char* build = std::getenv("GLUEBALL_BUILD");
  if (build == nullptr) throw std::runtime_error("GLUEBALL_BUILD is not set; run this through ctest");
  return std::string(build) + "/walkthrough/" + name;
}

/// Paragraphs: pieces between empty lines.
inline std::vector<std::string> paragraphs(const std::string& text) {
  std::vector<std::string> result(1);
  for (const std::string& line : lines(text)) {
    if (line.empty())
      result.emplace_back();
    else
      result.back() += line + "\n";
  }
  return result;
}

/// Puts `*` for what differs from run to run and machine to machine: the figures of lines that begin with
/// "time", and the number and name of a device in a line "vulkan:0, NAME". Everything else is to be the same
/// to the letter.
inline std::string masked(const std::string& text) {
  std::string result;
  for (std::string line : lines(text)) {
    if (line.starts_with("time")) line = std::regex_replace(line, std::regex(" +[0-9]+\\.[0-9]+"), " *");
    line = std::regex_replace(line, std::regex("^(vulkan|opengl):[0-9]+, .+$"), "$1:*, *");
    result += line + "\n";
  }
  return result;
}

}  // namespace glueball::test
