// Kernels of staggered quarks with hops over one link and over three links.
#pragma once

#include "kernels/hop_boundary.hpp"
#include "kernels/solver.hpp"

namespace glueball {

/// A 3 x 3 matrix for each link at the sites of one parity: see shaders/lib/matrix_field.glsl. It holds the
/// derivative z of an energy with respect to links: dS = Re sum Tr dU z.
class ParityMatrices : public Field {
 public:
  static constexpr std::uint32_t kPlanes = 20;
  explicit ParityMatrices(const DeviceLattice& lattice) : Field(lattice, kPlanes) {}
};
using MatrixField = BothParities<ParityMatrices>;

namespace kernels {

/// out = a x + one D_1 psi + three D_3 psi. Fields: u_this, u_other, l_this, l_other, psi (other parity), x,
/// out. Links l may have another number of reals than links u.
struct NaikDslash : Kernel<"fermion/naik_dslash", Shape::hops, args::NaikDslashArgs<double>, In<ParityLinks>,
                           In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>, In<ColourField>,
                           In<ColourField>, Out<ColourField>> {
  static constexpr std::uint32_t kTime = 1;  ///< flags of StaggeredDslash
  static constexpr std::uint32_t kAddX = 2;
  static constexpr std::uint32_t kSymmetric = 4;
  /// Flops a site: 16 SU(3) times colour vector, 15 additions.
  static constexpr double kFlops = 1146;
};
/// out = y with the first pass of |out|^2 + a |x|^2, where x is on the other parity's sites and y = one D_1
/// psi + three D_3 psi. The second form is out -= alpha (a x + y) with alpha from the scalars, and the first
/// pass of |out|^2. Fields: u_this, u_other, l_this, l_other, psi (other parity), x, out, partial results,
/// scalars. This is one buffer more than OpenGL guarantees, and links must not be split.
struct NaikDslashSum
    : Kernel<"fermion/naik_dslash_sum", Shape::hops, args::NaikDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>, In<ColourField>, In<ColourField>,
             InOut<ColourField>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};
/// NaikDslash for several right-hand sides at once, whose number is Launch::count. Links are read once for
/// all. Without kLong it is the hop of naive staggered quarks, and long links are bound but not read. Fields:
/// u_this, u_other, l_this, l_other, psi (other parity), x, out.
struct StaggeredDslashMulti
    : Kernel<"fermion/staggered_dslash_multi", Shape::rhs_pairs, args::NaikDslashArgs<double>,
             In<ParityLinks>, In<ParityLinks>, Far<In<ParityLinks>>, Far<In<ParityLinks>>,
             In<MultiColourField>, In<MultiColourField>, Out<MultiColourField>> {
  static constexpr std::uint32_t kAddX = 2;
  static constexpr std::uint32_t kLong = 4;  ///< flag: there are hops over three links
};
/// L = U U U. Fields: u_this, u_other, L, which may have another number of reals.
struct LongLinks : Kernel<"fermion/long_links", Shape::site_links, args::SiteArgs, In<ParityLinks>,
                          In<ParityLinks>, Far<Out<ParityLinks>>> {
  static void run_all(const DeviceLattice& lattice, const GaugeField& u, GaugeField& l) {
    for (const Parity this_parity : {Parity::even, Parity::odd})
      run(lattice, {.parity = std::uint32_t(this_parity)}, u[this_parity], u[other(this_parity)],
          l[this_parity]);
  }
};
/// z = coefficient eta x_other x_this^+, or z += that (kAdd). Fields: x_this, x_other, z.
struct HopOuter : Kernel<"md/hop_outer", Shape::sites, args::HopForceArgs<double>, In<ColourField>,
                         In<ColourField>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kAdd = 1;
  static constexpr std::uint32_t kThree = 2;  ///< flag: hops over three links instead of one
};
/// z += dS/dU for y = dS/dL and L = U U U, or z = that (kSet). Fields: u_this, u_other, y_this, y_other, z.
struct LongLinksChain
    : Kernel<"md/long_links_chain", Shape::site_links, args::SiteArgs, In<ParityLinks>, In<ParityLinks>,
             In<ParityMatrices>, In<ParityMatrices>, InOut<ParityMatrices>> {
  static constexpr std::uint32_t kSet = 1;
  static void run_all(const Launch& launch, const GaugeField& u, const MatrixField& y, MatrixField& z) {
    for (const Parity this_parity : {Parity::even, Parity::odd})
      run(launch, {.parity = std::uint32_t(this_parity)}, u[this_parity], u[other(this_parity)],
          y[this_parity], y[other(this_parity)], z[this_parity]);
  }
};
/// p += coefficient h(U z) with coefficient = eps / 2 for dS = -Re sum Tr dU z. Fields: u, z, momenta.
struct LinkForce : Kernel<"md/link_force", Shape::site_links, args::ScaledArgs<double>, In<ParityLinks>,
                          In<ParityMatrices>, InOut<ParityMomenta>> {
  static void run_all(const DeviceLattice& lattice, double eps, const GaugeField& u, const MatrixField& z,
                      MomentumField& p) {
    for (const Parity this_parity : {Parity::even, Parity::odd})
      run(lattice, {.parity = std::uint32_t(this_parity), .coefficient = 0.5 * eps}, u[this_parity],
          z[this_parity], p[this_parity]);
  }
};

}  // namespace kernels
}  // namespace glueball
