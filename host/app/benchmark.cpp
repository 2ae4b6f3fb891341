#include "app/benchmark.hpp"

#include <array>
#include <map>
#include <optional>

#include "flow/flow.hpp"
#include "kernels/clover.hpp"
#include "kernels/clover_force.hpp"
#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/linalg.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/transfer.hpp"

namespace glueball::app {
namespace {

constexpr std::uint64_t kSeed = 20061;

/// Random links, momenta and spinors: zeros would be faster than the truth on some devices.
struct Fields {
  explicit Fields(const DeviceLattice& lattice)
      : u(lattice), p(lattice), a(lattice), b(lattice), c(lattice), d(lattice) {
    upload(lattice, benchmark_links(lattice.geometry()), u);
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::GaussianMomenta::run(lattice, random(parity, Stream::momenta), p[parity]);
    for (SpinorField* psi : {&a, &b, &c, &d})
      kernels::GaussianSpinor::run(lattice, random(Parity::even, Stream::noise), *psi);
    lattice.stream().finish();
  }

  static args::RandomArgs random(Parity parity, Stream stream) {
    return {.parity = std::uint32_t(parity),
            .seed_low = std::uint32_t(kSeed),
            .seed_high = 0,
            .step = 1,
            .stream = std::uint32_t(stream)};
  }

  GaugeField u;
  MomentumField p;
  SpinorField a, b, c, d;
};

double half_volume(const DeviceLattice& lattice) { return double(lattice.geometry().half_volume()); }
int link_reals(const DeviceLattice& lattice) { return lattice.options().reconstruct; }
/// What takes so many bytes in single precision takes in the lattice's own.
double widened(const DeviceLattice& lattice, double bytes) { return bytes * real_bytes(lattice) / 4; }

Workload plaquette_sum(const DeviceLattice& lattice) {
  struct State : Fields {
    explicit State(const DeviceLattice& l) : Fields(l), partials(l) {}
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::Plaquette::run(lattice, {.parity = std::uint32_t(parity)}, s->u[parity], s->u[other(parity)],
                              s->partials);
  };
  w.flops = 2 * half_volume(lattice) * 6 * (2 * 198 + 36);
  w.bytes = widened(lattice, 2 * half_volume(lattice) * 4 * link_reals(lattice) * 4);
  return w;
}

Workload gauge_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  Workload w;
  w.run = [f, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::GaugeForce::run_all(lattice, parity, 1e-3, 0, f->u, f->p);
  };
  // Per link: 12 products and 6 sums for the staples, a product, eight coefficients.
  w.flops = 2 * half_volume(lattice) * 4 * (13 * 198 + 6 * 18 + 32);
  w.bytes = widened(lattice, 2 * half_volume(lattice) * 4 * (link_reals(lattice) * 4 + 2 * 32));
  return w;
}

Workload fermion_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  Workload w;
  w.run = [f, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::FermionForce::run(lattice, {.parity = std::uint32_t(parity), .coefficient = 1e-3f},
                                 f->u[parity], f->a, f->b, f->c, f->d, f->p[parity]);
  };
  // Per link: 4 SU(3) times colour vectors, 4 outer products, projections.
  w.flops = 2 * half_volume(lattice) * 4 * (4 * 66 + 4 * 54 + 4 * 12 + 54 + 32);
  w.bytes =
      widened(lattice, 2 * half_volume(lattice) * (4 * (link_reals(lattice) * 4 + 2 * 32) + 2 * 2 * 96));
  return w;
}

Workload staggered_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  auto x = std::make_shared<Both<ColourField>>(lattice);
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::Copy::run(lattice, {.planes = ColourField::kPlanes}, f->a, (*x)[parity]);
  Workload w;
  w.run = [f, x, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::StaggeredForce::run_all(lattice, parity, 1e-3, f->u, *x, f->p);
  };
  // Per link: an SU(3) times colour vector, an outer product, eight coefficients.
  w.flops = 2 * half_volume(lattice) * 4 * (66 + 54 + 6 + 32);
  w.bytes = widened(lattice, 2 * half_volume(lattice) * (4 * (link_reals(lattice) * 4 + 2 * 32) + 2 * 32));
  return w;
}

