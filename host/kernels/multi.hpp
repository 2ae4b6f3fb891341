// Kernels of fields that hold several vectors.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// y's numbers of a site from `first` on = x, or y = x's. x, y.
struct CopyPart : Kernel<"linalg/copy_part", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>> {
  static constexpr std::uint32_t kTake = 1;  ///< flag: the second form

  /// Vector n of several: of MultiSpinorField a SpinorField, of MultiColourField a ColourField.
  template <class F, class Multi>
  static void put(const Launch& launch, const F& x, std::uint32_t n, Multi& y) {
    run(launch, {.reals = y.each(), .first = n * y.each()}, x, y);
  }
  template <class F, class Multi>
  static void take(const DeviceLattice& lattice, const Multi& x, std::uint32_t n, F& y) {
    run({lattice, kTake}, {.reals = x.each(), .first = n * x.each()}, x, y);
  }
};

}  // namespace glueball::kernels
