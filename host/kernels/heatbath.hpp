// Kernels that update links of pure gauge theory, a direction, parity and colour at a time.
#pragma once

#include <functional>

#include "kernels/kernel.hpp"
#include "lattice/coloring.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/random_stream.hpp"

namespace glueball::kernels {

/// Specialisation flag beside the direction in the two lowest bits.
inline constexpr std::uint32_t kWithRectangles = 4;

/// Calls launch(flags, parity, colour) for every set of links that may change at once, in the order of a
/// sweep: directions, then parities, then colours.
template <class LaunchSet>
void for_each_link_set(const GaugeCouplings& couplings, LaunchSet launch) {
  const int colors = couplings.rectangles() ? kRectangleColors : 1;
  for (std::uint32_t mu = 0; mu < kDirections; ++mu)
    for (const Parity parity : {Parity::even, Parity::odd})
      for (int color = 0; color < colors; ++color)
        launch(mu | (couplings.rectangles() ? kWithRectangles : 0), parity, std::uint32_t(color));
}

/// What a sweep calls after each set of links is queued: which links have changed.
using AfterLinkSet = std::function<void(std::uint32_t mu, Parity parity)>;

/// Cabibbo-Marinari heatbath. u_here, u_there.
struct Heatbath
    : Kernel<"gauge/heatbath", Shape::hops, args::HeatbathArgs<double>, InOut<ParityLinks>, In<ParityLinks>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, std::uint64_t seed,
                    std::uint32_t step, GaugeField& u, const AfterLinkSet& after = {}) {
    const double factor = 2 * couplings.beta / 3;
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity here, std::uint32_t color) {
      run({lattice, flags},
          {.parity = std::uint32_t(here),
           .color = color,
           .c0 = factor * couplings.c0(),
           .c1 = factor * couplings.c1,
           .seed_low = std::uint32_t(seed),
           .seed_high = std::uint32_t(seed >> 32),
           .step = step,
           .stream = std::uint32_t(Stream::heatbath)},
          u[here], u[other(here)]);
      if (after) after(flags & 3, here);
    });
  }
};

/// Microcanonical overrelaxation. u_here, u_there.
struct Overrelax : Kernel<"gauge/overrelax", Shape::hops, args::OverrelaxArgs<double>, InOut<ParityLinks>,
                          In<ParityLinks>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, GaugeField& u,
                    const AfterLinkSet& after = {}) {
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity here, std::uint32_t color) {
      run({lattice, flags},
          {.parity = std::uint32_t(here), .color = color, .c0 = couplings.c0(), .c1 = couplings.c1}, u[here],
          u[other(here)]);
      if (after) after(flags & 3, here);
    });
  }
};

/// Every link of a parity back to SU(3); the largest deviation that was found, first pass. u, partial
/// results.
using Reunitarize = Kernel<"gauge/reunitarize", Shape::blocks, args::None, InOut<ParityLinks>, Out<Partials>>;

}  // namespace glueball::kernels
