// Kernels and fields of multigrid for spinors (solvers/multigrid.hpp).
#pragma once

#include "kernels/hop_boundary.hpp"
#include "kernels/points.hpp"

namespace glueball {

/// The split of a lattice into aggregates, blocks of sites with all near-null vectors (lib/aggregates.glsl).
struct Aggregation {
  Site block{};           ///< extents of a block, even numbers below 64
  std::uint32_t vectors;  ///< near-null vectors, a multiple of 4 below 256

  /// Returns it as the constant that the kernels read.
  std::uint32_t packed() const {
    std::uint32_t word = vectors;
    for (std::uint32_t mu = 0; mu < kDirections; ++mu) word |= std::uint32_t(block[mu]) << (8 + 6 * mu);
    return word;
  }
  Site coarse(const Geometry& fine) const {
    Site extents{};
    for (int mu = 0; mu < kDirections; ++mu) extents[mu] = fine.extent(mu) / block[mu];
    return extents;
  }
  /// Returns the sites of one parity in a block.
  std::size_t half_block() const { return std::size_t(block[0]) * block[1] * block[2] * block[3] / 2; }

  bool operator==(const Aggregation&) const = default;
};

/// Near-null vectors at the sites of one parity, in the order of aggregates (lib/aggregates.glsl).
class AggregateField : public Field {
 public:
  AggregateField(const DeviceLattice& lattice, std::uint32_t vectors)
      : Field(lattice, SpinorField::kPlanes * vectors) {}
};

/// `slots` vectors at the coarse sites of one parity, each of 2 `vectors` complex numbers a site
/// (lib/coarse.glsl).
class CoarseField : public Field {
 public:
  CoarseField(const DeviceLattice& coarse, std::uint32_t vectors, std::uint32_t slots = 1)
      : Field(coarse, vectors * slots) {}
};

/// Matrices at the coarse sites of one parity, `matrices` at each (lib/coarse.glsl).
class CoarseMatrices : public Field {
 public:
  CoarseMatrices(const DeviceLattice& coarse, std::uint32_t vectors, std::uint32_t matrices)
      : Field(coarse, 2 * matrices * vectors * vectors) {}
};

/// The scalars of generalised conjugate residuals, for each column.
class GcrScalars : public BoundMemory {
 public:
  GcrScalars(const DeviceLattice& lattice, std::uint32_t columns)
      : BoundMemory(lattice.allocate_buffer(columns * sizeof(args::GcrScalars))) {}
};

/// The split of columns, right-hand sides that are solved for at once, into groups of one to four: a thread
/// of Restrict, Prolong and CoarseHop has the columns of a group.
struct ColumnGroups {
  static constexpr std::uint32_t kMost = 4;

  explicit ColumnGroups(std::uint32_t columns)
      : groups((columns + kMost - 1) / kMost), each((columns + groups - 1) / groups) {}
  /// Returns the number of columns with those that fill the last group.
  std::uint32_t padded() const { return groups * each; }
  /// Returns the kernels' flags for so many columns in a thread.
  static std::uint32_t flags(std::uint32_t columns) { return columns - 1; }

