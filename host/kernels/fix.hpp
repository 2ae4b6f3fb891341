// Kernels that fix the gauge: a matrix g(x) a site is what changes, the links stay as they are.
#pragma once

#include "field/density_field.hpp"
#include "kernels/kernel.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

/// g(x) at the sites of one parity, stored as the links of one direction are.
class ParityTransforms : public Field {
 public:
  explicit ParityTransforms(const DeviceLattice& lattice)
      : Field(lattice, 1, lattice.stored(lattice.format())) {}
};
using TransformField = BothParities<ParityTransforms>;

/// A word a time slice of the whole lattice: 0 where it rests (Coulomb gauge).
class SliceFlags : public BoundMemory {
 public:
  explicit SliceFlags(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(std::size_t(lattice.geometry().whole_extents()[3]) * 4)) {}
};

/// Eight real coefficients at the sites of one parity, as momenta have them on a link.
class ParityAlgebra : public Field {
 public:
  explicit ParityAlgebra(const DeviceLattice& lattice) : Field(lattice, 2) {}
};
using AlgebraField = BothParities<ParityAlgebra>;

/// cas(2 pi n / N) for n < N of the four extents, one after the other; numbers as the lattice's fields have
/// them.
class CasTable : public BoundMemory {
 public:
  explicit CasTable(const DeviceLattice& lattice);
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
/// Delta itself, of Landau and Coulomb gauge, and `coefficient` times what was there.
using GaugeDelta = Kernel<"fix/delta", Shape::sites, args::ScaledArgs<double>, In<ParityLinks>,
                          In<ParityLinks>, In<ParityTransforms>, In<ParityTransforms>, InOut<ParityAlgebra>>;
/// One direction mu of a Hartley transform; flags are mu, and 4 for momenta in space alone. The field at the
/// sites of the same parity and of the other, to, table.
using Hartley = Kernel<"fix/hartley", Shape::sites, args::ScaledArgs<double>, In<ParityAlgebra>,
                       In<ParityAlgebra>, Out<ParityAlgebra>, In<CasTable>>;
/// g -> exp(-i w) g; flags are the gauge.
using TurnGauge = Kernel<"fix/turn", Shape::sites, args::SiteArgs, InOut<ParityTransforms>, In<ParityAlgebra>,
                         In<SliceFlags>>;
/// Sum and largest of their first components, sum of the second. Even and odd divergences.
using SliceDivergence =
    Kernel<"fix/slices", Shape::blocks, args::None, In<ParityDensity>, In<ParityDensity>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
