// Updates between frozen time slices, and what is averaged of them.
#include "measure/multilevel.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "field/transfer.hpp"
#include "reference/densities.hpp"
#include "reference/wilson_loops.hpp"
#include "support/devices.hpp"

namespace glueball::test::kernel_multilevel {
namespace {

constexpr test::Sweep kPreferred{.storage = false};
const Geometry kGeometry({4, 6, 2, 8});
constexpr std::uint32_t kEvery = 3;  // slices 0, 3, 6, of which the last sublattice has two links
const GaugeCouplings kCouplings{.beta = 5.7};

bool is_frozen(const Site& s, int mu) { return mu < 3 && s[3] % int(kEvery) == 0; }

/// The links that an update of the sublattice that begins at `t` may change.
bool is_inside(const Site& s, int mu, int t, int links) {
  return s[3] >= t && s[3] < t + links && !is_frozen(s, mu);
}

/// Calls see(n, mu, site) for every link.
template <class See>
void for_each_link(See see) {
  for (std::size_t n = 0; n < kGeometry.volume(); ++n)
    for (int mu = 0; mu < kDirections; ++mu) see(n, mu, kGeometry.site(n));
}

GaugeField uploaded(const DeviceLattice& lattice, const Configuration& links) {
  GaugeField u(lattice);
  upload(links, u);
  return u;
}

/// Returns the mean of Re Tr P(x) Tr P(x + r)^+ / 9 over sites and axes.
double plain(const Configuration& links, int r) {
  const Geometry& g = links.geometry();
  const auto loops = reference::polyakov_field(links);
  double sum = 0;
  for (std::size_t n = 0; n < loops.size(); ++n)
    for (int k = 0; k < 3; ++k)
      sum += (trace(loops[n]) * std::conj(trace(loops[g.index(g.neighbour(g.site(n), k, r))]))).real();
  return sum / (27.0 * double(loops.size()));
}

/// -1/9 sum_i Re tr F_it W F_it W, the mean over the starts that are not frozen and do not end frozen.
double electric(const Configuration& links, int dt, int thickness) {
  const Geometry& g = links.geometry();
  double sum = 0;
  int count = 0;
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const Site s = g.site(n);
    if (s[3] % thickness == 0 || (s[3] + dt) % g.extent(3) % thickness == 0) continue;
    ++count;
    for (int i = 0; i < 3; ++i)
      sum += reference::strengths_on_line(links, s, i, 3, dt, FieldStrength::clover);
  }
  return sum / (-9.0 * count);
}

}  // namespace

