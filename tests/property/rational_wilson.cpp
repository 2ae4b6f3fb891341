// These tests compare rational powers of Wilson and clover quarks' matrices with dense ones.
#include "actions/rational_wilson.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/error.hpp"
#include "cpu/gamma.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "support/dense_matrix.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"

namespace glueball::test::property_rational_wilson {
namespace {

const Geometry kGeometry({2, 4, 2, 4});
const QuarkParameters kWilson{.action = QuarkAction::wilson, .kappa = 0.12},
    kClover{.action = QuarkAction::clover, .kappa = 0.115, .csw = 1.2};

ActionContext context_of(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p) {
  const bool in_double = lattice.precision() == gpu::Precision::double_;
  return {.lattice = lattice,
          .u = u,
          .p = p,
          .seed = 17,
          .number = 1,
          .solves = {.force_tolerance = in_double ? 1e-12 : 1e-6, .action_tolerance = 1e-12}};
}

/// Returns gamma5 Mhat, which is hermitian, as a dense matrix.
Dense hermitian_matrix(const HostOperator<SpinorField>& m) {
  const std::size_t half = kGeometry.half_volume();
  Dense h(12 * half, 12 * half);
  ParitySpinorField unit(half), column(half);
  for (std::size_t n = 0; n < 12 * half; ++n) {
    component(unit[n / 12], int(n % 12)) = 1.0;
    m.even_odd(unit, column);
    cpu::apply_gamma5(column);
    component(unit[n / 12], int(n % 12)) = 0.0;
    for (std::size_t k = 0; k < 12 * half; ++k)
      h(Eigen::Index(k), Eigen::Index(n)) = component(column[k / 12], int(k % 12));
  }
  return h;
}

Eigen::VectorXcd vector_of(const ParitySpinorField& x) {
  Eigen::VectorXcd v(Eigen::Index(12 * x.size()));
  for (std::size_t n = 0; n < 12 * x.size(); ++n) v(Eigen::Index(n)) = component(x[n / 12], int(n % 12));
  return v;
}

TEST_SUITE("property") {
  TEST_CASE("rational powers: the energy of one flavour is that of the dense matrix") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 31);
    for (const QuarkParameters& quark : {kWilson, kClover}) {
      const auto host = operator_kind<SpinorField>(quark.action).pair(u, quark).host;
      const Dense h = hermitian_matrix(*host);
      REQUIRE((h - h.adjoint()).norm() < 1e-10 * h.norm());
      const DenseSign sign = dense_sign(h);
      const double lowest = std::pow(sign.values.cwiseAbs().minCoeff(), 2),
                   largest = std::pow(sign.values.cwiseAbs().maxCoeff(), 2);
      for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, u);
        MomentumField p(lattice);
        const RationalParameters inside{.lowest = 0.9 * lowest, .largest = 1.1 * largest};
        RationalWilson action(context_of(lattice, links, p), quark, inside);
        const auto exact = double_links(u);
        const double heatbath = action.refresh(*exact, 2), energy = action.energy(*exact);
        const Eigen::VectorXcd phi = vector_of(action.pseudofermion(0));
        // (H^2)^(-1/2) = sgn(H) H^-1
        const double dense = phi.dot(Eigen::VectorXcd(product(sign.sign, solved(h, phi)))).real();
        const double of_log_det = -host->log_det();
        CHECK(energy == doctest::Approx(dense + of_log_det).epsilon(1e-10));
        CHECK(heatbath == doctest::Approx(energy).epsilon(1e-10));
        CHECK(action.take_iterations() > 5);

        const auto refused = [&](RationalParameters range, const char* words) {
          RationalWilson narrow(context_of(lattice, links, p), quark, range);
          CHECK_THROWS_WITH_AS(narrow.refresh(*exact, 2), doctest::Contains(words), Error);
        };
        refused({.lowest = 0.9 * lowest, .largest = 0.8 * largest}, "give the monomial largest = ");
        refused({.lowest = 0.7 * largest, .largest = 1.1 * largest}, "give the monomial lowest = ");
      });
    }
  }

  TEST_CASE("rational powers: one field of two flavours has the action of a doublet") {
    const Configuration u = weak_configuration(kGeometry, 0.4, 33);
    for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      MomentumField p(lattice);
      const auto exact = double_links(u);
      RationalWilson whole(context_of(lattice, links, p), kClover, {.flavours = 2, .lowest = 0.05});
      whole.refresh(*exact, 3);
      const auto host = operator_kind<SpinorField>(kClover.action).pair(u, kClover).host;
      const Dense h = hermitian_matrix(*host);
      const Eigen::VectorXcd phi = vector_of(whole.pseudofermion(0));
      CHECK(whole.energy(*exact) ==
            doctest::Approx(solved(h, phi).squaredNorm() - 2 * host->log_det()).epsilon(1e-10));
    });
  }

  TEST_CASE("rational powers refuse parameters that make no sense") {
    CHECK_THROWS_AS((RationalParameters{.flavours = 3}.check()), Error);
    CHECK_THROWS_AS((RationalParameters{.flavours = 0}.check()), Error);
    CHECK_THROWS_AS((RationalParameters{.lowest = 2, .largest = 1}.check()), Error);
    CHECK_THROWS_AS((RationalParameters{.lowest = 0}.check()), Error);
  }
}

}  // namespace

}  // namespace glueball::test::property_rational_wilson
