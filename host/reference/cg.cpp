#include "reference/cg.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include "reference/axpy.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"
#include "reference/same_lattice.hpp"

namespace glueball::reference {
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

}  // namespace glueball::reference
