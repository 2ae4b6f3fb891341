// Streams of random numbers: the last word of every Philox counter says what a number is for.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace glueball {

/// Streams of the counter-based generator, shared with the shaders. The values are part of every chain's
/// identity and never change. A number is a function of
///   counter = (lexicographic site, draw, step, stream), key = (low half of the seed, high half of the seed).
enum class Stream : std::uint32_t {
  momenta = 1,  ///< draw = 2 mu + k, k = 0, 1: the gaussians p_{4k}..p_{4k+3} of direction mu
  /// draw = 0..5: complex components 2 draw, 2 draw + 1 in the device's spin basis; 0, 1 for colour vectors
  pseudofermion = 2,
  metropolis = 3,  ///< site = draw = 0: the accept-reject number of a step
  start = 4,       ///< hot starts: draw = 6 mu + k, the k-th complex number of a link's two gaussian rows
  noise = 5,       ///< stochastic sources
  /// draw = 64 mu + 16 subgroup + attempt, and 64 mu + 48 for the azimuths; the lower words of doubles are
  /// eight draws further on
  heatbath = 6,
  ranlux = 7,       ///< draw = 0..5: the first 24 numbers of a site's RANLUX generator
  stochastic = 8,   ///< relaxation of the gauge: draw = 0, one word a subgroup
  annealing = 9,    ///< annealing of the gauge: draw = 16 subgroup + attempt, and 48 for the azimuths
  sublattice = 10,  ///< draws of a heatbath between frozen time slices
};

/// All streams: two users of one stream would draw the same numbers.
inline constexpr std::array kStreams{
    Stream::momenta,  Stream::pseudofermion, Stream::metropolis, Stream::start,     Stream::noise,
    Stream::heatbath, Stream::ranlux,        Stream::stochastic, Stream::annealing, Stream::sublattice};
static_assert([] {
  for (std::size_t i = 0; i < kStreams.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      if (kStreams[i] == kStreams[k]) return false;
  return true;
}());

/// Returns the counter's last word for one of several users of a stream: user 0 has the stream's own numbers.
constexpr std::uint32_t stream_word(Stream stream, std::uint32_t number) {
  return std::uint32_t(stream) | number << 8;
}

}  // namespace glueball
