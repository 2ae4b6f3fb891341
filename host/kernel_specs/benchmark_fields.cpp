#include "kernel_specs/benchmark_fields.hpp"

#include <array>
#include <map>
#include <optional>

#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernels/fermion.hpp"
#include "kernels/linalg.hpp"
#include "lattice/random_stream.hpp"
#include "linalg/copy.hpp"

namespace glueball::kernel_specs {
namespace {

/// A fast generator of numbers between -1/2 and 1/2.
class Numbers {
 public:
  double next() {
    bits_ = bits_ * 1664525u + 1013904223u;
    return double(bits_ >> 8) * 0x1p-24 - 0.5;
  }

 private:
  std::uint32_t bits_ = 1;
};

/// Returns options in single precision: gaussian numbers are drawn in single precision and converted.
LatticeOptions single_options(const DeviceLattice& lattice) {
  LatticeOptions options = lattice.options();
  options.precision = gpu::Precision::single;
  return options;
}

}  // namespace

const Configuration& benchmark_links(const Geometry& geometry) {
  // Small lattices are kept, because memory_need() measures on them again and again.
  constexpr std::size_t kSmall = 8192;
  if (geometry.volume() <= kSmall) {
    static std::map<std::array<int, 4>, Configuration> small;
    const auto found = small.find(geometry.extents());
    // A domain has other links than a whole lattice of its extents.
    if (found != small.end() && found->second.geometry() == geometry) return found->second;
    return small.insert_or_assign(geometry.extents(), hot_configuration(geometry, kBenchmarkSeed))
        .first->second;
  }
  static std::optional<Configuration> last;
  if (!last || !(last->geometry() == geometry)) last = hot_configuration(geometry, kBenchmarkSeed);
  return *last;
}

BenchmarkLinks::BenchmarkLinks(const DeviceLattice& lattice) : u(lattice), halo(lattice) {
  upload(benchmark_links(lattice.geometry()), u);
  halo.exchange(u);
}

BenchmarkSpinors::BenchmarkSpinors(const DeviceLattice& lattice)
    : BenchmarkLinks(lattice), a(lattice), b(lattice), c(lattice) {
  const DeviceLattice single(lattice.device(), lattice.geometry(), single_options(lattice));
  SpinorField noise(single);
  for (SpinorField* psi : {&a, &b, &c}) {
    kernels::GaussianSpinor::run(single,
                                 {.parity = 0,
                                  .seed_low = std::uint32_t(kBenchmarkSeed),
                                  .seed_high = 0,
                                  .step = 1,
                                  .stream = std::uint32_t(Stream::noise)},
                                 noise);
    if (lattice.options().storage == gpu::Storage::image)
      kernels::Copy::run(lattice, {}, noise, *psi);
    else
      copy(noise, *psi);
  }
  lattice.stream().finish();
}

template <class Multi>
BenchmarkBlocks<Multi>::BenchmarkBlocks(const DeviceLattice& l, std::uint32_t count)
    : BenchmarkLinks(l), a(l, count), b(l, count), c(l, count) {
  in_precision(l.format(), [&](auto real) {
    using Real = decltype(real);
    Texels<Real> noise(a.texels());
    Numbers numbers;
    for (auto& texel : noise)
      for (Real& x : texel) x = Real(numbers.next());
    send(noise, a);
    send(noise, b);
  });
}

template struct BenchmarkBlocks<MultiSpinorField>;
template struct BenchmarkBlocks<MultiColourField>;

BenchmarkColours::BenchmarkColours(const DeviceLattice& lattice)
    : BenchmarkLinks(lattice), a(lattice), b(lattice), c(lattice) {
  ParityColourField noise(lattice.geometry().half_volume());
  Numbers numbers;
  for (auto& v : noise)
    for (auto& z : v.c) {
      const double re = numbers.next();
      z = {re, numbers.next()};
    }
  upload(noise, a);
  upload(noise, b);
}

}  // namespace glueball::kernel_specs
