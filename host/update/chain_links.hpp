// The links of a chain between its trajectories.
#pragma once

#include <optional>

#include "update/molecular_dynamics.hpp"

namespace glueball {

/// The state of a chain in double, as a file holds it: a run that goes on from a file takes the same bits. It
/// is kept on the host, or beside the dynamics on the device where these have their energies there.
class ChainLinks {
 public:
  /// Where energies are is settled before. The dynamics must outlive it.
  ChainLinks(MolecularDynamics& dynamics, const Configuration& start);

  /// The links of the dynamics become these, rounded to their precision.
  void put();
  /// These become what the links of the dynamics stand for, in SU(3).
  void take();
  void set(const Configuration& u);
  const Configuration& configuration() const;
  /// Averaged over all planes; a function of the links alone.
  double plaquette();

 private:
  MolecularDynamics& dynamics_;
  std::optional<GaugeField> device_;           ///< in double, where energies are on the device
  mutable std::optional<Configuration> host_;  ///< the same, where it has been wanted
  std::optional<double> plaquette_;
};

}  // namespace glueball
