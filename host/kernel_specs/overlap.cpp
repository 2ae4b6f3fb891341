// Kernel specs of overlap quarks: chirality, and the pole sum of the sign function.
#include <fmt/format.h>

#include <memory>

#include "base/error.hpp"
#include "cpu/gamma.hpp"
#include "cpu/linalg.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernels/fermion.hpp"
#include "overlap/kernel.hpp"
#include "overlap/pole_sum.hpp"
#include "rational/zolotarev_sign.hpp"
#include "reference/multishift_cg.hpp"

namespace glueball::kernel_specs {
namespace {

/// Most poles converge before the end, as in real use. The first would take some iterations more.
constexpr int kPoles = 7, kPoleIterations = 96;
constexpr double kPoleTolerance = 1e-6;

double chiral_error(const DeviceLattice& lattice) {
  constexpr double kOne = 0.75, kGamma5 = -1.25;
  CheckSpinors c(lattice);
  ParitySpinorField wanted = c.chi, turned = c.psi;
  cpu::apply_gamma5(turned);
  cpu::axpy(kOne, c.psi, wanted);
  cpu::axpy(kGamma5, turned, wanted);
  kernels::ChiralAxpy::run(lattice, {.a = kOne, .a5 = kGamma5}, c.device_psi, c.device_chi);
  return c.error(c.device_chi, wanted);
}

double pole_sum_error(const DeviceLattice& lattice) {
  const RationalFunction r{.numerators = {0.3, 0.5, 1.2}, .shifts = {0.05, 0.4, 3}};
  CheckSpinors c(lattice);
  const cpu::WilsonOperator<double> m(c.u, kCheckKappa, check_boundary());
  const auto wanted = reference::pole_sum(m, r.numerators, r.shifts, {c.psi, c.chi}, 1e-13);
  PoleSum poles(lattice, c.device_u, kCheckKappa, check_boundary(), r.order());
  poles.set(r);
  FieldVector<SpinorField> b = full_vector(lattice), x = full_vector(lattice);
  upload(c.psi, b[0]);
  upload(c.chi, b[1]);
  poles.apply(b, x, lattice.precision() == gpu::Precision::double_ ? 1e-12 : 1e-6, 1000);
  return worst_of({c.error(x[0], wanted[0]), c.error(x[1], wanted[1])});
}

/// The flops count hops only.
Workload pole_sum(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    State(const DeviceLattice& l, const OverlapKernel& kernel)
        : BenchmarkLinks(l),
          poles(l, u, kernel.kappa(), kernel.boundary, kPoles),
          b(full_vector(l)),
          x(full_vector(l)) {
      const BenchmarkSpinors numbers(l);
      for (SpinorField& part : b) kernels::Copy::run(l, {}, numbers.a, part);
    }
    PoleSum poles;
    FieldVector<SpinorField> b, x;
  };
  const OverlapKernel kernel;
  auto s = std::make_shared<State>(lattice, kernel);
  s->poles.set(scaled(zolotarev_sign(0.3, kernel.highest(), kPoles).inverse_root,
                      1 / std::pow(kernel.scale(), 2), -0.5));
  Workload w;
  w.run = [s, &lattice] {
    const DeviceCgResult result = s->poles.apply(s->b, s->x, kPoleTolerance, kPoleIterations);
    if (result.iterations != kPoleIterations)
      throw Error(ErrorKind::not_converged, fmt::format("bench pole-sum: it made {} iterations instead of {}",
                                                        result.iterations, kPoleIterations));
    lattice.stream().finish();
  };
  w.waits = true;
  w.flops = (2 * kPoleIterations + 1) * kernels::WilsonDslash::kFlops * volume(lattice);
  w.bytes = (2 * kPoleIterations + 1) * hop_bytes(lattice) * volume(lattice);
  return w;
}

}  // namespace

std::vector<KernelSpec> overlap_specs() {
  using namespace kernels;
  return {
      {.kernel = PoleUpdate::record(),
       .parts = records<PoleDirection, WilsonFullSum>(),
       .benchmarks = {{.name = "pole-sum",
                       .text =
                           "the poles of an overlap quark's sign function, flops and bytes of its hops alone",
                       .make = pole_sum,
                       .ghosts = 1}},
       .checks = {{.name = "sum of poles",
                   .error = pole_sum_error,
                   .allowed = {.single = 2e-5, .double_ = 1e-10},
                   .scope = Scope::once}}},
      {.kernel = ChiralAxpy::record(),
       .parts = {},
       .checks = {{.name = "chirality", .error = chiral_error, .scope = Scope::tests}}},
  };
}

}  // namespace glueball::kernel_specs
