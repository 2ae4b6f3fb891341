// The program on several ranks, and what is compared of its files.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "lattice/configuration.hpp"
#include "support/program.hpp"

namespace glueball::test {

bool has_mpirun();

/// Runs this build's program under mpirun, also as root, and on fewer cores than ranks.
ProgramResult run_ranks_of_program(int ranks, const std::vector<std::string>& arguments,
                                   const std::string& directory = {},
                                   std::map<std::string, std::string> environment = {});
/// Returns the stdout of a command, of one process or under mpirun. The command must succeed.
std::string run_any(int ranks, const std::vector<std::string>& arguments);
/// The same with --ranks: of one process where the grid is 1,1,1,1.
std::string run_grid(const std::string& grid, std::vector<std::string> arguments);

/// Returns a JSON object per line, without the time that things took.
std::vector<std::string> without_times(const std::string& text);
/// Returns the same for the steps in a history.
std::vector<std::string> steps_of(const std::filesystem::path& history);
/// The links of an ILDG file in double precision: all of it but the text that holds the date.
std::string links_of(const std::filesystem::path& file);
/// Lines of stderr that are the program's own errors; mpirun has some to say of its processes.
std::vector<std::string> complaints(const ProgramResult& result);

/// Writes random SU(3) links on 4^3 x 8 to an ILDG file. Returns its path.
std::string start_file(const std::filesystem::path& path);

}  // namespace glueball::test
