// Kernels of the clover field strength: action density and topological charge.
#pragma once

#include <numeric>

#include "field/density_field.hpp"
#include "kernels/points.hpp"
#include "lattice/action_density.hpp"

namespace glueball::kernels {

/// Returns the weights of the loops in a field strength, for args/clover.h.
inline args::CloverArgs clover_shares(glueball::FieldStrength kind) {
  args::CloverArgs a{};
  a.denominator = 1;
  for (const CloverWeight& w : clover_weights(kind)) a.denominator = std::lcm(a.denominator, w.denominator);
  for (const CloverWeight& w : clover_weights(kind)) {
    int& share = w.n == 1   ? a.share_11
                 : w.m == 2 ? a.share_22
                 : w.m == 3 ? a.share_33
                 : w.n == 2 ? a.share_12
                            : a.share_13;
    share = w.numerator * (a.denominator / w.denominator);
  }
  return a;
}

/// Computes densities at one parity's sites from a pair of dual planes: tr F_it^2, tr F_jk^2, charge, 2 Re
/// tr(1 - P). Their sum over three pairs is complete. Fields: u_this, u_other, density.
struct Clover : PointKernel<"measure/clover", args::CloverArgs, In<ParityLinks>, In<ParityLinks>,
                            InOut<ParityDensity>> {
  /// Computes `count` of the parity's sites from number `first`, rounded up to whole workgroups.
  static void run_some(const DeviceLattice& lattice, Parity this_parity, glueball::FieldStrength kind,
                       bool keep_trace, std::size_t first, std::size_t count, const GaugeField& u,
                       ParityDensity& density) {
    args::CloverArgs arguments = clover_shares(kind);
    arguments.parity = std::uint32_t(this_parity);
    arguments.keep_trace = keep_trace;
    arguments.first = std::uint32_t(first);
    const std::uint32_t improved = kind == glueball::FieldStrength::clover ? 0 : 4;
    for (std::uint32_t pair = 0; pair < 3; ++pair) {
      arguments.accumulate = pair != 0;
      run({lattice, pair | improved}, count, arguments, u[this_parity], u[other(this_parity)], density);
    }
  }
  static void run_all(const DeviceLattice& lattice, Parity this_parity, glueball::FieldStrength kind,
                      bool keep_trace, const GaugeField& u, ParityDensity& density) {
    run_some(lattice, this_parity, kind, keep_trace, 0, lattice.geometry().half_volume(), u, density);
  }
};
/// Sums the four components of a plane.
using ComponentSums =
    Kernel<"measure/component_sums", Shape::blocks, args::PlaneArgs, In<Field>, Out<Partials>>;

}  // namespace glueball::kernels
