// Kernel specs of Wilson's hop for one and for several right-hand sides, and of its even-odd operators.
#include "cpu/twisted_mass.hpp"
#include "fermion/multi_wilson_operator.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/operator_checks.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernels/multi.hpp"
#include "solvers/block_cg.hpp"

namespace glueball::kernel_specs {
namespace {

using cpu::WilsonOperator;

constexpr double kKappa = 0.12, kMu = 0.1;  // parameters of benchmarks
constexpr std::uint32_t kCount = 8;         // right-hand sides of dslash-multi
constexpr double kCheckMu = 0.25;

constexpr double kWilsonHopFlops = kernels::WilsonDslash::kFlops;

/// Bytes are for eight right-hand sides.
double multi_hop_bytes(const DeviceLattice& lattice) {
  return hop_links_bytes(lattice) + kCount * 2 * spinor_bytes(lattice);
}

Workload dslash(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkSpinors>(lattice);
  const auto run = [f, to_odd = true]() mutable {
    // The input is never the output of an earlier run. A field that is hopped again and again shrinks to
    // denormal numbers within some hundred runs, which are twenty times slower on a CPU. Then it shrinks to
    // zeros, which are too fast on a GPU.
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    f->run_hop<kernels::WilsonDslash>(to_odd ? f->a : f->b, other(parity),
                                      {.parity = std::uint32_t(parity), .b = 0.125}, f->c);
    to_odd = !to_odd;
  };
  return {run, kWilsonHopFlops * half_volume(lattice), hop_bytes(lattice) * half_volume(lattice)};
}

Workload dslash_multi(const DeviceLattice& lattice) {
  auto s = std::make_shared<BenchmarkSpinorBlocks>(lattice, kCount);
  const auto run = [s, to_odd = true]() mutable {
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    s->run_hop<kernels::WilsonDslashMulti>(to_odd ? s->a : s->b, other(parity),
                                           {.parity = std::uint32_t(parity), .b = 0.125}, s->c, kCount);
    to_odd = !to_odd;
  };
  return {run, kCount * kWilsonHopFlops * half_volume(lattice),
          multi_hop_bytes(lattice) * half_volume(lattice)};
}

/// Mhat takes two hops and reads x.
Workload even_odd(const DeviceLattice& lattice, double mu) {
  struct State : BenchmarkSpinors {
    State(const DeviceLattice& l, double m) : BenchmarkSpinors(l), op(l, u, kKappa, m) {}
    glueball::WilsonOperator op;
  };
  auto s = std::make_shared<State>(lattice, mu);
  Workload w;
  w.run = [s, first = true]() mutable {
    s->op.even_odd(first ? s->a : s->b, s->c);
    first = !first;
  };
  w.flops = s->op.normal_flops() / 2;
  w.bytes = (2 * hop_bytes(lattice) + spinor_bytes(lattice)) * half_volume(lattice);
  return w;
}

template <class Real>
std::function<void()> hops(const Geometry& g, std::uint32_t count) {
  struct State {
    WilsonOperator<Real> op;
    cpu::ParityField<Real> in, out;
  };
  auto s = std::make_shared<State>(State{WilsonOperator<Real>(benchmark_links(g), kKappa),
                                         in_real<Real>(reference_spinor(g, Parity::even)),
                                         {}});
  s->out.resize(s->in.size());
  return [s, count] {
    for (std::uint32_t n = 0; n < count; ++n) s->op.hop(Parity::odd, s->in, s->out);
  };
}

Reference wilson_hop_reference(const Geometry& g) { return {hops<double>(g, 1), hops<float>(g, 1)}; }
Reference multi_hop_reference(const Geometry& g) { return {hops<double>(g, kCount), hops<float>(g, kCount)}; }

template <class Real>
std::function<void()> even_odd_of(const Geometry& g) {
  return even_odd_reference(std::make_shared<WilsonOperator<Real>>(benchmark_links(g), kKappa),
                            in_real<Real>(reference_spinor(g, Parity::even)));
}

Reference wilson_reference(const Geometry& g) { return {even_odd_of<double>(g), even_odd_of<float>(g)}; }
Reference twisted_reference(const Geometry& g) {
  return {even_odd_reference(std::make_shared<cpu::TwistedMassOperator>(benchmark_links(g), kKappa, kMu),
                             reference_spinor(g, Parity::even))};
}

struct WilsonCheck : CheckSpinors {
  explicit WilsonCheck(const DeviceLattice& l)
      : CheckSpinors(l),
        exact(u, kCheckKappa, check_boundary()),
        op(l, device_u, kCheckKappa, 0, check_boundary()) {}
  WilsonOperator<double> exact;
  glueball::WilsonOperator op;
};

double wilson_hop_error(const DeviceLattice& lattice) {
  WilsonCheck c(lattice);
  double worst = 0;
  for (const bool dagger : {false, true}) {
    ParitySpinorField wanted(c.psi.size());
    c.op.hop(Parity::odd, c.device_psi, c.result, 1.0, dagger);
    c.exact.hop(Parity::odd, c.psi, wanted, dagger);
    worst = worst_of({worst, c.error(c.result, wanted)});
    c.op.hop(Parity::even, c.device_chi, c.result, 1.0, dagger);
    c.exact.hop(Parity::even, c.chi, wanted, dagger);
    worst = worst_of({worst, c.error(c.result, wanted)});
  }
  return worst;
}

double normal_error(const DeviceLattice& lattice) {
  WilsonCheck c(lattice);
  SpinorField middle(lattice);
  ParitySpinorField wanted(c.psi.size());
  c.op.normal(c.device_psi, middle, c.result);
  c.exact.normal(c.psi, wanted);
  return c.error(c.result, wanted);
}

double twisted_error(const DeviceLattice& lattice) {
  const CheckSpinors c(lattice);
  glueball::WilsonOperator op(lattice, c.device_u, kCheckKappa, kCheckMu, check_boundary());
  const cpu::TwistedMassOperator exact(c.u, kCheckKappa, kCheckMu, check_boundary());
  return worst_of({operator_error<SpinorField, ParitySpinorField>(op, exact, c.psi),
                   steps_error<SpinorField, ParitySpinorField>(op, exact, c.psi)});
}

/// Checks the operator on two spinors at once. The reference takes one spinor at a time.
double multi_error(const DeviceLattice& lattice) {
  WilsonCheck c(lattice);
  const ParitySpinorField sources[] = {c.psi, c.chi};  // parity does not matter here
  MultiWilsonOperator op(lattice, c.device_u, kCheckKappa, 0, 2, check_boundary());
  MultiSpinorField in(lattice, 2), out(lattice, 2);
  kernels::CopyPart::put(lattice, c.device_psi, 0, in);
  kernels::CopyPart::put(lattice, c.device_chi, 1, in);
  double worst = 0;
  for (const bool dagger : {false, true}) {
    op.even_odd(in, out, dagger);
    for (std::uint32_t n = 0; n < 2; ++n) {
      ParitySpinorField wanted(c.psi.size());
      c.exact.even_odd(sources[n], wanted, dagger);
      kernels::CopyPart::take(lattice, out, n, c.result);
      worst = worst_of({worst, c.error(c.result, wanted)});
    }
  }
  return worst;
}

/// Checks the true residuals of conjugate gradients on both spinors, with vector updates fused with the hops.
double fused_multi_error(const DeviceLattice& lattice) {
  LatticeOptions options = lattice.options();
  options.fused = true;
  const DeviceLattice fused(lattice.device(), lattice.geometry(), options);
  WilsonCheck c(fused);
  const ParitySpinorField sources[] = {c.psi, c.chi};
  MultiWilsonOperator op(fused, c.device_u, kCheckKappa, 0, 2, check_boundary());
  BlockCg cg(op);
  MultiSpinorField b(fused, 2), x(fused, 2);
  kernels::CopyPart::put(fused, c.device_psi, 0, b);
  kernels::CopyPart::put(fused, c.device_chi, 1, b);
  const double tolerance = lattice.precision() == gpu::Precision::double_ ? 1e-12 : 1e-6;
  double worst = 0;
  for (const DeviceCgResult& result : cg.solve(b, x, tolerance, 1000))
    if (result.state != SolverState::converged) worst = std::numeric_limits<double>::infinity();
  for (std::uint32_t n = 0; n < 2; ++n) {
    kernels::CopyPart::take(fused, x, n, c.result);
    ParitySpinorField solution, product(c.psi.size());
    download(c.result, solution);
    c.exact.normal(solution, product);
    worst = worst_of({worst, reference::relative_error(product, sources[n])});
  }
  return worst;
}

}  // namespace

std::vector<KernelSpec> wilson_specs() {
  using namespace kernels;
  return {
      {.kernel = WilsonDslash::record(),
       .parts = records<WilsonDslashSum>(),
       .flops = kWilsonHopFlops,
       .bytes = hop_bytes,
       .benchmarks = {{.name = "dslash",
                       .text = "Wilson hopping term, one parity",
                       .make = dslash,
                       .reference = wilson_hop_reference,
                       .in_half = true,
                       .ghosts = 1},
                      {.name = "even-odd",
                       .text = "even-odd Wilson operator",
                       .make = [](const DeviceLattice& l) { return even_odd(l, 0); },
                       .reference = wilson_reference,
                       .in_half = true,
                       .ghosts = 1},
                      {.name = "twisted-mass",
                       .text = "even-odd twisted-mass operator",
                       .make = [](const DeviceLattice& l) { return even_odd(l, kMu); },
                       .reference = twisted_reference,
                       .in_half = true,
                       .ghosts = 1}},
       .checks = {{.name = "twisted mass",
                   .error = twisted_error,
                   .allowed = kOperatorRounding,
                   .scope = Scope::formats},
                  {.name = "wilson_dslash", .error = wilson_hop_error, .allowed = kOperatorRounding},
                  {.name = "even-odd operator", .error = normal_error, .allowed = kOperatorRounding}}},
      {.kernel = WilsonDslashMulti::record(),
       .parts = records<WilsonDslashMultiSum, CopyPart>(),
       .flops = kCount * kWilsonHopFlops,
       .bytes = multi_hop_bytes,
       .benchmarks = {{.name = "dslash-multi",
                       .text = "Wilson hopping term of eight right-hand sides",
                       .make = dslash_multi,
                       .reference = multi_hop_reference,
                       .ghosts = 1}},
       .checks = {{.name = "several right-hand sides", .error = multi_error, .scope = Scope::tests},
                  {.name = "conjugate gradients of several right-hand sides",
                   .error = fused_multi_error,
                   .allowed = {.single = 1e-5, .double_ = 1e-11},
                   .scope = Scope::tests}}},
  };
}

}  // namespace glueball::kernel_specs
