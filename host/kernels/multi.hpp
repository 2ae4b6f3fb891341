// Kernels of fields that hold several vectors.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// y's numbers of a site from `first` on = x, or y = x's. x, y.
struct CopyPart : Kernel<"linalg/copy_part", Shape::texels, args::RealsArgs, In<Field>, InOut<Field>> {
  static constexpr std::uint32_t kTake = 1;  ///< flag: the second form

  static void put(const DeviceLattice& lattice, const SpinorField& x, std::uint32_t n, MultiSpinorField& y) {
    run(lattice, {.reals = SpinorField::kReals, .first = n * SpinorField::kReals}, x, y);
  }
  static void take(const DeviceLattice& lattice, const MultiSpinorField& x, std::uint32_t n, SpinorField& y) {
    run({lattice, kTake}, {.reals = SpinorField::kReals, .first = n * SpinorField::kReals}, x, y);
  }
};

}  // namespace glueball::kernels
