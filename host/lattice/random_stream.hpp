// Which use a random number is for: the last word of every Philox counter.
#pragma once

#include <cstdint>

namespace glueball {

/// Streams of the counter-based generator, shared with the shaders; the values are part of every chain's
/// identity and never change. A number is a function of
///   counter = (lexicographic site, draw, step, stream), key = (low half of the seed, high half of the seed).
enum class Stream : std::uint32_t {
  momenta = 1,        ///< draw = 2 mu + k, k = 0, 1: the gaussians p_{4k}..p_{4k+3} of direction mu
  pseudofermion = 2,  ///< draw = 0..5: complex components 2 draw, 2 draw + 1 in the device's spin basis; 0, 1 for colours
  metropolis = 3,     ///< site = draw = 0: the accept-reject number of a step
  start = 4,          ///< hot starts
  noise = 5,          ///< stochastic sources
  ranlux = 7,         ///< draw = 0..5: the first 24 numbers of a site's RANLUX generator
  heatbath = 6,       ///< draw = 64 mu + 16 subgroup + attempt, and 64 mu + 48 for the azimuths
  annealing = 7,      ///< of the gauge: draw = 16 subgroup + attempt, and 48 for the azimuths
  stochastic = 8,     ///< relaxation of the gauge: draw = 0, a word a subgroup
};

/// The last word of the counter for one of several users of a stream: number 0 has the stream's own numbers.
constexpr std::uint32_t stream_word(Stream stream, std::uint32_t number) { return std::uint32_t(stream) | number << 8; }

}  // namespace glueball
