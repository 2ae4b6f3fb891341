#include "solvers/quark_solver.hpp"

#include <chrono>
#include <cmath>
#include <type_traits>

#include "fermion/registry.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/quark_column.hpp"
#include "solvers/reliable_solver.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/solver_links.hpp"
#include "solvers/spinor_blocks.hpp"

namespace glueball {
namespace {

template <class F>
class DeviceQuarkSolver : public QuarkSolver<typename HostField<F>::type> {
 public:
  using Half = typename HostField<F>::type;
  using Full = std::array<Half, 2>;

  DeviceQuarkSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                    const SolverOptions& options)
      : options_(options), links_(device, u, options, residuals_on_device(device, options)) {
    const OperatorKind<F>& kind = operator_kind<F>(quark.action);
    if (links_.outer) {
      make_both(u, quark, kind);
    } else {
      auto pair = kind.pair(u, quark);
      inner_ = pair.on_device(links_.inner.lattice, links_.inner.u);
      host_ = std::move(pair.host);
    }
    if (options.method == Method::bicgstab) {
      bicgstab_.emplace(*inner_);
    } else {
      cg_.emplace(*inner_);
    }
    if (outer_) {
      reliable_.emplace(*outer_, *cg_);
      column_.emplace(*outer_);
    } else if (cg_) {
      mixed_.emplace(*cg_, links_.inner.lattice);
    }
    if constexpr (std::is_same_v<F, SpinorField>)
      if (kind.for_several && cg_ && options.inner != gpu::Precision::half)
        blocks_.emplace(links_.inner.lattice, links_.inner.u, quark.kappa, quark.mu, quark.boundary,
                        host_.get(), outer_.get(),
                        options.choose_block
                            ? options.choose_block(device, u.geometry(), links_.inner.lattice.options())
                            : options.block);
  }

  SolveResult solve(const Full& b, Full& x) override {
    const auto start = std::chrono::steady_clock::now();
    SolveResult result = outer_ ? on_device(b, x) : on_host(b, x);
    result.flops = result.iterations * inner_->normal_flops();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    require_solved(result);
    return result;
  }

  int block() const override { return blocks_ ? blocks_->most() : 1; }

  std::vector<SolveResult> solve_all(std::span<const Full> b, std::span<Full> x) override {
    if constexpr (std::is_same_v<F, SpinorField>) {
      std::vector<SolveResult> results;
      for (std::size_t first = 0; first < b.size();) {
        const std::size_t count = std::min(std::size_t(this->share(int(b.size()))), b.size() - first);
        BlockSolver* solver = count > 1 ? blocks_->solver(count) : nullptr;
        if (count > 1 && !solver) continue;  // there is no room: now by fewer
        if (solver)
          for (const SolveResult& r : solve_block(*solver, b.subspan(first, count), x.subspan(first, count)))
            results.push_back(r);
        else
          results.push_back(solve(b[first], x[first]));
        first += count;
      }
      return results;
    } else {
      return QuarkSolver<Half>::solve_all(b, x);
    }
  }

 private:
  /// The matrix in double on the device, and that of the iterations made of it: the host has none then.
  void make_both(const Configuration& u, const QuarkParameters& quark, const OperatorKind<F>& kind) {
    outer_ = kind.on_device(links_.outer->lattice, links_.outer->u, quark);
    outer_->links_changed();
    GlobalSums sums(links_.outer->lattice);
    // The host's inverses pivot: on links that are too rough for the device's they are taken.
    if (!std::isfinite(outer_->log_det(sums)))
      outer_ = kind.pair(u, quark).on_device(links_.outer->lattice, links_.outer->u);
    inner_ = outer_->beside(links_.inner.lattice, links_.inner.u);
    inner_->links_changed();
  }

  std::vector<SolveResult> solve_block(BlockSolver& solver, std::span<const Full> b, std::span<Full> x) {
    const auto start = std::chrono::steady_clock::now();
    auto results = solver.solve(b, x, options_.tolerance, options_.max_iterations, options_.progress);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (SolveResult& r : results) {
      r.block = int(b.size());
      r.flops = r.iterations * inner_->normal_flops();
      r.seconds = seconds / double(b.size());
      require_solved(r);
    }
    return results;
  }

  SolveResult on_host(const Full& b, Full& x) {
    const std::size_t half = b[0].size();
    Half source(half);
    x[0].assign(half, {});
    SolveResult result;
    if (bicgstab_) {
      host_->prepare(b, source);
      result = bicgstab_->solve(*host_, source, x[0], options_.tolerance, options_.max_iterations,
                                options_.progress);
    } else {
      host_->prepare_normal(b, source);
      result =
          mixed_->solve(*host_, source, x[0], options_.tolerance, options_.max_iterations, options_.progress);
    }
    result.residual_full = finish_on_host(*host_, b, x);
    return result;
  }

  SolveResult on_device(const Full& b, Full& x) {
    F source(links_.outer->lattice), even(links_.outer->lattice);
    column_->set(b);
    column_->prepare(source);
    SolveResult result =
        reliable_->solve(source, even, options_.tolerance, options_.max_iterations, options_.progress);
    result.residual_full = column_->finish(even, source, x);
    return result;
  }

  SolverOptions options_;
  SolverLinks links_;
  std::unique_ptr<HostOperator<F>> host_;      ///< where residuals are the host's
  std::unique_ptr<FermionOperator<F>> outer_;  ///< where they are the device's
  std::unique_ptr<FermionOperator<F>> inner_;  ///< of the iterations
  std::optional<ConjugateGradient<F>> cg_;
  std::optional<BiCgStab<F>> bicgstab_;
  std::optional<MixedSolver<F>> mixed_;
  std::optional<ReliableSolver<F>> reliable_;
  std::optional<QuarkColumn<F>> column_;
  std::optional<SpinorBlocks> blocks_;  ///< where the action has a matrix for several right-hand sides
};

}  // namespace

std::unique_ptr<QuarkSolver<HalfSpinorField>> make_spinor_solver(gpu::Device& device, const Configuration& u,
                                                                 const QuarkParameters& quark,
                                                                 const SolverOptions& options) {
  check_solve(quark, options);
  const QuarkParameters wrapped = wrapped_quark(quark, u.geometry());
  return rotated<HalfSpinorField>(
      std::make_unique<DeviceQuarkSolver<SpinorField>>(device, u, wrapped, options), u.geometry(),
      quark.boundary);
}

std::unique_ptr<QuarkSolver<HalfColourField>> make_staggered_solver(gpu::Device& device,
                                                                    const Configuration& u,
                                                                    const QuarkParameters& quark,
                                                                    const SolverOptions& options) {
  check_solve(quark, options);
  const QuarkParameters wrapped = wrapped_quark(quark, u.geometry());
  return rotated<HalfColourField>(
      std::make_unique<DeviceQuarkSolver<ColourField>>(device, u, wrapped, options), u.geometry(),
      quark.boundary);
}

}  // namespace glueball
