// These tests compare lib/lattice with Geometry: numbering, parity, neighbours, wrapping.
#include <doctest/doctest.h>

#include "kernels/hop_boundary.hpp"
#include "probe/buffers.hpp"
#include "support/devices.hpp"

namespace glueball::test::probe_lattice {
namespace {

void append(std::vector<std::int32_t>& to, const Geometry& g, const Site& s, bool there) {
  to.push_back(std::int32_t(g.half_index(s)));
  to.push_back(std::int32_t(Geometry::parity(s)));
  to.insert(to.end(), s.begin(), s.end());
  to.push_back(std::int32_t(g.index(s)));
  to.push_back(there);
}

void check(const Geometry& g, const std::array<int, 4>& boundary) {
  for_each_lattice(g, {.storage = false}, [&](const DeviceLattice& lattice) {
    for (const Parity parity : {Parity::even, Parity::odd}) {
      std::vector<std::int32_t> want;
      for (std::size_t n = 0; n < g.half_volume(); ++n) {
        const Site s = g.half_site(parity, n);
        append(want, g, s, false);
        for (int mu = 0; mu < kDirections; ++mu) {
          append(want, g, g.neighbour(s, mu), true);
          append(want, g, g.neighbour(s, mu, -1), true);
          want.push_back(s[mu] == g.extent(mu) - 1 ? boundary[std::size_t(mu)] : 1);
        }
      }
      BoundMemory out = output<std::int32_t>(lattice, want.size());
      kernels::probe::Lattice::run({lattice, HopBoundary(g, boundary).flags},
                                   {.parity = std::uint32_t(parity)}, out);
      CHECK(contents<std::int32_t>(lattice, out) == want);
    }
  });
}

TEST_SUITE("probe") {
  TEST_CASE("lattice: sites, neighbours and boundary signs are those of Geometry") {
    check(Geometry({4, 6, 8, 10}), {1, 1, 1, -1});
    check(Geometry({6, 4, 2, 8}), {-1, 1, -1, 1});
  }

  TEST_CASE("lattice: extents of 2, where up and down are the same site") {
    check(Geometry({2, 2, 4, 2}), {1, -1, 1, -1});
    check(Geometry({2, 4, 2, 6}), {-1, -1, -1, -1});
  }
}

}  // namespace

}  // namespace glueball::test::probe_lattice
