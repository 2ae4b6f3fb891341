// Kernels over the gauge field and its momenta.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// Sums of Re Tr P over the plaquettes starting at one parity's sites: spatial, temporal. u_here, u_there.
using Plaquette =
    Kernel<"gauge/plaquette", Shape::sums, args::SiteArgs, In<GaugeHalf>, In<GaugeHalf>, Out<Partials>>;
/// p += coefficient * h(U V), coefficient = -eps beta / 6, for the links of one direction: the launch flags are mu.
/// u_here, u_there, momenta.
struct GaugeForce
    : Kernel<"md/gauge_force", Shape::sites, args::ScaledArgs, In<GaugeHalf>, In<GaugeHalf>, InOut<MomentumHalf>> {
  /// All links of one parity's sites.
  static void run_all(const DeviceLattice& lattice, Parity here, double coefficient, const GaugeField& u,
                      MomentumField& p) {
    for (std::uint32_t mu = 0; mu < kDirections; ++mu)
      run({lattice, mu}, {.parity = std::uint32_t(here), .coefficient = float(coefficient)}, u[here], u[other(here)],
          p[here]);
  }
};
/// U <- exp(i coefficient P) U.
using UpdateLinks = Kernel<"md/update_links", Shape::links, args::ScaledArgs, InOut<GaugeHalf>, In<MomentumHalf>>;
/// Momenta of unit variance.
using GaussianMomenta = Kernel<"md/gaussian_momenta", Shape::sites, args::RandomArgs, Out<MomentumHalf>>;

}  // namespace glueball::kernels
