#include "solvers/solver_links.hpp"

#include <fmt/format.h>

#include <cmath>

#include "base/error.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

LatticeOptions lattice_options(gpu::Device& device, const Geometry& geometry, const SolverOptions& options,
                               gpu::Precision precision, int layers) {
  LatticeOptions l = preferred_options(device, precision, geometry, options.half_format);
  l.reconstruct = options.reconstruct;
  l.domain = options.domain;
  l.ghosts = std::uint32_t(layers);
  if (options.choose) options.choose(device, geometry, l);
  return l;
}

/// True if copy() can take links from one to the other.
bool alike(const DeviceLattice& a, const DeviceLattice& b) {
  const LatticeOptions &p = a.options(), &q = b.options();
  return p.reconstruct == q.reconstruct && p.reconstruct != 8 && p.storage != gpu::Storage::image &&
         q.storage != gpu::Storage::image;
}

constexpr double kLeastMass = 1e-30;  ///< its square, times that of a source, is far from underflow

}  // namespace

void check_solve(const QuarkParameters& quark, const SolverOptions& options) {
  const auto refuse = [](const std::string& what, const char* hint) {
    throw Error(ErrorKind::bad_value, what, hint);
  };
  for (const auto& [name, value] : {std::pair{"kappa", quark.kappa},
                                    {"mu", quark.mu},
                                    {"csw", quark.csw},
                                    {"mass", quark.mass},
                                    {"naik_epsilon", quark.epsilon}})
    if (!std::isfinite(value)) refuse(fmt::format("{} = {} is no number", name, value), "give a finite one");
  const bool staggered = is_staggered(quark.action);
  if (!staggered && quark.kappa <= 0)
    refuse(fmt::format("kappa = {} is not above 0", quark.kappa),
           "kappa = 1 / (2 m + 8); 0.125 is massless without links");
  if (staggered && quark.mass == 0)
    refuse("the mass of a staggered quark is 0", "its even-odd form divides by the mass: give one above 0");
  if (staggered && std::abs(quark.mass) < kLeastMass)
    refuse(
        fmt::format("the mass {:g} of a staggered quark is so small that its square underflows", quark.mass),
        "give one above 1e-30");
  if (quark.mu != 0 && (quark.action == QuarkAction::wilson || staggered))
    refuse("a twisted mass is given for an action without one", "choose <action twisted-mass> or clover");
  if (!(options.tolerance > 0) || options.tolerance >= 1)
    refuse(fmt::format("tolerance {} is not between 0 and 1", options.tolerance), "for example 1e-10");
  if (options.max_iterations <= 0) refuse("no iterations are allowed", "raise <max_iterations>");
  if (options.domain && options.restart == Restart::cpu)
    refuse("residuals on the host do not work on several ranks", "take <restart gpu>, or start one process");
  if (options.method == Method::multigrid) {
    const char* const other = "take <solver cg>";
    if (staggered) refuse("multigrid does not solve for staggered quarks", other);
    if (options.inner != gpu::Precision::single)
      refuse("multigrid iterates in single precision", "give <inner single>");
    if (options.domain) refuse("multigrid works on one rank", "start one process, or take <solver cg>");
  }
  if (options.block < 1 || options.block > kMostRightHandSides)
    refuse(fmt::format("blocks of {} right-hand sides", options.block), "give 1 to 16");
}

QuarkParameters wrapped_quark(QuarkParameters quark, const Geometry& geometry) {
  quark.boundary.check();
  quark.boundary = quark.boundary.wrapped(geometry);
  return quark;
}

void require_solved(const SolveResult& result, double tolerance) {
  if (result.residual_full <= tolerance) return;
  const bool none = !(result.residual_full < 0.5);
  throw Error(
      ErrorKind::not_converged,
      fmt::format("solver: |b - M x| / |b| is {:.3g} on all sites, but {:.3g} for the even-odd system, and "
                  "the limit is {:.3g}: {}",
                  result.residual_full, result.residual, tolerance,
                  none ? "numbers were too small or too large" : "rounding in double precision ends it here"),
      none ? "scale the mass or the source towards 1"
           : "raise <tolerance> to what was reached, or take a heavier quark");
}

bool residuals_on_device(const gpu::Device& device, const SolverOptions& options) {
  if (options.domain || options.restart == Restart::gpu) return true;
  const bool software = device.info().type == gpu::DeviceType::software;
  return options.restart == Restart::automatic && !software && device.info().limits.float64;
}

SolverLinks::SolverLinks(gpu::Device& device, const Configuration& u, const SolverOptions& options,
                         bool with_outer, int layers)
    : inner(device, u.geometry(), lattice_options(device, u.geometry(), options, options.inner, layers)) {
  if (with_outer) {
    // Links of a file in single precision are unitary to 1e-7 only. Stored in fewer reals they are other
    // links, of which a light quark's propagator knows 5e-5.
    LatticeOptions whole = lattice_options(device, u.geometry(), options, gpu::Precision::double_, layers);
    whole.reconstruct = 18;
    outer.emplace(device, u.geometry(), whole);
    upload(u, outer->u);
    Halo(outer->lattice).exchange(outer->u);
  }
  if (outer && alike(outer->lattice, inner.lattice))
    copy(outer->u, inner.u);
  else
    upload(u, inner.u);
  Halo(inner.lattice).exchange(inner.u);
}

}  // namespace glueball
