#include "reference/pole_sum.hpp"

#include <cmath>

#include "base/error.hpp"
#include "reference/axpy.hpp"
#include "reference/dot.hpp"
#include "reference/norm2.hpp"

namespace glueball::reference {
namespace {

constexpr int kMostPoleIterations = 10000;

double norm2_of_both(const FullField<double>& x) { return norm2(x[0]) + norm2(x[1]); }

FullField<double> solve_pole(const WilsonOperator<double>& m, double shift, const FullField<double>& b,
                             double tolerance) {
  FullField<double> x = b, r = b, p = b, middle = b, ap = b;
  for (auto& parity : x) parity.assign(parity.size(), {});
  double rr = norm2_of_both(b);
  const double target = tolerance * tolerance * rr;
  for (int n = 0; rr > target; ++n) {
    if (n == kMostPoleIterations)
      throw Error(ErrorKind::not_converged, "sum of poles: not solved after 10000 iterations",
                  "allow a larger tolerance, or take larger shifts");
    m.full(p, middle);
    m.full(middle, ap, true);
    double pap = 0;
    for (std::size_t parity = 0; parity < 2; ++parity) {
      axpy(shift, p[parity], ap[parity]);
      pap += dot(p[parity], ap[parity]).real();
    }
    const double alpha = rr / pap, before = rr;
    for (std::size_t parity = 0; parity < 2; ++parity) {
      axpy(alpha, p[parity], x[parity]);
      axpy(-alpha, ap[parity], r[parity]);
    }
    rr = norm2_of_both(r);
    for (std::size_t parity = 0; parity < 2; ++parity) axpby(1, r[parity], rr / before, p[parity]);
  }
  return x;
}

}  // namespace

FullField<double> pole_sum(const WilsonOperator<double>& m, std::span<const double> numerators,
                           std::span<const double> shifts, const FullField<double>& b, double tolerance) {
  FullField<double> sum = b;
  for (auto& parity : sum) parity.assign(parity.size(), {});
  for (std::size_t i = 0; i < shifts.size(); ++i) {
    const FullField<double> x = solve_pole(m, shifts[i], b, tolerance);
    for (std::size_t parity = 0; parity < 2; ++parity) axpy(numerators[i], x[parity], sum[parity]);
  }
  return sum;
}

}  // namespace glueball::reference
