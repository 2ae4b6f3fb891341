// Quark propagation: M x = b on all sites of a configuration, solved on a device and checked in double.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "fermion/quark.hpp"
#include "field/device_lattice.hpp"
#include "gpu/device.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/low_modes.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

enum class Method { cg, bicgstab };

/// Where a solve begins: at x = 0, or at what x holds, if that is nearer to the solution.
enum class Start { zero, given };

/// Who holds the residual and the solution in double: the CPU, as in 2006, which also catches faults of the
/// device's memory, or the device, where it has doubles; `automatic` takes the device for anything that is
/// not a CPU driver.
enum class Restart { automatic, cpu, gpu };

struct SolverOptions {
  Method method = Method::cg;
  gpu::Precision inner = gpu::Precision::single;
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< of an inner precision of half
  Restart restart = Restart::automatic;
  double tolerance = 1e-10;  ///< |b - M x| / |b| on all sites, in double: what residual_full comes to
  int max_iterations = 10000;
  int reconstruct = 12;
  /// Right-hand sides to solve for at once where there is a matrix for several: of any quarks but clover,
  /// with conjugate gradients in single or double precision. At most kMostRightHandSides.
  int block = 1;
  /// Chooses that, for the lattice of the inner precision, in place of `block`.
  std::function<int(gpu::Device&, const Geometry&, const LatticeOptions&)> choose_block = {};
  /// Makes further choices for the lattice of a precision, whose options are otherwise complete.
  std::function<void(gpu::Device&, const Geometry&, LatticeOptions&)> choose = {};
  /// Whose part of a lattice the configuration is, where it is split: a conjugate gradient, whose residuals
  /// the device has.
  const Domain* domain = nullptr;
  /// Eigenvectors of the quark's even-odd form that are taken off residuals (Deflation); null: none.
  std::shared_ptr<const LowModes> low_modes{};
  /// Called now and then with the iterations so far and |b - M x| / |b|.
  std::function<void(int, double)> progress;
};

inline constexpr int kMostRightHandSides = 16;

struct SolveResult {
  int iterations = 0;   ///< of the inner solver on the device, all restarts together
  int restarts = 0;     ///< inner solves, or reliable updates, beyond the first
  double residual = 0;  ///< |r| / |r at x = 0| of the system on the even sites that was iterated on
                        ///< (System), computed in double
  double residual_full =
      0;  ///< |b - M x| / |b| on all sites, computed in double by who holds the residual (Restart)
  double seconds = 0;  ///< of a block's columns each its part
  double flops = 0;
  int block = 1;                ///< right-hand sides solved for at once
  int shared = 0;               ///< of `iterations`, those that were done for several masses at once
  std::vector<double> history;  ///< `residual` after every inner solve
};

template <class OneParity>
class QuarkSolver {
 public:
  using Full = std::array<OneParity, 2>;  ///< indexed by int(Parity)
  virtual ~QuarkSolver() = default;
  /// x with M x = b; what x held does not matter. Throws Error(not_converged) that says why and how far it
  /// came.
  virtual SolveResult solve(const Full& b, Full& x) = 0;

  /// Whether the solves that follow take SolverOptions::low_modes off, as they do unless told.
  virtual void deflate(bool /*on*/) {}

  /// The most right-hand sides that solve_all solves for at once.
  virtual int block() const { return 1; }
  /// The same for several. Residuals are those of each.
  virtual std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) {
    std::vector<SolveResult> results;
    for (std::size_t n = 0; n < b.size(); ++n) results.push_back(solve(b[n], x[n]));
    return results;
  }
  /// Of `columns` right-hand sides, those to hand over at a time, so that the blocks are alike.
  int share(int columns) const {
    const int blocks = (columns + block() - 1) / block();
    return blocks > 0 ? (columns + blocks - 1) / blocks : 1;
  }
};

/// Throws Error(bad_value) for parameters that the action does not have values for, Error(device) when it
/// does not fit.
std::unique_ptr<QuarkSolver<ParitySpinorField>> make_spinor_solver(gpu::Device& device,
                                                                   const Configuration& u,
                                                                   const QuarkParameters& quark,
                                                                   const SolverOptions& options);
std::unique_ptr<QuarkSolver<ParityColourField>> make_staggered_solver(gpu::Device& device,
                                                                      const Configuration& u,
                                                                      const QuarkParameters& quark,
                                                                      const SolverOptions& options);
/// The one of the two whose quarks have these fields.
template <class OneParity>
std::unique_ptr<QuarkSolver<OneParity>> make_quark_solver(gpu::Device& device, const Configuration& u,
                                                          const QuarkParameters& quark,
                                                          const SolverOptions& options) {
  if constexpr (std::is_same_v<OneParity, ParitySpinorField>)
    return make_spinor_solver(device, u, quark, options);
  else
    return make_staggered_solver(device, u, quark, options);
}

}  // namespace glueball