TEST_SUITE("kernel") {
  TEST_CASE("sweeps between frozen slices: these keep their bits, the other links are as without") {
    const Configuration start = hot_configuration(kGeometry, 21);
    const kernels::FrozenSlices frozen{.every = kEvery};
    test::for_each_lattice(
        kGeometry, {.storage = true, .threads_per_site = true}, [&](const DeviceLattice& lattice) {
          GaugeField u = uploaded(lattice, start), v = uploaded(lattice, start);
          const Configuration before = download(u);
          // Set by set without frozen ones, which are put back after each.
          const kernels::ForLinkSet put_back = [&](std::uint32_t, Parity, const auto& update) {
            update({});
            Configuration now = download(v);
            for_each_link([&](std::size_t n, int mu, const Site& s) {
              if (is_frozen(s, mu)) now.link(n, mu) = before.link(n, mu);
            });
            upload(now, v);
          };
          kernels::Heatbath::sweep(lattice, kCouplings, 7, 1, u, {}, frozen, Stream::sublattice);
          kernels::Heatbath::sweep(lattice, kCouplings, 7, 1, v, put_back, {}, Stream::sublattice);
          kernels::Overrelax::sweep(lattice, kCouplings, u, {}, frozen);
          kernels::Overrelax::sweep(lattice, kCouplings, v, put_back);
          const Configuration with = download(u), without = download(v);
          int kept = 0, same = 0, moved = 0;
          for_each_link([&](std::size_t n, int mu, const Site& s) {
            const auto &link = with.link(n, mu), &old = before.link(n, mu);
            if (is_frozen(s, mu))
              kept += link == old;
            else
              moved += !(link == old);
            same += link == without.link(n, mu);
          });
          const int links = 4 * int(kGeometry.volume()), still = 3 * 3 * int(kGeometry.volume()) / 8;
          CHECK(kept == still);
          CHECK(moved == links - still);
          CHECK(same == links);
        });
  }

  TEST_CASE("a sublattice and its slices know nothing of what is beyond the frozen ones") {
    const Configuration start = hot_configuration(kGeometry, 22), other = hot_configuration(kGeometry, 23);
    Configuration changed = start;
    for_each_link([&](std::size_t n, int mu, const Site& s) {
      if (is_inside(s, mu, 3, 3)) changed.link(n, mu) = other.link(n, mu);
    });
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      GlobalSums sums(lattice);
      const MultilevelOptions options{.beta = 5.7, .thickness = int(kEvery)};
      const auto updated = [&](const Configuration& links) {
        Sublattices sublattices(lattice, uploaded(lattice, links), sums, options, 5);
        for (int n = 0; n < 2; ++n) sublattices.update();
        return std::pair(download(sublattices.links()),
                         field_products(lattice, sublattices.links(), FieldStrength::clover, sums));
      };
      const auto [a, rows] = updated(start);
      const auto [b, other_rows] = updated(changed);
      int differ_inside = 0, differ_outside = 0;
      for_each_link([&, &a = a, &b = b](std::size_t n, int mu, const Site& s) {
        (is_inside(s, mu, 3, 3) ? differ_inside : differ_outside) += !(a.link(n, mu) == b.link(n, mu));
      });
      CHECK(differ_inside > 0);
      CHECK(differ_outside == 0);
      for (const int t : {1, 2, 7}) CHECK(rows.slice(t) == other_rows.slice(t));
      for (const int t : {3, 4, 5, 6}) CHECK(rows.slice(t) != other_rows.slice(t));
    });
  }

  TEST_CASE("multilevel: of one measurement without an update correlators are the plain ones") {
    const Configuration links = hot_configuration(kGeometry, 24);
    test::for_each_lattice(kGeometry, kPreferred, [&](const DeviceLattice& lattice) {
      const GaugeField u = uploaded(lattice, links);
      GlobalSums sums(lattice);
      for (const int thickness : {1, 2, 3, 8, 100}) {
        CAPTURE(thickness);
        const MultilevelOptions once{.thickness = thickness, .measurements = 1, .updates = 0};
        const auto found = multilevel_polyakov(lattice, u, sums, once, 3, 0);
        REQUIRE(found.size() == 3);
        for (int r = 1; r <= 3; ++r) CHECK(std::abs(found[std::size_t(r - 1)] - plain(links, r)) < 1e-7);
      }
      for (const int thickness : {2, 3, 8}) {
        CAPTURE(thickness);
        const MultilevelOptions once{.thickness = thickness, .measurements = 1, .updates = 0};
        const MultilevelElectric found = multilevel_electric(lattice, u, sums, once, 0);
        REQUIRE(found.electric.size() == 4);
        CHECK(std::abs(found.polyakov - reference::polyakov(links).real()) < 1e-7);
        for (int dt = 1; dt <= 4; ++dt) {
          const double wanted = electric(links, dt, thickness), got = found.electric[std::size_t(dt - 1)];
          CAPTURE(dt);
          CHECK(std::isnan(got) == std::isnan(wanted));
          if (!std::isnan(wanted)) CHECK(std::abs(got - wanted) < 1e-6);
        }
      }
      // In sublattices of four links every pair two apart is across a frozen slice, and no pair one apart is.
      const MultilevelOptions once{.thickness = 4, .measurements = 1, .updates = 0};
      const TensorCorrelators c = multilevel_tensor(lattice, u, sums, once, 0);
      const RowProducts rows = field_products(lattice, u, FieldStrength::clover, sums);
      const auto e = [&](int t) { return rows.slice(t)[std::size_t(FieldProduct::energy)]; };
      REQUIRE(c.bulk.size() == 5);
      CHECK(std::isnan(c.bulk[0]));
      CHECK(std::isnan(c.bulk[1]));
      CHECK(std::isnan(c.shear[1]));
      CHECK(c.bulk[2] == doctest::Approx(48 * (e(3) * e(5) + e(7) * e(1)) / 2).epsilon(1e-12));
      const double far = e(1) * e(5) + e(2) * e(6) + e(3) * e(7);
      CHECK(c.bulk[4] == doctest::Approx(48 * far / 3).epsilon(1e-12));
    });
  }
}

}  // namespace glueball::test::kernel_multilevel
