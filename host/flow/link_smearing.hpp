// Smearing of the links that a quark sees, by its name and numbers.
#pragma once

#include <optional>
#include <string>

#include "flow/smearing.hpp"
#include "lattice/configuration.hpp"

namespace glueball {

struct LinkSmearing {
  std::string method = "none";  ///< or stout, or hyp with its usual parameters
  double rho = 0.1;             ///< of stout smearing
  int steps = 1;

  bool none() const { return method == "none"; }
  void step(Smearing& smearing, GaugeField& u) const;
  /// All steps; of a lattice that is split this rank's links, and all ranks call it.
  Configuration operator()(const DeviceLattice& lattice, const Configuration& u) const;
};

/// "none", "stout[:RHO[:STEPS]]" or "hyp[:STEPS]"; nothing where it is none of them.
std::optional<LinkSmearing> link_smearing_of(const std::string& words);

}  // namespace glueball
