// Several right-hand sides at once: the hop and the solve as one at a time would have them.
#include "solvers/block_cg.hpp"

#include <doctest/doctest.h>

#include "base/error.hpp"
#include "lattice/texels.hpp"
#include "reference/cg.hpp"
#include "reference/gaussian_spinor.hpp"
#include "reference/twisted_mass.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test {
namespace {

const Geometry kGeometry({4, 6, 4, 8});
constexpr double kKappa = 0.13, kMu = 0.2;

/// Copies spinors into, or one out of, a field of several, through the host.
MultiSpinorField together(const DeviceLattice& lattice, const std::vector<HalfSpinorField>& spinors) {
  MultiSpinorField all(lattice, std::uint32_t(spinors.size()));
  in_precision(lattice, [&](auto real) {
    Texels<decltype(real)> texels;
    for (const auto& psi : spinors) {
      const auto one = fetch<decltype(real)>(lattice, on_device(lattice, psi));
      texels.insert(texels.end(), one.begin(), one.end());
    }
    send(lattice, texels, all);
  });
  return all;
}

HalfSpinorField one_of(const DeviceLattice& lattice, const MultiSpinorField& all, std::size_t n) {
  SpinorField one(lattice);
  in_precision(lattice, [&](auto real) {
    const auto texels = fetch<decltype(real)>(lattice, all);
    const std::size_t size = SpinorField::kPlanes * kGeometry.half_volume();
    send(lattice, Texels<decltype(real)>(texels.begin() + std::ptrdiff_t(n * size), texels.begin() + std::ptrdiff_t((n + 1) * size)),
         one);
  });
  return on_host(lattice, one);
}

std::vector<HalfSpinorField> noise(std::size_t count) {
  std::vector<HalfSpinorField> all;
  for (std::size_t n = 0; n < count; ++n)
    all.push_back(reference::gaussian_spinor(kGeometry, Parity::even, 110 + n, 0));
  return all;
}

TEST_SUITE("property") {
  TEST_CASE("several right-hand sides: the operator on each is the twin's") {
    const Configuration u = hot_configuration(kGeometry, 111);
    Boundary boundary;
    boundary.twist = {0.25, 0, 0, 0};
    const reference::TwistedMassOperator exact(u, kKappa, kMu, boundary);
    for (const std::size_t count : {2, 6, 8}) {
      const auto psi = noise(count);
      for_each_lattice(kGeometry, {.storage = count == 6, .boundary = boundary, .in_double = true},
                       [&](const DeviceLattice& lattice) {
                         const GaugeField field = on_device(lattice, u);
                         MultiWilsonOperator op(lattice, field, kKappa, kMu, std::uint32_t(count));
                         const MultiSpinorField in = together(lattice, psi);
                         MultiSpinorField out(lattice, std::uint32_t(count));
                         HalfSpinorField want(psi[0].size());
                         for (const bool dagger : {false, true}) {
                           op.even_odd(in, out, dagger);
                           for (std::size_t n = 0; n < count; ++n) {
                             exact.even_odd(psi[n], want, dagger);
                             CHECK(relative_error(one_of(lattice, out, n), want) < tolerance(lattice).field);
                           }
                         }
                       });
    }
  }

  TEST_CASE("several right-hand sides: each solution is that of a solve of its own") {
    const Configuration u = weak_configuration(kGeometry, 0.35, 112);
    std::vector<HalfSpinorField> b = noise(4);
    for (auto& spinor : b[2])  // one that is nothing: it stops at once
      spinor = {};
    const reference::TwistedMassOperator exact(u, kKappa, kMu);
    for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
      const bool in_double = lattice.precision() == gpu::Precision::double_;
      const double goal = in_double ? 1e-11 : 1e-6;
      const GaugeField field = on_device(lattice, u);
      MultiWilsonOperator op(lattice, field, kKappa, kMu, 4);
      MultiSpinorField x(lattice, 4);
      const auto results = BlockCg(op).solve(together(lattice, b), x, goal, 1000);
      for (std::size_t n = 0; n < 4; ++n) {
        if (n == 2) {
          CHECK(results[n].state == SolverState::broken);
          continue;
        }
        CHECK(results[n].state == SolverState::converged);
        CHECK(results[n].residual <= goal);
        HalfSpinorField want(b[n].size());
        reference::conjugate_gradient<HalfSpinorField>(exact, b[n], want, 1e-13);
        CHECK(relative_error(one_of(lattice, x, n), want) < (in_double ? 1e-9 : 1e-4));
      }
      CHECK_THROWS_AS(MultiWilsonOperator(lattice, field, kKappa, kMu, 3), Error);
    });
  }
}

}  // namespace
}  // namespace glueball::test
