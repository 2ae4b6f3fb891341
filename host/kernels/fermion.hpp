// Kernels of Wilson fermions.
#pragma once

#include "kernels/hop_boundary.hpp"
#include "kernels/solver.hpp"

namespace glueball::kernels {

/// out = (a + i a5 gamma5) x + (b + i b5 gamma5) H psi at one parity's sites. Fields: u_this, u_other, psi
/// (other parity), x, out.
struct WilsonDslash
    : Kernel<"fermion/wilson_dslash", Shape::hops, args::WilsonDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, In<SpinorField>, In<SpinorField>, Out<SpinorField>> {
  static constexpr std::uint32_t kDagger = 1;  ///< flag: H^+ instead of H
  static constexpr std::uint32_t kAddX = 2;    ///< flag: there is a term with x
  static constexpr std::uint32_t kTwist = 4;   ///< flag: there are terms with gamma5
  /// Flops a site: 8 projections, 8 SU(3) times half spinor, 7 additions of spinors. The two projections in
  /// time need no additions, but the field's convention counts them.
  static constexpr double kFlops = 1320;
};
/// out = y, or out -= alpha y with alpha from the scalars, for the y of WilsonDslash. The first pass of
/// |out|^2 is computed too. Fields: u_this, u_other, psi (other parity), x, out, partial results, scalars.
struct WilsonDslashSum : Kernel<"fermion/wilson_dslash_sum", Shape::hops, args::WilsonDslashArgs<double>,
                                In<ParityLinks>, In<ParityLinks>, In<SpinorField>, In<SpinorField>,
                                InOut<SpinorField>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kDagger = 1;
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};
/// The same on all sites, with H in both directions between the parities. out's vector `to` = y, or its
/// vector `from` - alpha y with alpha from the scalars. The first pass of |out|^2 is computed too; partial
/// sums of odd sites follow those of even ones. Launch::count is one of Parities. `both` is valid if and only
/// if workgroups add in shared memory and a site has at most two threads. Fields: links, psi and out (of
/// several vectors, or of one) of even and of odd sites, partial results, scalars.
struct WilsonFullSum : Kernel<"fermion/wilson_full_sum", Shape::hops, args::WilsonFullArgs<double>,
                              In<ParityLinks>, In<ParityLinks>, In<SpinorField>, In<SpinorField>,
                              InOut<Field>, InOut<Field>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
  enum Parities : std::uint32_t { even = 1, odd = 2, both = 3 };
};
/// Persistent CG: iterations of conjugate gradients in one launch, whose workgroups wait for each other at
/// device-wide barriers (shaders/lib/device_barrier.glsl). There are Launch::groups of them. Launch::count is
/// DeviceLattice::merged_workgroups(). Fields: links of even and odd sites, p, a field of the odd sites, M p,
/// r, x; partial results of a hop after two words of the barrier, which must be 0 before; scalars.
struct WilsonCg
    : Kernel<"solver/wilson_cg", Shape::merged_workgroups, args::WilsonCgArgs<double>, In<ParityLinks>,
             In<ParityLinks>, InOut<SpinorField>, InOut<SpinorField>, InOut<SpinorField>, InOut<SpinorField>,
             InOut<SpinorField>, InOut<Partials>, InOut<CgScalars>> {
  static constexpr std::uint32_t kTwist = 4;  ///< flag: there are terms with gamma5
};
/// WilsonDslash for several right-hand sides at once, whose number is Launch::count. Links are read once for
/// all.
using WilsonDslashMulti =
    Kernel<"fermion/wilson_dslash_multi", Shape::rhs_pairs, args::WilsonDslashArgs<double>, In<ParityLinks>,
           In<ParityLinks>, In<MultiSpinorField>, In<MultiSpinorField>, Out<MultiSpinorField>>;

/// out = y, or out -= alpha y with each right-hand side's alpha unless it has stopped, for the y of
/// WilsonDslashMulti. The first pass of |out|^2 is computed too, with a component for each right-hand side.
/// Fields: u_this, u_other, psi (other parity), x, out, partial results, scalars.
struct WilsonDslashMultiSum
    : Kernel<"fermion/wilson_dslash_multi_sum", Shape::rhs_pairs, args::WilsonDslashArgs<double>,
             In<ParityLinks>, In<ParityLinks>, In<MultiSpinorField>, In<MultiSpinorField>,
             InOut<MultiSpinorField>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};

/// The hop with a site-diagonal matrix C: out = C (b + i b5 gamma5) H psi, or (C + i a5 gamma5) x + b H psi.
/// Fields: u_this, u_other, psi (other parity), x, out, C.
struct CloverDslash
    : Kernel<"fermion/clover_dslash", Shape::hops, args::WilsonDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, In<SpinorField>, In<SpinorField>, Out<SpinorField>, In<ChiralField>> {
  static constexpr std::uint32_t kDagger = 1;
  static constexpr std::uint32_t kOnX = 2;  ///< flag: the second form
  /// Flops a site: the hop, and two 6 x 6 hermitian blocks on a spinor (2 x 6 x (8 x 6 - 2) = 552, less 48
  /// for real diagonals).
  static constexpr double kFlops = WilsonDslash::kFlops + 504;
};
/// out = y, or out -= alpha y with alpha from the scalars, for y = (T + i a5 gamma5) x + b H psi. The first
/// pass of |out|^2 is computed too. Fields: u_this, u_other, psi (other parity), x, out, T, partial results,
/// scalars.
struct CloverDslashSum : Kernel<"fermion/clover_dslash_sum", Shape::hops, args::WilsonDslashArgs<double>,
                                In<ParityLinks>, In<ParityLinks>, In<SpinorField>, In<SpinorField>,
                                InOut<SpinorField>, In<ChiralField>, Out<Partials>, In<CgScalars>> {
  static constexpr std::uint32_t kDagger = 1;
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};
/// out = (a T + i a5 gamma5) x. Fields: x, out, T.
using CloverTerm = Kernel<"fermion/clover_term", Shape::sites, args::CloverTermArgs<double>, In<SpinorField>,
                          Out<SpinorField>, In<ChiralField>>;
