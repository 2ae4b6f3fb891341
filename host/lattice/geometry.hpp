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

/// Extents and numbering of a periodic lattice whose extents are all even (even-odd needs it).
///
/// Two numberings are in use. Lexicographic: ((t*Lz + z)*Ly + y)*Lx + x, the order of every file format and
/// of the host's gauge configurations. Checkerboard: sites of one parity only, ((t*Lz + z)*Ly + y)*(Lx/2) +
/// x/2, the order of every field on the device and of the host's half-lattice spinors.
///
/// A part (`part`), the domain of one rank, has extents, numbers and coordinates of its own, from 0 on; it
/// knows where it begins in the whole lattice, and there only even coordinates begin one: a site has the same
/// parity in both. What must not depend on how a lattice is split, random numbers and files, goes by
/// `global_index`; averages go by `whole_volume`.
class Geometry {
 public:
  /// Throws Error(bad_value) unless every extent is even, at least 2, and the volume fits 31 bits.
  explicit Geometry(Site extents);
  /// The sites from `origin` on, all even, inside of this one. Throws Error(bad_value) for extents and
  /// origins that are not.
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
  /// Checkerboard number of a site among those of its parity.
  std::size_t half_index(const Site& s) const { return index(s) / 2; }
  Site half_site(Parity parity, std::size_t half_index) const;

  /// The site `steps` links away in direction mu, wrapped periodically.
  Site neighbour(Site s, int mu, int steps = 1) const;

  /// "8x8x8x8"
  std::string to_string() const;

  /// Of the whole lattice that this is a part of; itself where it is none.
  Geometry whole() const { return is_part() ? Geometry(whole_) : *this; }
  const Site& whole_extents() const { return whole_; }
  std::size_t whole_volume() const {
    return std::size_t(whole_[0]) * std::size_t(whole_[1]) * std::size_t(whole_[2]) * std::size_t(whole_[3]);
  }
  bool is_part() const { return extents_ != whole_; }
  bool is_split(int mu) const { return extents_[mu] != whole_[mu]; }
  const Site& origin() const { return origin_; }
  /// Coordinates and lexicographic number of a site in the whole lattice.
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
