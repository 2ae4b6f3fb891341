#include "solvers/quark_solver.hpp"

#include <chrono>
#include <cmath>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/deflation.hpp"
#include "solvers/refinement.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/solver_blocks.hpp"
#include "solvers/solver_links.hpp"

namespace glueball {
namespace {

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
        links_(device, u, options, residuals_on_device(device, options), layers_of(quark.action)) {
    const OperatorKind<F>& kind = operator_kind<F>(quark.action);
    if (links_.outer)
      make_both(u, quark, kind);
    else
      make_with_host(u, quark, kind);
    if (options.method == Method::bicgstab) {
      inner_ = std::make_unique<BiCgStab<F>>(*op_);
    } else {
      cg_.emplace(*op_);
      inner_ = std::make_unique<InnerCg<F>>(*cg_);
    }
    refinement_.emplace(*precise_, *inner_);
    if (options.low_modes) {
      deflation_.emplace(links_.inner.lattice, *options.low_modes, quark.mass, boundary);
      deflation_->check(*precise_);
      refinement_->deflate_with(&*deflation_);
      options_.low_modes.reset();  // they have been uploaded
    }
    if (kind.for_several && cg_ && options.inner != gpu::Precision::half)
      blocks_.emplace(*op_, *precise_,
                      options.choose_block
                          ? options.choose_block(device, u.geometry(), links_.inner.lattice.options())
                          : options.block);
  }

  void deflate(bool on) override {
    deflating_ = on;
    refinement_->deflate_with(deflation());
  }

  int block() const override { return blocks_ ? blocks_->most() : 1; }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    std::vector<SolveResult> results;
    for (std::size_t first = 0; first < b.size();) {
      const std::size_t count = std::min(std::size_t(this->share(int(b.size()))), b.size() - first);
      auto* block = count > 1 ? blocks_->block(count) : nullptr;
      if (count > 1 && !block) continue;  // too little memory: continue with fewer
      if (block) block->refinement.deflate_with(deflation());
      if (block)
        for (const SolveResult& r : solve_by(block->refinement, block->source, block->x,
                                             b.subspan(first, count), x.subspan(first, count)))
          results.push_back(r);
      else
        results.push_back(solve_one(b[first], x[first]));
      first += count;
    }
    return results;
  }

 private:
  SolveResult solve_one(const Full& b, Full& x) {
    // These are kept, since a device needs longer for new memory than for the solve of a heavy quark's
    // column.
    if (!source_) source_.emplace(precise_->make());
    if (!even_) even_.emplace(precise_->make());
    return solve_by(*refinement_, {&*source_, 1}, {&*even_, 1}, {&b, 1}, {&x, 1}).front();
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
                                    std::span<Vector> even, std::span<const Full> b, std::span<Full> x) {
    const auto start = std::chrono::steady_clock::now();
    std::vector<double> norms;
    for (std::size_t n = 0; n < b.size(); ++n) {
      norms.push_back(precise_->set(b[n]));
      precise_->prepare(source[n]);
    }
    auto results = refinement.solve_all(source.first(b.size()), even.first(b.size()), options_.tolerance,
                                        options_.max_iterations, options_.progress, Start::zero, norms);
    for (std::size_t n = 0; n < b.size(); ++n) {
      if (b.size() > 1) precise_->set(b[n]);
      results[n].residual_full = precise_->finish(even[n], x[n]);
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
  SolverLinks links_;
  std::unique_ptr<PreciseOperator<F>> precise_;  ///< space of the outer residuals
  std::unique_ptr<FermionOperator<F>> op_;       ///< operator of the iterations
  std::optional<ConjugateGradient<F>> cg_;
  std::unique_ptr<InnerSolver<F>> inner_;
  std::optional<Refinement<F>> refinement_;
  std::optional<Deflation<F>> deflation_;
  bool deflating_ = true;
  std::optional<Vector> source_, even_;    ///< for one right-hand side, allocated when first needed
  std::optional<SolverBlocks<F>> blocks_;  ///< only if the action has a matrix for several right-hand sides
};

}  // namespace

std::unique_ptr<QuarkSolver<ParitySpinorField>> make_spinor_solver(gpu::Device& device,
                                                                   const Configuration& u,
                                                                   const QuarkParameters& quark,
                                                                   const SolverOptions& options) {
  check_solve(quark, options);
  const QuarkParameters wrapped = wrapped_quark(quark, u.geometry());
  return rotated<ParitySpinorField>(
      std::make_unique<DeviceQuarkSolver<SpinorField>>(device, u, wrapped, options, quark.boundary),
      u.geometry(), quark.boundary);
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
