#include "cpu/linalg.hpp"

#include "cpu/blocked_sum.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::cpu {
namespace {

/// Sets to[k] = combine(from[k], to[k]) over all numbers of two fields, real or complex.
template <class Number, class OneParity, class Combine>
void over_numbers(const OneParity& x, OneParity& y, const char* where, Combine combine) {
  require_sites(x.size(), y.size(), where);
  constexpr std::size_t kSiteNumbers = sizeof(typename OneParity::value_type) / sizeof(Number);
  const Number* from = reinterpret_cast<const Number*>(x.data());
  Number* to = reinterpret_cast<Number*>(y.data());
#pragma omp parallel for simd schedule(static) if (parallel : y.size() >= kThreadedSites)
  for (std::size_t n = 0; n < kSiteNumbers * y.size(); ++n) to[n] = combine(from[n], to[n]);
}

template <class Number, class OneParity>
void add(Number a, const OneParity& x, OneParity& y) {
  over_numbers<Number>(x, y, "axpy", [a](Number from, Number to) { return to + a * from; });
}

template <class Number, class OneParity>
void add_scaled(const OneParity& x, Number a, OneParity& y) {
  over_numbers<Number>(x, y, "xpay", [a](Number from, Number to) { return from + a * to; });
}

template <class OneParity>
void combine_scaled(double a, const OneParity& x, double b, OneParity& y) {
  over_numbers<double>(x, y, "axpby", [a, b](double from, double to) { return a * from + b * to; });
}

template <class OneParity>
void multiply(double a, OneParity& x) {
  over_numbers<double>(x, x, "scale", [a](double from, double) { return a * from; });
}

}  // namespace

void axpy(double a, const ParitySpinorField& x, ParitySpinorField& y) { add(a, x, y); }
void axpy(double a, const ParityColourField& x, ParityColourField& y) { add(a, x, y); }
void axpy(Complex a, const ParitySpinorField& x, ParitySpinorField& y) { add(a, x, y); }
void axpy(Complex a, const ParityColourField& x, ParityColourField& y) { add(a, x, y); }

void xpay(const ParitySpinorField& x, double a, ParitySpinorField& y) { add_scaled(x, a, y); }
void xpay(const ParityColourField& x, double a, ParityColourField& y) { add_scaled(x, a, y); }
void xpay(const ParitySpinorField& x, Complex a, ParitySpinorField& y) { add_scaled(x, a, y); }
void xpay(const ParityColourField& x, Complex a, ParityColourField& y) { add_scaled(x, a, y); }

void axpby(double a, const ParitySpinorField& x, double b, ParitySpinorField& y) {
  combine_scaled(a, x, b, y);
}
void axpby(double a, const ParityColourField& x, double b, ParityColourField& y) {
  combine_scaled(a, x, b, y);
}

void scale(double a, ParitySpinorField& x) { multiply(a, x); }
void scale(double a, ParityColourField& x) { multiply(a, x); }

Complex dot(const ParitySpinorField& a, const ParitySpinorField& b) {
  require_sites(a.size(), b.size(), "scalar product");
  return blocked_sum<Complex>(a.size(), [&](std::size_t n) {
    Complex sum[4] = {};
    for (int spin = 0; spin < 4; ++spin)
      for (int c = 0; c < 3; ++c) sum[spin] += std::conj(a[n][spin][c]) * b[n][spin][c];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  });
}

Complex dot(const ParityColourField& a, const ParityColourField& b) {
  require_sites(a.size(), b.size(), "scalar product");
  return blocked_sum<Complex>(a.size(), [&](std::size_t n) {
    Complex sum;
    for (int c = 0; c < 3; ++c) sum += std::conj(a[n][c]) * b[n][c];
    return sum;
  });
}

namespace {

template <class Field>
double sum_of_squares(const Field& psi) {
  return blocked_sum<double>(psi.size(), [&](std::size_t n) {
    // There are four partial sums, so that additions need not wait for each other.
    double sum[4] = {};
    for (int spin = 0; spin < 4; ++spin) {
      for (int c = 0; c < 3; ++c) {
        const double re = psi[n][spin][c].real(), im = psi[n][spin][c].imag();
        sum[spin] += re * re + im * im;
      }
    }
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
  });
}

}  // namespace

double norm2(const ParitySpinorField& psi) { return sum_of_squares(psi); }
double norm2(const ParityField<float>& psi) { return sum_of_squares(psi); }

double norm2(const ParityColourField& chi) {
  return blocked_sum<double>(chi.size(), [&](std::size_t n) {
    return std::norm(chi[n][0]) + std::norm(chi[n][1]) + std::norm(chi[n][2]);
  });
}

}  // namespace glueball::cpu
