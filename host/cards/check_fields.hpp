// What checks work on: random fields on the host and the same on the device.
#pragma once

#include <initializer_list>

#include "lattice/boundary.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/spinor.hpp"
#include "linalg/global_sums.hpp"
#include "reference/gaussian.hpp"

namespace glueball::cards {

inline constexpr std::uint64_t kCheckSeed = 271828;
inline constexpr double kCheckKappa = 0.13, kCheckBeta = 5.7, kCheckStep = 0.1;
/// Of fermions: antiperiodic in time, with a phase in x.
Boundary check_boundary();

/// Hot links.
struct CheckLinks {
  explicit CheckLinks(const DeviceLattice& l);
  /// Others than its own, on the device.
  GaugeField uploaded(const Configuration& links) const;

  const DeviceLattice& lattice;
  Geometry geometry;
  Configuration u;
  GaugeField device_u;
  GlobalSums sums;
};

/// And gaussian spinors, psi on the even sites, chi on the odd ones.
struct CheckSpinors : CheckLinks {
  explicit CheckSpinors(const DeviceLattice& l);
  /// Of a field on the device: how far it is from what is wanted.
  double error(const SpinorField& found, const ParitySpinorField& wanted) const;

  ParitySpinorField psi, chi;
  SpinorField device_psi, device_chi, result;
};

/// Or gaussian momenta.
struct CheckMomenta : CheckLinks {
  explicit CheckMomenta(const DeviceLattice& l);
  /// To add a force to.
  void clear();

  Momenta p;
  MomentumField device_p;
};

/// The largest of errors; infinite where one is no number.
double worst_of(std::initializer_list<double> errors);

/// Of the uniform numbers that the heatbath draws for links of the lattice's precision.
reference::Digits digits_of(const DeviceLattice& lattice);

/// Arguments of kernels that draw numbers with the seed of checks, for step 1.
args::RandomArgs check_random(Parity parity, Stream stream);

}  // namespace glueball::cards
