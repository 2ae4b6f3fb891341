// The SU(2) subgroups of SU(3), in double precision on the CPU.
#pragma once

#include <array>
#include <cstdint>

#include "cpu/random.hpp"
#include "lattice/su3.hpp"

namespace glueball::reference {

/// (a0, a1, a2, a3) represents a0 + i (a1 sigma1 + a2 sigma2 + a3 sigma3); elements of SU(2) have unit
/// length.
using Quaternion = std::array<double, 4>;

inline constexpr int kSubgroups = 3;
/// Rows and columns of a subgroup in a matrix of SU(3).
inline constexpr int kFirst[kSubgroups] = {0, 0, 1}, kSecond[kSubgroups] = {1, 2, 2};

double length(const Quaternion& a);
Quaternion adjoint(const Quaternion& a);
Quaternion operator*(const Quaternion& a, const Quaternion& b);

/// Returns the k with Re Tr(a w) = 2 (a0 k0 - a.k) + const for every a of the subgroup.
Quaternion su2_part(const Matrix3& w, int subgroup);
/// Returns a m with a embedded in the subgroup.
Matrix3 su2_times(const Quaternion& a, Matrix3 m, int subgroup);
/// Returns the a with a k = adjoint(k) for k of unit length, and the unit element for k = 0.
Quaternion su2_reflection(const Quaternion& k);

inline constexpr int kHeatbathAttempts = 8;
inline constexpr double kCreutzBelow = 1.6846;  ///< |k| where both proposals have the same acceptance

/// The proposal of an attempt: delta = 1 - b0, and its acceptance probability.
struct Proposal {
  double delta, accept;
};
Proposal propose(double alpha, const cpu::Uniforms& u);
/// True if the square of the last number is above that of the acceptance probability by more than the error
/// of single precision.
bool is_ruled_out(double alpha, const cpu::Uniforms& u);
/// Returns b after an attempt with these numbers was accepted.
Quaternion accepted_element(const Proposal& proposal, const cpu::Uniforms& u, double angle);

/// Draws an a such that b = a k/|k| has density sqrt(1 - b0^2) exp(|k| b0), by Kennedy and Pendleton's
/// proposals, or Creutz's for small |k| (shaders/lib/su2_heatbath.glsl). `draws(attempt)` are the numbers of
/// an attempt, `angle` is that of the azimuth in turns. For cpu::Digits::full the first attempt that the
/// upper words do not rule out is the last. Returns the unit element if no attempt is accepted.
template <class Numbers>
Quaternion su2_heatbath(const Quaternion& k, double angle, cpu::Digits digits, Numbers draws) {
  const double alpha = length(k);
  for (int attempt = 0; attempt < kHeatbathAttempts; ++attempt) {
    const cpu::Draws u = draws(attempt);
    if (digits == cpu::Digits::full && is_ruled_out(alpha, u.upper)) continue;
    const Proposal p = propose(alpha, u.full);
    if (!(u.full[3] < p.accept)) {
      if (digits == cpu::Digits::full) break;
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
