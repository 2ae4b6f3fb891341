// Quark propagation: M x = b on all sites of a configuration, solved on a device and checked in double.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gpu/device.hpp"
#include "lattice/boundary.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/device_lattice.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

enum class QuarkAction { wilson, twisted_mass, clover, staggered };

/// What M is; see host/reference for the formulas. A clover quark may have a twisted mass too.
struct QuarkParameters {
  QuarkAction action = QuarkAction::wilson;
  double kappa = 0.12;
  double mu = 0;    ///< twisted mass, of either sign
  double csw = 1;   ///< clover coefficient
  double mass = 0.1;  ///< of staggered quarks
  Boundary boundary;
};

enum class Method { cg, bicgstab };

/// Who holds the residual and the solution in double: the CPU, as in 2006, which also catches faults of the device's memory,
/// or the device, where it has doubles; `automatic` takes the device for anything that is not a CPU driver.
enum class Restart { automatic, cpu, gpu };

struct SolverOptions {
  Method method = Method::cg;
  gpu::Precision inner = gpu::Precision::single;
  Restart restart = Restart::automatic;
  double tolerance = 1e-10;  ///< |b - M x| / |b| of the even-odd system that is solved
  int max_iterations = 10000;
  int reconstruct = 12;
  /// Makes further choices for the lattice of a precision, whose options are otherwise complete.
  std::function<void(gpu::Device&, const Geometry&, LatticeOptions&)> choose = {};
  /// Called now and then with the iterations so far and the residual.
  std::function<void(int, double)> progress;
};

struct SolveResult {
  int iterations = 0;            ///< of the inner solver on the device, all restarts together
  int restarts = 0;              ///< inner solves, or reliable updates, beyond the first
  double residual = 0;           ///< |b - A x| / |b| of the even-odd system, computed in double
  double residual_full = 0;      ///< |b - M x| / |b| on all sites, computed in double on the CPU
  double seconds = 0;
  double flops = 0;
  std::vector<double> history;   ///< the first residual after every inner solve
};

template <class Half>
class QuarkSolver {
 public:
  using Full = std::array<Half, 2>;  ///< indexed by int(Parity)
  virtual ~QuarkSolver() = default;
  /// x with M x = b; what x held does not matter. Throws Error(not_converged) that says why and how far it came.
  virtual SolveResult solve(const Full& b, Full& x) = 0;
};

/// Throws Error(usage) for parameters that the action does not have values for, Error(device) when it does not fit.
std::unique_ptr<QuarkSolver<HalfSpinorField>> make_spinor_solver(gpu::Device& device, const Configuration& u,
                                                                 const QuarkParameters& quark,
                                                                 const SolverOptions& options);
std::unique_ptr<QuarkSolver<HalfColourField>> make_staggered_solver(gpu::Device& device, const Configuration& u,
                                                                    const QuarkParameters& quark,
                                                                    const SolverOptions& options);

}  // namespace glueball
