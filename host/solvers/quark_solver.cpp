#include "solvers/quark_solver.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <type_traits>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "linalg/convert.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/quark_column.hpp"
#include "solvers/reliable_solver.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/spinor_blocks.hpp"

namespace glueball {
namespace {

void check(const QuarkParameters& quark, const SolverOptions& options) {
  const auto refuse = [](const std::string& what, const char* hint) {
    throw Error(Status::usage, what, hint);
  };
  for (const auto& [name, value] :
       {std::pair{"kappa", quark.kappa}, {"mu", quark.mu}, {"csw", quark.csw}, {"mass", quark.mass}})
    if (!std::isfinite(value)) refuse(fmt::format("{} = {} is no number", name, value), "give a finite one");
  if (quark.action != QuarkAction::staggered && quark.kappa <= 0)
    refuse(fmt::format("kappa = {} is not above 0", quark.kappa),
           "kappa = 1 / (2 m + 8); 0.125 is massless without links");
  if (quark.action == QuarkAction::staggered && quark.mass == 0)
    refuse("the mass of a staggered quark is 0", "its even-odd form divides by the mass: give one above 0");
  if (quark.mu != 0 && (quark.action == QuarkAction::wilson || quark.action == QuarkAction::staggered))
    refuse("a twisted mass is given for an action without one", "choose --action twisted-mass or clover");
  if (!(options.tolerance > 0) || options.tolerance >= 1)
    refuse(fmt::format("tolerance {} is not between 0 and 1", options.tolerance), "for example 1e-10");
  if (options.max_iterations <= 0) refuse("no iterations are allowed", "raise --max-iterations");
  if (options.block < 1 || options.block > kMostRightHandSides)
    refuse(fmt::format("blocks of {} right-hand sides", options.block), "give 1 to 16");
}

LatticeOptions lattice_options(gpu::Device& device, const Geometry& geometry, const QuarkParameters& quark,
                               const SolverOptions& options, gpu::Precision precision) {
  LatticeOptions l = preferred_options(device, precision, geometry, options.half_format);
  l.boundary = quark.boundary;
  l.reconstruct = options.reconstruct;
  if (options.choose) options.choose(device, geometry, l);
  return l;
}

/// With phases on wrapping links alone: the CPU's operator must have what the device's has. RotatedSolver
/// turns fields between this boundary and the one asked for.
QuarkParameters as_on_device(QuarkParameters quark, const Geometry& geometry) {
  quark.boundary.check();
  quark.boundary = quark.boundary.wrapped(geometry);
  return quark;
}

/// Links and an operator on a device lattice of its own.
template <class F>
struct OnDevice {
  OnDevice(gpu::Device& device, const Geometry& geometry, const LatticeOptions& options)
      : lattice(device, geometry, options), u(lattice) {}
  DeviceLattice lattice;
  GaugeField u;
  std::unique_ptr<FermionOperator<F>> op;
};

/// Whether convert() takes links from one to the other.
bool alike(const DeviceLattice& a, const DeviceLattice& b) {
  const LatticeOptions &p = a.options(), &q = b.options();
  return p.reconstruct == q.reconstruct && p.reconstruct != 8 && p.storage != gpu::Storage::image &&
         q.storage != gpu::Storage::image;
}

template <class F>
class DeviceQuarkSolver : public QuarkSolver<typename HostField<F>::type> {
 public:
  using Half = typename HostField<F>::type;
  using Full = std::array<Half, 2>;

  DeviceQuarkSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                    const SolverOptions& options)
      : options_(options),
        inner_(device, u.geometry(), lattice_options(device, u.geometry(), quark, options, options.inner)) {
    const OperatorKind<F>& kind = operator_kind<F>(quark.action);
    const bool software = device.info().type == gpu::DeviceType::software;
    const bool on_device = options.restart == Restart::gpu || (options.restart == Restart::automatic &&
                                                               !software && device.info().limits.float64);
    if (on_device && options.method == Method::cg) {
      make_outer(device, u, quark, kind);
    } else {
      auto pair = kind.pair(u, quark);
      upload(inner_.lattice, u, inner_.u);
      inner_.op = pair.on_device(inner_.lattice, inner_.u);
      host_ = std::move(pair.host);
    }
    if (options.method == Method::bicgstab) {
      bicgstab_.emplace(*inner_.op);
    } else {
      cg_.emplace(*inner_.op);
    }
    if (outer_) {
      reliable_.emplace(*outer_->op, *cg_);
      column_.emplace(*outer_->op);
    } else if (cg_) {
      mixed_.emplace(*cg_, inner_.lattice);
    }
    if constexpr (std::is_same_v<F, SpinorField>)
      if (kind.for_several && cg_ && options.inner != gpu::Precision::half)
        blocks_.emplace(
            inner_.lattice, inner_.u, quark.kappa, quark.mu, host_.get(), outer_ ? outer_->op.get() : nullptr,
            options.choose_block ? options.choose_block(device, u.geometry(), inner_.lattice.options())
                                 : options.block);
  }

  SolveResult solve(const Full& b, Full& x) override {
    const auto start = std::chrono::steady_clock::now();
    SolveResult result = outer_ ? on_device(b, x) : on_host(b, x);
    result.flops = result.iterations * inner_.op->normal_flops();
    result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
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
  void make_outer(gpu::Device& device, const Configuration& u, const QuarkParameters& quark,
                  const OperatorKind<F>& kind) {
    const LatticeOptions in_double =
        lattice_options(device, u.geometry(), quark, options_, gpu::Precision::double_);
    outer_.emplace(device, u.geometry(), in_double);
    upload(outer_->lattice, u, outer_->u);
    outer_->op = kind.on_device(outer_->lattice, outer_->u, quark);
    outer_->op->links_changed();
    GlobalSums sums(outer_->lattice);
    // The host's inverses pivot: on links that are too rough for the device's they are taken.
    if (!std::isfinite(outer_->op->log_det(sums)))
      outer_->op = kind.pair(u, quark).on_device(outer_->lattice, outer_->u);
    if (alike(outer_->lattice, inner_.lattice))
      convert(outer_->lattice, outer_->u, inner_.lattice, inner_.u);
    else
      upload(inner_.lattice, u, inner_.u);
    inner_.op = outer_->op->beside(inner_.lattice, inner_.u);
    inner_.op->links_changed();
  }

  std::vector<SolveResult> solve_block(BlockSolver& solver, std::span<const Full> b, std::span<Full> x) {
    const auto start = std::chrono::steady_clock::now();
    auto results = solver.solve(b, x, options_.tolerance, options_.max_iterations, options_.progress);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (SolveResult& r : results) {
      r.block = int(b.size());
      r.flops = r.iterations * inner_.op->normal_flops();
      r.seconds = seconds / double(b.size());
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
    F source(outer_->lattice), even(outer_->lattice);
    column_->set(b);
    column_->prepare(source);
    SolveResult result =
        reliable_->solve(source, even, options_.tolerance, options_.max_iterations, options_.progress);
    result.residual_full = column_->finish(even, source, x);
    return result;
  }

  SolverOptions options_;
  std::unique_ptr<HostOperator<F>> host_;  ///< where residuals are the host's
  std::optional<OnDevice<F>> outer_;       ///< where they are the device's
  OnDevice<F> inner_;
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
  check(quark, options);
  const QuarkParameters wrapped = as_on_device(quark, u.geometry());
  return rotated<HalfSpinorField>(
      std::make_unique<DeviceQuarkSolver<SpinorField>>(device, u, wrapped, options), u.geometry(),
      quark.boundary);
}

std::unique_ptr<QuarkSolver<HalfColourField>> make_staggered_solver(gpu::Device& device,
                                                                    const Configuration& u,
                                                                    const QuarkParameters& quark,
                                                                    const SolverOptions& options) {
  check(quark, options);
  const QuarkParameters wrapped = as_on_device(quark, u.geometry());
  return rotated<HalfColourField>(
      std::make_unique<DeviceQuarkSolver<ColourField>>(device, u, wrapped, options), u.geometry(),
      quark.boundary);
}

}  // namespace glueball
