// Kernels that update links of pure gauge theory, one direction, parity and colour at a time.
#pragma once

#include <functional>

#include "kernels/kernel.hpp"
#include "lattice/coloring.hpp"
#include "lattice/gauge_couplings.hpp"
#include "lattice/random_stream.hpp"

namespace glueball::kernels {

/// The specialization flag for rectangles. The direction is in the two lowest bits.
inline constexpr std::uint32_t kWithRectangles = 4;

/// Calls launch(flags, parity, colour) for every set of links that can be updated at once, in the order of a
/// sweep: directions, then parities, then colours.
template <class LaunchSet>
void for_each_link_set(const GaugeCouplings& couplings, LaunchSet launch) {
  const int colors = couplings.rectangles() ? kRectangleColors : 1;
  for (std::uint32_t mu = 0; mu < kDirections; ++mu)
    for (const Parity parity : {Parity::even, Parity::odd})
      for (int color = 0; color < colors; ++color)
        launch(mu | (couplings.rectangles() ? kWithRectangles : 0), parity, std::uint32_t(color));
}

/// A function that a sweep calls for each set of links, those of a direction and parity. Calls of
/// `update(part)` run the kernel over part of the sites. Without such a function the kernel runs over all
/// sites.
using ForLinkSet =
    std::function<void(std::uint32_t mu, Parity parity, const std::function<void(const Part&)>& update)>;

/// Runs K over a set of links; `more` are the fields that it binds after the links.
template <class K, class... More>
void update_link_set(const DeviceLattice& lattice, std::uint32_t flags, Parity this_parity,
                     const typename K::Args& arguments, GaugeField& u, const ForLinkSet& with,
                     More&... more) {
  const auto update = [&](const Part& part) {
    Launch launch(lattice, flags);
    launch.part = part;
    // Only the boundary's links are being sent to neighbours meanwhile.
    if (part.kind == Part::interior) launch.apart = &u[this_parity];
    K::run(launch, arguments, u[this_parity], u[other(this_parity)], more...);
  };
  if (with)
    with(flags & 3, this_parity, update);
  else
    update({});
}

/// Time slices t = at mod every, whose spatial links a sweep does not change; `every` 0 means none. With the
/// plaquette action, links between two such slices depend on nothing outside.
struct FrozenSlices {
  std::uint32_t every = 0, at = 0;
};

/// Cabibbo-Marinari heatbath. Fields: u_this, u_other.
struct Heatbath
    : Kernel<"gauge/heatbath", Shape::hops, args::HeatbathArgs<double>, InOut<ParityLinks>, In<ParityLinks>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, std::uint64_t seed,
                    std::uint32_t step, GaugeField& u, const ForLinkSet& with = {},
                    const FrozenSlices& frozen = {}, Stream stream = Stream::heatbath) {
    const double factor = 2 * couplings.beta / 3;
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity this_parity, std::uint32_t color) {
      update_link_set<Heatbath>(lattice, flags, this_parity,
                                {.parity = std::uint32_t(this_parity),
                                 .color = color,
                                 .c0 = factor * couplings.c0(),
                                 .c1 = factor * couplings.c1,
                                 .seed_low = std::uint32_t(seed),
                                 .seed_high = std::uint32_t(seed >> 32),
                                 .step = step,
                                 .stream = std::uint32_t(stream),
                                 .frozen_every = frozen.every,
                                 .frozen_at = frozen.at},
                                u, with);
    });
  }
};

/// Microcanonical overrelaxation. Fields: u_this, u_other.
struct Overrelax : Kernel<"gauge/overrelax", Shape::hops, args::OverrelaxArgs<double>, InOut<ParityLinks>,
                          In<ParityLinks>> {
  static void sweep(const DeviceLattice& lattice, const GaugeCouplings& couplings, GaugeField& u,
                    const ForLinkSet& with = {}, const FrozenSlices& frozen = {}) {
    for_each_link_set(couplings, [&](std::uint32_t flags, Parity this_parity, std::uint32_t color) {
      update_link_set<Overrelax>(lattice, flags, this_parity,
                                 {.parity = std::uint32_t(this_parity),
                                  .color = color,
                                  .c0 = couplings.c0(),
                                  .c1 = couplings.c1,
                                  .frozen_every = frozen.every,
                                  .frozen_at = frozen.at},
                                 u, with);
    });
  }
};

/// Projects every link of a parity to SU(3), and computes the largest deviation from it, first pass. Fields:
/// u, partial results.
using Reunitarize = Kernel<"gauge/reunitarize", Shape::blocks, args::None, InOut<ParityLinks>, Out<Partials>>;

}  // namespace glueball::kernels
