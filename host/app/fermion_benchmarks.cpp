// What `glueball bench` times of the fermion sector, in every precision.
#include <fmt/format.h>

#include <span>

#include "app/benchmark.hpp"
#include "base/error.hpp"
#include "fermion/clover_operator.hpp"
#include "fermion/staggered_operator.hpp"
#include "kernels/gauge.hpp"
#include "kernels/linalg.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/texels.hpp"
#include "lattice/transfer.hpp"
#include "linalg/convert.hpp"
#include "reference/clover_operator.hpp"
#include "solvers/block_cg.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball::app {
namespace {

constexpr std::uint64_t kSeed = 20061;
constexpr double kKappa = 0.12, kMass = 0.1;

double half_volume(const DeviceLattice& lattice) { return double(lattice.geometry().half_volume()); }

/// What half precision adds to a vector at a site: its unit.
double unit_bytes(const DeviceLattice& lattice) {
  return lattice.precision() == gpu::Precision::half ? 4 : 0;
}
double spinor_bytes(const DeviceLattice& lattice) { return 24 * real_bytes(lattice) + unit_bytes(lattice); }
double links_bytes(const DeviceLattice& lattice) {
  return 8 * lattice.options().reconstruct * real_bytes(lattice);
}
/// Of clover quarks' site-diagonal matrices.
double blocks_bytes(const DeviceLattice& lattice) { return 72 * real_bytes(lattice) + unit_bytes(lattice); }
double colour_bytes(const DeviceLattice& lattice) { return 6 * real_bytes(lattice) + unit_bytes(lattice); }
double hop_bytes(const DeviceLattice& lattice) { return links_bytes(lattice) + 2 * spinor_bytes(lattice); }

/// Gaussian numbers are drawn in single precision and converted.
LatticeOptions single_options(const DeviceLattice& lattice) {
  LatticeOptions options = lattice.options();
  options.precision = gpu::Precision::single;
  return options;
}

struct Links {
  explicit Links(const DeviceLattice& lattice) : u(lattice) {
    upload(lattice, benchmark_links(lattice.geometry()), u);
  }
  GaugeField u;
};

struct Spinors : Links {
  explicit Spinors(const DeviceLattice& lattice) : Links(lattice), a(lattice), b(lattice), c(lattice) {
    const DeviceLattice single(lattice.device(), lattice.geometry(), single_options(lattice));
    SpinorField noise(single);
    for (SpinorField* psi : {&a, &b, &c}) {
      kernels::GaussianSpinor::run(single,
                                   {.parity = 0,
                                    .seed_low = std::uint32_t(kSeed),
                                    .seed_high = 0,
                                    .step = 1,
                                    .stream = std::uint32_t(Stream::noise)},
                                   noise);
      if (lattice.options().storage == gpu::Storage::image)
        kernels::Copy::run(lattice, {.planes = SpinorField::kPlanes}, noise, *psi);
      else
        convert(single, noise, lattice, *psi);
    }
    lattice.stream().finish();
  }
  SpinorField a, b, c;
};

Workload dslash(const DeviceLattice& lattice) {
  auto f = std::make_shared<Spinors>(lattice);
  Workload w;
  w.run = [f, &lattice, to_odd = true]() mutable {
    // Never what an earlier run wrote: a field that is hopped again and again shrinks to denormal numbers
    // within some hundred runs (twenty times slower on a CPU, and for one batch only) and then to zeros
    // (faster than the truth on a GPU).
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    const SpinorField& from = to_odd ? f->a : f->b;
    kernels::WilsonDslash::run(lattice, {.parity = std::uint32_t(parity), .b = 0.125}, f->u[parity],
                               f->u[other(parity)], from, from, f->c);
    to_odd = !to_odd;
  };
  w.flops = kernels::WilsonDslash::kFlops * half_volume(lattice);
  w.bytes = hop_bytes(lattice) * half_volume(lattice);
  return w;
}

/// What several right-hand sides are benchmarked with.
constexpr std::uint32_t kCount = 8;

struct MultiSpinors : Links {
  MultiSpinors(const DeviceLattice& l, std::uint32_t count)
      : Links(l), a(l, count), b(l, count), c(l, count) {
    in_precision(l, [&](auto real) {
      using Real = decltype(real);
      Texels<Real> noise(l.geometry().half_volume() * a.planes());
      std::uint32_t bits = 1;
      for (auto& texel : noise)
        for (Real& x : texel) {
          bits = bits * 1664525u + 1013904223u;
          x = Real(bits >> 8) * Real(0x1p-24) - Real(0.5);
        }
      send(l, noise, a);
      send(l, noise, b);
    });
  }
  MultiSpinorField a, b, c;
};

/// The hop of eight right-hand sides.
Workload dslash_multi(const DeviceLattice& lattice) {
  auto s = std::make_shared<MultiSpinors>(lattice, kCount);
  Workload w;
  w.run = [s, &lattice, to_odd = true]() mutable {
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    const MultiSpinorField& in = to_odd ? s->a : s->b;
    kernels::WilsonDslashMulti::run({lattice, 0, {}, kCount}, {.parity = std::uint32_t(parity), .b = 0.125},
                                    s->u[parity], s->u[other(parity)], in, in, s->c);
    to_odd = !to_odd;
  };
  w.flops = kCount * kernels::WilsonDslash::kFlops * half_volume(lattice);
  w.bytes = (links_bytes(lattice) + kCount * 2 * spinor_bytes(lattice)) * half_volume(lattice);
  return w;
}

/// Mhat of any action with spinors; `extra` bytes a site beside two hops and x.
template <class Operator>
Workload even_odd(const DeviceLattice& lattice, double extra,
                  const std::function<Operator(const DeviceLattice&, const GaugeField&)>& make) {
  struct State : Spinors {
    State(const DeviceLattice& l, const std::function<Operator(const DeviceLattice&, const GaugeField&)>& m)
        : Spinors(l), op(m(l, u)) {}
    Operator op;
  };
  auto s = std::make_shared<State>(lattice, make);
  Workload w;
  w.run = [s, first = true]() mutable {
    s->op.even_odd(first ? s->a : s->b, s->c);
    first = !first;
  };
  w.flops = s->op.normal_flops() / 2;
  w.bytes = (2 * hop_bytes(lattice) + spinor_bytes(lattice) + extra) * half_volume(lattice);
  return w;
}

Workload wilson(const DeviceLattice& lattice) {
  return even_odd<WilsonOperator>(
      lattice, 0, [](const DeviceLattice& l, const GaugeField& u) { return WilsonOperator(l, u, kKappa); });
}

Workload twisted_mass(const DeviceLattice& lattice) {
  return even_odd<WilsonOperator>(lattice, 0, [](const DeviceLattice& l, const GaugeField& u) {
    return WilsonOperator(l, u, kKappa, 0.1);
  });
}

/// The same blocks at every site of a small lattice's would do for timing, but these are the real ones.
CloverOperator clover_operator(const DeviceLattice& lattice, const GaugeField& u) {
  return CloverOperator(lattice, u,
                        reference::CloverOperator(benchmark_links(lattice.geometry()), kKappa, {}));
}

Workload clover(const DeviceLattice& lattice) {
  return even_odd<CloverOperator>(lattice, 2 * blocks_bytes(lattice), clover_operator);
}

Workload clover_determinant(const DeviceLattice& lattice) {
  struct State : Links {
    explicit State(const DeviceLattice& l) : Links(l), op(l, u, kKappa, 1, 0), partials(l) {
      op.links_changed();
    }
    CloverOperator op;
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, &lattice] {
    kernels::ChiralDeterminant::run(lattice, {.planes = ChiralField::kPlanes}, s->op.odd_inverse(),
                                    s->partials);
  };
  w.flops = kernels::kChiralDeterminantFlops * half_volume(lattice);
  w.bytes = 72 * real_bytes(lattice) * half_volume(lattice);
  return w;
}

struct Colours : Links {
  explicit Colours(const DeviceLattice& lattice) : Links(lattice), a(lattice), b(lattice), c(lattice) {
    HalfColourField noise(lattice.geometry().half_volume());
    std::uint32_t bits = 1;
    const auto next = [&] {
      bits = bits * 1664525u + 1013904223u;
      return double(bits >> 8) * 0x1p-24 - 0.5;
    };
    for (auto& v : noise)
      for (auto& z : v.c) {
        const double re = next();
        z = {re, next()};
      }
    upload(lattice, noise, a);
    upload(lattice, noise, b);
  }
  ColourField a, b, c;
};

Workload staggered(const DeviceLattice& lattice) {
  auto f = std::make_shared<Colours>(lattice);
  Workload w;
  w.run = [f, &lattice, to_odd = true]() mutable {
    const Parity parity = to_odd ? Parity::odd : Parity::even;
    const ColourField& from = to_odd ? f->a : f->b;
    kernels::StaggeredDslash::run(lattice, {.parity = std::uint32_t(parity), .b = 1}, f->u[parity],
                                  f->u[other(parity)], from, from, f->c);
    to_odd = !to_odd;
  };
  w.flops = kernels::StaggeredDslash::kFlops * half_volume(lattice);
  w.bytes = (links_bytes(lattice) + 2 * colour_bytes(lattice)) * half_volume(lattice);
  return w;
}

/// Few enough that the residual stays far above what single precision can hold.
constexpr int kCgIterations = 32;

void check_iterations(const DeviceCgResult& result, int wanted) {
  if (result.iterations != wanted)
    throw Error(Status::not_converged,
                fmt::format("bench cg: {} iterations rather than {}", result.iterations, wanted));
}

/// `vectors` is what an iteration moves beside hops of bytes `hops`, in vectors of `vector` bytes; a site has
/// `numbers` complex.
template <class Fields, class F, class Operator>
Workload cg_of(const DeviceLattice& lattice, int iterations, int numbers, double hops, double vector,
               int vectors, const std::function<Operator(const DeviceLattice&, const GaugeField&)>& make) {
  struct State : Fields {
    State(const DeviceLattice& l, const std::function<Operator(const DeviceLattice&, const GaugeField&)>& m)
        : Fields(l), op(m(l, this->u)), cg(op) {}
    Operator op;
    ConjugateGradient<F> cg;
  };
  auto s = std::make_shared<State>(lattice, make);
  Workload w;
  // A tolerance out of reach in so few: exactly that many are run.
  w.run = [s, &lattice, iterations] {
    check_iterations(s->cg.solve(s->a, s->b, 1e-12, iterations), iterations);
    lattice.stream().finish();
  };
  w.waits = true;
  // The matrix, then of each complex number: norm (4), x and r and p updates (4 each), norm (4).
  w.flops = iterations * (s->op.normal_flops() + numbers * (4 + 3 * 4 + 4) * half_volume(lattice));
  w.bytes = iterations * (hops + vectors * vector) * half_volume(lattice);
  return w;
}

/// Two of four hops read a third spinor. Norm, residual and direction move 1, 3 and 5; or, where the first
/// two ride on hops, these read one more, and the direction moves 5.
int cg_spinors(const DeviceLattice& lattice) { return 2 + (lattice.options().fused ? 1 + 5 : 1 + 3 + 5); }

Workload cg(const DeviceLattice& lattice, int iterations) {
  return cg_of<Spinors, SpinorField, WilsonOperator>(
      lattice, iterations, 12, 4 * hop_bytes(lattice), spinor_bytes(lattice), cg_spinors(lattice),
      [](const DeviceLattice& l, const GaugeField& u) { return WilsonOperator(l, u, 0.17); });
}

/// Of several right-hand sides at once; of one the solver that a single one has. Few iterations: the tuner
/// runs it.
Workload cg_multi(const DeviceLattice& lattice, int count) {
  constexpr int kIterations = 8;
  if (count == 1) return cg(lattice, kIterations);
  struct State : MultiSpinors {
    State(const DeviceLattice& l, std::uint32_t n) : MultiSpinors(l, n), op(l, u, 0.17, 0, n), cg(op) {}
    MultiWilsonOperator op;
    BlockCg cg;
  };
  auto s = std::make_shared<State>(lattice, std::uint32_t(count));
  Workload w;
  w.run = [s, &lattice] {
    for (const DeviceCgResult& result : s->cg.solve(s->a, s->b, 1e-12, kIterations))
      check_iterations(result, kIterations);
    lattice.stream().finish();
  };
  w.waits = true;
  w.flops = kIterations * count * (s->cg.normal_flops() + 12 * (4 + 3 * 4 + 4) * half_volume(lattice));
  // Links once for all; of each spinor four hops in and out, what the second and fourth read besides, and the
  // direction.
  w.bytes = kIterations * (4 * links_bytes(lattice) + count * (4 * 2 + 1 + 2 + 5) * spinor_bytes(lattice)) *
            half_volume(lattice);
  return w;
}

Workload cg_clover(const DeviceLattice& lattice) {
  return cg_of<Spinors, SpinorField, CloverOperator>(
      lattice, kCgIterations, 12, 4 * (hop_bytes(lattice) + blocks_bytes(lattice)), spinor_bytes(lattice),
      cg_spinors(lattice), clover_operator);
}

Workload cg_staggered(const DeviceLattice& lattice) {
  // The second hop reads a third vector. Product, residual and direction move 2, 3 and 5; or, where the first
  // two ride on hops, the second reads one more, and the direction moves 5.
  const int vectors = 1 + (lattice.options().fused ? 1 + 5 : 2 + 3 + 5);
  return cg_of<Colours, ColourField, StaggeredOperator>(
      lattice, kCgIterations, 3, 2 * (links_bytes(lattice) + 2 * colour_bytes(lattice)),
      colour_bytes(lattice), vectors,
      [](const DeviceLattice& l, const GaugeField& u) { return StaggeredOperator(l, u, kMass); });
}

Workload norm2(const DeviceLattice& lattice) {
  struct State : Spinors {
    explicit State(const DeviceLattice& l) : Spinors(l), partials(l) {}
    Partials partials;
  };
  auto s = std::make_shared<State>(lattice);
  Workload w;
  w.run = [s, &lattice] {
    kernels::Norm2::run(lattice, {.planes = SpinorField::kPlanes}, s->a, s->partials);
  };
  w.flops = 48 * half_volume(lattice);
  w.bytes = spinor_bytes(lattice) * half_volume(lattice);
  return w;
}

Workload axpby(const DeviceLattice& lattice) {
  auto f = std::make_shared<Spinors>(lattice);
  Workload w;
  w.run = [f, &lattice] {
    kernels::Axpby::run(lattice, {.planes = SpinorField::kPlanes, .a = 0.5, .b = 0.25}, f->a, f->b, f->c);
  };
  w.flops = 72 * half_volume(lattice);
  w.bytes = 3 * spinor_bytes(lattice) * half_volume(lattice);
  return w;
}

}  // namespace

