// Kernels of the gauge field and its momenta.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// Sums Re Tr P over the plaquettes that start at one parity's sites: spatial, temporal. Fields: u_this,
/// u_other.
using Plaquette =
    Kernel<"gauge/plaquette", Shape::blocks, args::SiteArgs, In<ParityLinks>, In<ParityLinks>, Out<Partials>>;
/// p += h(U V) with V = c0 plaquette staples + c1 rectangle staples. Fields: u_this, u_other, momenta.
struct GaugeForce : Kernel<"md/gauge_force", Shape::site_links, args::GaugeForceArgs<double>, In<ParityLinks>,
                           In<ParityLinks>, InOut<ParityMomenta>> {
  static constexpr std::uint32_t kRectangles = 1;  ///< flag

  /// Updates the momenta of all links of one parity's sites. c0 and c1 are -eps beta / 6 times the action's
  /// coefficients.
  static void run_all(const DeviceLattice& lattice, Parity this_parity, double c0, double c1,
                      const GaugeField& u, MomentumField& p) {
    run({lattice, c1 != 0 ? kRectangles : 0}, {.parity = std::uint32_t(this_parity), .c0 = c0, .c1 = c1},
        u[this_parity], u[other(this_parity)], p[this_parity]);
  }
};
/// U <- exp(i coefficient P) U.
using UpdateLinks =
    Kernel<"md/update_links", Shape::links, args::ScaledArgs<double>, InOut<ParityLinks>, In<ParityMomenta>>;
/// Draws momenta of unit variance.
using GaussianMomenta = Kernel<"md/gaussian_momenta", Shape::sites, args::RandomArgs, Out<ParityMomenta>>;

}  // namespace glueball::kernels
