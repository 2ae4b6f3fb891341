// Averages of a configuration that formats store besides the links, computed slice by slice.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "lattice/configuration.hpp"

namespace glueball::io {

/// Averages of Re tr / 3.
struct LinkAverages {
  double plaquette_spatial = 0;   ///< over the 3V plaquettes of planes xy, xz, yz
  double plaquette_temporal = 0;  ///< over the 3V plaquettes of planes xt, yt, zt
  double link_trace = 0;          ///< over the 4V links
  double plaquette() const { return 0.5 * (plaquette_spatial + plaquette_temporal); }
};

/// A function that computes averages on demand.
using AveragesOf = std::function<LinkAverages()>;

/// Takes time slices in order and keeps two of them: the last, and the first for the periodic boundary.
class SliceAverages {
 public:
  explicit SliceAverages(const Geometry& geometry) : extents_(geometry.extents()) {}
  /// Adds the links of the next time slice, [site, x fastest][mu].
  void add(std::span<const Matrix3> links);
  /// Throws std::logic_error before the last slice was added.
  LinkAverages result() const;

 private:
  std::size_t neighbour(std::size_t site, int mu) const;
  double spatial(std::span<const Matrix3> slice) const;
  double temporal(std::span<const Matrix3> slice, std::span<const Matrix3> next) const;

  Site extents_;
  int slices_ = 0;
  double spatial_ = 0, temporal_ = 0, trace_ = 0;
  std::vector<Matrix3> first_, last_;
};

LinkAverages link_averages(const Configuration& u);

}  // namespace glueball::io
