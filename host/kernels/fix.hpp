// Kernels that fix the gauge: a matrix g(x) a site is what changes, the links stay as they are.
#pragma once

#include "field/density_field.hpp"
#include "kernels/kernel.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

/// g(x) at the sites of one parity, stored as the links of one direction are.
class ParityTransforms : public Field {
 public:
  explicit ParityTransforms(const DeviceLattice& lattice) : Field(lattice, lattice.format().link_planes()) {}
};
using TransformField = BothParities<ParityTransforms>;

/// A word a time slice of the whole lattice: 0 where it rests (Coulomb gauge).
class SliceFlags : public BoundMemory {
 public:
  explicit SliceFlags(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(std::size_t(lattice.geometry().whole_extents()[3]) * 4)) {}
};

namespace kernels {

/// Updates of g at one parity's sites; flags are the gauge. u_here, u_there, g_here, g_there, slices.
template <Name kName, Shape kShape, class Arguments>
using GaugeUpdate = Kernel<kName, kShape, Arguments, In<ParityLinks>, In<ParityLinks>,
                           InOut<ParityTransforms>, In<ParityTransforms>, In<SliceFlags>>;

/// Relaxation and overrelaxation.
using RelaxGauge = GaugeUpdate<"fix/relax", Shape::sites, args::RelaxArgs<double>>;
/// The same, four invocations a site; not of the maximally Abelian functional, nor the centre's.
using RelaxGaugeShared = GaugeUpdate<"fix/relax_shared", Shape::site_links, args::RelaxArgs<double>>;
/// The same of the centre's functional.
using RelaxGaugeCentre = GaugeUpdate<"fix/relax_centre", Shape::sites, args::RelaxArgs<double>>;
/// Stochastic relaxation; microcanonical sweeps with strength 1. Not of the centre's.
using RelaxGaugeStochastic = GaugeUpdate<"fix/stochastic", Shape::sites, args::StochasticArgs<double>>;
/// Simulated annealing; not of the residual gauge, nor the centre's.
using AnnealGauge = GaugeUpdate<"fix/anneal", Shape::sites, args::StochasticArgs<double>>;

/// (Tr Delta Delta^+ / 3, part of the functional, 0, 0). u_here, u_there, g_here, g_there, density.
using GaugeDivergence =
    Kernel<"fix/divergence", Shape::sites, args::SiteArgs, In<ParityLinks>, In<ParityLinks>,
           In<ParityTransforms>, In<ParityTransforms>, Out<ParityDensity>>;
/// Sum and largest of their first components, sum of the second. Even and odd divergences.
using SliceDivergence =
    Kernel<"fix/slices", Shape::blocks, args::None, In<ParityDensity>, In<ParityDensity>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
