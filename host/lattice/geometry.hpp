// The four-dimensional periodic lattice, or a part of it: extents, site numbering, parity, neighbours.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace glueball {

inline constexpr int kDirections = 4;  ///< mu = 0..3 = x, y, z, t

using Site = std::array<int, kDirections>;  ///< coordinates (x, y, z, t)

enum class Parity : std::uint32_t { even = 0, odd = 1 };
inline constexpr Parity kParities[] = {Parity::even, Parity::odd};

constexpr Parity other(Parity p) { return p == Parity::even ? Parity::odd : Parity::even; }

/// Extents and numbering of a periodic lattice. All extents are even, as even-odd preconditioning needs.
///
/// There are two numberings:
/// - lexicographic, ((t*Lz + z)*Ly + y)*Lx + x: the order of every file format and of the host's gauge
///   configurations;
/// - checkerboard, sites of one parity only, ((t*Lz + z)*Ly + y)*(Lx/2) + x/2: the order of every field on
///   the device and of the host's half-lattice spinors.
///
/// A part (`part`), the domain of one rank, has its own extents, numbers and coordinates, which start at 0.
/// It knows its origin in the whole lattice. Origins have even coordinates, so a site has the same parity in
/// both. Quantities that must not depend on the split, random numbers and files, use `global_index`; averages
/// use `whole_volume`.
class Geometry {
 public:
  /// Throws Error(bad_value) unless every extent is even, at least 2, and the volume fits 31 bits.
  explicit Geometry(Site extents);
  /// Returns the part of these extents at `origin`, which must be even and inside this lattice. Throws
  /// Error(bad_value) otherwise.
  Geometry part(const Site& origin, const Site& extents) const;

  const Site& extents() const { return extents_; }
  int extent(int mu) const { return extents_[mu]; }
  std::size_t volume() const { return volume_; }
  std::size_t half_volume() const { return volume_ / 2; }

  std::size_t index(const Site& s) const {
    return ((std::size_t(s[3]) * extents_[2] + s[2]) * extents_[1] + s[1]) * extents_[0] + s[0];
  }
  Site site(std::size_t index) const;

  static Parity parity(const Site& s) { return Parity((s[0] + s[1] + s[2] + s[3]) & 1); }
  /// Returns the checkerboard number of a site among those of its parity.
  std::size_t half_index(const Site& s) const { return index(s) / 2; }
  Site half_site(Parity parity, std::size_t half_index) const;

  /// Returns the site `steps` links away in direction mu, periodically.
  Site neighbour(Site s, int mu, int steps = 1) const;

  /// Returns "8x8x8x8".
  std::string to_string() const;

  /// Returns the whole lattice that this is a part of; a copy if it is none.
  Geometry whole() const { return is_part() ? Geometry(whole_) : *this; }
  const Site& whole_extents() const { return whole_; }
  std::size_t whole_volume() const {
    return std::size_t(whole_[0]) * std::size_t(whole_[1]) * std::size_t(whole_[2]) * std::size_t(whole_[3]);
  }
  bool is_part() const { return extents_ != whole_; }
  bool is_split(int mu) const { return extents_[mu] != whole_[mu]; }
  const Site& origin() const { return origin_; }
  /// Returns the coordinates of a site in the whole lattice; global_index returns its lexicographic number
  /// there.
  Site global(Site s) const {
    for (int mu = 0; mu < kDirections; ++mu) s[mu] += origin_[mu];
    return s;
  }
  std::size_t global_index(const Site& s) const {
    const Site g = global(s);
    return ((std::size_t(g[3]) * whole_[2] + g[2]) * whole_[1] + g[1]) * whole_[0] + g[0];
  }

  bool operator==(const Geometry&) const = default;

 private:
  Site extents_, whole_, origin_{};
  std::size_t volume_;
};

}  // namespace glueball
