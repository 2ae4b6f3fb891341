// This reads the output of --json, which is an object per line.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace glueball::test {

inline std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> all;
  for (const std::string& line : lines(text)) all.push_back(nlohmann::json::parse(line));
  return all;
}

}  // namespace glueball::test
