// Kernels that draw random numbers from the RANLUX generators of the sites, and advance them.
#pragma once

#include "field/ranlux_field.hpp"
#include "kernels/heatbath.hpp"

namespace glueball::kernels {

/// Draws gaussian numbers for a whole field. Fields: generators, field.
struct GaussianRanlux : Kernel<"random/gaussian_ranlux", Shape::sites, args::GaussianRanluxArgs<double>,
                               InOut<ParityRanlux>, Out<Field>> {
  /// Draws momenta of unit variance.
  static void momenta(const DeviceLattice& lattice, RanluxField& generators, MomentumField& p) {
    for (const Parity here : {Parity::even, Parity::odd})
      run(lattice, {.reals = 4 * ParityMomenta::kPlanes, .skipped = generators.skipped(), .scale = 1},
          generators[here], p[here]);
  }
  /// Draws a pseudofermion with weight exp(-eta^+ eta): a SpinorField or a ColourField.
  template <class F>
  static void pseudofermion(const DeviceLattice& lattice, RanluxField& generators, Parity here, F& eta) {
    run(lattice, {.reals = F::kReals, .skipped = generators.skipped(), .scale = 0.70710678118654752440},
        generators[here], eta);
  }
};

/// Heatbath::sweep with these generators. Fields: u_here, u_there, generators.
struct HeatbathRanlux : Kernel<"gauge/heatbath_ranlux", Shape::sites, args::HeatbathRanluxArgs<double>,
                               InOut<ParityLinks>, In<ParityLinks>, InOut<ParityRanlux>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, RanluxField& generators,
                    GaugeField& u, const ForLinkSet& with = {}) {
    const double factor = 2 * couplings.beta / 3;
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity here, std::uint32_t color) {
      update_link_set<HeatbathRanlux>(lattice, flags, here,
                                      {.parity = std::uint32_t(here),
                                       .color = color,
                                       .skipped = generators.skipped(),
                                       .c0 = factor * couplings.c0(),
                                       .c1 = factor * couplings.c1},
                                      u, with, generators[here]);
    });
  }
};

}  // namespace glueball::kernels
