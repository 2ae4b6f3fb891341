// Sections of the report about whole algorithms, made from the output of `glueball bench restart --json` and
// `glueball bench hmc --json`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace glueball::app {

/// A line of `bench restart`: a system solved by one method.
struct RestartLine {
  std::string device, api, id, driver, version, time;
  std::string lattice, system;  ///< for example "32^4"; "kappa 0.15, true residual 1e-10"
  std::string command;          ///< the command that repeats the measurement
  std::string method;
  int iterations = 0, restarts = 0;
  double residual = 0, seconds = 0, gflops = 0, speed_up = 0;
};

/// A line of `bench hmc`: one setup.
struct HmcLine {
  std::string device, api, id, driver, version, time;
  std::string lattice, setup, precision, energies, start;
  double mu = 0, tau = 0, paper_tau = 0, seconds = 0, cg_iterations = 0, abs_delta_h = 0, plaquette = 0,
         not_dslash = 0;
  int steps = 0, gauge_steps = 0, trajectories = 0, accepted = 0;
};

struct AlgorithmLines {
  std::vector<RestartLine> restart;
  std::vector<HmcLine> hmc;
  bool others = false;  ///< the file also has lines of kernels
};

/// Throws Error(bad_file) with file and line for text that is not JSON, or lacks a key.
AlgorithmLines read_algorithms(const std::filesystem::path& file);

/// Return tables of all lines, or empty strings.
std::string restart_sections(const std::vector<RestartLine>& lines);
std::string hmc_section(const std::vector<HmcLine>& lines);

}  // namespace glueball::app
