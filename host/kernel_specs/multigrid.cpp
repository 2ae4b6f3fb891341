// Kernel specs of multigrid.
#include "kernels/multigrid.hpp"

#include "cpu/wilson_operator.hpp"
#include "fermion/wilson_operator.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "solvers/multigrid.hpp"
#include "solvers/refinement.hpp"

namespace glueball::kernel_specs {
namespace {

/// Returns the true residual of a solve that the CPU restarts. tests/property/multigrid.cpp compares each
/// kernel with host/reference/multigrid.hpp.
double multigrid_error(const DeviceLattice& lattice) {
  const CheckSpinors c(lattice);
  const auto exact = std::make_shared<cpu::WilsonOperator<double>>(c.u, kCheckKappa, check_boundary());
  WilsonOperator op(lattice, c.device_u, kCheckKappa, 0, check_boundary());
  QuarkParameters quark{.action = QuarkAction::wilson, .kappa = kCheckKappa};
  quark.boundary = check_boundary().wrapped(lattice.geometry());
  Multigrid inner(op, c.device_u, quark, {.vectors = 8, .relaxations = 10});
  const auto space = precise_on_host<SpinorField>(exact);
  PreciseField<SpinorField> x = space->make();
  return Refinement(*space, inner).solve(PreciseField<SpinorField>(c.psi), x, 1e-10, 1000).residual;
}

}  // namespace

std::vector<KernelSpec> multigrid_specs() {
  using namespace kernels;
  return {
      {.kernel = CoarseHop::record(),
       .parts = records<ToAggregates, AggregateHops, Restrict, Prolong, Gram, Combine, Galerkin, CoarseLinks,
                        GcrDots, GcrScalarStep, GcrUpdate, Relax>(),
       .checks = {{.name = "multigrid",
                   .error = multigrid_error,
                   .allowed = {.single = 1e-10},
                   .scope = Scope::tests,
                   .extents = {4, 8, 4, 8}}}},
  };
}

}  // namespace glueball::kernel_specs
