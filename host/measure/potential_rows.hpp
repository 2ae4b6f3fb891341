// The static potential of a table of loops or lines, its fit and its picture.
#pragma once

#include "measure/potential_fit.hpp"

namespace glueball {

/// T, R_MIN and R_MAX of an observable's parameters from word n on, r_max 0 where it is not there. `longest`
/// is the largest t that is measured, 0 where that is not known yet. Throws Error(bad_value).
FitRange fit_range(const std::string& name, const std::vector<std::string>& words, std::size_t n,
                   int longest);

/// What a quantity c(r, t) of an ensemble says: rows of r, columns t = 1 ... longest.
struct PotentialRows {
  std::vector<double> r;
  int longest;

  /// Throws Error(bad_value) where fewer than kFewestPoints distances are inside.
  void require_points(const std::string& name, const FitRange& fit) const;
  /// A table of rows r and columns t = 1 ... longest - 1, and the fit where fit.t is above 0. The quantity is
  /// that number of each configuration.
  std::vector<Summary> summarize(const std::string& name, const FitRange& fit,
                                 std::span<const std::vector<Quantity>> ensemble, std::size_t quantity,
                                 std::size_t bin) const;
  /// The potential that is fitted with the fit, or without one those of the first times.
  Graph graph(const FitRange& fit, std::span<const std::vector<Quantity>> ensemble, std::size_t quantity,
              std::size_t bin) const;

 private:
  PotentialData data(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity, int t,
                     double r_min, double r_max) const;
};

}  // namespace glueball
