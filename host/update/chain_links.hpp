// The links of a chain between its trajectories.
#pragma once

#include <optional>

#include "update/molecular_dynamics.hpp"

namespace glueball {

/// The state of a chain in double precision, as a file holds it: a run that is resumed from the file has
/// the same bits. It is kept on the host, or on the device where the dynamics compute their energies there.
class ChainLinks {
 public:
  /// The dynamics must know by now where their energies are computed, and must outlive this.
  ChainLinks(MolecularDynamics& dynamics, const Configuration& start);

  /// The links of the dynamics become these, rounded to their precision.
  void put() { links_->put(dynamics_.links()); }
  /// These become what the links of the dynamics stand for, in SU(3).
  void take();
  void set(const Configuration& u);
  const Configuration& configuration() const { return links_->configuration(); }
  /// Averaged over all planes; a function of the links alone.
  double plaquette();

 private:
  MolecularDynamics& dynamics_;
  std::unique_ptr<ExactLinks> links_;
  std::optional<double> plaquette_;
};

}  // namespace glueball
