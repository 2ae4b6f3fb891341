// Kernels that measure observables of the gauge field, other than the plaquette.
#pragma once

#include "field/density_field.hpp"
#include "field/site_field.hpp"
#include "kernels/kernel.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {

/// Products of links along straight lines from the sites of one parity, stored like the links of one
/// direction.
class ParityLines : public Field {
 public:
  explicit ParityLines(const DeviceLattice& lattice) : Field(lattice, 1, lattice.stored(lattice.format())) {}
};
using LineField = BothParities<ParityLines>;

namespace kernels {

/// Sums Re Tr over the 2 x 1 rectangles that start at one parity's sites: in spatial planes, in planes with
/// time. Fields: u_this, u_other.
using Rectangle =
    Kernel<"gauge/rectangle", Shape::blocks, args::SiteArgs, In<ParityLinks>, In<ParityLinks>, Out<Partials>>;
/// Sums Re Tr over the parallelograms that start at one parity's sites: around spatial cubes, around cubes
/// with time. Fields: u_this, u_other.
using Parallelogram = Kernel<"gauge/parallelogram", Shape::blocks, args::SiteArgs, In<ParityLinks>,
                             In<ParityLinks>, Out<Partials>>;
/// Sums Tr over the links of one direction and parity: real and imaginary part.
using LinkTrace =
    Kernel<"gauge/link_trace", Shape::blocks, args::DirectionArgs, In<ParityLinks>, Out<Partials>>;
/// density = (spatial, temporal, 0, 0): sums of 1 - Re Tr P / 3 over the plaquettes that start at a site.
/// Fields: u_this, u_other, density.
using PlaquetteDensity = Kernel<"measure/plaquette_density", Shape::sites, args::SiteArgs, In<ParityLinks>,
                                In<ParityLinks>, Out<ParityDensity>>;
/// density = (sum over mu and a of p_a^2, 0, 0, 0) at each site. Fields: momenta, density.
using MomentumDensity =
    Kernel<"measure/momentum_density", Shape::sites, args::None, In<ParityMomenta>, Out<ParityDensity>>;
/// longer(x) = U_mu(x) line(x + mu). Fields: u_this, line_other, longer.
struct Line : Kernel<"measure/line", Shape::sites, args::LineArgs, In<ParityLinks>, In<ParityLines>,
                     Out<ParityLines>> {
  static constexpr std::uint32_t kFirst = 1;  ///< flag: longer(x) = U_mu(x)
};
/// The same from links of one direction only, number 0. With kAlong longer(x) = line(x + mu), and links are
/// not read.
struct LineOfLines : Kernel<"measure/line", Shape::sites, args::LineArgs, In<ParityLines>, In<ParityLines>,
                            Out<ParityLines>> {
  static constexpr std::uint32_t kFirst = 1, kAlong = 2;  ///< flags
};
/// Sums Re Tr of planar loops from the products of links along their edges. Fields: a_this, a_other, b_this,
/// b_other. With kFar the second field of each pair holds the far edges, stored at the sites where loops
/// start.
struct WilsonLoop : Kernel<"measure/wilson_loop", Shape::blocks, args::WilsonLoopArgs, In<ParityLines>,
                           In<ParityLines>, In<ParityLines>, In<ParityLines>, Out<Partials>> {
  static constexpr std::uint32_t kFar = 1;  ///< flag
};
/// Computes loops that close around the lattice, and the sum of their traces. Fields: even links, odd links,
/// loops, partial results.
struct Polyakov : Kernel<"measure/polyakov", Shape::blocks, args::DirectionArgs, In<ParityLinks>,
                         In<ParityLinks>, InOut<MatrixSiteField>, Out<Partials>> {
  static constexpr std::uint32_t kGoOn = 1;  ///< flag: continues the products of the previous domain

  /// Launches one workgroup for each row.
  static void run(Launch launch, int mu, const GaugeField& u, MatrixSiteField& loops, Partials& sums) {
    const DeviceLattice& lattice = launch.lattice;
    launch.groups = lattice.groups_of_blocks(product(sum_rows(lattice.geometry(), mu)),
                                             u[Parity::even].format().precision);
    if (gpu::folded(launch.groups, lattice.device().info().limits.groups[0]).rows > 1)
      launch.flags |= DeviceLattice::kFolded;
    Kernel::run(launch, {.mu = std::uint32_t(mu)}, u[Parity::even], u[Parity::odd], loops, sums);
  }
};

}  // namespace kernels
}  // namespace glueball
