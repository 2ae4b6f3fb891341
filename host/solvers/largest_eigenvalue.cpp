#include "solvers/largest_eigenvalue.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace glueball {
namespace {

/// Returns the largest eigenvalue of a symmetric tridiagonal matrix by bisection. The number of eigenvalues
/// below x is that of negative quotients of the principal minors of A - x.
double largest_of_tridiagonal(const std::vector<double>& diagonal, const std::vector<double>& beside) {
  double high = 0;
  for (std::size_t n = 0; n < diagonal.size(); ++n)
    high = std::max(high, std::abs(diagonal[n]) + (n > 0 ? beside[n - 1] : 0) + beside[n]);
  double low = -high;
  const auto all_below = [&](double x) {
    double q = 1;
    for (std::size_t n = 0; n < diagonal.size(); ++n) {
      q = diagonal[n] - x - (n > 0 ? beside[n - 1] * beside[n - 1] / q : 0);
      if (q >= 0) return false;
    }
    return true;
  };
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (all_below(middle) ? high : low) = middle;
  }
  return high;
}

}  // namespace

template <class F>
double largest_eigenvalue(PreciseOperator<F>& precise, const PreciseField<F>& start, LanczosRoom<F>& room,
                          int steps) {
  PreciseField<F>&v = room.v, &before = room.before, &w = room.w;
  const double size = precise.at_zero(System::even_odd, start, v).system;  // v = start
  if (!(size > 0) || !std::isfinite(size)) return 0;
  precise.clear(start, before);
  precise.scale(1 / size, v);
  std::vector<double> diagonal, beside;
  for (int n = 0; n < steps; ++n) {
    precise.normal(v, w);
    diagonal.push_back(precise.dot(v, w).real());
    precise.axpy(-diagonal.back(), v, w);
    if (n > 0) precise.axpy(-beside.back(), before, w);
    beside.push_back(std::sqrt(precise.norm2(w)));
    if (!(beside.back() > 1e-10 * std::abs(diagonal.front())))
      break;  // the Krylov space of the start is exhausted
    precise.scale(1 / beside.back(), w);
    std::swap(before, v);
    std::swap(v, w);
  }
  beside.back() = 0;  // it couples to a vector outside of the matrix
  return largest_of_tridiagonal(diagonal, beside);
}

template double largest_eigenvalue(PreciseOperator<SpinorField>&, const PreciseField<SpinorField>&,
                                   LanczosRoom<SpinorField>&, int);
template double largest_eigenvalue(PreciseOperator<ColourField>&, const PreciseField<ColourField>&,
                                   LanczosRoom<ColourField>&, int);

}  // namespace glueball
