#include "kernels/registry.hpp"

#include "kernels/fermion.hpp"
#include "kernels/gauge.hpp"
#include "kernels/linalg.hpp"
#include "kernels/measure.hpp"
#include "kernels/solver.hpp"

namespace glueball::kernels {
namespace {

template <class... Kernels>
std::vector<KernelRecord> records() {
  return {Kernels::record()...};
}

}  // namespace

std::vector<KernelRecord> all() {
  return records<Axpby, Axpy, Scale, Copy, Norm2, Dot, Sum, Plaquette, GaugeForce, UpdateLinks, GaussianMomenta, WilsonDslash,
                 GaussianSpinor, FermionForce, CgScalarStep, CgResidual, CgDirection, CgFinish, Rectangle, LinkTrace, PlaquetteDensity,
                 Line, WilsonLoop, Polyakov, Correlator>();
}

}  // namespace glueball::kernels
