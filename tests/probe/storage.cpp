// These tests check where lib/field, lib/spinor and lib/link store each number, in every storage, bit for
// bit.
#include <doctest/doctest.h>

#include <limits>

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "lattice/spin_basis.hpp"
#include "probe/buffers.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::probe_storage {
namespace {

const Geometry kGeometry({4, 6, 8, 10});

template <class T>
void send(const DeviceLattice& lattice, const std::vector<T>& values, const BoundMemory& to) {
  lattice.stream().upload(to.memory(), std::as_bytes(std::span(values)));
}

TEST_SUITE("probe") {
  TEST_CASE("field: plane p of site s is texel p V/2 + s; loads and stores give back the bits") {
    for (const Geometry& g : {kGeometry, Geometry({2, 4, 2, 6})})
      for_each_lattice(g, {}, [&](const DeviceLattice& lattice) {
        constexpr std::uint32_t kPlanes = 7;
        const std::size_t half = g.half_volume();
        auto x = random_floats(4 * kPlanes * half, 5), y = random_floats(4 * kPlanes * half, 6);
        x[0] = std::numeric_limits<float>::max();
        x[1] = std::numeric_limits<float>::min();
        x[2] = -0.0f;
        x[3] = -std::numeric_limits<float>::max();
        y[0] = y[1] = y[2] = y[3] = 0;
        Field fx(lattice, kPlanes), fy(lattice, kPlanes), fz(lattice, kPlanes);
        send(lattice, x, fx);
        send(lattice, y, fy);
        BoundMemory out = output<float>(lattice, x.size());
        kernels::probe::FieldAccess::run(lattice, {}, fx, fy, fz, out);
        const auto seen = contents<float>(lattice, out), sum = contents<float>(lattice, fy),
                   reversed = contents<float>(lattice, fz);
        CHECK(contents<float>(lattice, fx) == x);
        std::size_t wrong = 0;
        for (std::size_t plane = 0; plane < kPlanes; ++plane)
          for (std::size_t site = 0; site < half; ++site)
            for (std::size_t k = 0; k < 4; ++k) {
              const std::size_t at = 4 * (plane * half + site);
              const float v = x[at + k];
              wrong += std::bit_cast<std::uint32_t>(seen[4 * (site * kPlanes + plane) + k]) !=
                       std::bit_cast<std::uint32_t>(v);
              wrong += sum[at + k] != y[at + k] + v;
              wrong += std::bit_cast<std::uint32_t>(reversed[at + 3 - k]) != std::bit_cast<std::uint32_t>(v);
            }
        CHECK(wrong == 0);
      });
  }

  TEST_CASE("spinor: spins in the device's basis, its lower half, and a store that loads again") {
    const std::size_t half = kGeometry.half_volume();
    const ParitySpinorField psi = cpu::gaussian_spinor(kGeometry, Parity::odd, 8, 1);
    std::vector<double> want;
    for (const Spinor& external : psi) {
      const Spinor s = to_internal(external);
      for (const int spin : {0, 1, 2, 3, 2, 3}) append(want, s[spin]);
    }
    const auto exact = rounded(want);
    for_each_lattice(kGeometry, {}, [&](const DeviceLattice& lattice) {
      const SpinorField from = on_device(lattice, psi);
      SpinorField to(lattice);
      BoundMemory out = output<float>(lattice, want.size());
      kernels::probe::Spinor::run(lattice, {.count = std::uint32_t(half)}, from, to, out);
      CHECK(contents<float>(lattice, out) == exact);
      CHECK(contents<float>(lattice, to) == contents<float>(lattice, from));
      CHECK(relative_error(on_host(to), psi) < 1e-7);
    });
  }

  TEST_CASE("link: 8, 12 and 18 reals, both halves, and a store that loads again") {
    const std::size_t half = kGeometry.half_volume();
    const Configuration u = hot_configuration(kGeometry, 9);
    for_each_lattice(kGeometry, {.reconstruct = true, .split = true}, [&](const DeviceLattice& lattice) {
      const GaugeField from = on_device(lattice, u);
      GaugeField to(lattice);
      for (const Parity parity : {Parity::even, Parity::odd}) {
        std::vector<double> want;
        for (std::size_t n = 0; n < half; ++n)
          for (int mu = 0; mu < kDirections; ++mu) append(want, u.link(kGeometry.half_site(parity, n), mu));
        BoundMemory out = output<float>(lattice, want.size());
        kernels::probe::Link::run(lattice, {.count = std::uint32_t(half)}, from[parity], to[parity], out);
        const auto got = contents<float>(lattice, out);
        const auto exact = rounded(want);
        double worst = 0;
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < want.size(); ++k) {
          const int reals = lattice.options().reconstruct;
          const bool stored = reals != 8 && int(k % 18) < reals;
          wrong += stored && got[k] != exact[k];
          worst = std::max(worst, std::abs(double(got[k]) - want[k]));
        }
        CHECK(wrong == 0);
        CHECK(worst < (lattice.options().reconstruct == 8 ? 1e-6 : 3e-7));
        if (lattice.options().reconstruct != 8) {
          auto stored = contents<float>(lattice, to[parity]), sent = contents<float>(lattice, from[parity]);
          // A direction's links of 18 reals leave half a plane of their piece as it was.
          if (lattice.options().storage == gpu::Storage::split)
            for (auto* numbers : {&stored, &sent})
              numbers->resize(half * std::size_t(lattice.options().reconstruct));
          CHECK(stored == sent);
        }
      }
      CHECK(relative_error(download(to), u) < (lattice.options().reconstruct == 8 ? 3e-7 : 1e-7));
    });
  }
}

}  // namespace

}  // namespace glueball::test::probe_storage
