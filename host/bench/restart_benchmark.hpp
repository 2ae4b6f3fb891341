// Mixed-precision solvers compared: one system is solved to one true residual by every method. The project
// began with such an experiment in 2006.
#pragma once

#include <string>
#include <vector>

#include "field/memory_need.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

struct RestartRow {
  std::string method;
  std::string half_format = {};  ///< "fixed" or "float" for iterations in half precision, else empty
  int iterations = 0;
  int restarts = 0;
  double residual = 0;  ///< |b - M x| / |b| on all sites, computed in double
  double seconds = 0;   ///< whole solve, with transfers and checks
  double gflops = 0;    ///< flops of the iterations over `seconds`
};

/// Solves for a gaussian source by every method that the device allows: in double on the CPU alone
/// (`with_cpu`); on the device in single and half precision with restarts in double on the CPU; with reliable
/// updates in double on the device; and in double throughout. A method that does not converge has a row whose
/// `method` says so, as does one in 16-bit floats. Throws what QuarkSolver's factories throw.
std::vector<RestartRow> restart_benchmark(gpu::Device& device, const Configuration& u,
                                          const QuarkParameters& quark, const SolverOptions& options,
                                          bool with_cpu);

/// Returns the device memory that each method needs, and that of the heatbath that makes links if no file is
/// given.
std::vector<MemoryNeed> restart_needs(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                                      const SolverOptions& options, bool with_heatbath);

/// Makes a configuration of Wilson's gauge action at beta 6 by `sweeps` heatbath and overrelaxation sweeps on
/// the device.
Configuration thermal_configuration(gpu::Device& device, const Geometry& geometry, int sweeps);

}  // namespace glueball
