// A gauge configuration in the host's memory, in double precision.
#pragma once

#include <cstdint>
#include <vector>

#include "lattice/geometry.hpp"
#include "lattice/su3.hpp"

namespace glueball {

/// Links U_mu(x) from x to x+mu, double precision, ordered [lexicographic site][mu].
class Configuration {
 public:
  /// Makes a configuration of unit links.
  explicit Configuration(const Geometry& geometry)
      : geometry_(geometry), links_(geometry.volume() * kDirections, Matrix3::identity()) {}

  const Geometry& geometry() const { return geometry_; }

  Matrix3& link(std::size_t site, int mu) { return links_[site * kDirections + mu]; }
  const Matrix3& link(std::size_t site, int mu) const { return links_[site * kDirections + mu]; }
  Matrix3& link(const Site& s, int mu) { return link(geometry_.index(s), mu); }
  const Matrix3& link(const Site& s, int mu) const { return link(geometry_.index(s), mu); }

  std::vector<Matrix3>& links() { return links_; }
  const std::vector<Matrix3>& links() const { return links_; }

 private:
  Geometry geometry_;
  std::vector<Matrix3> links_;
};

/// Returns links drawn with Haar measure (a "hot" start). They are a function of the seed and the global site
/// alone, so a part of a lattice has the links of the whole.
Configuration hot_configuration(const Geometry& geometry, std::uint64_t seed);

}  // namespace glueball
