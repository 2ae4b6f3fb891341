#include "solvers/quark_solver.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/deflation.hpp"
#include "solvers/multigrid.hpp"
#include "solvers/refinement.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/solver_blocks.hpp"
#include "solvers/solver_links.hpp"

namespace glueball {
namespace {

/// Factors by which an iteration of conjugate gradients is cheaper than one of BiCGStab, at least, in blocks
/// of columns and in persistent launches. Otherwise they cost the same: two even-odd matrices.
constexpr double kBlockGain = 1.5, kPersistentGain = 2;

/// Iterations of BiCGStab that take as long as a column by multigrid, and as its set-up: 110 and 1500 on an
/// H200 (24^3 x 48, clover kappa .1350, twelve columns at once), 150 and 1300 on lavapipe (16^4).
constexpr int kIterationsOfMultigrid = 200, kIterationsOfSetUp = 2000;

/// The method of each column that is not solved for in a block, as Method::automatic says.
class MethodChoice {
 public:
  /// `gain` is the factor by which an iteration of conjugate gradients is cheaper.
  MethodChoice(Method asked, double gain) : asked_(asked), gain_(gain) {}

  Method next() const {
    if (asked_ != Method::automatic) return asked_;
    return bicgstab_ && (!cg_ || *cg_ < gain_ * *bicgstab_) ? Method::cg : Method::bicgstab;
  }
  /// True if the other method takes over where the next one fails.
  bool is_trial() const { return asked_ == Method::automatic && !(bicgstab_ && cg_); }
  /// Returns how many iterations of `most` the next column may take. For BiCGStab conjugate gradients must
  /// still have time; they themselves need not go on once they are more expensive.
  int limit(int most) const {
    if (!is_trial()) return most;
    return std::max(1, bicgstab_ ? std::min(most, int(gain_ * *bicgstab_)) : most / 3);
  }
  void took(int iterations) {
    // A source of zeros takes none, and says nothing.
    if (is_trial() && iterations > 0) (bicgstab_ ? cg_ : bicgstab_) = iterations;
  }
  /// Settles for the other method.
  void failed() {
    const bool of_cg = bool(bicgstab_);
    if (!of_cg) bicgstab_ = HUGE_VAL;
    cg_ = of_cg ? HUGE_VAL : 0;
  }

 private:
  Method asked_;
  double gain_;
  std::optional<double> bicgstab_, cg_;  ///< iterations of a column
};

template <class F>
class DeviceQuarkSolver : public QuarkSolver<typename HostField<F>::type> {
 public:
  using OneParity = typename HostField<F>::type;
  using Full = std::array<OneParity, 2>;
  using Vector = PreciseField<F>;

  /// `quark` has phases on wrapping links only; low modes are those of `boundary`.
  DeviceQuarkSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                    const SolverOptions& options, const Boundary& boundary)
      : options_(options),
        quark_(quark),
        links_(device, u, options, residuals_on_device(device, options), layers_of(quark.action)) {
    const OperatorKind<F>& kind = operator_kind<F>(quark.action);
    if (links_.outer)
      make_both(u, quark, kind);
    else
      make_with_host(u, quark, kind);
    if (options_.method == Method::automatic && is_staggered(quark.action)) options_.method = Method::cg;
    if (options_.method == Method::multigrid) make_multigrid(std::size_t(options_.block));
    if (options_.method == Method::automatic || options_.method == Method::bicgstab) {
      bicgstab_.emplace(*op_);
      by_bicgstab_.emplace(*precise_, *bicgstab_);
    }
    if (options_.method == Method::automatic || options_.method == Method::cg) {
      cg_.emplace(*op_);
      inner_cg_.emplace(*cg_);
      by_cg_.emplace(*precise_, *inner_cg_);
    }
    if (options.low_modes) {
      deflation_.emplace(links_.inner.lattice, *options.low_modes, quark.mass, boundary);
      deflation_->check(*precise_);
      options_.low_modes.reset();  // they have been uploaded
    }
    if (kind.for_several && cg_ && options.inner != gpu::Precision::half)
      blocks_.emplace(*op_, *precise_,
                      options.choose_block
                          ? options.choose_block(device, u.geometry(), links_.inner.lattice.options())
                          : options.block);
    const bool persistent = options_.method == Method::automatic && op_->iterations_pipeline();
    choice_ = MethodChoice(options_.method, persistent ? kPersistentGain : block() > 1 ? kBlockGain : 1);
  }

