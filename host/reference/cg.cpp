#include "reference/cg.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "cpu/linalg.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

std::string scientific(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2e", value);
  return text;
}

}  // namespace

template <class OneParity>
CgResult conjugate_gradient(const EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x,
                            double tolerance, int max_iterations) {
  require_sites(b.size(), m.geometry().half_volume(), "conjugate gradients, right-hand side");
  require_sites(x.size(), m.geometry().half_volume(), "conjugate gradients, solution");
  CgResult result;
  const double norm_b = std::sqrt(norm2(b));
  if (norm_b == 0.0) {
    x.assign(x.size(), {});
    return result;
  }
  OneParity ap(b.size()), r = b;
  m.normal(x, ap);
  axpy(-1.0, ap, r);
  OneParity p = r;
  double rr = norm2(r);
  while (std::sqrt(rr) > tolerance * norm_b) {
    if (result.iterations == max_iterations) {
      throw Error(ErrorKind::not_converged,
                  "conjugate gradients: relative residual " + scientific(std::sqrt(rr) / norm_b) + " after " +
                      std::to_string(max_iterations) + " iterations, wanted " + scientific(tolerance),
                  "allow more iterations, a larger tolerance or heavier quarks");
    }
    m.normal(p, ap);
    const double alpha = rr / dot(p, ap).real();
    axpy(alpha, p, x);
    axpy(-alpha, ap, r);
    const double rr_new = norm2(r);
    xpay(r, rr_new / rr, p);
    rr = rr_new;
    ++result.iterations;
  }
  m.normal(x, ap);
  r = b;
  axpy(-1.0, ap, r);
  result.residual = std::sqrt(norm2(r)) / norm_b;
  return result;
}

template <class OneParity>
CgResult solve(const EvenOddOperator<OneParity>& m, const std::array<OneParity, 2>& b,
               std::array<OneParity, 2>& x, double tolerance, int max_iterations) {
  const std::size_t half = m.geometry().half_volume();
  OneParity source(half);
  m.prepare_normal(b, source);
  for (OneParity& field : x) field.assign(half, {});
  CgResult result = conjugate_gradient(m, source, x[0], tolerance, max_iterations);
  m.reconstruct(b, x);

  std::array<OneParity, 2> r = {OneParity(half), OneParity(half)};
  m.full(x, r);
  double rr = 0.0;
  for (int parity = 0; parity < 2; ++parity) {
    axpy(-1.0, b[parity], r[parity]);
    rr += norm2(r[parity]);
  }
  const double bb = norm2(b[0]) + norm2(b[1]);
  result.residual = bb > 0.0 ? std::sqrt(rr / bb) : 0.0;
  return result;
}

template CgResult conjugate_gradient(const EvenOddOperator<ParitySpinorField>&, const ParitySpinorField&,
                                     ParitySpinorField&, double, int);
template CgResult conjugate_gradient(const EvenOddOperator<ParityColourField>&, const ParityColourField&,
                                     ParityColourField&, double, int);
template CgResult solve(const EvenOddOperator<ParitySpinorField>&, const FullField<double>&,
                        FullField<double>&, double, int);
template CgResult solve(const EvenOddOperator<ParityColourField>&, const std::array<ParityColourField, 2>&,
                        std::array<ParityColourField, 2>&, double, int);

namespace {

/// Size of a scalar product of orthogonal vectors relative to their norms, which is due to rounding.
constexpr double kVanishes = 1e-15;

Error broken(const char* what, int iterations, const std::string& hint) {
  return Error(ErrorKind::not_converged,
               std::string("BiCGStab: ") + what + " after " + std::to_string(iterations) + " iterations",
               hint);
}

}  // namespace

template <class OneParity>
CgResult bicgstab(const EvenOddOperator<OneParity>& m, const OneParity& b, OneParity& x, double tolerance,
                  int max_iterations) {
  require_sites(b.size(), m.geometry().half_volume(), "BiCGStab, right-hand side");
  require_sites(x.size(), m.geometry().half_volume(), "BiCGStab, solution");
  CgResult result;
  const double norm_b = std::sqrt(norm2(b));
  if (norm_b == 0.0) {
    x.assign(x.size(), {});
    return result;
  }
  OneParity image(b.size()), r = b;
  m.even_odd(x, image);
  axpy(-1.0, image, r);
  const OneParity shadow = r;
  const double norm_shadow = std::sqrt(norm2(shadow));
  OneParity p = r, mp(b.size()), ms(b.size());
  Complex rho = norm_shadow * norm_shadow;
  double norm_r = norm_shadow;
  while (norm_r > tolerance * norm_b) {
    if (result.iterations == max_iterations)
      throw broken("not solved", max_iterations, "allow more iterations, or take conjugate gradients");
    m.even_odd(p, mp);
    const Complex shadow_mp = dot(shadow, mp);
    if (std::abs(shadow_mp) <= kVanishes * norm_shadow * std::sqrt(norm2(mp)))
      throw broken("r0^+ M p vanishes", result.iterations, "take conjugate gradients");
    const Complex alpha = rho / shadow_mp;
    axpy(-alpha, mp, r);  // r is s from here on
    m.even_odd(r, ms);
    const double norm_ms = norm2(ms);
    if (norm_ms == 0.0) {
      // If s = 0, the system is solved after half a step.
      axpy(alpha, p, x);
      ++result.iterations;
      break;
    }
    const Complex omega = dot(ms, r) / norm_ms;
    if (std::abs(omega) * std::sqrt(norm_ms) <= kVanishes * std::sqrt(norm2(r)))
      throw broken("omega vanishes", result.iterations, "take conjugate gradients");
    axpy(alpha, p, x);
    axpy(omega, r, x);
    axpy(-omega, ms, r);
    norm_r = std::sqrt(norm2(r));
    const Complex rho_new = dot(shadow, r);
    if (norm_r > tolerance * norm_b && std::abs(rho_new) <= kVanishes * norm_shadow * norm_r)
      throw broken("r0^+ r vanishes", result.iterations, "take conjugate gradients");
    // This is p = r + beta (p - omega M p).
    const Complex beta = rho_new / rho * (alpha / omega);
    axpy(-omega, mp, p);
    xpay(r, beta, p);
    rho = rho_new;
    ++result.iterations;
  }
  m.even_odd(x, image);
  r = b;
  axpy(-1.0, image, r);
  result.residual = std::sqrt(norm2(r)) / norm_b;
  return result;
}

template CgResult bicgstab(const EvenOddOperator<ParitySpinorField>&, const ParitySpinorField&,
                           ParitySpinorField&, double, int);
template CgResult bicgstab(const EvenOddOperator<ParityColourField>&, const ParityColourField&,
                           ParityColourField&, double, int);

}  // namespace glueball::reference
