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

CgResult conjugate_gradient(const WilsonOperator<double>& m, const HalfSpinorField& b, HalfSpinorField& x,
                            double tolerance, int max_iterations) {
  require_sites(b.size(), m.geometry().half_volume(), "conjugate gradients, right-hand side");
  require_sites(x.size(), m.geometry().half_volume(), "conjugate gradients, solution");
  CgResult result;
  const double norm_b = std::sqrt(norm2(b));
  if (norm_b == 0.0) {
    x.assign(x.size(), Spinor{});
    return result;
  }
  HalfSpinorField ap(b.size()), r = b;
  m.normal(x, ap);
  axpy(-1.0, ap, r);
  HalfSpinorField p = r;
  double rr = norm2(r);
  while (std::sqrt(rr) > tolerance * norm_b) {
    if (result.iterations == max_iterations) {
      throw Error(Status::not_converged,
                  "conjugate gradients: relative residual " + scientific(std::sqrt(rr) / norm_b) + " after " +
                      std::to_string(max_iterations) + " iterations, wanted " + scientific(tolerance),
                  "allow more iterations, a larger tolerance or a smaller kappa");
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

CgResult solve(const WilsonOperator<double>& m, const FullField<double>& b, FullField<double>& x,
               double tolerance, int max_iterations) {
  const std::size_t half = m.geometry().half_volume();
  require_sites(b[1].size(), half, "Wilson solve, right-hand side");
  // Mhat x_e = b_e + kappa H_eo b_o, then x_o = b_o + kappa H_oe x_e.
  HalfSpinorField even(half), rhs(half);
  m.hop(Parity::even, b[1], even);
  require_sites(b[0].size(), half, "Wilson solve, right-hand side");
  xpay(b[0], m.kappa(), even);
  m.even_odd(even, rhs, true);
  x[0].assign(half, Spinor{});
  x[1].assign(half, Spinor{});
  CgResult result = conjugate_gradient(m, rhs, x[0], tolerance, max_iterations);
  m.hop(Parity::odd, x[0], x[1]);
  xpay(b[1], m.kappa(), x[1]);

  FullField<double> r = {HalfSpinorField(half), HalfSpinorField(half)};
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

}  // namespace glueball::reference
