// These tests compare every operator of the registry with its reference on the host: M on all sites, the way
// from a source to the even-odd system and back, the determinant that is left out, and the derivative with
// respect to the links with finite differences.
#include <doctest/doctest.h>

#include <cmath>

#include "cpu/gaussian_fields.hpp"
#include "cpu/linalg.hpp"
#include "fermion/registry.hpp"
#include "field/transfer.hpp"
#include "reference/gauge_force.hpp"
#include "support/devices.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"

namespace glueball::test::property_fermion_operators {
namespace {

const Geometry kGeometry({4, 2, 4, 6});

template <class F>
typename HostField<F>::type noise(Parity parity, std::uint32_t step) {
  if constexpr (std::is_same_v<F, ColourField>)
    return cpu::gaussian_colour(kGeometry, parity, 171, step);
  else
    return cpu::gaussian_spinor(kGeometry, parity, 171, step);
}

template <class F>
F on(const DeviceLattice& lattice, const typename HostField<F>::type& host) {
  F field(lattice);
  upload(host, field);
  return field;
}

template <class F>
double error(const F& found, const typename HostField<F>::type& wanted) {
  typename HostField<F>::type host;
  download(found, host);
  return relative_error(host, wanted);
}

template <class F>
void check_finished(FermionOperator<F>& op, const HostOperator<F>& host) {
  using OneParity = typename HostField<F>::type;
  const DeviceLattice& lattice = op.lattice();
  const double goal = 4 * tolerance(lattice).field;
  const std::array<OneParity, 2> b{noise<F>(Parity::even, 1), noise<F>(Parity::odd, 2)};
  const F even = on<F>(lattice, b[0]), odd = on<F>(lattice, b[1]);
  F out(lattice), middle(lattice);
  std::array<OneParity, 2> wanted = b;
  for (const bool dagger : {false, true}) {
    CAPTURE(dagger);
    host.full(b, wanted, dagger);
    op.apply(Parity::even, even, odd, out, dagger);
    CHECK(error(out, wanted[0]) < goal);
    op.apply(Parity::odd, odd, even, out, dagger);
    CHECK(error(out, wanted[1]) < goal);
  }
  OneParity source(b[0].size());
  host.prepare(b, source);
  op.prepare(even, odd, out);
  CHECK(error(out, source) < goal);
  host.prepare_normal(b, source);
  op.prepare_normal(even, odd, middle, out);
  CHECK(error(out, source) < goal);
  // x_e is whatever: the odd half follows from it.
  const OneParity x = noise<F>(Parity::even, 3);
  wanted[0] = x;
  host.reconstruct(b, wanted);
  op.reconstruct(odd, on<F>(lattice, x), out);
  CHECK(error(out, wanted[1]) < goal);

  GlobalSums sums(lattice);
  const double scale = double(kGeometry.volume());
  CHECK(std::abs(op.log_det(sums) - host.log_det()) < goal * scale);
}

template <class F>
void check_derivative(FermionOperator<F>& op, const OperatorKind<F>& kind, const QuarkParameters& quark,
                      const Configuration& u) {
  using OneParity = typename HostField<F>::type;
  const DeviceLattice& lattice = op.lattice();
  const OneParity x = noise<F>(Parity::even, 4), y = noise<F>(Parity::even, 5);
  const F right = on<F>(lattice, x), left = on<F>(lattice, y);
  constexpr double kEps = 0.5, kWeight = -1.5;
  Momenta along(kGeometry);
  cpu::gaussian_momenta(along, 172, 0);
  for (const bool same : {false, true}) {
    CAPTURE(same);
    MomentumField p(lattice);
    upload(Momenta(kGeometry), p);
    op.derivative(p, kEps, same ? right : left, right, kWeight);
    const Momenta force = download(p);
    const auto energy = [&](double tau) {
      Configuration moved = u;
      reference::update_links(moved, along, tau);
      const auto host = kind.pair(moved, quark).host;
      OneParity image(x.size());
      host->even_odd(x, image);
      return -2 * cpu::dot(same ? x : y, image).real() + kWeight * host->log_det();
    };
    constexpr double h = 1e-3;
    const double slope = (8 * (energy(h) - energy(-h)) - (energy(2 * h) - energy(-2 * h))) / (12 * h);
    double product = 0, norm = 0;
    for (std::size_t n = 0; n < force.values().size(); ++n)
      for (std::size_t a = 0; a < force.values()[n].size(); ++a) {
        product += force.values()[n][a] * along.values()[n][a];
        norm += std::pow(force.values()[n][a], 2);
      }
    REQUIRE(norm > 0);
    CHECK(std::abs(product / kEps + slope) < tolerance(lattice).force * std::sqrt(norm));
  }
}

template <class F>
void check_kinds() {
  const Configuration u = weak_configuration(kGeometry, 0.4, 173);
  for (const OperatorKind<F>& kind : operator_kinds<F>()) {
    CAPTURE(std::string(kind.name));
    QuarkParameters quark = kind.example;
    const bool clover = quark.action == QuarkAction::clover;
    for (const double mu : clover ? std::vector{quark.mu, 0.0} : std::vector{quark.mu}) {
      CAPTURE(mu);
      quark.mu = mu;
      quark.boundary.twist = {0.25, 0, -0.5, 0.125};
      quark.boundary = quark.boundary.wrapped(kGeometry);
      const auto pair = kind.pair(u, quark);
      for_each_lattice(kGeometry, {.storage = false, .in_double = true}, [&](const DeviceLattice& lattice) {
        const GaugeField links = on_device(lattice, u);
        const auto made = kind.on_device(lattice, links, quark), taken = pair.on_device(lattice, links);
        made->links_changed();
        check_finished(*made, *pair.host);
        check_finished(*taken, *pair.host);
        check_derivative(*made, kind, quark, u);
        // Links of the same format lie beside it.
        const auto beside = made->at_precision(lattice, links);
        beside->links_changed();
        check_finished(*beside, *pair.host);
      });
    }
  }
}

TEST_SUITE("property") {
  TEST_CASE(
      "finished operators of spinors: each of the registry against its reference, its derivative against "
      "differences") {
    check_kinds<SpinorField>();
  }

  TEST_CASE(
      "finished operators of colour vectors: each of the registry against its reference, its derivative "
      "against "
      "differences") {
    check_kinds<ColourField>();
  }

  TEST_CASE("an action of other fields is no operator of these") {
    CHECK_THROWS(operator_kind<SpinorField>(QuarkAction::staggered));
    CHECK_THROWS(operator_kind<ColourField>(QuarkAction::clover));
  }
}

}  // namespace

}  // namespace glueball::test::property_fermion_operators
