// Links of chapter 20, whose charge is known.
#pragma once

#include <array>
#include <cmath>
#include <tuple>

#include "cpu/gaussian_fields.hpp"
#include "field/transfer.hpp"
#include "measure/clover.hpp"
#include "measure/index.hpp"
#include "reference/gauge_force.hpp"

namespace glueball::walkthrough {

/// On 4^4, two of the three colours have opposite magnetic fields, the same everywhere: so many quanta of
/// 2 pi through the planes of x and y, and of z and t. Then random rotations of all links by about `noise`.
inline Configuration with_fluxes(std::array<int, 2> quanta, double noise) {
  const Geometry g({4, 4, 4, 4});
  constexpr double kPi = 3.14159265358979323846;
  constexpr int kSide = 4;
  Configuration u(g);
  for (std::size_t i = 0; i < g.volume(); ++i) {
    const Site s = g.site(i);
    for (const auto& [mu, nu, count] : {std::tuple{0, 1, quanta[0]}, {2, 3, quanta[1]}}) {
      const double flux = 2 * kPi * count / (kSide * kSide);  // through a plaquette
      const auto turn = [&](int direction, double angle) {
        Matrix3& link = u.link(i, direction);
        link[0][0] = std::polar(1.0, angle);
        link[1][1] = std::polar(1.0, -angle);
      };
      turn(nu, flux * s[mu]);
      if (s[mu] == kSide - 1) turn(mu, -flux * kSide * s[nu]);  // what wrapping around needs
    }
  }
  Momenta p(g);
  cpu::gaussian_momenta(p, 2006, 0);
  reference::update_links(u, p, noise, true);
  return u;
}

inline double charge(gpu::Device& device, const Configuration& u) {
  const DeviceLattice lattice(device, u.geometry(), preferred_options(device));
  GaugeField links(lattice);
  upload(u, links);
  return CloverMeasurement(lattice).measure(links).charge;
}

}  // namespace glueball::walkthrough
