#include "solvers/quark_solver.hpp"

#include <chrono>
#include <cmath>
#include <type_traits>

#include <fmt/format.h>

#include "base/error.hpp"
#include "reference/axpy.hpp"
#include "reference/clover_operator.hpp"
#include "reference/norm2.hpp"
#include "reference/staggered.hpp"
#include "reference/twisted_mass.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/clover_operator.hpp"
#include "solvers/convert.hpp"
#include "solvers/mixed_solver.hpp"
#include "solvers/reliable_solver.hpp"
#include "solvers/rotated_solver.hpp"
#include "solvers/spinor_blocks.hpp"
#include "solvers/staggered_operator.hpp"

namespace glueball {
namespace {

void check(const QuarkParameters& quark, const SolverOptions& options) {
  const auto refuse = [](const std::string& what, const char* hint) { throw Error(Status::usage, what, hint); };
  for (const auto& [name, value] : {std::pair{"kappa", quark.kappa}, {"mu", quark.mu}, {"csw", quark.csw},
                                    {"mass", quark.mass}})
    if (!std::isfinite(value)) refuse(fmt::format("{} = {} is no number", name, value), "give a finite one");
  if (quark.action != QuarkAction::staggered && quark.kappa <= 0)
    refuse(fmt::format("kappa = {} is not above 0", quark.kappa), "kappa = 1 / (2 m + 8); 0.125 is massless without links");
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

std::unique_ptr<reference::EvenOddOperator<HalfSpinorField>> exact_spinor(const Configuration& u, const QuarkParameters& q) {
  using namespace reference;
  switch (q.action) {
    case QuarkAction::wilson: return std::make_unique<reference::WilsonOperator<double>>(u, q.kappa, q.boundary);
    case QuarkAction::twisted_mass: return std::make_unique<TwistedMassOperator>(u, q.kappa, q.mu, q.boundary);
    case QuarkAction::clover: {
      reference::CloverOperator::Options options;
      options.csw = q.csw;
      options.mu = q.mu;
      options.boundary = q.boundary;
      return std::make_unique<reference::CloverOperator>(u, q.kappa, options);
    }
    case QuarkAction::staggered: break;
  }
  throw Error(Status::usage, "staggered quarks are no spinors", "this is a fault of the caller");
}

std::unique_ptr<FermionOperator<SpinorField>> device_operator(const DeviceLattice& lattice, const GaugeField& u,
                                                              const QuarkParameters& q,
                                                              const reference::EvenOddOperator<HalfSpinorField>& exact) {
  if (q.action == QuarkAction::clover)
    return std::make_unique<CloverOperator>(lattice, u, dynamic_cast<const reference::CloverOperator&>(exact));
  return std::make_unique<WilsonOperator>(lattice, u, q.kappa, q.mu);
}

std::unique_ptr<reference::EvenOddOperator<HalfColourField>> exact_staggered(const Configuration& u,
                                                                             const QuarkParameters& q) {
  return std::make_unique<reference::StaggeredOperator>(u, q.mass, q.boundary);
}

std::unique_ptr<FermionOperator<ColourField>> device_operator(const DeviceLattice& lattice, const GaugeField& u,
                                                              const QuarkParameters& q,
                                                              const reference::EvenOddOperator<HalfColourField>&) {
  return std::make_unique<StaggeredOperator>(lattice, u, q.mass);
}

LatticeOptions lattice_options(gpu::Device& device, const Geometry& geometry, const QuarkParameters& quark,
                               const SolverOptions& options, gpu::Precision precision) {
  LatticeOptions l = preferred_options(device, precision, geometry, options.half_format);
  l.boundary = quark.boundary;
  l.reconstruct = options.reconstruct;
  if (options.choose) options.choose(device, geometry, l);
  return l;
}

/// With phases on wrapping links alone: the CPU's operator must have what the device's has. RotatedSolver turns fields between
/// this boundary and the one asked for.
QuarkParameters as_on_device(QuarkParameters quark, const Geometry& geometry) {
  quark.boundary.check();
  quark.boundary = quark.boundary.wrapped(geometry);
  return quark;
}

/// An operator on a device lattice of its own.
template <class F>
struct OnDevice {
  template <class Half>
  OnDevice(gpu::Device& device, const Configuration& links, const QuarkParameters& quark, const LatticeOptions& options,
           const reference::EvenOddOperator<Half>& exact)
      : lattice(device, links.geometry(), options), u(lattice) {
    upload(lattice, links, u);
    op = device_operator(lattice, u, quark, exact);
  }
  DeviceLattice lattice;
  GaugeField u;
  std::unique_ptr<FermionOperator<F>> op;
};

template <class Half>
double norm2(const std::array<Half, 2>& x) {
  return reference::norm2(x[0]) + reference::norm2(x[1]);
}

template <class F>
class DeviceQuarkSolver : public QuarkSolver<typename HostField<F>::type> {
 public:
  using Half = typename HostField<F>::type;
  using Full = std::array<Half, 2>;
  using Exact = reference::EvenOddOperator<Half>;

  DeviceQuarkSolver(gpu::Device& device, const Configuration& u, const QuarkParameters& quark, const SolverOptions& options,
                    std::unique_ptr<Exact> exact)
      : options_(options), exact_(std::move(exact)),
        inner_(device, u, quark, lattice_options(device, u.geometry(), quark, options, options.inner), *exact_) {
    const bool software = device.info().type == gpu::DeviceType::software;
    const bool on_device = options.restart == Restart::gpu ||
                           (options.restart == Restart::automatic && !software && device.info().limits.float64);
    if (options.method == Method::bicgstab) {
      bicgstab_.emplace(*inner_.op);
    } else {
      cg_.emplace(*inner_.op);
    }
    if (on_device) {
      outer_.emplace(device, u, quark, lattice_options(device, u.geometry(), quark, options, gpu::Precision::double_), *exact_);
      if (cg_) reliable_.emplace(*outer_->op, *cg_);
    } else if (cg_) {
      mixed_.emplace(*cg_, inner_.lattice);
    }
    const bool several = quark.action == QuarkAction::wilson || quark.action == QuarkAction::twisted_mass;
    if constexpr (std::is_same_v<F, SpinorField>)
      if (several && cg_ && options.inner != gpu::Precision::half)
        blocks_.emplace(inner_.lattice, inner_.u, quark.kappa, quark.mu, *exact_, outer_ ? outer_->op.get() : nullptr,
                        options.choose_block ? options.choose_block(device, u.geometry(), inner_.lattice.options())
                                             : options.block);
  }

  SolveResult solve(const Full& b, Full& x) override {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t half = b[0].size();
    Half source(half);
    x[0].assign(half, {});
    x[1].assign(half, {});
    SolveResult result;
    if (bicgstab_) {
      exact_->prepare(b, source);
      result = bicgstab_->solve(*exact_, source, x[0], options_.tolerance, options_.max_iterations, options_.progress);
    } else {
      exact_->prepare_normal(b, source);
      result = mixed_ ? mixed_->solve(*exact_, source, x[0], options_.tolerance, options_.max_iterations, options_.progress)
                      : on_device(source, x[0]);
    }
    finish(b, x, result);
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
          for (const SolveResult& r : solve_block(*solver, b.subspan(first, count), x.subspan(first, count))) results.push_back(r);
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
  /// The other parity, and what is said of the solution.
  void finish(const Full& b, Full& x, SolveResult& result) const {
    const std::size_t half = b[0].size();
    exact_->reconstruct(b, x);
    Full mx{Half(half), Half(half)};
    exact_->full(x, mx);
    for (int parity = 0; parity < 2; ++parity) reference::axpy(-1.0, b[parity], mx[parity]);
    const double norm = norm2(b);
    result.residual_full = norm > 0 ? std::sqrt(norm2(mx) / norm) : 0.0;
    result.flops = result.iterations * inner_.op->normal_flops();
  }

  std::vector<SolveResult> solve_block(BlockSolver& solver, std::span<const Full> b, std::span<Full> x) {
    const auto start = std::chrono::steady_clock::now();
    const std::size_t half = b[0][0].size(), count = b.size();
    std::vector<Half> sources(count, Half(half)), even(count);
    for (std::size_t n = 0; n < count; ++n) exact_->prepare_normal(b[n], sources[n]);
    auto results = solver.solve(sources, even, options_.tolerance, options_.max_iterations, options_.progress);
    for (std::size_t n = 0; n < count; ++n) {
      x[n] = {std::move(even[n]), Half(half)};
      finish(b[n], x[n], results[n]);
      results[n].block = int(count);
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    for (SolveResult& r : results) r.seconds = seconds / double(count);
    return results;
  }

  SolveResult on_device(const Half& b, Half& x) {
    const DeviceLattice& lattice = outer_->lattice;
    F db(lattice), dx(lattice);
    upload(lattice, b, db);
    const SolveResult result = reliable_->solve(db, dx, options_.tolerance, options_.max_iterations, options_.progress);
    download(lattice, dx, x);
    return result;
  }

  SolverOptions options_;
  std::unique_ptr<Exact> exact_;
  OnDevice<F> inner_;
  std::optional<OnDevice<F>> outer_;
  std::optional<ConjugateGradient<F>> cg_;
  std::optional<BiCgStab<F>> bicgstab_;
  std::optional<MixedSolver<F>> mixed_;
  std::optional<ReliableSolver<F>> reliable_;
  std::optional<SpinorBlocks> blocks_;  ///< where the action has a matrix for several right-hand sides
};

}  // namespace

std::unique_ptr<QuarkSolver<HalfSpinorField>> make_spinor_solver(gpu::Device& device, const Configuration& u,
                                                                 const QuarkParameters& quark,
                                                                 const SolverOptions& options) {
  check(quark, options);
  const QuarkParameters wrapped = as_on_device(quark, u.geometry());
  return rotated<HalfSpinorField>(
      std::make_unique<DeviceQuarkSolver<SpinorField>>(device, u, wrapped, options, exact_spinor(u, wrapped)), u.geometry(),
      quark.boundary);
}

std::unique_ptr<QuarkSolver<HalfColourField>> make_staggered_solver(gpu::Device& device, const Configuration& u,
                                                                    const QuarkParameters& quark,
                                                                    const SolverOptions& options) {
  check(quark, options);
  const QuarkParameters wrapped = as_on_device(quark, u.geometry());
  return rotated<HalfColourField>(
      std::make_unique<DeviceQuarkSolver<ColourField>>(device, u, wrapped, options, exact_staggered(u, wrapped)), u.geometry(),
      quark.boundary);
}

}  // namespace glueball
