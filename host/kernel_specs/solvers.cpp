// Kernel specs of the steps of Krylov solvers.
#include <fmt/format.h>

#include "base/error.hpp"
#include "cpu/wilson_operator.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/hisq_operator.hpp"
#include "fermion/multi_wilson_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/tuning.hpp"
#include "reference/distance.hpp"
#include "reference/multishift_cg.hpp"
#include "solvers/bicgstab.hpp"
#include "solvers/block_cg.hpp"
#include "solvers/multishift_cg.hpp"
#include "solvers/refinement.hpp"

namespace glueball::kernel_specs {
namespace {

/// The iterations are few enough that the residual stays far above the rounding of single precision.
constexpr int kIterations = 32, kBlockIterations = 8;
constexpr int kBlock = 8;    // right-hand sides of cg-multi and similar benchmarks
constexpr int kShifts = 12;  // shifts of cg-hisq-shifts
constexpr double kSolverKappa = 0.17, kCloverKappa = 0.12, kMass = 0.1;
/// Flops of each complex number beside the matrix: norm (4), updates of x, r and p (4 each), norm (4).
constexpr double kStepFlops = 4 + 3 * 4 + 4;
/// Flops of each further shift: x_i += a p_i, p_i = z r + b p_i.
constexpr double kShiftFlops = 4 + 6;

void check_iterations(const DeviceCgResult& result, int wanted) {
  if (result.iterations != wanted)
    throw Error(ErrorKind::not_converged,
                fmt::format("bench cg: it made {} iterations instead of {}", result.iterations, wanted));
}

/// Bytes a site and iteration: those of the matrix, and `vectors` times `vector` bytes beside it.
struct Traffic {
  double matrix, vector;
  int vectors;
  double all() const { return matrix + vectors * vector; }
};

template <class Operator>
using Making = std::function<std::shared_ptr<Operator>(const DeviceLattice&, const GaugeField&)>;

/// `numbers` is complex numbers a site.
template <class Fields, class F, class Operator>
Workload cg_of(const DeviceLattice& lattice, int iterations, int numbers, const Traffic& traffic,
               const Making<Operator>& make) {
  struct State : Fields {
    State(const DeviceLattice& l, const Making<Operator>& m) : Fields(l), op(m(l, this->u)), cg(*op) {
      op->links_changed();
    }
    std::shared_ptr<Operator> op;
    ConjugateGradient<F> cg;
  };
  auto s = std::make_shared<State>(lattice, make);
  Workload w;
  // The tolerance cannot be reached, so that exactly this number of iterations is run.
  w.run = [s, &lattice, iterations] {
    check_iterations(s->cg.solve(s->a, s->b, 1e-12, iterations), iterations);
    lattice.stream().finish();
  };
  w.waits = true;
  w.flops = iterations * (s->op->normal_flops() + numbers * kStepFlops * half_volume(lattice));
  w.bytes = iterations * traffic.all() * half_volume(lattice);
  return w;
}

/// Two of four hops read a third spinor. Norm, residual and direction move 1, 3 and 5. If the first two are
/// fused with hops, these read one more and the direction moves 5.
int cg_spinors(const DeviceLattice& lattice) { return 2 + (lattice.options().fused ? 1 + 5 : 1 + 3 + 5); }

Workload cg(const DeviceLattice& lattice, int iterations) {
  return cg_of<BenchmarkSpinors, SpinorField, WilsonOperator>(
      lattice, iterations, 12, {4 * hop_bytes(lattice), spinor_bytes(lattice), cg_spinors(lattice)},
      [](const DeviceLattice& l, const GaugeField& u) {
        return std::make_shared<WilsonOperator>(l, u, kSolverKappa);
      });
}

Workload cg_clover(const DeviceLattice& lattice) {
  return cg_of<BenchmarkSpinors, SpinorField, CloverOperator>(
      lattice, kIterations, 12,
      {4 * (hop_bytes(lattice) + blocks_bytes(lattice)), spinor_bytes(lattice), cg_spinors(lattice)},
      [](const DeviceLattice& l, const GaugeField& u) {
        return std::make_shared<CloverOperator>(
            l, u, cpu::CloverOperator(benchmark_links(l.geometry()), kCloverKappa, {}));
      });
}

/// Beside two hops over `links` bytes a site, the second hop reads a third vector. Product, residual and
/// direction move 2, 3 and 5. If the first two are fused with hops, the second hop reads one more and the
/// direction moves 5.
Traffic colour_traffic(const DeviceLattice& lattice, double links) {
  const double vector = colour_bytes(lattice);
  return {2 * (links + 2 * vector), vector, 1 + (lattice.options().fused ? 1 + 5 : 2 + 3 + 5)};
}

Workload cg_staggered(const DeviceLattice& lattice, int iterations) {
  return cg_of<BenchmarkColours, ColourField, StaggeredOperator>(
      lattice, iterations, 3, colour_traffic(lattice, hop_links_bytes(lattice)),
      [](const DeviceLattice& l, const GaugeField& u) {
        return std::make_shared<StaggeredOperator>(l, u, kMass);
      });
}

Workload cg_hisq(const DeviceLattice& lattice, int iterations) {
  return cg_of<BenchmarkColours, ColourField, HisqOperator>(
      lattice, iterations, 3, colour_traffic(lattice, hisq_links_bytes(lattice)),
      [](const DeviceLattice& l, const GaugeField& u) { return benchmark_hisq(l, u, kMass, 0); });
}

/// The shifts are like those of a pole sum, and so close to the first that none converges before the end.
Workload cg_hisq_shifts(const DeviceLattice& lattice) {
  struct State : BenchmarkColours {
    explicit State(const DeviceLattice& l) : BenchmarkColours(l), op(l, u, kMass, 0), cg(op, shifts()) {
      op.links_changed();
      for (int n = 0; n < kShifts; ++n) x.emplace_back(l);
    }
    static std::vector<double> shifts() {
      std::vector<double> s{0};
      for (int n = 1; n < kShifts; ++n) s.push_back(1e-3 * n);
      return s;
    }
    HisqOperator op;
    MultishiftCg<ColourField> cg;
    std::vector<ColourField> x;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, &lattice] {
    check_iterations(s->cg.solve_all(s->a, s->x, 1e-12, kIterations), kIterations);
    lattice.stream().finish();
  };
  w.waits = true;
  w.flops = kIterations *
            (s->op.normal_flops() + 3 * (kStepFlops + (kShifts - 1) * kShiftFlops) * half_volume(lattice));
  // Each further shift reads and writes a solution and a direction; two of them share a read of the residual.
  const Traffic traffic = colour_traffic(lattice, hisq_links_bytes(lattice));
  const double vectors = 4 * (kShifts - 1) + kShifts / 2;
  w.bytes = kIterations * (traffic.all() + vectors * traffic.vector) * half_volume(lattice);
  return w;
}

/// Conjugate gradients on several right-hand sides at once. The iterations are few, because the tuner runs
/// it. `numbers` is complex numbers a site, `bytes` is per site and iteration.
template <class Blocks, class F>
Workload block_cg_of(const std::shared_ptr<Blocks>& fields, std::unique_ptr<MultiMatrix<F>> matrix,
                     int numbers, double bytes) {
  struct State {
    State(std::shared_ptr<Blocks> f, std::unique_ptr<MultiMatrix<F>> m)
        : fields(std::move(f)), op(std::move(m)), cg(*op) {}
    std::shared_ptr<Blocks> fields;
    std::unique_ptr<MultiMatrix<F>> op;
    BlockCg<F> cg;
  };
  const DeviceLattice& lattice = matrix->lattice();
  const int count = int(matrix->count());
  auto s = std::make_shared<State>(fields, std::move(matrix));
  Workload w;
  w.run = [s, &lattice] {
    for (const DeviceCgResult& result : s->cg.solve(s->fields->a, s->fields->b, 1e-12, kBlockIterations))
      check_iterations(result, kBlockIterations);
    lattice.stream().finish();
  };
  w.waits = true;
  w.flops = kBlockIterations * count * (s->cg.normal_flops() + numbers * kStepFlops * half_volume(lattice));
  w.bytes = kBlockIterations * bytes * half_volume(lattice);
  return w;
}

/// For one right-hand side this is the ordinary solver.
Workload cg_multi(const DeviceLattice& lattice, int count) {
  if (count == 1) return cg(lattice, kBlockIterations);
  auto f = std::make_shared<BenchmarkSpinorBlocks>(lattice, std::uint32_t(count));
  // Links are read once for all. Each spinor is moved in and out of four hops, by the second and fourth hop's
  // further reads, and by the direction.
  const double bytes = 4 * hop_links_bytes(lattice) + count * (4 * 2 + 1 + 2 + 5) * spinor_bytes(lattice);
  return block_cg_of<BenchmarkSpinorBlocks, SpinorField>(
      f, std::make_unique<MultiWilsonOperator>(lattice, f->u, kSolverKappa, 0, std::uint32_t(count)), 12,
      bytes);
}

/// The fields, with the operator over the links that its quarks use.
template <class Operator>
struct ColourBlocks : BenchmarkColourBlocks {
  template <class... Numbers>
  ColourBlocks(const DeviceLattice& lattice, int count, Numbers... numbers)
      : BenchmarkColourBlocks(lattice, std::uint32_t(count)), op(lattice, u, numbers...) {
    op.links_changed();
  }
  Operator op;
};

/// Links are read once for all. Each vector is moved in and out of two hops, by the second hop's further
/// read, and by product, residual and direction.
double colour_block_bytes(const DeviceLattice& lattice, double links, int count) {
  return 2 * links + count * (2 * 2 + 1 + 2 + 3 + 5) * colour_bytes(lattice);
}

template <class Operator, class... Numbers>
Workload cg_colour_multi(const DeviceLattice& lattice, int count, double links, Numbers... numbers) {
  auto f = std::make_shared<ColourBlocks<Operator>>(lattice, count, numbers...);
  return block_cg_of<ColourBlocks<Operator>, ColourField>(f, f->op.for_several(std::uint32_t(count)), 3,
                                                          colour_block_bytes(lattice, links, count));
}

Workload cg_staggered_multi(const DeviceLattice& lattice, int count) {
  if (count == 1) return cg_staggered(lattice, kBlockIterations);
  return cg_colour_multi<StaggeredOperator>(lattice, count, hop_links_bytes(lattice), kMass);
}

Workload cg_hisq_multi(const DeviceLattice& lattice, int count) {
  const double links = hisq_links_bytes(lattice);
  if (count > 1) return cg_colour_multi<HisqOperator>(lattice, count, links, kMass, 0.0);
  return cg_hisq(lattice, kBlockIterations);
}

struct SolverCheck : CheckSpinors {
  explicit SolverCheck(const DeviceLattice& l)
      : CheckSpinors(l),
        exact(std::make_shared<cpu::WilsonOperator<double>>(u, kCheckKappa, check_boundary())),
        op(l, device_u, kCheckKappa, 0, check_boundary()) {}
  /// Returns the true residual of a solve that the CPU restarts.
  double refined(InnerSolver<SpinorField>& inner) const {
    const auto space = precise_on_host<SpinorField>(exact);
    PreciseField<SpinorField> x = space->make();
    return Refinement(*space, inner).solve(PreciseField<SpinorField>(psi), x, 1e-10, 1000).residual;
  }
  std::shared_ptr<const cpu::WilsonOperator<double>> exact;
  WilsonOperator op;
};

double cg_error(const DeviceLattice& lattice) {
  SolverCheck c(lattice);
  ConjugateGradient cg(c.op);
  InnerCg inner(cg);
  return c.refined(inner);
}

/// Checks persistent CG with fields in buffers, as on a GPU, whatever the device prefers.
double persistent_error(const DeviceLattice& lattice) {
  LatticeOptions options = lattice.options();
  options.fused = true;
  options.shared_sums = true;
  options.persistent_cg = true;
  const DeviceLattice own(lattice.device(), lattice.geometry(), options);
  return cg_error(own);
}

double bicgstab_error(const DeviceLattice& lattice) {
  SolverCheck c(lattice);
  BiCgStab<SpinorField> inner(c.op);
  return c.refined(inner);
}

/// Checks the solutions of all shifts.
double shifts_error(const DeviceLattice& lattice) {
  const std::vector<double> shifts{0, 0.3, 2};
  SolverCheck c(lattice);
  std::vector<ParitySpinorField> wanted;
  reference::multishift_cg<ParitySpinorField>(*c.exact, c.psi, shifts, wanted, 1e-13);
  MultishiftCg<SpinorField> cg(c.op, shifts);
  std::vector<SpinorField> x;
  for (std::size_t n = 0; n < shifts.size(); ++n) x.emplace_back(lattice);
  cg.solve_all(c.device_psi, x, lattice.precision() == gpu::Precision::double_ ? 1e-11 : 1e-6, 1000);
  double worst = 0;
  for (std::size_t n = 0; n < shifts.size(); ++n) worst = worst_of({worst, c.error(x[n], wanted[n])});
  return worst;
}

constexpr Tolerance kResidual{.half = 1e-10, .single = 1e-10, .double_ = 1e-10};

}  // namespace

std::vector<KernelSpec> solver_specs() {
  using namespace kernels;
  return {
      {.kernel = CgDirection::record(),
       .parts = records<CgScalarStep, CgResidual, CgFinish, WilsonCg>(),
       .benchmarks =
           {{.name = "cg",
             .text = "conjugate gradient on the device, 32 iterations",
             .make = [](const DeviceLattice& l) { return cg(l, kIterations); },
             .in_half = true,
             .ghosts = 1},
            {.name = "cg-clover", .text = "the same for clover quarks", .make = cg_clover, .in_half = true},
            {.name = "cg-staggered",
             .text = "the same for naive staggered quarks",
             .make = [](const DeviceLattice& l) { return cg_staggered(l, kIterations); },
             .in_half = true,
             .ghosts = 1},
            {.name = "cg-hisq",
             .text = "the same for HISQ quarks, fat links of 18 reals and long ones of 14",
             .make = [](const DeviceLattice& l) { return cg_hisq(l, kIterations); },
             .in_half = true,
             .ghosts = 3,
             .reconstruct = FieldFormat::kFarReals},
            {.name = "cg-multi",
             .text = "conjugate gradients of eight right-hand sides at once, 8 iterations",
             .make = [](const DeviceLattice& l) { return cg_multi(l, kBlock); },
             .ghosts = 1,
             .make_block = cg_multi},
            {.name = "cg-staggered-multi",
             .text = "the same for naive staggered quarks",
             .make = [](const DeviceLattice& l) { return cg_staggered_multi(l, kBlock); },
             .ghosts = 1,
             .make_block = cg_staggered_multi},
            {.name = "cg-hisq-multi",
             .text = "the same for HISQ quarks, fat links of 18 reals and long ones of 14",
             .make = [](const DeviceLattice& l) { return cg_hisq_multi(l, kBlock); },
             .ghosts = 3,
             .reconstruct = FieldFormat::kFarReals,
             .make_block = cg_hisq_multi}},
       .checks = {{.name = "conjugate gradient", .error = cg_error, .allowed = kResidual},
                  {.name = "iterations that share a launch",
                   .error = persistent_error,
                   .allowed = kResidual,
                   .scope = Scope::tests}}},
      {.kernel = ShiftDirection::record(),
       .parts = records<ShiftScalarStep>(),
       .benchmarks = {{.name = "cg-hisq-shifts",
                       .text = "conjugate gradients of HISQ quarks for twelve shifts at once, 32 iterations",
                       .make = cg_hisq_shifts,
                       .ghosts = 3,
                       .reconstruct = FieldFormat::kFarReals}},
       .checks = {{.name = "shifted conjugate gradient",
                   .error = shifts_error,
                   .allowed = {.single = 2e-4, .double_ = 1e-9},
                   .scope = Scope::tests}}},
      {.kernel = BiCgStabUpdate::record(),
       .parts = records<BiCgStabScalarStep, BiCgStabDirection, BiCgStabHalf, BiCgStabOverlap>(),
       .checks =
           {{.name = "BiCGStab", .error = bicgstab_error, .allowed = kResidual, .scope = Scope::tests}}},
  };
}

const Benchmark& block_benchmark(std::string_view hop) {
  const std::string_view name = hop == kernels::StaggeredDslash::name ? "cg-staggered-multi"
                                : hop == kernels::NaikDslash::name    ? "cg-hisq-multi"
                                                                      : "cg-multi";
  for (const Benchmark& b : of<kernels::CgDirection>().benchmarks)
    if (b.name == name) return b;
  throw std::logic_error("there is no benchmark of several right-hand sides");
}

}  // namespace glueball::kernel_specs
