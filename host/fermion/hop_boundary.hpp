// The boundary of a lattice as the kernels of hops take it.
#pragma once

#include "kernels/fermion.hpp"

namespace glueball {

/// The arguments of a Wilson hop that carry the lattice's boundary, and the flag that goes with them.
struct HopBoundary {
  explicit HopBoundary(const DeviceLattice& lattice);
  args::WilsonDslashArgs<double> wilson{};
  std::uint32_t flag = 0;
};

}  // namespace glueball