  void deflate(bool on) override { deflating_ = on; }

  int block() const override { return multigrid_ ? int(multigrid_->count()) : blocks_ ? blocks_->most() : 1; }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    std::vector<SolveResult> results;
    while (results.size() < b.size()) {
      const std::size_t first = results.size();
      const bool alone = !multigrid_ && (choice_.is_trial() || choice_.next() == Method::bicgstab);
      const std::size_t share = alone ? 1 : std::size_t(this->share(int(b.size())));
      const std::size_t count = std::min(share, b.size() - first);
      const auto solved = solve_next(b.subspan(first, count), x.subspan(first, count));
      results.insert(results.end(), solved.begin(), solved.end());
      if (options_.method == Method::automatic && !solved.empty()) consider_multigrid(solved.front());
    }
    return results;
  }

 private:
  /// Returns nothing if memory does not suffice for so many at once; then block() is smaller.
  std::vector<SolveResult> solve_next(std::span<const Full> b, std::span<Full> x) {
    if (multigrid_) return by_multigrid(b, x);
    if (b.size() == 1) return solve_one(b, x);
    auto* block = blocks_->block(b.size());
    if (!block) return {};
    block->refinement.deflate_with(deflation());
    return solve_by(block->refinement, block->source, block->x, b, x, options_.max_iterations);
  }

  std::vector<SolveResult> solve_one(std::span<const Full> b, std::span<Full> x) {
    const Method method = choice_.next();
    const bool trial = choice_.is_trial();
    try {
      const auto result = solve_with(method, choice_.limit(options_.max_iterations), b, x);
      choice_.took(result.front().iterations);
      return result;
    } catch (const Error& e) {
      if (!trial || e.kind() != ErrorKind::not_converged) throw;
    }
    choice_.failed();
    return solve_with(choice_.next(), options_.max_iterations, b, x);
  }

  std::vector<SolveResult> by_multigrid(std::span<const Full> b, std::span<Full> x) {
    try {
      if (!multigrid_->made()) multigrid_->set_up(options_.progress);
      auto results = solve_with(Method::multigrid, options_.max_iterations, b, x);
      for (SolveResult& r : results) r.flops = r.iterations * multigrid_->flops();
      if (!std::exchange(reported_, true)) results.front().set_up = multigrid_->made();
      return results;
    } catch (const Error& e) {
      // Memory for the set-up may suffice with fewer columns at once.
      const bool memory = e.kind() == ErrorKind::device;
      const std::size_t fewer = memory ? multigrid_->count() / 2 : 0;
      const bool others =
          options_.method == Method::automatic && (memory || e.kind() == ErrorKind::not_converged);
      if (fewer == 0 && !others) throw;
      drop_multigrid();
      if (fewer > 0) try_multigrid(fewer);
    }
    return {};
  }

  /// Takes multigrid for the columns to come if it is faster with its set-up, by BiCGStab's iterations for
  /// the first column that is not 0.
  void consider_multigrid(const SolveResult& first) {
    if (considered_ || first.iterations == 0) return;
    considered_ = true;
    if (first.method != Method::bicgstab || options_.domain || deflation_ ||
        options_.inner != gpu::Precision::single)
      return;
    const double gain = double(options_.columns - 1) * (first.iterations - kIterationsOfMultigrid);
    if (gain >= kIterationsOfSetUp)
      try_multigrid(std::size_t(std::clamp(options_.columns - 1, 1, kMostRightHandSides)));
  }

