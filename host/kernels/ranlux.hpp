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
    for (const Parity this_parity : {Parity::even, Parity::odd})
      run(lattice, {.reals = 4 * ParityMomenta::kPlanes, .skipped = generators.skipped(), .scale = 1},
          generators[this_parity], p[this_parity]);
  }
  /// Draws a pseudofermion with weight exp(-eta^+ eta): a SpinorField or a ColourField.
  template <class F>
  static void pseudofermion(const DeviceLattice& lattice, RanluxField& generators, Parity this_parity,
                            F& eta) {
    run(lattice, {.reals = F::kReals, .skipped = generators.skipped(), .scale = 0.70710678118654752440},
        generators[this_parity], eta);
  }
};

/// Heatbath::sweep with these generators. Fields: u_this, u_other, generators.
struct HeatbathRanlux : Kernel<"gauge/heatbath_ranlux", Shape::sites, args::HeatbathRanluxArgs<double>,
                               InOut<ParityLinks>, In<ParityLinks>, InOut<ParityRanlux>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, RanluxField& generators,
                    GaugeField& u, const ForLinkSet& with = {}) {
    const double factor = 2 * couplings.beta / 3;
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity this_parity, std::uint32_t color) {
      update_link_set<HeatbathRanlux>(lattice, flags, this_parity,
                                      {.parity = std::uint32_t(this_parity),
                                       .color = color,
                                       .skipped = generators.skipped(),
                                       .c0 = factor * couplings.c0(),
                                       .c1 = factor * couplings.c1},
                                      u, with, generators[this_parity]);
    });
  }
};

}  // namespace glueball::kernels
