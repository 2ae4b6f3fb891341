// Pseudofermion noise of Wilson quarks on one parity, in double precision on the CPU.
#pragma once

#include <cstdint>

#include "lattice/random_stream.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// Draws eta with weight exp(-eta^+ eta). Real and imaginary parts of the 12 components have variance 1/2, so
/// that <|eta|^2> = 12 a site. The components 3 spin + colour are drawn in the device's spin basis and
/// returned in the external one. Eta is a function of seed, stream, step and lexicographic site alone.
ParitySpinorField gaussian_spinor(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, Stream stream = Stream::pseudofermion);

}  // namespace glueball::reference
