// The AVX2 variant of the hop, compiled with -mavx2 -mfma on x86-64 (host/CMakeLists.txt); elsewhere there is
// none.
#if defined(__AVX2__) && defined(__FMA__)
#include "cpu/wilson_kernel.inl"
#else
#include "cpu/wilson_kernel.hpp"
#endif

namespace glueball::cpu {

template <class Real>
HopKernel<Real> avx2_hop() {
#if defined(__AVX2__) && defined(__FMA__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? HopKernel<Real>(hop<Real>)
                                                                         : nullptr;
#else
  return nullptr;
#endif
}

template HopKernel<double> avx2_hop<double>();
template HopKernel<float> avx2_hop<float>();

}  // namespace glueball::cpu
