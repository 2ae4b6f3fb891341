// Kernels of fields that hold several vectors.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// Copies x to the numbers of y from `first` on, or those numbers of x to y (kTake). Fields: x, y.
struct CopyPart : Kernel<"linalg/copy_part", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>> {
  static constexpr std::uint32_t kTake = 1;  ///< flag: the second form

  /// These copy vector n of several: a SpinorField of a MultiSpinorField, a ColourField of a
  /// MultiColourField.
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
