// Kernel specs of updates in pure gauge theory.
#include "kernels/heatbath.hpp"

#include "cpu/ranlux.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/check_fields.hpp"
#include "kernel_specs/families.hpp"
#include "kernel_specs/reference_fields.hpp"
#include "kernels/ranlux.hpp"
#include "reference/distance.hpp"
#include "reference/heatbath.hpp"

namespace glueball::kernel_specs {
namespace {

const GaugeCouplings kBenchmarkCouplings{.beta = 6.0}, kCheckCouplings{.beta = kCheckBeta};

// Flops are those of a site's four links with plaquettes alone, as counted in CL2QCD's table.
constexpr double kHeatbathFlops = 4 * 3912, kOverrelaxFlops = 4 * 3846;

/// For the links of one direction and parity a sweep reads the three other directions everywhere and its own
/// direction on both parities. It writes the links of its own direction and parity.
double sweep_bytes(const DeviceLattice& lattice) { return 4 * 9 * link_bytes(lattice); }

/// Hot links after two sweeps, without other fields, so that large lattices fit. On hot links rejection is
/// most frequent.
struct WarmLinks : BenchmarkLinks {
  explicit WarmLinks(const DeviceLattice& lattice) : BenchmarkLinks(lattice) {
    for (; step < 2; ++step)
      kernels::Heatbath::sweep(lattice, kBenchmarkCouplings, kBenchmarkSeed, step, u, each_set());
  }
  /// Returns the halo exchange after each set of links.
  kernels::ForLinkSet each_set() {
    if (u.lattice().domain() == nullptr) return {};
    return [this, parts = u.lattice().has_parts(kernels::Heatbath::shape, 1)](std::uint32_t mu, Parity parity,
                                                                              const auto& update) {
      halo.run_update(u, int(mu), parity, 1, parts, update);
    };
  }
  std::uint32_t step = 0;
};

Workload heatbath(const DeviceLattice& lattice) {
  auto s = std::make_shared<WarmLinks>(lattice);
  const auto run = [s, &lattice] {
    kernels::Heatbath::sweep(lattice, kBenchmarkCouplings, kBenchmarkSeed, s->step++, s->u, s->each_set());
  };
  return {run, kHeatbathFlops * volume(lattice), sweep_bytes(lattice) * volume(lattice)};
}

Workload overrelax(const DeviceLattice& lattice) {
  auto s = std::make_shared<WarmLinks>(lattice);
  const auto run = [s, &lattice] {
    kernels::Overrelax::sweep(lattice, kBenchmarkCouplings, s->u, s->each_set());
  };
  return {run, kOverrelaxFlops * volume(lattice), sweep_bytes(lattice) * volume(lattice)};
}

Reference heatbath_reference(const Geometry& g) {
  return moving_reference(g, [step = 0u](ReferenceLinks& m) mutable {
    reference::heatbath(m.u, kBenchmarkCouplings, kBenchmarkSeed, step++);
  });
}

Reference overrelax_reference(const Geometry& g) {
  return moving_reference(g, [](ReferenceLinks& m) { reference::overrelax(m.u, kBenchmarkCouplings); });
}

// Each set of links is checked by itself: in a whole sweep later links depend on earlier ones, which
// magnifies rounding.
double overrelax_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const Parity this_parity = Parity::even;
  Configuration wanted = c.u;
  reference::overrelax(wanted, kCheckCouplings, {.mu = 1, .parity = this_parity, .color = 0});
  kernels::Overrelax::run({lattice, 1}, {.parity = std::uint32_t(this_parity), .color = 0, .c0 = 1, .c1 = 0},
                          c.device_u[this_parity], c.device_u[other(this_parity)]);
  return reference::relative_error(download(c.device_u), wanted);
}

double heatbath_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const Parity this_parity = Parity::odd;
  Configuration wanted = c.u;
  reference::heatbath(wanted, kCheckCouplings, {.mu = 2, .parity = this_parity, .color = 0}, kCheckSeed, 1,
                      digits_of(lattice));
  kernels::Heatbath::run({lattice, 2},
                         {.parity = std::uint32_t(this_parity),
                          .color = 0,
                          .c0 = 2 * kCheckBeta / 3,
                          .c1 = 0,
                          .seed_low = std::uint32_t(kCheckSeed),
                          .seed_high = 0,
                          .step = 1,
                          .stream = std::uint32_t(Stream::heatbath)},
                         c.device_u[this_parity], c.device_u[other(this_parity)]);
  return reference::relative_error(download(c.device_u), wanted);
}

/// Checks ranlux heatbath; the generators' final states must be those of the reference, bit by bit.
double heatbath_ranlux_error(const DeviceLattice& lattice) {
  CheckLinks c(lattice);
  const Parity this_parity = Parity::odd;
  RanluxField generators(lattice, 3);
  auto state = cpu::ranlux_start(c.geometry, kCheckSeed);
  state.pop_back();
  generators.upload(state);
  Configuration wanted = c.u;
  reference::heatbath(wanted, kCheckCouplings, {.mu = 2, .parity = this_parity, .color = 0}, state,
                      generators.skipped(), digits_of(lattice));
  kernels::HeatbathRanlux::run({lattice, 2},
                               {.parity = std::uint32_t(this_parity),
                                .color = 0,
                                .skipped = generators.skipped(),
                                .c0 = 2 * kCheckBeta / 3,
                                .c1 = 0},
                               c.device_u[this_parity], c.device_u[other(this_parity)],
                               generators[this_parity]);
  if (generators.download() != state) return std::numeric_limits<double>::infinity();
  return reference::relative_error(download(c.device_u), wanted);
}

constexpr Tolerance kRandomLinks{.single = 2e-6, .double_ = 1e-12};

}  // namespace

std::vector<KernelSpec> heatbath_specs() {
  using namespace kernels;
  return {
      {.kernel = Heatbath::record(),
       .flops = kHeatbathFlops,
       .bytes = sweep_bytes,
       .benchmarks = {{.name = "heatbath",
                       .text = "heatbath sweep, Wilson's action at beta 6",
                       .make = heatbath,
                       .reference = heatbath_reference,
                       .ghosts = 1}},
       .checks = {{.name = "heatbath", .error = heatbath_error, .allowed = kRandomLinks}}},
      {.kernel = Overrelax::record(),
       .flops = kOverrelaxFlops,
       .bytes = sweep_bytes,
       .benchmarks = {{.name = "overrelax",
                       .text = "overrelaxation sweep, Wilson's action",
                       .make = overrelax,
                       .reference = overrelax_reference,
                       .ghosts = 1}},
       .checks = {{.name = "overrelaxation",
                   .error = overrelax_error,
                   .allowed = {.single = 2e-6, .double_ = 1e-13}}}},
      {.kernel = HeatbathRanlux::record(),
       .checks = {{.name = "heatbath by ranlux",
                   .error = heatbath_ranlux_error,
                   .allowed = kRandomLinks,
                   .scope = Scope::tests}}},
  };
}

}  // namespace glueball::kernel_specs
