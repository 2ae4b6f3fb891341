// Sources of quark propagators: the right-hand side of M x = b.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "lattice/quark_field.hpp"

namespace glueball {

enum class SourceKind {
  point,  ///< 1 on one site
  /// exp(-(r / radius)^2) on the time slice of a site, where r is the shortest distance from it; it requires
  /// a fixed gauge such as Coulomb's.
  gaussian,
  /// 1 on every site of a time slice; without gauge fixing only gauge-invariant parts survive an average.
  wall,
  z2,      ///< noise of 1 and -1, on all sites or on a time slice
  z2xz2,   ///< noise of (+-1 +- i) / sqrt 2, on all sites or on a time slice
  volume,  ///< 1 on every site
  file,    ///< fields of a file
};

/// A source as --source describes it.
struct SourceSpec {
  SourceKind kind = SourceKind::point;
  Site site{};                 ///< site of a point, or centre of a Gaussian
  double radius = 0;           ///< radius of a Gaussian
  std::optional<int> slice{};  ///< t of a wall, or of noise on one slice
  std::uint64_t seed = 0;      ///< seed of noise
  std::string path{};          ///< path of a file

  /// Returns the text that parse_source reads.
  std::string to_string() const;
};

/// Parses "point:x,y,z,t", "gaussian:x,y,z,t:radius", "wall:t", "z2:seed[:t]", "z2xz2:seed[:t]", "volume" or
/// "file:PATH". Throws Error(bad_value) that names the fault.
SourceSpec parse_source(const std::string& text);

/// Throws Error(bad_value) with the extent for coordinates outside the lattice.
void check_source(const SourceSpec& source, const Geometry& g);

/// Checks the number of columns of a source with `components` (12 or 3) numbers a site. A point or a Gaussian
/// has at most that many: column k is in component k = 3 * spin + colour. Other sources have 1 column with
/// all components, or are diluted: 3 columns by colour, 4 by spin, 12 by both. Throws Error(bad_value) for
/// other numbers, and for a file.
void check_columns(const SourceSpec& source, int components, int columns);
/// True if a column is one component of a source around a site: a point or a Gaussian.
inline bool is_local(const SourceSpec& source) {
  return source.kind == SourceKind::point || source.kind == SourceKind::gaussian;
}

/// Returns noise of 1 and -1 on the whole lattice, for stochastic traces.
SourceSpec trace_noise(std::uint64_t seed);

/// Returns column `column` of `columns` on all sites. On part of a lattice it is that part of the whole
/// lattice's source. Noise is a function of the seed, `vector` and the global site alone: component k takes
/// its signs from bits 2k and 2k + 1 of the first word of Philox at (site, 0, vector, Stream::noise), so that
/// the columns of a diluted source sum to the undiluted one.
template <class OneParity>
FullQuarkField<OneParity> make_source(const SourceSpec& source, const Geometry& g, int column, int columns,
                                      std::uint32_t vector = 0);

}  // namespace glueball
