#include "support/mpirun.hpp"

#include <doctest/doctest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "io/ildg.hpp"
#include "support/bytes_of.hpp"

namespace glueball::test {
namespace fs = std::filesystem;

bool has_mpirun() { return run_command({"mpirun", "--version"}).status == 0; }

ProgramResult run_ranks_of_program(int ranks, const std::vector<std::string>& arguments,
                                   const std::string& directory,
                                   std::map<std::string, std::string> environment) {
  std::vector<std::string> command = {"mpirun",
                                      "--allow-run-as-root",
                                      "--oversubscribe",
                                      "-q",
                                      "-n",
                                      std::to_string(ranks),
                                      std::getenv("GLUEBALL_PROGRAM")};
  command.insert(command.end(), arguments.begin(), arguments.end());
  environment.insert({{"OMPI_MCA_btl_vader_single_copy_mechanism", "none"},
                      {"OMP_NUM_THREADS", "1"},
                      {"GALLIVM_PERF", "nopt"}});
  return run_command(command, {.environment = environment, .directory = directory});
}

std::string run_any(int ranks, const std::vector<std::string>& arguments) {
  const auto result = ranks == 1 ? run_program(arguments, {.environment = {{"GALLIVM_PERF", "nopt"}}})
                                 : run_ranks_of_program(ranks, arguments);
  REQUIRE_MESSAGE(result.status == 0, result.err);
  return result.out;
}

std::string run_grid(const std::string& grid, std::vector<std::string> arguments) {
  arguments.insert(arguments.end(), {"--ranks", grid});
  int ranks = 1;
  std::istringstream numbers(grid);
  for (std::string n; std::getline(numbers, n, ',');) ranks *= std::stoi(n);
  return run_any(ranks, arguments);
}

std::vector<std::string> without_times(const std::string& text) {
  std::vector<std::string> all;
  for (const std::string& line : lines(text)) {
    auto object = nlohmann::ordered_json::parse(line);
    for (const char* key : {"seconds", "gflops"}) object.erase(key);
    if (object.contains("deflation")) object["deflation"].erase("seconds");
    if (object.contains("diagnostics")) object["diagnostics"].erase("seconds");
    all.push_back(object.dump());
  }
  return all;
}

std::vector<std::string> steps_of(const fs::path& history) {
  std::string steps;
  std::ifstream in(history);
  for (std::string line; std::getline(in, line);)
    if (nlohmann::ordered_json::parse(line).contains("step")) steps += line + "\n";
  return without_times(steps);
}

std::string links_of(const fs::path& file) {
  const std::string all = bytes_of(file);
  const std::size_t at = all.find("ildg-binary-data");
  REQUIRE(at != std::string::npos);
  return all.substr(at, std::size_t(4) * 4 * 4 * 8 * 4 * 18 * 8);
}

std::vector<std::string> complaints(const ProgramResult& result) {
  std::vector<std::string> own;
  for (const std::string& line : lines(result.err))
    if (line.find("glueball: error:") != std::string::npos) own.push_back(line);
  return own;
}

std::string start_file(const fs::path& path) {
  io::write_ildg(path.string(), hot_configuration(Geometry({4, 4, 4, 8}), 11), {});
  REQUIRE(fs::exists(path));
  return path.string();
}

}  // namespace glueball::test
