// Kernels of the clover field strength: action density and topological charge.
#pragma once

#include "field/density_field.hpp"
#include "kernels/points.hpp"

namespace glueball::kernels {

/// Densities of one parity's sites from a pair of dual planes: tr F_it^2, tr F_jk^2, charge, 2 Re tr(1 - P);
/// three pairs make them whole. u_here, u_there, density.
struct Clover : PointKernel<"measure/clover", args::CloverArgs, In<ParityLinks>, In<ParityLinks>,
                            InOut<ParityDensity>> {
  /// Of `count` of the parity's sites from number `first`, and of some more where that fills a workgroup.
  /// `improvement` 0, 1, 2 as in lib/clover.glsl.
  static void run_some(const DeviceLattice& lattice, Parity here, std::uint32_t improvement, bool keep_trace,
                       std::size_t first, std::size_t count, const GaugeField& u, ParityDensity& density) {
    for (std::uint32_t pair = 0; pair < 3; ++pair)
      run({lattice, pair | improvement << 2}, count,
          {.parity = std::uint32_t(here),
           .keep_trace = keep_trace,
           .accumulate = pair != 0,
           .first = std::uint32_t(first)},
          u[here], u[other(here)], density);
  }
  static void run_all(const DeviceLattice& lattice, Parity here, std::uint32_t improvement, bool keep_trace,
                      const GaugeField& u, ParityDensity& density) {
    run_some(lattice, here, improvement, keep_trace, 0, lattice.geometry().half_volume(), u, density);
  }
};
/// Sums of a plane's four components.
using ComponentSums =
    Kernel<"measure/component_sums", Shape::blocks, args::PlaneArgs, In<Field>, Out<Partials>>;

}  // namespace glueball::kernels
