// What benchmarks work on: random fields, the same each time, since zeros would be faster than the truth on
// some devices; and what such fields weigh.
#pragma once

#include <cstdint>

#include "field/field.hpp"
#include "halo/halo.hpp"
#include "kernels/kernel.hpp"
#include "lattice/configuration.hpp"

namespace glueball::cards {

/// Flag of hops that are timed: antiperiodic in time.
inline constexpr std::uint32_t kAntiperiodic = DeviceLattice::kNegativeX << 3;

inline constexpr std::uint64_t kBenchmarkSeed = 20061;

/// Hot links to time on; the last are kept, since making them takes longer than timing a kernel.
const Configuration& benchmark_links(const Geometry& geometry);

/// Bytes that a stored real takes.
inline double real_bytes(const DeviceLattice& lattice) { return double(lattice.format().texel_bytes()) / 4; }
/// What half precision adds to a spinor or a matrix at a site: its unit.
inline double unit_bytes(const DeviceLattice& lattice) { return lattice.in_half() ? 4 : 0; }
inline double spinor_bytes(const DeviceLattice& lattice) {
  return 24 * real_bytes(lattice) + unit_bytes(lattice);
}
/// With what is empty beside it, or with its unit.
inline double colour_bytes(const DeviceLattice& lattice) {
  return lattice.format().colour_reals() * real_bytes(lattice);
}
/// Of clover quarks' site-diagonal matrices.
inline double blocks_bytes(const DeviceLattice& lattice) {
  return 72 * real_bytes(lattice) + unit_bytes(lattice);
}
inline double link_bytes(const DeviceLattice& lattice) {
  return lattice.options().reconstruct * real_bytes(lattice);
}
/// Of the eight links that a hop to a site takes.
inline double hop_links_bytes(const DeviceLattice& lattice) { return 8 * link_bytes(lattice); }
inline double hop_bytes(const DeviceLattice& lattice) {
  return hop_links_bytes(lattice) + 2 * spinor_bytes(lattice);
}
/// Of the eight numbers that a link's momentum is stored in.
inline double momentum_bytes(const DeviceLattice& lattice) { return 8 * real_bytes(lattice); }

inline double half_volume(const DeviceLattice& lattice) { return double(lattice.geometry().half_volume()); }
inline double volume(const DeviceLattice& lattice) { return double(lattice.geometry().volume()); }

struct BenchmarkLinks {
  explicit BenchmarkLinks(const DeviceLattice& lattice);
  /// Runs Hop over a field at the sites of `parity`, with the neighbours' on several ranks: they are part of
  /// what is timed.
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

/// Three spinors on the even sites.
struct BenchmarkSpinors : BenchmarkLinks {
  explicit BenchmarkSpinors(const DeviceLattice& lattice);
  SpinorField a, b, c;
};

/// Several right-hand sides.
template <class Multi>
struct BenchmarkBlocks : BenchmarkLinks {
  BenchmarkBlocks(const DeviceLattice& lattice, std::uint32_t count);
  Multi a, b, c;  ///< nothing in c
};
using BenchmarkSpinorBlocks = BenchmarkBlocks<MultiSpinorField>;
using BenchmarkColourBlocks = BenchmarkBlocks<MultiColourField>;

struct BenchmarkColours : BenchmarkLinks {
  explicit BenchmarkColours(const DeviceLattice& lattice);
  ColourField a, b, c;  ///< nothing in c
};

}  // namespace glueball::cards
