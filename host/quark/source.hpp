// Sources of quark propagators: what stands on the right-hand side of M x = b.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lattice/quark_field.hpp"

namespace glueball {

enum class SourceKind {
  point,     ///< 1 on one site
  gaussian,  ///< exp(-(r / radius)^2) on the time slice of a site, r the distance from it the short way
             ///< round: of a fixed gauge, Coulomb's
  wall,      ///< 1 on every site of a time slice; without gauge fixing only gauge-invariant parts survive an
             ///< average
  z2,        ///< noise of 1 and -1, on all sites or on a time slice
  z2xz2,     ///< noise of (+-1 +- i) / sqrt 2, likewise
  volume,    ///< 1 on every site
  file,      ///< fields of a file
};

/// A source in words: what --source says.
struct SourceSpec {
  SourceKind kind = SourceKind::point;
  Site site{};                 ///< of a point, and the centre of a Gaussian
  double radius = 0;           ///< of a Gaussian
  std::optional<int> slice{};  ///< t of a wall, and of noise on one slice
  std::uint64_t seed = 0;      ///< of noise
  std::string path{};          ///< of a file

  /// As parse_source reads it.
  std::string to_string() const;
};

/// "point:x,y,z,t", "gaussian:x,y,z,t:radius", "wall:t", "z2:seed[:t]", "z2xz2:seed[:t]", "volume" or
/// "file:PATH". Throws Error(bad_value) that names what is wrong with the text.
SourceSpec parse_source(const std::string& text);

/// Throws Error(bad_value) for coordinates outside the lattice, naming its extent.
void check_source(const SourceSpec& source, const Geometry& g);

/// What the columns of a source are when `components` (12 or 3) numbers stand on a site. A point or a
/// Gaussian has up to that many, column k being that in component k = 3 * spin + colour. The others have 1
/// column with all components, or are diluted: 3 columns by colour, 4 by spin, 12 by both. Throws
/// Error(bad_value) for other numbers, and for a file.
void check_columns(const SourceSpec& source, int components, int columns);
/// Whether a column is one component of a source around a site: a point or a Gaussian.
inline bool is_local(const SourceSpec& source) {
  return source.kind == SourceKind::point || source.kind == SourceKind::gaussian;
}

/// Noise of 1 and -1 on the whole lattice, as traces are estimated by.
SourceSpec trace_noise(std::uint64_t seed);

/// Column `column` of `columns`, on all sites; of part of a lattice what the whole has there. Noise is a
/// function of the seed, `vector` and the global site alone: component k takes its signs from bits 2k and 2k
/// + 1 of the first word of Philox at (site, 0, vector, Stream::noise), so that the columns of a diluted
/// source add up to the undiluted one.
template <class OneParity>
FullQuarkField<OneParity> make_source(const SourceSpec& source, const Geometry& g, int column, int columns,
                                      std::uint32_t vector = 0);

}  // namespace glueball
