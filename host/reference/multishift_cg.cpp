#include "reference/multishift_cg.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/error.hpp"
#include "cpu/linalg.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::reference {
using namespace cpu;
namespace {

/// The state of one shift. Its residual is zeta times that of the smallest shift, from which it differs by
/// `shift`.
template <class OneParity>
struct Shifted {
  double shift;
  double zeta = 1.0, zeta_before = 1.0;
  OneParity p;
  bool done = false;
};

}  // namespace

template <class OneParity>
MultishiftResult multishift_cg(const EvenOddOperator<OneParity>& m, const OneParity& b,
                               std::span<const double> shifts, std::vector<OneParity>& x, double tolerance,
                               int max_iterations) {
  require_sites(b.size(), m.geometry().half_volume(), "multi-shift conjugate gradients, right-hand side");
  if (shifts.empty() || *std::min_element(shifts.begin(), shifts.end()) < 0.0) {
    throw Error(ErrorKind::bad_value,
                "multi-shift conjugate gradients: there are no shifts, or a negative one",
                "give shifts of zero and above");
  }
  MultishiftResult result;
  x.assign(shifts.size(), OneParity(b.size()));
  result.residuals.assign(shifts.size(), 0.0);
  const double norm_b = std::sqrt(norm2(b));
  if (norm_b == 0.0) return result;

  // The smallest shift converges last; its recurrence is that of ordinary conjugate gradients.
  const double base = *std::min_element(shifts.begin(), shifts.end());
  std::vector<Shifted<OneParity>> systems;
  for (const double shift : shifts) systems.push_back({.shift = shift - base, .p = b});
  OneParity r = b, p = b, ap(b.size());
  double rr = norm_b * norm_b, alpha = 1.0, beta = 0.0;
  const auto unfinished = [](const auto& system) { return !system.done; };
  while (std::any_of(systems.begin(), systems.end(), unfinished)) {
    if (result.iterations == max_iterations) {
      throw Error(ErrorKind::not_converged,
                  "multi-shift conjugate gradients: not solved after " + std::to_string(max_iterations) +
                      " iterations",
                  "allow more iterations, a larger tolerance or heavier quarks");
    }
    m.normal(p, ap);
    axpy(base, p, ap);
    const double alpha_before = alpha, beta_before = beta;
    alpha = rr / dot(p, ap).real();
    axpy(-alpha, ap, r);
    const double rr_new = norm2(r);
    beta = rr_new / rr;
    for (std::size_t k = 0; k < systems.size(); ++k) {
      Shifted<OneParity>& s = systems[k];
      if (s.done) continue;
      // The residual polynomials of A and A + shift are proportional, so that zeta follows from the
      // three-term recurrence.
      const double next = s.zeta * s.zeta_before * alpha_before /
                          (alpha * beta_before * (s.zeta_before - s.zeta) +
                           s.zeta_before * alpha_before * (1.0 + s.shift * alpha));
      const double ratio = next / s.zeta;
      axpy(alpha * ratio, s.p, x[k]);
      s.done = next * std::sqrt(rr_new) <= tolerance * norm_b;
      // This is p = zeta r + beta ratio^2 p.
      axpby(next, r, beta * ratio * ratio, s.p);
      s.zeta_before = s.zeta;
      s.zeta = next;
    }
    xpay(r, beta, p);
    rr = rr_new;
    ++result.iterations;
  }
  for (std::size_t k = 0; k < systems.size(); ++k) {
    m.normal(x[k], ap);
    axpy(shifts[k], x[k], ap);
    axpy(-1.0, b, ap);
    result.residuals[k] = std::sqrt(norm2(ap)) / norm_b;
  }
  return result;
}

template MultishiftResult multishift_cg(const EvenOddOperator<ParitySpinorField>&, const ParitySpinorField&,
                                        std::span<const double>, std::vector<ParitySpinorField>&, double,
                                        int);
template MultishiftResult multishift_cg(const EvenOddOperator<ParityColourField>&, const ParityColourField&,
                                        std::span<const double>, std::vector<ParityColourField>&, double,
                                        int);

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
