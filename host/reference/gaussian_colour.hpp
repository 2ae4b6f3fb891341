// Pseudofermion noise of staggered quarks, in double precision on the CPU.
#pragma once

#include <cstdint>

#include "lattice/colour_vector.hpp"
#include "lattice/random_stream.hpp"

namespace glueball::reference {

/// Draws eta with weight exp(-eta^+ eta) on one parity, so that <|eta|^2> = 3 a site. It is a function of
/// seed, step, number (stream_word) and lexicographic site alone.
ParityColourField gaussian_colour(const Geometry& geometry, Parity parity, std::uint64_t seed,
                                  std::uint32_t step, std::uint32_t number = 0);

}  // namespace glueball::reference
