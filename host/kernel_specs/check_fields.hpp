// Fields for checks: random fields on the host, and the same on the device.
#pragma once

#include <initializer_list>

#include "cpu/random.hpp"
#include "lattice/boundary.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/random_stream.hpp"
#include "lattice/spinor.hpp"
#include "linalg/global_sums.hpp"

namespace glueball::kernel_specs {

inline constexpr std::uint64_t kCheckSeed = 271828;
inline constexpr double kCheckKappa = 0.13, kCheckBeta = 5.7, kCheckStep = 0.1;
/// Returns the fermions' boundary condition: antiperiodic in time, with a phase in x.
Boundary check_boundary();

/// Hot links on host and device.
struct CheckLinks {
  explicit CheckLinks(const DeviceLattice& l);
  /// Uploads other links to the device.
  GaugeField uploaded(const Configuration& links) const;

  const DeviceLattice& lattice;
  Geometry geometry;
  Configuration u;
  GaugeField device_u;
  GlobalSums sums;
};

/// Links and gaussian spinors, psi on the even sites, chi on the odd ones.
struct CheckSpinors : CheckLinks {
  explicit CheckSpinors(const DeviceLattice& l);
  /// Returns the relative error of a field on the device.
  double error(const SpinorField& found, const ParitySpinorField& wanted) const;

  ParitySpinorField psi, chi;
  SpinorField device_psi, device_chi, result;
};

/// Links and gaussian momenta.
struct CheckMomenta : CheckLinks {
  explicit CheckMomenta(const DeviceLattice& l);
  /// Sets the device's momenta to 0, so that a force can be added.
  void clear();

  Momenta p;
  MomentumField device_p;
};

/// Returns the largest error; infinite if one is NaN.
double worst_of(std::initializer_list<double> errors);

/// Returns how many digits the uniform numbers have that the heatbath draws in the lattice's precision.
cpu::Digits digits_of(const DeviceLattice& lattice);

/// Returns arguments for kernels that draw random numbers: the checks' seed and step 1.
args::RandomArgs check_random(Parity parity, Stream stream);

}  // namespace glueball::kernel_specs
