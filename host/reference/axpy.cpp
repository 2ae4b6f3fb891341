#include "reference/axpy.hpp"

#include "reference/same_lattice.hpp"
#include "reference/threads.hpp"

namespace glueball::reference {
namespace {

constexpr std::size_t kSiteReals = 24;

const double* reals(const HalfSpinorField& f) { return reinterpret_cast<const double*>(f.data()); }
double* reals(HalfSpinorField& f) { return reinterpret_cast<double*>(f.data()); }

}  // namespace

void axpy(double a, const HalfSpinorField& x, HalfSpinorField& y) {
  require_sites(x.size(), y.size(), "axpy");
  const double* from = reals(x);
  double* to = reals(y);
#pragma omp parallel for simd schedule(static) if (parallel : y.size() >= kThreadedSites)
  for (std::size_t n = 0; n < kSiteReals * y.size(); ++n) to[n] += a * from[n];
}

void xpay(const HalfSpinorField& x, double a, HalfSpinorField& y) {
  require_sites(x.size(), y.size(), "xpay");
  const double* from = reals(x);
  double* to = reals(y);
#pragma omp parallel for simd schedule(static) if (parallel : y.size() >= kThreadedSites)
  for (std::size_t n = 0; n < kSiteReals * y.size(); ++n) to[n] = from[n] + a * to[n];
}

}  // namespace glueball::reference
