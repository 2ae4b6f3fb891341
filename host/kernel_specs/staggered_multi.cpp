// Kernel specs of staggered quarks of all kinds for several right-hand sides at once.
#include <limits>

#include "fermion/hisq_operator.hpp"
#include "fermion/multi_colour_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "kernel_specs/colour_quarks.hpp"
#include "kernel_specs/families.hpp"
#include "kernels/multi.hpp"
#include "solvers/block_cg.hpp"

namespace glueball::kernel_specs {
namespace {

constexpr std::uint32_t kColumns = 8;  // right-hand sides of benchmarks
constexpr std::uint32_t kChecked = 4;  // right-hand sides of checks
constexpr double kMultiMass = 0.2, kMultiEpsilon = -0.15;

/// Bytes are for eight right-hand sides of HISQ quarks; links are read once.
double hisq_multi_bytes(const DeviceLattice& lattice) {
  return hisq_links_bytes(lattice) + kColumns * 2 * colour_bytes(lattice);
}
double staggered_multi_bytes(const DeviceLattice& lattice) {
  return hop_links_bytes(lattice) + kColumns * 2 * colour_bytes(lattice);
}

/// Applies hops to the odd sites and to the even ones in turn; `flops` and `bytes` are those of a site.
Workload multi_hop(const std::shared_ptr<BenchmarkColourBlocks>& f, const std::shared_ptr<ColourOperator>& op,
                   double flops, double bytes) {
  auto several = std::make_shared<MultiColourOperator>(*op, kColumns);
  const auto run = [f, op, several, to_odd = true]() mutable {
    several->hop(to_odd ? Parity::odd : Parity::even, to_odd ? f->a : f->b, f->c);
    to_odd = !to_odd;
  };
  const double sites = half_volume(op->lattice());
  return {run, flops * sites, bytes * sites};
}

Workload hisq_multi(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkColourBlocks>(lattice, kColumns);
  auto op = std::make_shared<HisqOperator>(lattice, f->u, kMultiMass, kMultiEpsilon);
  op->links_changed();
  return multi_hop(f, op, kColumns * kernels::NaikDslash::kFlops, hisq_multi_bytes(lattice));
}

Workload staggered_multi(const DeviceLattice& lattice) {
  auto f = std::make_shared<BenchmarkColourBlocks>(lattice, kColumns);
  auto op = std::make_shared<StaggeredOperator>(lattice, f->u, kMultiMass);
  return multi_hop(f, op, kColumns * kernels::StaggeredDslash::kFlops, staggered_multi_bytes(lattice));
}

Reference multi_reference(const std::shared_ptr<const cpu::StaggeredOperator>& op) {
  const Reference one = colour_hop_reference(op);
  return {[one] {
    for (std::uint32_t n = 0; n < kColumns; ++n) one.in_double();
  }};
}
Reference hisq_multi_reference(const Geometry& g) {
  return multi_reference(std::make_shared<cpu::HisqOperator>(benchmark_links(g), kMultiMass, kMultiEpsilon));
}
Reference staggered_multi_reference(const Geometry& g) {
  return multi_reference(std::make_shared<cpu::StaggeredOperator>(benchmark_links(g), kMultiMass));
}

std::vector<ParityColourField> noise(const Geometry& g) {
  std::vector<ParityColourField> all;
  for (std::uint32_t n = 0; n < kChecked; ++n)
    all.push_back(cpu::gaussian_colour(g, Parity::even, kCheckSeed, n));
  return all;
}

void put(const DeviceLattice& lattice, const std::vector<ParityColourField>& vectors, MultiColourField& all) {
  ColourField one(lattice);
  for (std::uint32_t n = 0; n < kChecked; ++n) {
    upload(vectors[n], one);
    kernels::CopyPart::put(lattice, one, n, all);
  }
}

ParityColourField taken(const DeviceLattice& lattice, const MultiColourField& all, std::uint32_t n) {
  ColourField one(lattice);
  ParityColourField vector;
  kernels::CopyPart::take(lattice, all, n, one);
  download(one, vector);
  return vector;
}

/// Checks the operator on several vectors at once. The reference takes one vector at a time.
double product_error(ColourOperator& op, const cpu::StaggeredOperator& exact) {
  const DeviceLattice& lattice = op.lattice();
  const auto vectors = noise(lattice.geometry());
  MultiColourOperator several(op, kChecked);
  MultiColourField in(lattice, kChecked), out(lattice, kChecked);
  put(lattice, vectors, in);
  several.even_odd(in, out);
  double worst = 0;
  for (std::uint32_t n = 0; n < kChecked; ++n) {
    ParityColourField wanted(vectors[n].size());
    exact.even_odd(vectors[n], wanted);
    worst = worst_of({worst, reference::relative_error(taken(lattice, out, n), wanted)});
  }
  return worst;
}

/// Checks the true residuals of conjugate gradients on several right-hand sides.
double solution_error(ColourOperator& op, const cpu::StaggeredOperator& exact) {
  const DeviceLattice& lattice = op.lattice();
  const auto vectors = noise(lattice.geometry());
  MultiColourOperator several(op, kChecked);
  BlockCg cg(several);
  MultiColourField b(lattice, kChecked), x(lattice, kChecked);
  put(lattice, vectors, b);
  const double tolerance = lattice.precision() == gpu::Precision::double_ ? 1e-12 : 1e-6;
  double worst = 0;
  for (const DeviceCgResult& result : cg.solve(b, x, tolerance, 1000))
    if (result.state != SolverState::converged) worst = std::numeric_limits<double>::infinity();
  for (std::uint32_t n = 0; n < kChecked; ++n) {
    ParityColourField product(vectors[n].size());
    exact.even_odd(taken(lattice, x, n), product);
    worst = worst_of({worst, reference::relative_error(product, vectors[n])});
  }
  return worst;
}

using MultiCheck = double (*)(ColourOperator&, const cpu::StaggeredOperator&);

/// Returns the worse error of naive and HISQ quarks.
template <MultiCheck check>
double of_both(const DeviceLattice& lattice) {
  const CheckLinks c(lattice);
  StaggeredOperator naive(lattice, c.device_u, kMultiMass, check_boundary());
  const cpu::HopLinks links = cpu::hisq_hop_links(c.u, kMultiEpsilon);
  HisqOperator hisq(lattice, c.device_u, kMultiMass, kMultiEpsilon, check_boundary(), links);
  return worst_of({check(naive, cpu::StaggeredOperator(c.u, kMultiMass, check_boundary())),
                   check(hisq, cpu::HisqOperator(links, kMultiMass, kMultiEpsilon, check_boundary()))});
}

}  // namespace

std::vector<KernelSpec> staggered_multi_specs() {
  return {
      {.kernel = kernels::StaggeredDslashMulti::record(),
       .flops = kColumns * kernels::NaikDslash::kFlops,
       .bytes = hisq_multi_bytes,
       .benchmarks =
           {{.name = "hisq-multi",
             .text =
                 "hop of HISQ quarks for eight right-hand sides, fat links of 18 reals and long ones of 14",
             .make = hisq_multi,
             .reference = hisq_multi_reference,
             .ghosts = 3,
             .reconstruct = FieldFormat::kFarReals},
            {.name = "staggered-multi",
             .text = "naive staggered hop for eight right-hand sides",
             .make = staggered_multi,
             .reference = staggered_multi_reference,
             .ghosts = 1}},
       .checks = {{.name = "several staggered right-hand sides", .error = of_both<product_error>},
                  {.name = "conjugate gradients of several staggered right-hand sides",
                   .error = of_both<solution_error>,
                   .allowed = {.single = 1e-5, .double_ = 1e-11},
                   .scope = Scope::tests}}}};
}

}  // namespace glueball::kernel_specs
