#include "support/page.hpp"

#include <cstdlib>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "support/program.hpp"

namespace glueball::test {

std::vector<std::string> literal_blocks(const std::string& chapter) {
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

std::string walkthrough_program(const std::string& name) {
  const char* build = std::getenv("GLUEBALL_BUILD");
  if (build == nullptr) throw std::runtime_error("GLUEBALL_BUILD is not set; run this through ctest");
  return std::string(build) + "/walkthrough/" + name;
}

std::vector<std::string> paragraphs(const std::string& text) {
  std::vector<std::string> result(1);
  for (const std::string& line : lines(text)) {
    if (line.empty())
      result.emplace_back();
    else
      result.back() += line + "\n";
  }
  return result;
}

std::string masked(const std::string& text) {
  std::string result;
  for (std::string line : lines(text)) {
    if (line.starts_with("time")) line = std::regex_replace(line, std::regex(" +[0-9]+\\.[0-9]+"), " *");
    line = std::regex_replace(line, std::regex("^(vulkan|opengl):[0-9]+, .+$"), "$1:*, *");
    result += line + "\n";
  }
  return result;
}

}  // namespace glueball::test
