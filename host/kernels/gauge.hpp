// Kernels over the gauge field and its momenta.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// Sums of Re Tr P over the plaquettes starting at one parity's sites: spatial, temporal. u_here, u_there.
using Plaquette =
    Kernel<"gauge/plaquette", Shape::sums, args::SiteArgs, In<GaugeHalf>, In<GaugeHalf>, Out<Partials>>;
/// p += coefficient * h(U V), coefficient = -eps beta / 6. u_here, u_there, momenta.
using GaugeForce =
    Kernel<"md/gauge_force", Shape::sites, args::ScaledArgs, In<GaugeHalf>, In<GaugeHalf>, InOut<MomentumHalf>>;
/// U <- exp(i coefficient P) U.
using UpdateLinks = Kernel<"md/update_links", Shape::sites, args::ScaledArgs, InOut<GaugeHalf>, In<MomentumHalf>>;
/// Momenta of unit variance.
using GaussianMomenta = Kernel<"md/gaussian_momenta", Shape::sites, args::RandomArgs, Out<MomentumHalf>>;

}  // namespace glueball::kernels
