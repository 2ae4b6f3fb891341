#include "kernels/registry.hpp"

#include "kernels/clover.hpp"
#include "kernels/clover_force.hpp"
#include "kernels/fermion.hpp"
#include "kernels/fix.hpp"
#include "kernels/flow.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/linalg.hpp"
#include "kernels/measure.hpp"
#include "kernels/multi.hpp"
#include "kernels/ranlux.hpp"
#include "kernels/smear.hpp"
#include "kernels/solver.hpp"
#include "kernels/view.hpp"

namespace glueball::kernels {
namespace {

template <class... Kernels>
std::vector<KernelRecord> records() {
  return {Kernels::record()...};
}

}  // namespace

std::vector<KernelRecord> all() {
  return records<
      Axpby, Axpy, Scale, Copy, CopyPart, Norm2, Dot, Sum, Maximum, Plaquette, GaugeForce, UpdateLinks,
      GaussianMomenta, GaussianRanlux, Heatbath, HeatbathRanlux, Overrelax, Reunitarize, WilsonDslash,
      WilsonDslashSum, WilsonDslashMulti, WilsonDslashMultiSum, CloverDslash, CloverDslashSum, CloverTerm,
      StaggeredDslash, StaggeredDslashSum, FromHalf, FromSingle, FromDouble, GaussianSpinor, FermionForce,
      StaggeredForce, FieldStrength, CloverBlocks, ChiralInverse, ChiralProduct, ChiralDeterminant,
      CloverOuter, CloverTrace, CloverForce, CgScalarStep, CgResidual, CgDirection, CgFinish,
      BiCgStabScalarStep, BiCgStabDirection, BiCgStabHalf, BiCgStabOverlap, BiCgStabUpdate, ShiftScalarStep,
      ShiftDirection, Rectangle, LinkTrace, PlaquetteDensity, Line, WilsonLoop, Polyakov, Correlator, Clover,
      ComponentSums, FlowStep, FlowForce, ZeuthenStep, FlowDistance, ApeSmear, HypInner, HypMiddle, HypOuter,
      RelaxGauge, RelaxGaugeShared, RelaxGaugeStochastic, AnnealGauge, GaugeDivergence, SliceDivergence,
      MomentumDensity, ShowDensity, ShowLoops, Refine, CellBounds, DensityRange, March>();
}

}  // namespace glueball::kernels
