// These tests compare rational hybrid Monte Carlo on devices with CL2QCD's values.
#include <doctest/doctest.h>

#include "actions/rational_solver.hpp"
#include "field/transfer.hpp"
#include "physics/cl2qcd.hpp"
#include "rational/minimax.hpp"
#include "solvers/rotated_solver.hpp"
#include "support/devices.hpp"
#include "support/double_links.hpp"
#include "support/fields.hpp"
#include "update/hmc.hpp"

namespace glueball::test::physics_reference_cl2qcd_rhmc {
namespace {

/// Returns CL2QCD's approximation on [1e-5, 1], which is not scaled to the spectrum.
RationalFunction its_inverse_root() { return minimax({power_factor("-1/2")}, {1e-5, 1}, 8).function; }

TEST_SUITE("physics") {
  TEST_CASE("reference: CL2QCD's force of rooted staggered quarks, on devices") {
    if (conf_00200_missing()) return;
    const Configuration u = conf_00200();
    const RationalFunction r = its_inverse_root();
    Boundary with_mu = kPeriodic;
    with_mu.imaginary_mu = 0.5678;
    for_each_lattice(u.geometry(), {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, u);
      for (const auto& [boundary, seed, norm2] : {std::tuple{kPeriodic, 123, 2214.9003939576623},
                                                  {kPeriodic, 321, 1845.6513833002248},
                                                  {with_mu, 123, 2315.4175592593165},
                                                  {with_mu, 321, 1932.6440761489630}}) {
        // Its phases are on every link, ours on wrapping ones.
        std::array<ParityColourField, 2> its = {random_colours(u.geometry(), std::uint64_t(seed)),
                                                ParityColourField(u.geometry().half_volume())};
        BoundaryRotation(u.geometry(), boundary).rotate(its, true);
        const QuarkParameters quark{
            .action = QuarkAction::staggered, .mass = 0.125, .boundary = boundary.wrapped(u.geometry())};
        RationalSolver<ColourField> solver(lattice, links, {.force_tolerance = 1e-6}, quark, r.order());
        ColourField phi(lattice);
        upload(its[0], phi);
        MomentumField p(lattice);
        upload(Momenta(u.geometry()), p);
        solver.links_changed();
        const auto x = solver.solve(r, phi);
        for (std::size_t i = 0; i < x.size(); ++i) solver.op().derivative(p, r.numerators[i] / 2, x[i], x[i]);
        const Momenta force = download(p);
        CHECK(4 * product(force, force) == relative(norm2, 2e-5));
      }
    });
  }

  TEST_CASE("reference: CL2QCD's energy of a constant pseudofermion on cold links") {
    const Geometry g({4, 4, 4, 4});
    const Configuration cold(g);
    const RationalFunction r = its_inverse_root();
    // |phi|^2 = 1 on the whole lattice.
    const double each = 1 / std::sqrt(3.0 * double(g.volume()));
    const ParityColourField phi(g.half_volume(), ColourVector{{each, each, each}});
    for_each_lattice(g, {.storage = false}, [&](const DeviceLattice& lattice) {
      const GaugeField links = on_device(lattice, cold);
      const QuarkParameters quark{.action = QuarkAction::staggered, .mass = 0.1, .boundary = kPeriodic};
      RationalSolver<ColourField> solver(lattice, links, {.action_tolerance = 1e-12}, quark, r.order());
      solver.links_changed();
      const auto exact = solver.exact(*double_links(cold));
      CHECK(solver.form(*exact, r, PreciseField<ColourField>(phi)) == relative(4.999853415117, 1e-8));
    });
  }

  TEST_CASE("reference: CL2QCD's plaquette after one short trajectory of two rooted flavours") {
    for_each_device([](gpu::Device& device) {
      // Its momenta have p_a^2 / 4 for their energy, so that its tau of 0.01 is sqrt(2) times ours. Numbers
      // of 8192 gaussians make the distance from 1, to one or two percent.
      HmcParameters p{.boundary = {1, 1, 1, 1}, .tau = 0.01 * std::sqrt(2.0), .action_tolerance = 1e-12};
      p.levels = {{Integrator::leapfrog, 10}};
      p.monomials = {{"gauge", {{"beta", 6.0}}, 0},
                     {"rooted-staggered", {{"mass", 0.13}, {"flavours", 2}}, 0}};
      Hmc hmc(device, preferred_options(device), p, Configuration(Geometry({4, 4, 4, 4})));
      const Trajectory t = hmc.run(1);
      CHECK(t.accepted);
      CHECK(std::abs(t.delta_h) < 1e-2);
      CHECK(std::abs(t.plaquette - 0.9994755919360340) < 3e-5);
    });
  }
}

}  // namespace

}  // namespace glueball::test::physics_reference_cl2qcd_rhmc