  /// Makes multigrid. Method::automatic continues without it if blocks do not divide the lattice, or memory
  /// does not suffice.
  void try_multigrid(std::size_t columns) {
    try {
      make_multigrid(columns);
    } catch (const Error& e) {
      const bool expected = e.kind() == ErrorKind::bad_value || e.kind() == ErrorKind::device;
      if (options_.method != Method::automatic || !expected) throw;
    }
  }

  void drop_multigrid() {
    by_multigrid_.reset();
    multigrid_.reset();
    source_.clear();
    even_.clear();
  }

  std::vector<SolveResult> solve_with(Method method, int max_iterations, std::span<const Full> b,
                                      std::span<Full> x) {
    // These are kept, since a device needs longer for new memory than for the solve of a heavy quark's
    // column.
    while (source_.size() < b.size()) {
      source_.push_back(precise_->make());
      even_.push_back(precise_->make());
    }
    Refinement<F>& refinement = method == Method::cg         ? *by_cg_
                                : method == Method::bicgstab ? *by_bicgstab_
                                                             : *by_multigrid_;
    refinement.deflate_with(deflation());
    auto results = solve_by(refinement, source_, even_, b, x, max_iterations);
    for (SolveResult& r : results) r.method = method;
    return results;
  }

  /// Makes multigrid for so many columns at once, or for fewer if memory does not suffice.
  void make_multigrid(std::size_t columns) {
    if constexpr (std::is_same_v<F, SpinorField>) {
      for (columns = Multigrid::fitting(links_.inner.lattice, columns); !multigrid_; columns /= 2) {
        try {
          multigrid_ = std::make_unique<Multigrid>(*op_, links_.inner.u, quark_, options_.multigrid, columns);
          by_multigrid_.emplace(*precise_, *multigrid_);
          precise_->reserve(columns);
        } catch (const Error& e) {
          drop_multigrid();
          if (e.kind() != ErrorKind::device || columns == 1) throw;
        }
      }
    }
  }

  Deflation<F>* deflation() { return deflating_ && deflation_ ? &*deflation_ : nullptr; }

  /// Makes the matrix in double on the device, and that of the iterations from it. The host has none then.
  void make_both(const Configuration& u, const QuarkParameters& quark, const OperatorKind<F>& kind) {
    std::shared_ptr<typename Operators<F>::Device> outer =
        kind.on_device(links_.outer->lattice, links_.outer->u, quark);
    outer->links_changed();
    GlobalSums sums(links_.outer->lattice);
    // The host's inverses use pivots, and replace the device's on links that are too rough for these.
    const bool rough = !std::isfinite(outer->log_det(sums));
    if (rough && options_.domain)
      throw Error(
          ErrorKind::not_converged,
          "on several ranks the clover term cannot be inverted on such rough links, which need pivots",
          "start one process, which makes it on the CPU");
    if (rough) outer = kind.pair(u, quark).on_device(links_.outer->lattice, links_.outer->u);
    op_ = outer->at_precision(links_.inner.lattice, links_.inner.u);
    op_->links_changed();
    precise_ = precise_on_device<F>(std::move(outer));
  }

  void make_with_host(const Configuration& u, const QuarkParameters& quark, const OperatorKind<F>& kind) {
    auto pair = kind.pair(u, quark);
    op_ = pair.on_device(links_.inner.lattice, links_.inner.u);
    precise_ = precise_on_host<F>(std::move(pair.host));
  }

  /// `source` and `even` are temporary fields for the systems on the even sites.
  std::vector<SolveResult> solve_by(Refinement<F>& refinement, std::span<Vector> source,
                                    std::span<Vector> even, std::span<const Full> b, std::span<Full> x,
                                    int max_iterations) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> norms;
    for (std::size_t n = 0; n < b.size(); ++n) {
      norms.push_back(precise_->set(n, b[n]));
      precise_->prepare(n, source[n]);
    }
    auto results = refinement.solve_all(source.first(b.size()), even.first(b.size()), options_.tolerance,
                                        max_iterations, options_.progress, Start::zero, norms);
    for (std::size_t n = 0; n < b.size(); ++n) {
      results[n].residual_full = precise_->finish(n, even[n], x[n]);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (SolveResult& r : results) {
      r.block = int(b.size());
      r.flops = r.iterations * op_->normal_flops();
      r.seconds = seconds / double(b.size());
      require_solved(r, options_.tolerance);
    }
    return results;
  }

