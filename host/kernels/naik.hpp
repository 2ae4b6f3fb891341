// Kernels of staggered quarks with hops over one link and over three.
#pragma once

#include "kernels/hop_boundary.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// A 3 x 3 matrix for each link at the sites of one parity: see shaders/lib/matrix_field.glsl. An energy's
/// derivative with respect to links: dS = Re sum Tr dU z.
class ParityMatrices : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 20;
  explicit ParityMatrices(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using MatrixField = BothParities<ParityMatrices>;

namespace kernels {

/// out = a x + one D_1 psi + three D_3 psi. u_here, u_there, l_here, l_there, psi (other parity), x, out.
/// Links l may have other reals than links u.
struct NaikDslash : Kernel<"fermion/naik_dslash", Shape::hops, args::NaikDslashArgs<double>, In<ParityLinks>,
                           In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>, In<ColourField>,
                           In<ColourField>, Out<ColourField>> {
  static constexpr std::uint32_t kTime = 1;  ///< flags as StaggeredDslash has them
  static constexpr std::uint32_t kAddX = 2;
  static constexpr std::uint32_t kSymmetric = 4;
  /// Per site: 16 SU(3) times colour vector, 15 additions.
  static constexpr double kFlops = 1146;
};
/// out = y and the first pass of |out|^2 + a |x|^2, x on the other parity's sites, for y = one D_1 psi +
/// three D_3 psi; or out -= alpha (a x + y) with the scalars' alpha and that of |out|^2. u_here, u_there,
/// l_here, l_there, psi (other parity), x, out, partial results, scalars: one more than OpenGL guarantees,
/// and not of split links.
struct NaikDslashSum
    : Kernel<"fermion/naik_dslash_sum", Shape::hops, args::NaikDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>, In<ColourField>, In<ColourField>,
             InOut<ColourField>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};
/// The same for several right-hand sides at once, links read once for all; naive staggered quarks' without
/// kLong, when far links are bound and not looked at. u_here, u_there, l_here, l_there, psi (other parity),
/// x, out; Launch::count right-hand sides.
struct StaggeredDslashMulti
    : Kernel<"fermion/staggered_dslash_multi", Shape::pairs, args::NaikDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>, In<MultiColourField>,
             In<MultiColourField>, Out<MultiColourField>> {
  static constexpr std::uint32_t kAddX = 2;
  static constexpr std::uint32_t kLong = 4;  ///< flag: there are hops over three links
};
/// L = U U U. u_here, u_there, L, which may have other reals.
struct LongLinks : Kernel<"fermion/long_links", Shape::site_links, args::SiteArgs, In<ParityLinks>,
                          In<ParityLinks>, Far<Out<ParityLinks>>> {
  static void run_all(const DeviceLattice& lattice, const GaugeField& u, GaugeField& l) {
    for (const Parity here : {Parity::even, Parity::odd})
      run(lattice, {.parity = std::uint32_t(here)}, u[here], u[other(here)], l[here]);
  }
};
/// z = coefficient eta x_there x_here^+, or that added. x_here, x_there, z.
struct HopOuter : Kernel<"md/hop_outer", Shape::sites, args::HopForceArgs<double>, In<ColourField>,
                         In<ColourField>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kAdd = 1;
  static constexpr std::uint32_t kThree = 2;  ///< flag: of hops over three links, not one
};
/// z += what y = dS/dL of L = U U U is for U, or (kSet) z = that. u_here, u_there, y_here, y_there, z.
struct LongLinksChain
    : Kernel<"md/long_links_chain", Shape::site_links, args::SiteArgs, In<ParityLinks>, In<ParityLinks>,
             In<ParityMatrices>, In<ParityMatrices>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kSet = 1;
  static void run_all(const Launch& launch, const GaugeField& u, const MatrixField& y, MatrixField& z) {
    for (const Parity here : {Parity::even, Parity::odd})
      run(launch, {.parity = std::uint32_t(here)}, u[here], u[other(here)], y[here], y[other(here)], z[here]);
  }
};
/// p += coefficient h(U z), coefficient = eps / 2 for dS = -Re sum Tr dU z. u, z, momenta.
struct LinkForce : Kernel<"md/link_force", Shape::site_links, args::ScaledArgs<double>, In<ParityLinks>,
                          In<ParityMatrices>, InOut<ParityMomenta>> {
  static void run_all(const DeviceLattice& lattice, double eps, const GaugeField& u, const MatrixField& z,
                      MomentumField& p) {
    for (const Parity here : {Parity::even, Parity::odd})
      run(lattice, {.parity = std::uint32_t(here), .coefficient = 0.5 * eps}, u[here], z[here], p[here]);
  }
};

}  // namespace kernels
}  // namespace glueball
