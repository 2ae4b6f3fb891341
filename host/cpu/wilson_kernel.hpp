// The inner loop of the CPU's Wilson hop, compiled once for any CPU and once for AVX2 with FMA.
#pragma once

#include <cstddef>
#include <cstdint>

namespace glueball::cpu {

/// Data of one hop. Plain pointers are used, so that no inline function of the standard library is compiled
/// with instructions that the CPU may lack.
template <class Real>
struct HopArguments {
  const Real* links;  ///< [target site][8][3][3][re, im]: forward U_mu(x), backward U_mu(x-mu)^+, mu = 0..3
  const std::int32_t* neighbours;  ///< [target site][8]: checkerboard numbers, same order
  const Real* in;                  ///< [source site][spin][colour][re, im], DeGrand-Rossi
  Real* out;                       ///< [target site][spin][colour][re, im]
  bool dagger;                     ///< gamma5 H gamma5: 1 - gamma and 1 + gamma are exchanged
};

/// Computes out = H in on the target sites begin..end-1.
template <class Real>
using HopKernel = void (*)(const HopArguments<Real>&, std::size_t begin, std::size_t end);

template <class Real>
HopKernel<Real> baseline_hop();

/// Returns null if this build or this CPU has no AVX2 with FMA.
template <class Real>
HopKernel<Real> avx2_hop();

}  // namespace glueball::cpu
