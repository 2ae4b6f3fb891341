// These tests check identities of the Wilson operator on the device: gamma5-hermiticity and free fields.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/wilson_operator.hpp"
#include "lattice/spin_basis.hpp"
#include "linalg/global_sums.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "unit/reference_naive.hpp"

namespace glueball::test::property_wilson {
namespace {

const Geometry kGeometry({4, 6, 8, 10});

/// chi e^{ipx}
ParitySpinorField plane_wave(Parity parity, const std::array<double, 4>& p, const Spinor& chi) {
  ParitySpinorField psi(kGeometry.half_volume());
  for (std::size_t n = 0; n < psi.size(); ++n) {
    const Site s = kGeometry.half_site(parity, n);
    double phase = 0;
    for (int mu = 0; mu < kDirections; ++mu) phase += p[std::size_t(mu)] * s[std::size_t(mu)];
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) psi[n][spin][c] = std::polar(1.0, phase) * chi[spin][c];
  }
  return psi;
}

TEST_SUITE("property") {
  TEST_CASE("wilson: gamma5-hermiticity, for the hop and for Mhat") {
    const Configuration u = hot_configuration(kGeometry, 91);
    const auto a = cpu::gaussian_spinor(kGeometry, Parity::even, 92, 1),
               b = cpu::gaussian_spinor(kGeometry, Parity::odd, 92, 2),
               c = cpu::gaussian_spinor(kGeometry, Parity::even, 92, 3);
    const double scale = std::sqrt(cpu::norm2(a) * cpu::norm2(b));
    for_each_lattice(kGeometry, {}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      WilsonOperator op(lattice, links, 0.13);
      GlobalSums sums(lattice);
      const SpinorField da = on_device(lattice, a), db = on_device(lattice, b), dc = on_device(lattice, c);
      SpinorField hb(lattice), ha(lattice);

      // gamma5 H gamma5 = H^+, as a field ...
      op.hop(Parity::even, on_device(lattice, gamma5(b)), hb);
      op.hop(Parity::even, db, ha, 1.0, true);
      CHECK(relative_error(gamma5(on_host(hb)), on_host(ha)) < kSingle.field);
      // ... and in scalar products: <a, H b> = <H^+ a, b>.
      op.hop(Parity::even, db, hb);
      op.hop(Parity::odd, da, ha, 1.0, true);
      const Complex left = sums.dot(da, hb), right = sums.dot(ha, db);
      CHECK(std::abs(left) > 1e-3 * scale);
      CHECK(std::abs(left - right) < kSingle.average * scale);

      op.even_odd(dc, hb);
      op.even_odd(da, ha, true);
      CHECK(std::abs(sums.dot(da, hb) - sums.dot(ha, dc)) < kSingle.average * scale);
      op.even_odd(on_device(lattice, gamma5(a)), hb);
      CHECK(relative_error(gamma5(on_host(hb)), on_host(ha)) < kSingle.field);
    });
  }

  TEST_CASE("wilson: plane waves on cold links have their eigenvalues") {
    const double pi = std::numbers::pi, kappa = 0.12;
    const Configuration cold(kGeometry);
    const Spinor chi = cpu::gaussian_spinor(kGeometry, Parity::even, 93, 0)[0];
    const auto gamma = external_gammas();
    for (const Site& n :
         {Site{0, 0, 0, 0}, Site{1, 0, 0, 0}, Site{0, 2, 0, 1}, Site{1, -1, 3, -4}, Site{2, 3, 4, 2}}) {
      std::array<double, 4> p;
      double cosines = 0, sines2 = 0;
      for (int mu = 0; mu < 4; ++mu) {
        // The boundary is antiperiodic in t, so momenta are half-integer.
        p[std::size_t(mu)] = 2 * pi * (n[std::size_t(mu)] + (mu == 3 ? 0.5 : 0)) / kGeometry.extent(mu);
        cosines += std::cos(p[std::size_t(mu)]);
        sines2 += std::pow(std::sin(p[std::size_t(mu)]), 2);
      }
      // H chi e^{ipx} = sum_mu (2 cos p_mu - 2 i gamma_mu sin p_mu) chi e^{ipx}
      Spinor image;
      for (int spin = 0; spin < 4; ++spin)
        for (int c = 0; c < 3; ++c) image[spin][c] = 2 * cosines * chi[spin][c];
      for (int mu = 0; mu < 4; ++mu) {
        const Spinor turned = gamma[std::size_t(mu)] * chi;
        for (int spin = 0; spin < 4; ++spin)
          for (int c = 0; c < 3; ++c)
            image[spin][c] -= Complex(0, 2 * std::sin(p[std::size_t(mu)])) * turned[spin][c];
      }
      const double k2 = kappa * kappa;
      const double eigenvalue =
          std::pow(1 - 4 * k2 * (cosines * cosines - sines2), 2) + std::pow(8 * k2 * cosines, 2) * sines2;
      for_each_lattice(kGeometry, {.reconstruct = true}, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, cold);
        WilsonOperator op(lattice, links, kappa);
        SpinorField out(lattice), middle(lattice);
        for (const Parity target : {Parity::even, Parity::odd}) {
          op.hop(target, on_device(lattice, plane_wave(other(target), p, chi)), out);
          CHECK(relative_error(on_host(out), plane_wave(target, p, image)) < 3e-7);
        }
        ParitySpinorField psi = plane_wave(Parity::even, p, chi);
        op.normal(on_device(lattice, psi), middle, out);
        for (Spinor& s : psi)
          for (auto& colour : s.s)
            for (Complex& z : colour) z *= eigenvalue;
        // The error is relative to the norm of psi: near p = 0 the eigenvalue is a small difference of terms
        // of order 1.
        CHECK(relative_error(on_host(out), psi) * std::min(eigenvalue, 1.0) < kSingle.field);
      });
    }
  }

  TEST_CASE("wilson: a constant spinor on cold periodic links is multiplied by 8, to the bit") {
    Spinor whole;
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) whole[spin][c] = Complex(1 + 3 * spin + c, 5 - 2 * spin * c);
    const ParitySpinorField psi(kGeometry.half_volume(), to_external(whole));
    for_each_lattice(kGeometry, {.reconstruct = true}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, Configuration(kGeometry));
      const WilsonOperator op(lattice, links, 0.12, 0, {1, 1, 1, 1});
      SpinorField out(lattice);
      op.hop(Parity::odd, on_device(lattice, psi), out, 0.125);
      CHECK(relative_error(on_host(out), on_host(on_device(lattice, psi))) == 0);
    });
  }
}

}  // namespace

}  // namespace glueball::test::property_wilson
