#include "lattice/boundary.hpp"

#include <cmath>
#include <numbers>
#include <string>

#include "base/error.hpp"

namespace glueball {
namespace {

/// Larger phases leave too few digits for the part beyond whole turns.
constexpr double kLargestPhase = 1e6;

}  // namespace

Complex half_turns(double x) {
  const double y = std::remainder(x, 2.0);
  if (y == 0.0) return 1.0;
  if (std::abs(y) == 1.0) return -1.0;
  if (std::abs(y) == 0.5) return {0.0, 2.0 * y};
  return std::polar(1.0, std::numbers::pi * y);
}

bool Boundary::signs_only() const {
  for (const double t : twist)
    if (t != 0.0) return false;
  return imaginary_mu == 0.0;
}

Complex Boundary::wrapping_factor(int mu) const {
  return spread ? Complex(sign[mu]) : double(sign[mu]) * half_turns(twist[mu]);
}

Complex Boundary::link_factor(const Geometry& geometry, int mu) const {
  Complex f = spread ? half_turns(twist[mu] / geometry.whole_extents()[mu]) : Complex(1.0);
  if (mu == kDirections - 1 && imaginary_mu != 0.0) f *= std::polar(1.0, imaginary_mu);
  return f;
}

Complex Boundary::factor(const Geometry& geometry, const Site& s, int mu) const {
  const Complex f = link_factor(geometry, mu);
  return geometry.global(s)[mu] == geometry.whole_extents()[mu] - 1 ? wrapping_factor(mu) * f : f;
}

Boundary Boundary::wrapped(const Geometry& geometry) const {
  Boundary b = *this;
  b.spread = false;
  if (imaginary_mu != 0) b.twist[3] += imaginary_mu * geometry.whole_extents()[3] / std::numbers::pi;
  b.imaginary_mu = 0;
  return b;
}

void Boundary::check() const {
  for (int mu = 0; mu < kDirections; ++mu) {
    if (sign[mu] != 1 && sign[mu] != -1) {
      throw Error(ErrorKind::bad_value, "boundary sign " + std::to_string(sign[mu]) + " is neither 1 nor -1",
                  "for example <boundary 1,1,1,-1>; other phases are twists");
    }
    if (!std::isfinite(twist[mu]))
      throw Error(ErrorKind::bad_value, "a boundary twist is not finite", "for example 0.5 for pi/2");
    if (std::abs(twist[mu]) > kLargestPhase)
      throw Error(ErrorKind::bad_value,
                  "a boundary twist is beyond " + std::to_string(int(kLargestPhase)) + " half turns",
                  "it counts modulo 2: for example 0.5 for pi/2");
  }
  if (!std::isfinite(imaginary_mu)) {
    throw Error(ErrorKind::bad_value, "the imaginary chemical potential is not finite",
                "give a number of lattice units");
  }
  if (std::abs(imaginary_mu) > kLargestPhase) {
    throw Error(ErrorKind::bad_value,
                "the imaginary chemical potential is beyond " + std::to_string(int(kLargestPhase)),
                "it counts modulo 2 pi");
  }
}

}  // namespace glueball