Workload clover_force(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  auto z = std::make_shared<TensorField>(lattice);
  for (const Parity parity : {Parity::even, Parity::odd})
    kernels::CloverOuter::run(lattice, {.planes = TensorHalf::kPlanes, .a = 1, .b = 0}, f->a, f->b,
                              (*z)[parity]);
  Workload w;
  w.run = [f, z, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::CloverForce::run_all(lattice, parity, 1e-3, f->u, *z, f->p);
  };
  // Per link: three planes of 16 products and 8 sums, a product, eight coefficients.
  w.flops = 2 * half_volume(lattice) * 4 * (3 * (16 * 198 + 8 * 18) + 198 + 32);
  w.bytes = widened(lattice, 2 * half_volume(lattice) * (4 * (link_reals(lattice) * 4 + 2 * 32) + 18 * 16));
  return w;
}

Workload update_links(const DeviceLattice& lattice) {
  auto f = std::make_shared<Fields>(lattice);
  Workload w;
  w.run = [f, &lattice] {
    for (const Parity parity : {Parity::even, Parity::odd})
      kernels::UpdateLinks::run(lattice, {.parity = std::uint32_t(parity), .coefficient = 1e-3f},
                                f->u[parity], f->p[parity]);
  };
  w.flops = 2 * half_volume(lattice) * 4 * (2 * 198 + 20 * 14 + 150);
  w.bytes = widened(lattice, 2 * half_volume(lattice) * 4 * (2 * link_reals(lattice) * 4 + 32));
  return w;
}

/// Links alone, so that large lattices fit; hot ones, where rejection is most frequent, warmed by two sweeps.
struct Links {
  Links(const DeviceLattice& lattice, const GaugeCouplings& c) : u(lattice), couplings(c) {
    upload(lattice, benchmark_links(lattice.geometry()), u);
    for (; step < 2; ++step) kernels::Heatbath::sweep(lattice, couplings, kSeed, step, u);
  }
  GaugeField u;
  GaugeCouplings couplings;
  std::uint32_t step = 0;
};

/// A sweep reads, for the links of a direction and parity, the three other directions everywhere and its own
/// on both parities, and writes its own.
double sweep_bytes(const DeviceLattice& lattice) {
  return widened(lattice, 2 * half_volume(lattice) * 4 * 9 * link_reals(lattice) * 4);
}

Workload heatbath_with(const DeviceLattice& lattice, const GaugeCouplings& couplings) {
  auto s = std::make_shared<Links>(lattice, couplings);
  Workload w;
  w.run = [s, &lattice] { kernels::Heatbath::sweep(lattice, s->couplings, kSeed, s->step++, s->u); };
  w.flops = 2 * half_volume(lattice) * 4 * kernels::Heatbath::kFlops;
  w.bytes = sweep_bytes(lattice);
  return w;
}

Workload overrelax_with(const DeviceLattice& lattice, const GaugeCouplings& couplings) {
  auto s = std::make_shared<Links>(lattice, couplings);
  Workload w;
  w.run = [s, &lattice] { kernels::Overrelax::sweep(lattice, s->couplings, s->u); };
  w.flops = 2 * half_volume(lattice) * 4 * kernels::Overrelax::kFlops;
  w.bytes = sweep_bytes(lattice);
  return w;
}

Workload heatbath(const DeviceLattice& lattice) { return heatbath_with(lattice, {.beta = 6.0}); }
Workload overrelax(const DeviceLattice& lattice) { return overrelax_with(lattice, {.beta = 6.0}); }

