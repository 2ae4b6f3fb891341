#include "reference/axpy.hpp"

#include "reference/same_lattice.hpp"
#include "reference/threads.hpp"

namespace glueball::reference {
namespace {

/// to[k] = combine(from[k], to[k]) over all real numbers of two fields.
template <class Half, class Combine>
void over_reals(const Half& x, Half& y, const char* where, Combine combine) {
  require_sites(x.size(), y.size(), where);
  constexpr std::size_t kSiteReals = sizeof(typename Half::value_type) / sizeof(double);
  const double* from = reinterpret_cast<const double*>(x.data());
  double* to = reinterpret_cast<double*>(y.data());
#pragma omp parallel for simd schedule(static) if (parallel : y.size() >= kThreadedSites)
  for (std::size_t n = 0; n < kSiteReals * y.size(); ++n) to[n] = combine(from[n], to[n]);
}

template <class Half>
void add(double a, const Half& x, Half& y) {
  over_reals(x, y, "axpy", [a](double from, double to) { return to + a * from; });
}

template <class Half>
void add_scaled(const Half& x, double a, Half& y) {
  over_reals(x, y, "xpay", [a](double from, double to) { return from + a * to; });
}

}  // namespace

void axpy(double a, const HalfSpinorField& x, HalfSpinorField& y) { add(a, x, y); }
void axpy(double a, const HalfColourField& x, HalfColourField& y) { add(a, x, y); }
void xpay(const HalfSpinorField& x, double a, HalfSpinorField& y) { add_scaled(x, a, y); }
void xpay(const HalfColourField& x, double a, HalfColourField& y) { add_scaled(x, a, y); }

}  // namespace glueball::reference
