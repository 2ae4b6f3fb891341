// Kernel specs of clover quarks: the hop with site-diagonal matrices, the making of these matrices, and their
// determinant.
#include "cpu/chiral_block.hpp"
#include "cpu/clover_operator.hpp"
#include "fermion/clover_operator.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/operator_checks.hpp"
#include "kernel_specs/reference_fields.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr double kCloverQuarkKappa = 0.12, kCheckMu = 0.25;

double clover_hop_bytes(const DeviceLattice& lattice) { return hop_bytes(lattice) + blocks_bytes(lattice); }

/// Each of two blocks takes 15 squares with a quotient's product each, 20 complex products and sums, 6 pivots
/// and a logarithm.
constexpr double kDeterminantFlops = 2 * (15 * 5 + 20 * 10 + 6 * 2 + 46);
double determinant_bytes(const DeviceLattice& lattice) { return 72 * real_bytes(lattice); }

Workload even_odd(const DeviceLattice& lattice) {
  struct State : BenchmarkSpinors {
    // The timing would be the same with equal blocks at every site, but these are the real ones.
    explicit State(const DeviceLattice& l)
        : BenchmarkSpinors(l),
          op(l, u, cpu::CloverOperator(benchmark_links(l.geometry()), kCloverQuarkKappa, {})) {}
    CloverOperator op;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, first = true]() mutable {
    s->op.even_odd(first ? s->a : s->b, s->c);
    first = !first;
  };
  w.flops = s->op.normal_flops() / 2;
  w.bytes = (2 * clover_hop_bytes(lattice) + spinor_bytes(lattice)) * half_volume(lattice);
  return w;
}

Workload determinant(const DeviceLattice& lattice) {
  struct State : BenchmarkLinks {
    explicit State(const DeviceLattice& l)
        : BenchmarkLinks(l), op(l, u, kCloverQuarkKappa, 1, 0), partials(l) {
      op.links_changed();
    }
    CloverOperator op;
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  const auto run = [s, &lattice] {
    kernels::ChiralDeterminant::run(lattice, {}, s->op.odd_inverse(), s->partials);
  };
  return {run, kDeterminantFlops * half_volume(lattice), determinant_bytes(lattice) * half_volume(lattice)};
}

Reference even_odd_reference_of(const Geometry& g) {
  return {even_odd_reference(std::make_shared<cpu::CloverOperator>(benchmark_links(g), kCloverQuarkKappa,
                                                                   cpu::CloverOperator::Options{}),
                             reference_spinor(g, Parity::even))};
}

Reference determinant_reference(const Geometry& g) {
  auto t = std::make_shared<ParityChiralField>(
      cpu::clover_term(benchmark_links(g), Parity::odd, kCloverQuarkKappa, 1.0));
  return {[t] { cpu::log_determinant(*t); }};
}

cpu::CloverOperator exact_operator(const CheckLinks& c, double mu) {
  cpu::CloverOperator::Options options;
  options.boundary = check_boundary();
  options.mu = mu;
  return {c.u, kCheckKappa, options};
}

double clover_hop_error(const DeviceLattice& lattice) {
  const CheckSpinors c(lattice);
  const cpu::CloverOperator exact = exact_operator(c, 0);
  CloverOperator op(lattice, c.device_u, exact);
  return worst_of({operator_error<SpinorField, ParitySpinorField>(op, exact, c.psi),
                   steps_error<SpinorField, ParitySpinorField>(op, exact, c.psi)});
}

/// Checks blocks with a twisted mass, by site-diagonal matrices that were made on the device.
double blocks_error(const DeviceLattice& lattice) {
  const CheckSpinors c(lattice);
  const cpu::CloverOperator exact = exact_operator(c, kCheckMu);
  CloverOperator op(lattice, c.device_u, kCheckKappa, 1, kCheckMu, check_boundary());
  op.links_changed();
  return operator_error<SpinorField, ParitySpinorField>(op, exact, c.psi);
}

/// The same of the exponential term, with a twisted mass and without.
double exponential_error(const DeviceLattice& lattice) {
  const CheckSpinors c(lattice);
  double worst = 0;
  for (const double mu : {0.0, kCheckMu}) {
    const cpu::CloverOperator exact(
        c.u, kCheckKappa, {.csw = 1.5, .mu = mu, .exponential = true, .boundary = check_boundary()});
    CloverOperator op(lattice, c.device_u, kCheckKappa, 1.5, mu, check_boundary(), true);
    op.links_changed();
    worst = worst_of({worst, operator_error<SpinorField, ParitySpinorField>(op, exact, c.psi)});
  }
  return worst;
}

double determinant_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  CloverOperator op(lattice, c.device_u, kCheckKappa, 1, 0, check_boundary());
  op.links_changed();
  const double wanted = cpu::log_determinant(exact_operator(c, 0).term(Parity::odd));
  return std::abs(op.log_det(c.sums) - wanted) / double(c.geometry.volume());
}

}  // namespace

std::vector<KernelSpec> clover_quark_specs() {
  using namespace kernels;
  return {
      {.kernel = CloverDslash::record(),
       .parts = records<CloverDslashSum>(),
       .flops = CloverDslash::kFlops,
       .bytes = clover_hop_bytes,
       .benchmarks = {{.name = "clover-quark",
                       .text = "even-odd clover operator",
                       .make = even_odd,
                       .reference = even_odd_reference_of,
                       .in_half = true}},
       .checks = {{.name = "clover",
                   .error = clover_hop_error,
                   .allowed = kOperatorRounding,
                   .scope = Scope::formats}}},
      {.kernel = CloverBlocks::record(),
       .parts = records<FieldStrength, ChiralInverse, ChiralProduct, ChiralExponential, CloverTerm>(),
       .checks = {{.name = "clover blocks", .error = blocks_error, .scope = Scope::tests},
                  {.name = "exponential clover", .error = exponential_error, .scope = Scope::tests}}},
      {.kernel = ChiralDeterminant::record(),
       .parts = {},
       .flops = kDeterminantFlops,
       .bytes = determinant_bytes,
       .benchmarks = {{.name = "clover-determinant",
                       .text = "log of the clover term's determinant, one parity",
                       .make = determinant,
                       .reference = determinant_reference}},
       .checks =
           {{.name = "clover",
             .error = determinant_error,
             .allowed = {.half = 0, .single = kOperatorRounding.single, .double_ = kOperatorRounding.double_},
             .scope = Scope::formats}}},
  };
}

}  // namespace glueball::kernel_specs
