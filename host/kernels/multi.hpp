// Kernels of fields that hold several vectors.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// y's planes from `first` on = x, or y = x's. x, y.
struct CopyPart : Kernel<"linalg/copy_part", Shape::texels, args::PlanesArgs, In<Field>, InOut<Field>> {
  static constexpr std::uint32_t kTake = 1;  ///< flag: the second form

  static void put(const DeviceLattice& lattice, const SpinorField& x, std::uint32_t n, MultiSpinorField& y) {
    run(lattice, {.planes = SpinorField::kPlanes, .first = n * SpinorField::kPlanes}, x, y);
  }
  static void take(const DeviceLattice& lattice, const MultiSpinorField& x, std::uint32_t n, SpinorField& y) {
    run({lattice, kTake}, {.planes = SpinorField::kPlanes, .first = n * SpinorField::kPlanes}, x, y);
  }
};

}  // namespace glueball::kernels
