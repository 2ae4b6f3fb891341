// The experiment of 2006 with all that came since: one system solved to one true residual in several ways.
#pragma once

#include <string>
#include <vector>

#include "field/memory_need.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

struct RestartRow {
  std::string method;
  std::string half_format = {};  ///< of iterations in half precision: "fixed" or "float"; empty in others
  int iterations = 0;
  int restarts = 0;
  double residual = 0;  ///< true, of the even-odd normal equations, in double
  double seconds = 0;   ///< of the whole solve, transfers and checks included
  double gflops = 0;    ///< of the iterations, by that time
};

/// Solves for a gaussian source: in double on the CPU alone (`with_cpu`), then on the device in single and
/// half precision restarted by the CPU, with reliable updates in device double, and in double throughout, as
/// the device allows. Methods that do not converge have a row that says so in `method`; 16-bit floats are
/// told there, too. Throws what QuarkSolver's makers throw.
std::vector<RestartRow> restart_benchmark(gpu::Device& device, const Configuration& u,
                                          const QuarkParameters& quark, const SolverOptions& options,
                                          bool with_cpu);

/// What each of these ways takes of the device, and the heatbath that makes the links where no file has them.
std::vector<MemoryNeed> restart_needs(const gpu::DeviceInfo& device, const QuarkParameters& quark,
                                      const SolverOptions& options, bool with_heatbath);

/// A configuration of Wilson's action at beta 6 from `sweeps` heatbath and overrelaxation sweeps on the
/// device.
Configuration thermal_configuration(gpu::Device& device, const Geometry& geometry, int sweeps);

}  // namespace glueball
