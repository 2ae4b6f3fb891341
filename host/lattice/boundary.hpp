// Phases of a fermion's hops besides the gauge field: signs, twists and imaginary chemical potential.
#pragma once

#include <array>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// The boundary conditions of a fermion: psi(x + L_mu e_mu) = sign_mu exp(i pi twist_mu) psi(x). The hops
/// include them: the forward hop from s has `factor(geometry, s, mu) * U_mu(s)`, the backward hop over the
/// same link its adjoint.
///
/// By default the phase of a twist is on the links that wrap. With `spread` every link has exp(i pi twist_mu
/// / L_mu) (CL2QCD's theta). The two differ by the U(1) rotation psi(x) -> exp(i pi sum_mu twist_mu x_mu /
/// L_mu) psi(x), so all traces and correlators of |G|^2 agree. Signs are always on the wrapping links.
///
/// An imaginary chemical potential is the phase exp(i mu_I) on every link in t. Up to such a rotation it
/// equals a twist of mu_I L_t / pi in t (Roberge and Weiss, Nucl. Phys. B275 (1986) 734).
struct Boundary {
  std::array<int, kDirections> sign{1, 1, 1, -1};     ///< 1 or -1
  std::array<double, kDirections> twist{0, 0, 0, 0};  ///< in units of pi
  double imaginary_mu = 0.0;                          ///< mu_I in lattice units
  bool spread = false;                                ///< twists on every link instead of the wrapping ones

  constexpr Boundary() = default;
  constexpr Boundary(const std::array<int, kDirections>& signs)
      : sign(signs) {}  // NOLINT: signs alone are the usual case
  constexpr Boundary(int x, int y, int z, int t) : sign{x, y, z, t} {}

  bool operator==(const Boundary&) const = default;

  /// Returns true if every factor is 1 or -1 and on wrapping links, as the device's boundary signs can
  /// express.
  bool signs_only() const;
  /// Returns the factor of a link in direction mu for wrapping: the sign, and the twist unless it is spread.
  Complex wrapping_factor(int mu) const;
  /// Returns the factor of every link in direction mu, wrapping or not.
  Complex link_factor(const Geometry& geometry, int mu) const;
  /// Returns the product of both factors for the link from s to s + mu.
  Complex factor(const Geometry& geometry, const Site& s, int mu) const;

  /// Returns the boundary that differs from this one by a U(1) rotation of the fermion and has its phases on
  /// wrapping links alone, without imaginary chemical potential and spread twists.
  Boundary wrapped(const Geometry& geometry) const;

  /// Throws Error(bad_value) for signs other than 1 and -1 and for phases that are not finite or beyond 1e6.
  void check() const;
};

/// Antiperiodic in t, periodic in space.
inline constexpr Boundary kAntiperiodicInTime = {1, 1, 1, -1};

/// Returns exp(i pi x), exact if x is a multiple of one half.
Complex half_turns(double x);

}  // namespace glueball
