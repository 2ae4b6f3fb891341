// The links of a chain between its trajectories.
#pragma once

#include <optional>

#include "update/molecular_dynamics.hpp"

namespace glueball {

/// The state of a chain in double precision, as a file stores it, so that a run resumed from the file has the
/// same bits. It is on the host, or on the device if energies are computed there.
class ChainLinks {
 public:
  /// The dynamics must know where energies are computed before this is made, and must outlive it.
  ChainLinks(MolecularDynamics& dynamics, const Configuration& start);

  /// Copies these links to the dynamics, rounded to their precision.
  void put() { links_->put(dynamics_.links()); }
  /// Takes the links of the dynamics, projected to SU(3).
  void take();
  void set(const Configuration& u);
  const Configuration& configuration() const { return links_->configuration(); }
  /// Returns the average over all planes, a function of the links alone.
  double plaquette();

 private:
  MolecularDynamics& dynamics_;
  std::unique_ptr<DoubleLinks> links_;
  std::optional<double> plaquette_;
};

}  // namespace glueball
