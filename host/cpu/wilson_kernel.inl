// Included by wilson_kernel_baseline.cpp and wilson_kernel_avx2.cpp, which differ in their compiler flags
// only. Everything is in an unnamed namespace: the linker must never take one file's code for the other's.
//
// A vector holds one colour of two spins: (spin s re, im, spin s+1 re, im). In the DeGrand-Rossi basis
// gamma_mu = [[0, M], [M^+, 0]], M = i s_x, -i s_y, i s_z, 1, so that 1 -+ gamma_mu needs the half spinor
// h = upper -+ M lower only: its lower half is -+ M^+ h. M is a shuffle of the four reals and a sign each.
#include "cpu/wilson_kernel.hpp"

namespace glueball::cpu {
namespace {

template <class Real>
struct Vectors;

template <>
struct Vectors<double> {
  typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));
  typedef double Quad __attribute__((vector_size(32)));
};

template <>
struct Vectors<float> {
  typedef float Pair __attribute__((vector_size(8), aligned(4), may_alias));
  typedef float Quad __attribute__((vector_size(16)));
};

template <class Real>
using Pair = typename Vectors<Real>::Pair;
template <class Real>
using Quad = typename Vectors<Real>::Quad;

constexpr int kColourReals = 2, kSpinReals = 6, kSiteReals = 24, kLinkReals = 18;

template <class Real>
[[gnu::always_inline]] inline void load(const Real* spin, Quad<Real>& v) {
  const Pair<Real> low = *reinterpret_cast<const Pair<Real>*>(spin);
  const Pair<Real> high = *reinterpret_cast<const Pair<Real>*>(spin + kSpinReals);
  v = __builtin_shufflevector(low, high, 0, 1, 2, 3);
}

template <class Real>
[[gnu::always_inline]] inline void store(Real* spin, const Quad<Real>& v) {
  *reinterpret_cast<Pair<Real>*>(spin) = __builtin_shufflevector(v, v, 0, 1);
  *reinterpret_cast<Pair<Real>*>(spin + kSpinReals) = __builtin_shufflevector(v, v, 2, 3);
}

/// r += sign M_mu v.
template <class Real, int mu, int sign>
[[gnu::always_inline]] inline void add_rotated(Quad<Real>& r, const Quad<Real>& v) {
  constexpr Real s = sign;
  if constexpr (mu == 0) {
    r += Quad<Real>{-s, s, -s, s} * __builtin_shufflevector(v, v, 3, 2, 1, 0);
  } else if constexpr (mu == 1) {
    r += Quad<Real>{-s, -s, s, s} * __builtin_shufflevector(v, v, 2, 3, 0, 1);
  } else if constexpr (mu == 2) {
    r += Quad<Real>{-s, s, s, -s} * __builtin_shufflevector(v, v, 1, 0, 3, 2);
  } else {
    r += Quad<Real>{s, s, s, s} * v;
  }
}

/// Adds (1 - sign gamma_mu) U psi to the result's upper and lower halves.
template <class Real, int mu, int sign>
[[gnu::always_inline]] inline void add_hop(const Real* link, const Real* psi, Quad<Real>* upper,
                                           Quad<Real>* lower) {
  Quad<Real> h[3];
  for (int c = 0; c < 3; ++c) {
    Quad<Real> l;
    load(psi + kColourReals * c, h[c]);
    load(psi + 2 * kSpinReals + kColourReals * c, l);
    add_rotated<Real, mu, -sign>(h[c], l);
  }
  constexpr Real one = 1;
  for (int c = 0; c < 3; ++c) {
    const Real* row = link + 6 * c;
    // Real and imaginary parts of the matrix apart: one multiplication by i a row.
    Quad<Real> re = row[0] * h[0], im = row[1] * h[0];
    re += row[2] * h[1];
    im += row[3] * h[1];
    re += row[4] * h[2];
    im += row[5] * h[2];
    re += Quad<Real>{-one, one, -one, one} * __builtin_shufflevector(im, im, 1, 0, 3, 2);
    upper[c] += re;
    // M^+ = -M but for the unit matrix of t.
    add_rotated<Real, mu, mu == 3 ? -sign : sign>(lower[c], re);
  }
}

template <class Real, int sign>
[[gnu::always_inline]] inline void hop_sites(const HopArguments<Real>& a, std::size_t begin,
                                             std::size_t end) {
  for (std::size_t n = begin; n < end; ++n) {
    const Real* link = a.links + 8 * kLinkReals * n;
    const std::int32_t* from = a.neighbours + 8 * n;
    const auto source = [&](int k) { return a.in + std::size_t(from[k]) * kSiteReals; };
    Quad<Real> upper[3] = {}, lower[3] = {};
    add_hop<Real, 0, sign>(link, source(0), upper, lower);
    add_hop<Real, 0, -sign>(link + kLinkReals, source(1), upper, lower);
    add_hop<Real, 1, sign>(link + 2 * kLinkReals, source(2), upper, lower);
    add_hop<Real, 1, -sign>(link + 3 * kLinkReals, source(3), upper, lower);
    add_hop<Real, 2, sign>(link + 4 * kLinkReals, source(4), upper, lower);
    add_hop<Real, 2, -sign>(link + 5 * kLinkReals, source(5), upper, lower);
    add_hop<Real, 3, sign>(link + 6 * kLinkReals, source(6), upper, lower);
    add_hop<Real, 3, -sign>(link + 7 * kLinkReals, source(7), upper, lower);
    Real* out = a.out + kSiteReals * n;
    for (int c = 0; c < 3; ++c) {
      store(out + kColourReals * c, upper[c]);
      store(out + 2 * kSpinReals + kColourReals * c, lower[c]);
    }
  }
}

template <class Real>
void hop(const HopArguments<Real>& a, std::size_t begin, std::size_t end) {
  if (a.dagger) {
    hop_sites<Real, -1>(a, begin, end);
  } else {
    hop_sites<Real, 1>(a, begin, end);
  }
}

}  // namespace
}  // namespace glueball::cpu
