#include "cpu/wilson_kernel.inl"

namespace glueball::cpu {

template <class Real>
HopKernel<Real> baseline_hop() {
  return hop<Real>;
}

template HopKernel<double> baseline_hop<double>();
template HopKernel<float> baseline_hop<float>();

}  // namespace glueball::cpu