  SolverOptions options_;
  QuarkParameters quark_;
  SolverLinks links_;
  std::unique_ptr<PreciseOperator<F>> precise_;  ///< space of the outer residuals
  std::unique_ptr<FermionOperator<F>> op_;       ///< operator of the iterations
  std::optional<ConjugateGradient<F>> cg_;
  std::optional<InnerCg<F>> inner_cg_;
  std::optional<BiCgStab<F>> bicgstab_;
  std::unique_ptr<Multigrid> multigrid_;
  bool considered_ = false, reported_ = false;  ///< multigrid by Method::automatic, and its set-up
  std::optional<Refinement<F>> by_cg_, by_bicgstab_, by_multigrid_;
  std::optional<Deflation<F>> deflation_;
  bool deflating_ = true;
  std::vector<Vector> source_, even_;      ///< outside blocks, allocated when first needed
  std::optional<SolverBlocks<F>> blocks_;  ///< only if the action has a matrix for several right-hand sides
  MethodChoice choice_{Method::cg, 1};
};

}  // namespace

std::unique_ptr<QuarkSolver<ParitySpinorField>> make_spinor_solver(gpu::Device& device,
                                                                   const Configuration& u,
                                                                   const QuarkParameters& quark,
                                                                   const SolverOptions& options) {
  check_solve(quark, options);
  const QuarkParameters wrapped = wrapped_quark(quark, u.geometry());
  const auto made = [&](const SolverOptions& how) {
    return rotated<ParitySpinorField>(
        std::make_unique<DeviceQuarkSolver<SpinorField>>(device, u, wrapped, how, quark.boundary),
        u.geometry(), quark.boundary);
  };
  if (options.method != Method::automatic) return made(options);
  try {
    return made(options);
  } catch (const Error& e) {
    if (e.kind() != ErrorKind::device) throw;
  }
  // Conjugate gradients alone take less memory.
  SolverOptions less = options;
  less.method = Method::cg;
  return made(less);
}

std::unique_ptr<QuarkSolver<ParityColourField>> make_staggered_solver(gpu::Device& device,
                                                                      const Configuration& u,
                                                                      const QuarkParameters& quark,
                                                                      const SolverOptions& options) {
  check_solve(quark, options);
  const QuarkParameters wrapped = wrapped_quark(quark, u.geometry());
  return rotated<ParityColourField>(
      std::make_unique<DeviceQuarkSolver<ColourField>>(device, u, wrapped, options, quark.boundary),
      u.geometry(), quark.boundary);
}

template <>
std::unique_ptr<QuarkSolver<ParitySpinorField>> make_quark_solver(gpu::Device& device, const Configuration& u,
                                                                  const QuarkParameters& quark,
                                                                  const SolverOptions& options,
                                                                  const std::vector<double>& masses) {
  if (masses.size() > 1)
    throw Error(ErrorKind::bad_value, "quarks that are not staggered cannot have several masses",
                "solve for one at a time");
  return make_spinor_solver(device, u, quark, options);
}
template <>
std::unique_ptr<QuarkSolver<ParityColourField>> make_quark_solver(gpu::Device& device, const Configuration& u,
                                                                  const QuarkParameters& quark,
                                                                  const SolverOptions& options,
                                                                  const std::vector<double>& masses) {
  return masses.size() > 1 ? make_multimass_solver(device, u, quark, masses, options)
                           : make_staggered_solver(device, u, quark, options);
}

}  // namespace glueball
