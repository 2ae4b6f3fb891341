#include "lattice/geometry.hpp"

#include <limits>

#include "base/error.hpp"

namespace glueball {

Geometry::Geometry(Site extents) : extents_(extents), whole_(extents), volume_(1) {
  static constexpr char kNames[] = "xyzt";
  for (int mu = 0; mu < kDirections; ++mu) {
    if (extents[mu] < 2 || extents[mu] % 2 != 0) {
      throw Error(ErrorKind::bad_value,
                  "lattice " + to_string() + ": extent " + std::to_string(extents[mu]) + " in " + kNames[mu] +
                      " must be even and at least 2",
                  "even-odd preconditioning needs even extents in every direction");
    }
    volume_ *= std::size_t(extents[mu]);
    if (volume_ > std::size_t(std::numeric_limits<std::int32_t>::max())) {
      throw Error(ErrorKind::bad_value, "lattice " + to_string() + " has more than 2^31 sites",
                  "choose smaller extents");
    }
  }
}

Geometry Geometry::part(const Site& origin, const Site& extents) const {
  Geometry g(extents);
  for (int mu = 0; mu < kDirections; ++mu)
    if (origin[mu] < 0 || origin[mu] % 2 != 0 || origin[mu] + extents[mu] > extents_[mu])
      throw Error(ErrorKind::bad_value, g.to_string() + " is no part of a lattice of " + to_string());
  g.whole_ = whole_;
  g.origin_ = global(origin);
  return g;
}

Site Geometry::site(std::size_t index) const {
  Site s{};
  for (int mu = 0; mu < kDirections; ++mu) {
    s[mu] = int(index % std::size_t(extents_[mu]));
    index /= std::size_t(extents_[mu]);
  }
  return s;
}

Site Geometry::half_site(Parity parity, std::size_t half_index) const {
  // 2*half_index is the even member of the pair of x-neighbours that share a checkerboard number.
  Site s = site(2 * half_index);
  s[0] += (s[0] + s[1] + s[2] + s[3] + int(parity)) & 1;
  return s;
}

Site Geometry::neighbour(Site s, int mu, int steps) const {
  const int extent = extents_[mu];
  s[mu] = ((s[mu] + steps) % extent + extent) % extent;
  return s;
}

std::string Geometry::to_string() const {
  std::string text;
  for (int mu = 0; mu < kDirections; ++mu) text += (mu ? "x" : "") + std::to_string(extents_[mu]);
  return text;
}

}  // namespace glueball
