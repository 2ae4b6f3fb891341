// Pseudofermion noise and gaussian momenta, in double precision on the CPU.
#pragma once

#include <cstdint>

#include "lattice/colour_vector.hpp"
#include "lattice/momenta.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/spinor.hpp"

namespace glueball::cpu {

/// Draws eta with weight exp(-eta^+ eta) on one parity, so that <|eta|^2> = 3 a site. It is a function of
/// seed, step, number (stream_word) and lexicographic site alone.
ParityColourField gaussian_colour(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, std::uint32_t number = 0);

/// Draws eta with weight exp(-eta^+ eta). Real and imaginary parts of the 12 components have variance 1/2, so
/// that <|eta|^2> = 12 a site. The components 3 spin + colour are drawn in the device's spin basis and
/// returned in the external one. Eta is a function of seed, stream, step and lexicographic site alone.
ParitySpinorField gaussian_spinor(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, Stream stream = Stream::pseudofermion);

/// Fills p with gaussian numbers of unit variance, a function of seed, step, site and direction alone.
void gaussian_momenta(Momenta& p, std::uint64_t seed, std::uint32_t step);

}  // namespace glueball::cpu
