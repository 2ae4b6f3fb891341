// The SU(2) subgroups of SU(3), in double precision on the CPU.
#pragma once

#include <array>
#include <cstdint>

#include "lattice/su3.hpp"
#include "reference/gaussian.hpp"

namespace glueball::reference {

/// (a0, a1, a2, a3) for a0 + i (a1 sigma1 + a2 sigma2 + a3 sigma3); of unit length in SU(2).
using Quaternion = std::array<double, 4>;

inline constexpr int kSubgroups = 3;
/// Its rows and columns in a matrix of SU(3).
inline constexpr int kFirst[kSubgroups] = {0, 0, 1}, kSecond[kSubgroups] = {1, 2, 2};

double length(const Quaternion& a);
Quaternion adjoint(const Quaternion& a);
Quaternion operator*(const Quaternion& a, const Quaternion& b);

/// The k with Re Tr(a w) = 2 (a0 k0 - a.k) + const for every a of the subgroup.
Quaternion su2_part(const Matrix3& w, int subgroup);
/// a m, a embedded in the subgroup.
Matrix3 su2_times(const Quaternion& a, Matrix3 m, int subgroup);
/// The a with a k = adjoint(k) for k of unit length; the unit for k = 0.
Quaternion su2_reflection(const Quaternion& k);

inline constexpr int kHeatbathAttempts = 8;
inline constexpr double kCreutzBelow = 1.6846;  ///< |k| where both proposals are accepted equally often

/// What an attempt proposes: delta = 1 - b0, and the chance that it is taken.
struct Proposal {
  double delta, accept;
};
Proposal propose(double alpha, const Uniforms& u);
/// Whether the square of the last number is above that of the chance by more than single precision may err.
bool is_ruled_out(double alpha, const Uniforms& u);
/// b, once an attempt with these numbers has been accepted.
Quaternion accepted_element(const Proposal& proposal, const Uniforms& u, double angle);

/// An a such that b = a k/|k| has density sqrt(1 - b0^2) exp(|k| b0): Kennedy and Pendleton's proposals,
/// Creutz's for small |k| (shaders/lib/su2_heatbath.glsl). `draws(attempt)` are the numbers of an attempt,
/// `angle` that of the azimuth, in turns. With full digits the first attempt that upper words do not rule
/// out is the last. The unit when no attempt is accepted.
template <class Numbers>
Quaternion su2_heatbath(const Quaternion& k, double angle, Digits digits, Numbers draws) {
  const double alpha = length(k);
  for (int attempt = 0; attempt < kHeatbathAttempts; ++attempt) {
    const Draws u = draws(attempt);
    if (digits == Digits::full && is_ruled_out(alpha, u.upper)) continue;
    const Proposal p = propose(alpha, u.full);
    if (!(u.full[3] < p.accept)) {
      if (digits == Digits::full) break;
      continue;
    }
    const Quaternion b = accepted_element(p, u.full, angle);
    if (alpha == 0) return b;
    Quaternion a = b * adjoint(k);
    for (double& x : a) x /= alpha;
    return a;
  }
  return {1, 0, 0, 0};
}

}  // namespace glueball::reference
