// Quark propagators: M x = b on all sites of a configuration, solved on a device and checked in double.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "fermion/quark.hpp"
#include "field/device_lattice.hpp"
#include "gpu/device.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/low_modes.hpp"
#include "lattice/spinor.hpp"
#include "solvers/multigrid_parameters.hpp"

namespace glueball {

/// `automatic` is conjugate gradients for staggered quarks and several masses. For others it solves for the
/// first column with BiCGStab, for the next with conjugate gradients, as long as that may be cheaper, and for
/// the rest with the cheaper one by their iterations, which take two even-odd matrices each. Where BiCGStab
/// stalls, or memory does not suffice for both, conjugate gradients take over. If the first column needs many
/// iterations and more are to come, multigrid solves for these. Multigrid is for spinors only, in single
/// precision on one rank.
enum class Method { automatic, cg, bicgstab, multigrid };
inline const char* to_string(Method m) {
  switch (m) {
    case Method::cg:
      return "cg";
    case Method::bicgstab:
      return "bicgstab";
    case Method::multigrid:
      return "multigrid";
    case Method::automatic:
      break;
  }
  return "auto";
}

/// The start of a solve: x = 0, or the given x if that is nearer to the solution.
enum class Start { zero, given };

/// The CPU, as in 2006, or a device with double precision holds the residual and the solution in double. The
/// CPU also detects faults of the device's memory. `automatic` is the device for all but CPU drivers.
enum class Restart { automatic, cpu, gpu };

struct SolverOptions {
  Method method = Method::cg;
  gpu::Precision inner = gpu::Precision::single;
  gpu::HalfFormat half_format = gpu::HalfFormat::fixed;  ///< format if `inner` is half precision
  Restart restart = Restart::automatic;
  /// Limit of |b - M x| / |b| on all sites in double, which is SolveResult::residual_full.
  double tolerance = 1e-10;
  int max_iterations = 10000;
  int reconstruct = 12;
  /// Right-hand sides to solve for at once, at most kMostRightHandSides. It applies to multigrid, and to all
  /// quarks except clover with conjugate gradients in single or double precision.
  int block = 1;
  int columns = 1;  ///< right-hand sides that are to come, as far as known, for Method::automatic
  /// Chooses this number for the lattice of the inner precision, instead of `block`.
  std::function<int(gpu::Device&, const Geometry&, const LatticeOptions&)> choose_block = {};
  MultigridParameters multigrid = {};  ///< of Method::multigrid
  /// Makes further choices for the lattice of a precision, whose options are otherwise complete.
  std::function<void(gpu::Device&, const Geometry&, LatticeOptions&)> choose = {};
  /// The domain whose part of the lattice the configuration is, if it is split. This requires conjugate
  /// gradients with residuals on the device.
  const Domain* domain = nullptr;
  /// Eigenvectors of the quark's even-odd form for Deflation; null: none.
  std::shared_ptr<const LowModes> low_modes{};
  /// Called at times with the number of iterations so far and |b - M x| / |b|.
  std::function<void(int, double)> progress;
};

inline constexpr int kMostRightHandSides = 16;

/// The residuals and costs of a solve.
struct SolveResult {
  Method method = Method::cg;  ///< the one that found the solution
  int iterations = 0;          ///< iterations of the inner solver on the device, summed over restarts
  int restarts = 0;            ///< inner solves or reliable updates after the first
  /// r| / |r at x = 0| of the iterated system on the even sites (System), computed in double.
  double residual = 0;
  /// b - M x| / |b| on all sites, computed in double where the residual is (Restart).
  double residual_full = 0;
  double seconds = 0;                      ///< without the set-up; for a column of a block, its part
  std::optional<MultigridSetUp> set_up{};  ///< of multigrid, in the first column's result
  double flops = 0;
  int block = 1;                ///< right-hand sides solved for at once
  int shared = 0;               ///< part of `iterations`, done for several masses at once
  std::vector<double> history;  ///< `residual` after every inner solve
};

/// A solver of M x = b on one configuration, for one quark or for several masses of it at once.
template <class OneParity>
class QuarkSolver {
 public:
  using Full = std::array<OneParity, 2>;  ///< indexed by int(Parity)
  virtual ~QuarkSolver() = default;