Workload flow_step(const DeviceLattice& lattice, const FlowAction& action) {
  auto flow = std::make_shared<GradientFlow>(lattice, action);
  flow->start(benchmark_links(lattice.geometry()));
  Workload w;
  w.run = [flow] { flow->step(1e-3); };
  const double links = 3 * 4 * double(lattice.geometry().volume());  // three stages
  double flops = kernels::FlowStep::kFlops, bytes = kernels::FlowStep::bytes(link_reals(lattice));
  if (action.c1 != 0) flops += 18 * 4 * 198 + 18 * 18;  // the rectangles' staples, one by one
  if (action.zeuthen) {
    flops += 4 * 198 + 100;  // two conjugations, sums
    bytes += 32 + 32 + 4 * link_reals(lattice);
  }
  w.flops = links * flops;
  w.bytes = widened(lattice, links * bytes);
  return w;
}

Workload clover(const DeviceLattice& lattice) {
  struct State : Fields {
    explicit State(const DeviceLattice& l) : Fields(l), partials(l), density(l) {}
    Partials partials;
    DensityField density;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, &lattice] {
    for (const Parity here : {Parity::even, Parity::odd}) {
      kernels::Clover::run_all(lattice, here, 0, false, s->u, s->density[here]);
      kernels::ComponentSums::run(lattice, {.plane = 0}, s->density[here], s->partials);
    }
  };
  w.flops = 2 * half_volume(lattice) * kernels::Clover::kFlops;
  w.bytes = widened(lattice, 2 * half_volume(lattice) * kernels::Clover::bytes(link_reals(lattice)));
  return w;
}

}  // namespace

const Configuration& benchmark_links(const Geometry& geometry) {
  // Those on which needs are found (memory_need), again and again.
  constexpr std::size_t kSmall = 8192;
  if (geometry.volume() <= kSmall) {
    static std::map<std::array<int, 4>, Configuration> small;
    const auto found = small.find(geometry.extents());
    return found != small.end()
               ? found->second
               : small.emplace(geometry.extents(), hot_configuration(geometry, kSeed)).first->second;
  }
  static std::optional<Configuration> last;
  if (!last || !(last->geometry() == geometry)) last = hot_configuration(geometry, kSeed);
  return *last;
}

const std::vector<Benchmark>& benchmarks() {
  static const std::vector<Benchmark> list = [] {
    std::vector<Benchmark> all = fermion_benchmarks();
    for (const auto* more : {&gauge_benchmarks(), &fix_benchmarks(), &picture_benchmarks()})
      all.insert(all.end(), more->begin(), more->end());
    return all;
  }();
  return list;
}

const std::vector<Benchmark>& gauge_benchmarks() {
  static const std::vector<Benchmark> list = {
      {"plaquette", "average plaquette", plaquette_sum},
      {"gauge-force", "Wilson gauge force", gauge_force},
      {"fermion-force", "two-flavour Wilson force", fermion_force},
      {"staggered-force", "staggered force", staggered_force},
      {"clover-force", "force through the clover term", clover_force},
      {"update-links", "U <- exp(i eps P) U", update_links},
      {"heatbath", "heatbath sweep, Wilson's action at beta 6", heatbath},
      {"overrelax", "overrelaxation sweep, Wilson's action", overrelax},
      {"flow-step", "Wilson flow, one Runge-Kutta step",
       [](const DeviceLattice& l) { return flow_step(l, reference::kWilsonFlow); }},
      {"symanzik-step", "Symanzik flow, one Runge-Kutta step",
       [](const DeviceLattice& l) { return flow_step(l, reference::kSymanzikFlow); }},
      {"zeuthen-step", "Zeuthen flow, one Runge-Kutta step",
       [](const DeviceLattice& l) { return flow_step(l, reference::kZeuthenFlow); }},
      {"clover", "clover action density and topological charge", clover},
  };
  return list;
}

}  // namespace glueball::app
