// The static potential from a table of loops or lines, with its fit and plot.
#pragma once

#include "measure/potential_fit.hpp"

namespace glueball {

/// Reads T, R_MIN and R_MAX from an observable's parameters, from word n on; r_max is 0 if it is missing.
/// `longest` is the largest t that is measured, or 0 if it is not yet known. Throws Error(bad_value).
FitRange fit_range(const std::string& name, const std::vector<std::string>& words, std::size_t n,
                   int longest);

/// The potential from a quantity c(r, t) of an ensemble, with rows of r and columns t = 1 ... longest.
struct PotentialRows {
  std::vector<double> r;
  int longest;

  /// Throws Error(bad_value) if fewer than kFewestPoints distances are in the range.
  void require_points(const std::string& name, const FitRange& fit) const;
  /// Returns a table with rows r and columns t = 1 ... longest - 1, and the fit if fit.t is above 0.
  /// `quantity` is the index of the quantity in each configuration.
  std::vector<Summary> summarize(const std::string& name, const FitRange& fit,
                                 std::span<const std::vector<Quantity>> ensemble, std::size_t quantity,
                                 std::size_t bin) const;
  /// Plots the fitted potential with the fit, or without a fit those of the first times.
  Graph graph(const FitRange& fit, std::span<const std::vector<Quantity>> ensemble, std::size_t quantity,
              std::size_t bin) const;

 private:
  PotentialData data(std::span<const std::vector<Quantity>> ensemble, std::size_t quantity, int t,
                     double r_min, double r_max) const;
};

}  // namespace glueball
