// Kernels of gauge fixing. They change a matrix g(x) a site; the links are constant.
#pragma once

#include "field/density_field.hpp"
#include "kernels/kernel.hpp"
#include "lattice/gauge_condition.hpp"

namespace glueball {

/// The matrices g(x) at the sites of one parity, stored like the links of one direction.
class ParityTransforms : public Field {
 public:
  explicit ParityTransforms(const DeviceLattice& lattice)
      : Field(lattice, 1, lattice.stored(lattice.format())) {}
};
using TransformField = BothParities<ParityTransforms>;

/// One word for each time slice of the whole lattice: 0 if the slice is not updated (Coulomb gauge).
class SliceFlags : public BoundMemory {
 public:
  explicit SliceFlags(const DeviceLattice& lattice)
      : BoundMemory(lattice.allocate_buffer(std::size_t(lattice.geometry().whole_extents()[3]) * 4)) {}
};

/// Eight real coefficients a site of one parity, in the format of a link's momentum.
class ParityAlgebra : public Field {
 public:
  explicit ParityAlgebra(const DeviceLattice& lattice) : Field(lattice, 2) {}
};
using AlgebraField = BothParities<ParityAlgebra>;

/// A table of cas(2 pi n / N) for n < N of the four extents, one after the other, in the number format of the
/// lattice's fields.
class CasTable : public BoundMemory {
 public:
  explicit CasTable(const DeviceLattice& lattice);
};

namespace kernels {

/// An update of g at one parity's sites. The flags select the gauge. Fields: u_this, u_other, g_this,
/// g_other, slices.
template <Name kName, Shape kShape, class Arguments>
using GaugeUpdate = Kernel<kName, kShape, Arguments, In<ParityLinks>, In<ParityLinks>,
                           InOut<ParityTransforms>, In<ParityTransforms>, In<SliceFlags>>;

/// Relaxation and overrelaxation with one thread a site.
using RelaxGauge = GaugeUpdate<"fix/relax", Shape::sites, args::RelaxArgs<double>>;
/// The same with four threads a site. It has no form for the maximally Abelian and the centre gauge.
using RelaxGaugeShared = GaugeUpdate<"fix/relax_shared", Shape::site_links, args::RelaxArgs<double>>;
/// The same for maximal centre gauge.
using RelaxGaugeCentre = GaugeUpdate<"fix/relax_centre", Shape::sites, args::RelaxArgs<double>>;
/// Stochastic relaxation; with strength 1 sweeps are microcanonical. It has no form for the centre gauge.
using RelaxGaugeStochastic = GaugeUpdate<"fix/stochastic", Shape::sites, args::StochasticArgs<double>>;
/// Simulated annealing. It has no form for the residual gauge and the centre gauge.
using AnnealGauge = GaugeUpdate<"fix/anneal", Shape::sites, args::StochasticArgs<double>>;

/// density = (Tr Delta Delta^+ / 3, the site's part of the functional, 0, 0). Fields: u_this, u_other,
/// g_this, g_other, density.
using GaugeDivergence =
    Kernel<"fix/divergence", Shape::sites, args::SiteArgs, In<ParityLinks>, In<ParityLinks>,
           In<ParityTransforms>, In<ParityTransforms>, Out<ParityDensity>>;
/// Writes Delta of Landau or Coulomb gauge plus `coefficient` times the previous content.
using GaugeDelta = Kernel<"fix/delta", Shape::sites, args::ScaledArgs<double>, In<ParityLinks>,
                          In<ParityLinks>, In<ParityTransforms>, In<ParityTransforms>, InOut<ParityAlgebra>>;
/// Makes one direction mu of a Hartley transform. The flags are mu, plus 4 for momenta in space only. Fields:
/// the input at the sites of the same parity and of the other, output, table.
using Hartley = Kernel<"fix/hartley", Shape::sites, args::ScaledArgs<double>, In<ParityAlgebra>,
                       In<ParityAlgebra>, Out<ParityAlgebra>, In<CasTable>>;
/// g -> exp(-i w) g; the flags select the gauge.
using TurnGauge = Kernel<"fix/turn", Shape::sites, args::SiteArgs, InOut<ParityTransforms>, In<ParityAlgebra>,
                         In<SliceFlags>>;
/// Computes for each time slice the sum and maximum of the divergence's first component, and the sum of its
/// second. Fields: even and odd divergences.
using SliceDivergence =
    Kernel<"fix/slices", Shape::blocks, args::None, In<ParityDensity>, In<ParityDensity>, Out<Partials>>;

}  // namespace kernels
}  // namespace glueball
