// Smearing of the links in a quark's operator, given by name and numbers.
#pragma once

#include <optional>
#include <string>

#include "lattice/configuration.hpp"
#include "smear/smearing.hpp"

namespace glueball {

struct LinkSmearing {
  std::string method = "none";  ///< "none", "stout", or "hyp" with its usual parameters
  double rho = 0.1;             ///< weight of stout smearing
  int steps = 1;
  int dimensions = 4;  ///< 3: links and staples of stout smearing in space only

  bool none() const { return method == "none"; }
  bool operator==(const LinkSmearing&) const = default;
  void step(Smearing& smearing, GaugeField& u) const;
  /// Makes all steps. On a split lattice it takes and returns this rank's links, and all ranks must call it.
  Configuration operator()(const DeviceLattice& lattice, const Configuration& u) const;
};

/// Throws Error(bad_value) for links that molecular dynamics cannot have, whose force is not known.
void require_derivative(const LinkSmearing& smearing);

/// Parses "none", "stout[:RHO[:STEPS[:space]]]" or "hyp[:STEPS]"; returns nothing for other text.
std::optional<LinkSmearing> link_smearing_of(const std::string& words);

}  // namespace glueball
