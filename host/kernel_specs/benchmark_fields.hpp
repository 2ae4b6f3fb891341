// Random fields for benchmarks, the same each time, and the bytes that fields take. Zeros would be faster
// than real data on some devices.
#pragma once

#include <cstdint>

#include "field/field.hpp"
#include "halo/halo.hpp"
#include "kernels/kernel.hpp"
#include "lattice/configuration.hpp"

namespace glueball::kernel_specs {

/// The launch flag of timed hops: antiperiodic in time.
inline constexpr std::uint32_t kAntiperiodic = DeviceLattice::kNegativeX << 3;

inline constexpr std::uint64_t kBenchmarkSeed = 20061;

/// Returns hot links for benchmarks. The last ones are kept, since making them takes longer than timing a
/// kernel.
const Configuration& benchmark_links(const Geometry& geometry);

/// Returns the bytes of a stored real.
inline double real_bytes(const DeviceLattice& lattice) { return double(lattice.format().texel_bytes()) / 4; }
/// Returns the bytes of the scale that half precision stores with each spinor or matrix.
inline double scale_bytes(const DeviceLattice& lattice) { return lattice.in_half() ? 4 : 0; }
inline double spinor_bytes(const DeviceLattice& lattice) {
  return 24 * real_bytes(lattice) + scale_bytes(lattice);
}
/// The bytes include the padding or the scale.
inline double colour_bytes(const DeviceLattice& lattice) {
  return lattice.format().colour_reals() * real_bytes(lattice);
}
/// Returns the bytes of a clover quark's site-diagonal matrices.
inline double blocks_bytes(const DeviceLattice& lattice) {
  return 72 * real_bytes(lattice) + scale_bytes(lattice);
}
inline double link_bytes(const DeviceLattice& lattice) {
  return lattice.options().reconstruct * real_bytes(lattice);
}
/// Returns the bytes of the eight links that a hop to one site reads.
inline double hop_links_bytes(const DeviceLattice& lattice) { return 8 * link_bytes(lattice); }
inline double hop_bytes(const DeviceLattice& lattice) {
  return hop_links_bytes(lattice) + 2 * spinor_bytes(lattice);
}
/// Returns the bytes of a link's momentum, which is stored as eight numbers.
inline double momentum_bytes(const DeviceLattice& lattice) { return 8 * real_bytes(lattice); }

inline double half_volume(const DeviceLattice& lattice) { return double(lattice.geometry().half_volume()); }
inline double volume(const DeviceLattice& lattice) { return double(lattice.geometry().volume()); }

struct BenchmarkLinks {
  explicit BenchmarkLinks(const DeviceLattice& lattice);
  /// Runs Hop over a field at the sites of `parity`. On several ranks this includes the halo exchange, which
  /// is timed too.
  template <class Hop, class F>
  void run_hop(const F& from, Parity parity, const typename Hop::Args& arguments, F& to,
               std::uint32_t count = 1) {
    const bool parts = u.lattice().has_parts(Hop::shape, 1, count);
    halo.run_hop(from, parity, 1, parts, reader_of<Hop>(kAntiperiodic), [&](const Part& part) {
      Launch launch(u.lattice(), kAntiperiodic, nullptr, count);
      launch.part = part;
      Hop::run(launch, arguments, u[other(parity)], u[parity], from, from, to);
    });
  }
  GaugeField u;
  Halo halo;
};

/// Links and three spinors on the even sites.
struct BenchmarkSpinors : BenchmarkLinks {
  explicit BenchmarkSpinors(const DeviceLattice& lattice);
  SpinorField a, b, c;
};

/// Links and fields of several right-hand sides.
template <class Multi>
struct BenchmarkBlocks : BenchmarkLinks {
  BenchmarkBlocks(const DeviceLattice& lattice, std::uint32_t count);
  Multi a, b, c;  ///< c is not filled
};
using BenchmarkSpinorBlocks = BenchmarkBlocks<MultiSpinorField>;
using BenchmarkColourBlocks = BenchmarkBlocks<MultiColourField>;

struct BenchmarkColours : BenchmarkLinks {
  explicit BenchmarkColours(const DeviceLattice& lattice);
  ColourField a, b, c;  ///< c is not filled
};

}  // namespace glueball::kernel_specs
