// These functions run `glueball hmc` and read the steps that it left.
#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/program.hpp"

namespace glueball::test {

inline ProgramResult hmc(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "hmc");
  arguments.push_back("--quiet");
  return run_program(arguments);
}

/// Returns the records of steps in a run's history.
inline std::vector<nlohmann::json> history_of(const std::filesystem::path& run) {
  std::ifstream file(run / "history.jsonl");
  std::vector<nlohmann::json> steps;
  for (std::string line; std::getline(file, line);)
    if (const nlohmann::json object = nlohmann::json::parse(line); object.contains("step"))
      steps.push_back(object);
  return steps;
}

}  // namespace glueball::test