const std::vector<Benchmark>& fermion_benchmarks() {
  static const std::vector<Benchmark> list = {
      {"dslash", "Wilson hopping term, one parity", dslash, true},
      {"dslash-multi", "Wilson hopping term of eight right-hand sides", dslash_multi, false},
      {"even-odd", "even-odd Wilson operator", wilson, true},
      {"twisted-mass", "even-odd twisted-mass operator", twisted_mass, true},
      {"clover-quark", "even-odd clover operator", clover, true},
      {"clover-determinant", "log of the clover term's determinant, one parity", clover_determinant, false},
      {"staggered", "naive staggered hop, one parity", staggered, true},
      {"cg", "conjugate gradient on the device, 32 iterations",
       [](const DeviceLattice& l) { return cg(l, kCgIterations); }, true},
      {"cg-clover", "the same for clover quarks", cg_clover, true},
      {"cg-staggered", "the same for naive staggered quarks", cg_staggered, true},
      {"cg-multi", "conjugate gradients of eight right-hand sides at once, 8 iterations",
       [](const DeviceLattice& l) { return cg_multi(l, kCount); }, false, cg_multi},
      {"norm2", "norm of a spinor field", norm2, true},
      {"axpby", "z = a x + b y", axpby, true},
  };
  return list;
}

}  // namespace glueball::app
