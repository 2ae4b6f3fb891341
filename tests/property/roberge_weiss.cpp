// These tests check quarks with an imaginary chemical potential: a third of a turn is an element of the
// centre of SU(3) on the links of a time slice (A. Roberge and N. Weiss, Nucl. Phys. B275 (1986) 734).
#include <doctest/doctest.h>

#include <cmath>
#include <numbers>

#include "actions/registry.hpp"
#include "field/transfer.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "support/tolerance.hpp"
#include "update/hmc.hpp"

namespace glueball::test::property_roberge_weiss {
namespace {

const Geometry kGeometry({4, 2, 4, 6});
const double kThird = 2 * std::numbers::pi / 3 / kGeometry.extent(3);  ///< 2 pi T / 3

/// Returns links whose t components on the last time slice are multiplied by exp(2 pi i / 3).
Configuration with_centre(Configuration u) {
  const Geometry& g = u.geometry();
  const Complex z = half_turns(2.0 / 3);
  for (std::size_t n = 0; n < g.volume(); ++n) {
    Site s = g.site(n);
    if (s[3] != g.extent(3) - 1) continue;
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j) u.link(s, 3)[i][j] *= z;
  }
  return u;
}

Boundary with_mu(double mu) {
  Boundary b = {1, 1, -1, -1};
  b.twist = {0.3, 0, 0, 0};
  b.imaginary_mu = mu;
  return b;
}

/// Energy at `moved` and force there of pseudofermions drawn at `start`.
std::pair<double, Momenta> moved_energy(const DeviceLattice& lattice, const ActionKind& kind, double mu,
                                        const Configuration& start, const Configuration& moved) {
  GaugeField links = on_device(lattice, start);
  MomentumField p(lattice);
  const ActionContext context{.lattice = lattice,
                              .u = links,
                              .p = p,
                              .seed = 401,
                              .solves = {.force_tolerance = 1e-6, .action_tolerance = 1e-12},
                              .boundary = with_mu(mu)};
  const auto action = kind.make(context, complete(kind, kind.example));
  action->refresh(*double_links(start), 3);
  upload(moved, links);
  const double energy = action->energy(*double_links(moved));
  upload(Momenta(kGeometry), p);
  action->kick(1);
  return {energy, download(p)};
}

void check(const ActionKind& kind) {
  CAPTURE(std::string(kind.name));
  const Configuration u = weak_configuration(kGeometry, 0.4, 402),
                      v = weak_configuration(kGeometry, 0.5, 403);
  for_each_lattice(kGeometry, {.storage = false}, [&](const DeviceLattice& lattice) {
    const auto [with, with_force] = moved_energy(lattice, kind, kThird, u, v);
    const auto [centre, centre_force] = moved_energy(lattice, kind, 0, with_centre(u), with_centre(v));
    const double without = moved_energy(lattice, kind, 0, u, v).first;
    CHECK(with == doctest::Approx(centre).epsilon(1e-9));
    CHECK(std::abs(without - centre) > 1e-3);  // it does something
    CHECK(relative_error(with_force, centre_force) < 1e-4);
  });
}

TEST_SUITE("property") {
  TEST_CASE("imaginary chemical potential: a third of a turn is a centre element on a time slice") {
    for (const char* name : {"two-flavour", "rooted-staggered"}) check(action_kind(name));
  }

  TEST_CASE("imaginary chemical potential: trajectories are those of links with a centre element") {
    gpu::Device& device = *devices().front();
    const auto trajectories = [&](double mu, const Configuration& start) {
      HmcParameters p{.boundary = with_mu(mu), .tau = 0.3, .action_tolerance = 1e-11, .seed = 404};
      p.levels = {{Integrator::omelyan, 4}};
      p.monomials = {{"gauge", {{"beta", 5.5}}, 0},
                     {"rooted-staggered", {{"mass", 0.2}, {"flavours", 2}}, 0}};
      Hmc hmc(device, preferred_options(device), p, start);
      std::vector<Trajectory> all;
      for (int step = 1; step <= 2; ++step) all.push_back(hmc.run(step));
      return all;
    };
    const Configuration u = weak_configuration(kGeometry, 0.4, 405);
    const auto with = trajectories(kThird, u), centre = trajectories(0, with_centre(u)),
               without = trajectories(0, u);
    for (std::size_t n = 0; n < with.size(); ++n) {
      CHECK(with[n].accepted == centre[n].accepted);
      CHECK(std::abs(with[n].delta_h - centre[n].delta_h) < 1e-3);
      CHECK(with[n].plaquette == doctest::Approx(centre[n].plaquette).epsilon(1e-5));
    }
    CHECK(std::abs(with[0].plaquette - without[0].plaquette) > 1e-5);
  }
}

TEST_SUITE("slow") {
  TEST_CASE("imaginary chemical potential: a centre element on a time slice, of every action") {
    for (const ActionKind& kind : action_kinds())
      if (kind.quark && !kind.overlap) check(kind);
  }
}

}  // namespace

}  // namespace glueball::test::property_roberge_weiss
