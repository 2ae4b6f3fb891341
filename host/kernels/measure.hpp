// Kernels that measure the gauge field, beside the plaquette.
#pragma once

#include "field/density_field.hpp"
#include "field/site_field.hpp"
#include "kernels/kernel.hpp"
#include "lattice/sum_blocks.hpp"

namespace glueball {

/// Transporters along straight lines from the sites of one parity, stored as the links of one direction are.
class ParityLines : public Field {
 public:
  explicit ParityLines(const DeviceLattice& lattice) : Field(lattice, 1, lattice.stored(lattice.format())) {}
};
using LineField = BothParities<ParityLines>;

namespace kernels {

/// Sums of Re Tr over the 2 x 1 rectangles starting at one parity's sites: in spatial planes, in planes with
/// time. u_here, u_there.
using Rectangle =
    Kernel<"gauge/rectangle", Shape::blocks, args::SiteArgs, In<ParityLinks>, In<ParityLinks>, Out<Partials>>;
/// Sums of Re Tr over the parallelograms starting at one parity's sites: around spatial cubes, around cubes
/// with time. u_here, u_there.
using Parallelogram = Kernel<"gauge/parallelogram", Shape::blocks, args::SiteArgs, In<ParityLinks>,
                             In<ParityLinks>, Out<Partials>>;
/// Sum of Tr of the links of one direction and parity: real, imaginary part.
using LinkTrace =
    Kernel<"gauge/link_trace", Shape::blocks, args::DirectionArgs, In<ParityLinks>, Out<Partials>>;
/// (spatial, temporal, 0, 0): sums of 1 - Re Tr P / 3 over the plaquettes starting at a site. u_here,
/// u_there, density.
using PlaquetteDensity = Kernel<"measure/plaquette_density", Shape::sites, args::SiteArgs, In<ParityLinks>,
                                In<ParityLinks>, Out<ParityDensity>>;
/// (sum over mu and a of p_a^2, 0, 0, 0) at each site. Momenta, density.
using MomentumDensity =
    Kernel<"measure/momentum_density", Shape::sites, args::None, In<ParityMomenta>, Out<ParityDensity>>;
/// longer(x) = U_mu(x) line(x + mu). u_here, line_there, longer.
struct Line : Kernel<"measure/line", Shape::sites, args::LineArgs, In<ParityLinks>, In<ParityLines>,
                     Out<ParityLines>> {
  static constexpr std::uint32_t kFirst = 1;  ///< flag: longer(x) = U_mu(x)
};
/// The same from links of one direction alone, number 0; and with kAlong longer(x) = line(x + mu), where
/// links are not looked at.
struct LineOfLines : Kernel<"measure/line", Shape::sites, args::LineArgs, In<ParityLines>, In<ParityLines>,
                            Out<ParityLines>> {
  static constexpr std::uint32_t kFirst = 1, kAlong = 2;  ///< flags
};
/// Sum of Re Tr of the planar loops from the transporters along their edges. a_here, a_there, b_here,
/// b_there; with kFar the latter of both are the far edges, by the sites that loops start at.
struct WilsonLoop : Kernel<"measure/wilson_loop", Shape::blocks, args::WilsonLoopArgs, In<ParityLines>,
                           In<ParityLines>, In<ParityLines>, In<ParityLines>, Out<Partials>> {
  static constexpr std::uint32_t kFar = 1;  ///< flag
};
/// Loops that close around the lattice, and the sum of their traces. Even links, odd links, loops, partial
/// results.
struct Polyakov : Kernel<"measure/polyakov", Shape::blocks, args::DirectionArgs, In<ParityLinks>,
                         In<ParityLinks>, InOut<MatrixSiteField>, Out<Partials>> {
  static constexpr std::uint32_t kGoOn = 1;  ///< flag: with the products of the domain before

  /// As many workgroups as there are rows.
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