  /// Returns how many solutions a right-hand side has, one for each mass.
  virtual std::size_t solutions() const { return 1; }
  /// Solves M x = b for all masses; the contents of x are overwritten. x and the results have solutions()
  /// entries for each right-hand side. Residuals are those of each entry; its time and operations contain its
  /// part of what masses and right-hand sides share. Throws Error(not_converged) that says for which mass,
  /// why and at which residual.
  virtual std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) = 0;
  /// Solves for one right-hand side.
  std::vector<SolveResult> solve(const Full& b, std::span<Full> x) { return solve_all({&b, 1}, x); }
  /// Solves for one right-hand side and one mass.
  SolveResult solve(const Full& b, Full& x) { return solve(b, std::span(&x, 1)).front(); }

  /// Switches deflation by SolverOptions::low_modes on (the default) or off for the following solves. One set
  /// of eigenvectors serves all masses, which shift its eigenvalues.
  virtual void deflate(bool /*on*/) {}

  /// Returns the largest number of right-hand sides that solve_all solves for at once.
  virtual int block() const { return 1; }
  /// Returns how many of `columns` right-hand sides to pass at a time, so that blocks have equal sizes.
  int share(int columns) const {
    const int blocks = (columns + block() - 1) / block();
    return blocks > 0 ? (columns + blocks - 1) / blocks : 1;
  }

 protected:
  /// Solves for right-hand sides one after the other by `solve`, which takes one and the x of its masses.
  template <class Solve>
  std::vector<SolveResult> one_by_one(std::span<const Full> b, std::span<Full> x, Solve solve) const {
    std::vector<SolveResult> results;
    for (std::size_t n = 0; n < b.size(); ++n)
      for (SolveResult& r : solve(b[n], x.subspan(n * solutions(), solutions())))
        results.push_back(std::move(r));
    return results;
  }
};

/// Throws Error(bad_value) for parameters that the action does not use, Error(device) if memory does not
/// suffice.
std::unique_ptr<QuarkSolver<ParitySpinorField>> make_spinor_solver(gpu::Device& device,
                                                                   const Configuration& u,
                                                                   const QuarkParameters& quark,
                                                                   const SolverOptions& options);
std::unique_ptr<QuarkSolver<ParityColourField>> make_staggered_solver(gpu::Device& device,
                                                                      const Configuration& u,
                                                                      const QuarkParameters& quark,
                                                                      const SolverOptions& options);
/// Makes a solver of staggered quarks for several masses, (m_i + D) x_i = b. Multi-shift conjugate gradients
/// solve for all of them to the precision of the iterations. Then each is continued alone to its true
/// residual in double. `quark` is the quark without its mass; SolveResult::shared is the number of shared
/// iterations. Throws Error(bad_value) for no masses, for one that is given twice, is 0 or not finite, for
/// another action than staggered and for other solvers than conjugate gradients.
std::unique_ptr<QuarkSolver<ParityColourField>> make_multimass_solver(gpu::Device& device,
                                                                      const Configuration& u,
                                                                      const QuarkParameters& quark,
                                                                      const std::vector<double>& masses,
                                                                      const SolverOptions& options);
/// Calls the function whose quarks have these fields; of two or more `masses` it solves for all at once, and
/// that of `quark` is not used. Throws Error(bad_value) for several masses of spinors.
template <class OneParity>
std::unique_ptr<QuarkSolver<OneParity>> make_quark_solver(gpu::Device& device, const Configuration& u,
                                                          const QuarkParameters& quark,
                                                          const SolverOptions& options,
                                                          const std::vector<double>& masses = {});

}  // namespace glueball