  std::uint32_t groups, each;
};

/// A square matrix of near-null vectors for each aggregate and chirality, row by row in single precision.
class AggregateProducts : public BoundMemory {
 public:
  AggregateProducts(const DeviceLattice& lattice, std::size_t aggregates, std::uint32_t vectors)
      : BoundMemory(lattice.allocate_buffer(2 * aggregates * vectors * vectors * sizeof(float) * 2)) {}
};

namespace kernels {

/// Stores psi as one near-null vector at the sites of one parity. Launch::count of this and the next six
/// kernels is Aggregation::packed(). Fields: psi, vectors.
using ToAggregates = Kernel<"multigrid/to_aggregates", Shape::sites, args::ToAggregatesArgs, In<SpinorField>,
                            Out<AggregateField>>;
/// hops = U_mu(x) v(x + mu) of all near-null vectors at the sites x of one parity. Fields: links of that
/// parity, vectors of the other parity, hops.
using AggregateHops = Kernel<"multigrid/hops", Shape::sites, args::AggregateHopsArgs<double>, In<ParityLinks>,
                             In<AggregateField>, Out<AggregateField>>;
/// coarse = P^+ psi over the sites of one parity, at the coarse sites of one parity. Fields: vectors, four
/// psi, of which as many are read as ColumnGroups::flags says, coarse.
using Restrict = PointKernel<"multigrid/restrict", args::TransferArgs, In<AggregateField>, In<SpinorField>,
                             In<SpinorField>, In<SpinorField>, In<SpinorField>, Out<BoundMemory>>;
/// psi = P coarse at the sites of one parity. Fields: vectors, coarse field of even and of odd sites, four
/// psi, of which as many are written.
using Prolong =
    PointKernel<"multigrid/prolong", args::TransferArgs, In<AggregateField>, In<BoundMemory>, In<BoundMemory>,
                Out<SpinorField>, Out<SpinorField>, Out<SpinorField>, Out<SpinorField>>;
/// Scalar products of the vectors with each other in every aggregate, for each chirality. Fields: vectors at
/// even and odd sites, products.
using Gram =
    PointKernel<"multigrid/gram", args::None, In<AggregateField>, In<AggregateField>, Out<AggregateProducts>>;
/// Replaces each vector by a combination of those up to it. Fields: vectors, upper triangular factors.
using Combine = PointKernel<"multigrid/combine", args::None, InOut<AggregateField>, In<AggregateProducts>>;
/// The Galerkin product along one direction. Fields: vectors, hops of vectors, four forward links a coarse
/// site, the coarse site's own matrix.
using Galerkin = PointKernel<"multigrid/galerkin", args::GalerkinArgs, In<AggregateField>, In<AggregateField>,
                             InOut<BoundMemory>, InOut<BoundMemory>>;

/// Eight links a coarse site times the inverse of its own matrix. Fields: inverses, forward links of this and
/// of the other parity, links. Launch::count of this and the next kernel is the number of near-null vectors,
/// and the lattice is the coarse one.
using CoarseLinks = PointKernel<"multigrid/coarse_links", args::SiteArgs, In<CoarseMatrices>,
                                In<CoarseMatrices>, In<CoarseMatrices>, Out<CoarseMatrices>>;
/// out = a x + b L psi. Fields: matrices, psi (other parity), x, out. The lowest flags are
/// ColumnGroups::flags.
struct CoarseHop : PointKernel<"multigrid/coarse_hop", args::CoarseHopArgs, In<CoarseMatrices>,
                               In<CoarseField>, In<CoarseField>, Out<CoarseField>> {
  static constexpr std::uint32_t kOwn = 4;   ///< flag: one matrix a site, and psi is of the same parity
  static constexpr std::uint32_t kAddX = 8;  ///< flag: the term with x exists
};

/// The steps of generalised conjugate residuals (solvers/coarse_solver.hpp). Fields: w, z, partial results.
using GcrDots =
    Kernel<"multigrid/gcr_dots", Shape::sums, args::GcrArgs, In<CoarseField>, In<CoarseField>, Out<Partials>>;
using GcrScalarStep =
    Kernel<"multigrid/gcr_scalars", Shape::scalar, args::GcrArgs, In<Partials>, InOut<GcrScalars>>;
/// Fields: w, z, x, scalars.
using GcrUpdate = PointKernel<"multigrid/gcr_update", args::GcrArgs, InOut<CoarseField>, InOut<CoarseField>,
                              InOut<CoarseField>, In<GcrScalars>>;

/// x += a alpha r, r -= a alpha y with alpha = <y, r> / |y|^2 from totals of BiCgStabOverlap. Fields: y, r,
/// x, totals.
using Relax = Kernel<"multigrid/relax", Shape::texels, args::LinearArgs<double>, In<Field>, InOut<Field>,
                     InOut<Field>, In<Totals>>;

}  // namespace kernels
}  // namespace glueball