/// out = a x + b D psi of naive staggered quarks. Fields: u_this, u_other, psi (other parity), x, out.
struct StaggeredDslash
    : Kernel<"fermion/staggered_dslash", Shape::hops, args::StaggeredDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, In<ColourField>, In<ColourField>, Out<ColourField>> {
  static constexpr std::uint32_t kTime = 1;  ///< flag: hops in time only
  static constexpr std::uint32_t kAddX = 2;
  static constexpr std::uint32_t kSymmetric = 4;  ///< flag: backward hops are added, not subtracted
  /// Flops a site: 8 SU(3) times colour vector, 7 additions.
  static constexpr double kFlops = 570;
};
/// out = b D psi with the first pass of |out|^2 + a |x|^2, where x is on the other parity's sites. The second
/// form is out -= alpha (a x + b D psi) with alpha from the scalars, and the first pass of |out|^2. Fields:
/// u_this, u_other, psi (other parity), x, out, partial results, scalars.
struct StaggeredDslashSum
    : Kernel<"fermion/staggered_dslash_sum", Shape::hops, args::StaggeredDslashArgs<double>, In<ParityLinks>,
             In<ParityLinks>, In<ColourField>, In<ColourField>, InOut<ColourField>, Out<Partials>,
             In<CgScalars>> {
  static constexpr std::uint32_t kResidual = 16;  ///< flag: the second form
};
/// Draws eta with weight exp(-eta^+ eta).
using GaussianSpinor = Kernel<"fermion/gaussian_spinor", Shape::sites, args::RandomArgs, Out<SpinorField>>;
/// p += coefficient * h(W) with coefficient = eps kappa. Fields: u_this, x_this, x_other, y_this, y_other,
/// momenta.
struct FermionForce
    : Kernel<"md/fermion_force", Shape::sites, args::HopForceArgs<double>, In<ParityLinks>, In<SpinorField>,
             In<SpinorField>, In<SpinorField>, In<SpinorField>, InOut<ParityMomenta>> {
  /// Updates the momenta of all links of one parity's sites, for dS = 2 kappa Re y^+ dH x.
  static void run_all(const DeviceLattice& lattice, const HopBoundary& boundary, Parity this_parity,
                      double coefficient, const GaugeField& u, const FullSpinorField& x,
                      const FullSpinorField& y, MomentumField& p) {
    run(lattice, boundary, this_parity, coefficient, u[this_parity], x[this_parity], x[other(this_parity)],
        y[this_parity], y[other(this_parity)], p[this_parity]);
  }
  static void run(const DeviceLattice& lattice, const HopBoundary& boundary, Parity this_parity,
                  double coefficient, const ParityLinks& u, const SpinorField& x_this,
                  const SpinorField& x_other, const SpinorField& y_this, const SpinorField& y_other,
                  ParityMomenta& p) {
    auto arguments = boundary.arguments<Args>();
    arguments.parity = std::uint32_t(this_parity);
    arguments.coefficient = coefficient;
    Kernel::run({lattice, boundary.flags}, arguments, u, x_this, x_other, y_this, y_other, p);
  }
};
/// p += coefficient * h(eta U x_other x_this^+) with coefficient = eps / 2 on even and -eps / 2 on odd sites.
/// Fields: u_this, x_this, x_other, momenta.
struct StaggeredForce : Kernel<"md/staggered_force", Shape::sites, args::HopForceArgs<double>,
                               In<ParityLinks>, In<ColourField>, In<ColourField>, InOut<ParityMomenta>> {
  /// Updates the momenta of all links of one parity's sites.
  static void run_all(const DeviceLattice& lattice, const HopBoundary& boundary, Parity this_parity,
                      double eps, const GaugeField& u, const BothParities<ColourField>& x, MomentumField& p) {
    run(lattice, boundary, this_parity, eps, u[this_parity], x[this_parity], x[other(this_parity)],
        p[this_parity]);
  }
  static void run(const DeviceLattice& lattice, const HopBoundary& boundary, Parity this_parity, double eps,
                  const ParityLinks& u, const ColourField& x_this, const ColourField& x_other,
                  ParityMomenta& p) {
    auto arguments = boundary.arguments<Args>();
    arguments.parity = std::uint32_t(this_parity);
    arguments.coefficient = this_parity == Parity::even ? 0.5 * eps : -0.5 * eps;
    Kernel::run({lattice, boundary.flags}, arguments, u, x_this, x_other, p);
  }
};

}  // namespace glueball::kernels
