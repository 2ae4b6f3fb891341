// Gauge fields on the CPU in double precision, and how they lie in the memory of links.glsl.
#pragma once

#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "gpu/shader.hpp"
#include "lattice/configuration.hpp"

namespace fields {

using glueball::Complex;
using glueball::Configuration;
using glueball::Geometry;
using glueball::Matrix3;
using glueball::Site;

inline std::vector<float> stored(const Configuration& u) {
  const std::size_t volume = u.geometry().volume();
  std::vector<float> numbers(4 * 3 * 4 * volume);
  for (std::size_t n = 0; n < volume; ++n)
    for (std::size_t mu = 0; mu < 4; ++mu)
      for (std::size_t k = 0; k < 12; ++k) {
        const Complex z = u.link(n, int(mu))[int(k / 6)][k / 2 % 3];
        numbers[4 * ((3 * mu + k / 4) * volume + n) + k % 4] = float(k % 2 ? z.imag() : z.real());
      }
  return numbers;
}

/// Extents as the shaders' constants.
inline glueball::gpu::Specialization extents(const Geometry& g) {
  const auto extent = [&](int mu) { return std::uint32_t(g.extent(mu)); };
  return {{1, extent(0)}, {2, extent(1)}, {3, extent(2)}, {4, extent(3)}};
}

/// The phase of the wave's links in direction y.
inline double phase(const Geometry& g, const Site& s) {
  return 3 * std::sin(2 * std::numbers::pi * s[0] / g.extent(0)) *
         std::cos(2 * std::numbers::pi * s[1] / g.extent(1));
}

/// U_y = diag(exp(i phase), exp(-i phase), 1), all other links 1: a magnetic field in the plane (x, y).
inline Configuration wave(const Geometry& g) {
  Configuration u(g);
  for (std::size_t n = 0; n < g.volume(); ++n) {
    const double angle = phase(g, g.site(n));
    u.link(n, 1)[0][0] = std::polar(1.0, angle);
    u.link(n, 1)[1][1] = std::polar(1.0, -angle);
  }
  return u;
}

/// U_mu(s) -> V(s) U_mu(s) V(s + mu)^+, V(s) being link 0 of another field.
inline Configuration transformed(const Configuration& u, const Configuration& v) {
  const Geometry& g = u.geometry();
  Configuration result(g);
  for (std::size_t n = 0; n < g.volume(); ++n)
    for (int mu = 0; mu < 4; ++mu)
      result.link(n, mu) = v.link(n, 0) * u.link(n, mu) * adjoint(v.link(g.neighbour(g.site(n), mu), 0));
  return result;
}

/// Re Tr / 3 of the loop of `length` steps along mu and one along nu.
inline double loop(const Configuration& u, Site s, int mu, int nu, int length = 1) {
  const Geometry& g = u.geometry();
  Site low = s, high = g.neighbour(s, nu);
  Matrix3 there = Matrix3::identity(), back = u.link(s, nu);
  for (int step = 0; step < length; ++step) {
    there = there * u.link(low, mu);
    back = back * u.link(high, mu);
    low = g.neighbour(low, mu), high = g.neighbour(high, mu);
  }
  return trace(there * u.link(low, nu) * adjoint(back)).real() / 3;
}

}  // namespace fields
