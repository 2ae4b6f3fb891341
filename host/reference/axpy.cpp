#include "reference/axpy.hpp"

#include "reference/same_lattice.hpp"
#include "reference/threads.hpp"

namespace glueball::reference {
namespace {

/// to[k] = combine(from[k], to[k]) over all numbers of two fields, real ones or complex ones.
template <class Number, class Half, class Combine>
void over_numbers(const Half& x, Half& y, const char* where, Combine combine) {
  require_sites(x.size(), y.size(), where);
  constexpr std::size_t kSiteNumbers = sizeof(typename Half::value_type) / sizeof(Number);
  const Number* from = reinterpret_cast<const Number*>(x.data());
  Number* to = reinterpret_cast<Number*>(y.data());
#pragma omp parallel for simd schedule(static) if (parallel : y.size() >= kThreadedSites)
  for (std::size_t n = 0; n < kSiteNumbers * y.size(); ++n) to[n] = combine(from[n], to[n]);
}

template <class Number, class Half>
void add(Number a, const Half& x, Half& y) {
  over_numbers<Number>(x, y, "axpy", [a](Number from, Number to) { return to + a * from; });
}

template <class Number, class Half>
void add_scaled(const Half& x, Number a, Half& y) {
  over_numbers<Number>(x, y, "xpay", [a](Number from, Number to) { return from + a * to; });
}

template <class Half>
void combine_scaled(double a, const Half& x, double b, Half& y) {
  over_numbers<double>(x, y, "axpby", [a, b](double from, double to) { return a * from + b * to; });
}

template <class Half>
void multiply(double a, Half& x) {
  over_numbers<double>(x, x, "scale", [a](double from, double) { return a * from; });
}

}  // namespace

void axpy(double a, const HalfSpinorField& x, HalfSpinorField& y) { add(a, x, y); }
void axpy(double a, const HalfColourField& x, HalfColourField& y) { add(a, x, y); }
void axpy(Complex a, const HalfSpinorField& x, HalfSpinorField& y) { add(a, x, y); }
void axpy(Complex a, const HalfColourField& x, HalfColourField& y) { add(a, x, y); }

void xpay(const HalfSpinorField& x, double a, HalfSpinorField& y) { add_scaled(x, a, y); }
void xpay(const HalfColourField& x, double a, HalfColourField& y) { add_scaled(x, a, y); }
void xpay(const HalfSpinorField& x, Complex a, HalfSpinorField& y) { add_scaled(x, a, y); }
void xpay(const HalfColourField& x, Complex a, HalfColourField& y) { add_scaled(x, a, y); }

void axpby(double a, const HalfSpinorField& x, double b, HalfSpinorField& y) { combine_scaled(a, x, b, y); }
void axpby(double a, const HalfColourField& x, double b, HalfColourField& y) { combine_scaled(a, x, b, y); }

void scale(double a, HalfSpinorField& x) { multiply(a, x); }
void scale(double a, HalfColourField& x) { multiply(a, x); }

}  // namespace glueball::reference
