// Smearing of the links in a quark's operator, given by name and numbers.
#pragma once

#include <optional>
#include <string>

#include "flow/smearing.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

struct LinkSmearing {
  std::string method = "none";  ///< "none", "stout", or "hyp" with its usual parameters
  double rho = 0.1;             ///< weight of stout smearing
  int steps = 1;

  bool none() const { return method == "none"; }
  void step(Smearing& smearing, GaugeField& u) const;
  /// Makes all steps. On a split lattice it takes and returns this rank's links, and all ranks must call it.
  Configuration operator()(const DeviceLattice& lattice, const Configuration& u) const;
};

/// Parses "none", "stout[:RHO[:STEPS]]" or "hyp[:STEPS]"; returns nothing for other text.
std::optional<LinkSmearing> link_smearing_of(const std::string& words);

}  // namespace glueball
