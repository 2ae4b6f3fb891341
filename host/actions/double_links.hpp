// Links in double precision, on the host or on a device, for energies of the Metropolis step.
#pragma once

#include <memory>

#include "field/field.hpp"
#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"
#include "smear/link_smearing.hpp"

namespace glueball {

/// The links of a lattice of any precision in double precision: converted without rounding, then projected to
/// SU(3). Equal stored links give bit-identical results on one processor, and results equal to rounding on
/// host and device.
class DoubleLinks {
 public:
  virtual ~DoubleLinks() = default;
  /// Returns an object of the same kind without links.
  virtual std::unique_ptr<DoubleLinks> another() const = 0;

  /// Takes the links that `u` stands for.
  virtual void follow(const GaugeField& u) = 0;
  /// Takes these links.
  virtual void set(const Configuration& u) = 0;
  /// Takes the stout links of `u`, an object of the same kind.
  virtual void follow_smeared(const DoubleLinks& u, const LinkSmearing& smearing) = 0;
  /// Writes the links to `u`, rounded to its precision, with those of the neighbours' sites.
  virtual void put(GaugeField& u) const = 0;
  /// Returns the links; valid until they change. They are downloaded from a device at the first call.
  virtual const Configuration& configuration() const = 0;
  /// Returns the links on the device, in double; null if they are on the host.
  virtual const GaugeField* on_device() const { return nullptr; }

  /// Returns the largest |U U^+ - 1| or |det U - 1| of `u` as it is stored. Afterwards these links may be
  /// those of `u`.
  virtual double deviation(const GaugeField& u) = 0;
  /// Returns Re Tr P / 3, averaged over all planes.
  virtual double plaquette() = 0;
  /// Returns beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] over plaquettes and 2 x 1 rectangles.
  virtual double gauge_energy(const GaugeCouplings& couplings) = 0;
  /// Returns sum p_a^2 / 2 of momenta in the precision of the dynamics.
  virtual double kinetic(const MomentumField& p) = 0;
};

/// Makes links on the host, without values.
std::unique_ptr<DoubleLinks> double_links_on_host(const Geometry& geometry);
/// Makes links on the device of that lattice, which must outlive them. They accept any links. Sums are in a
/// fixed order. Throws Error(device) if the device has no double precision, Error(bad_value) for fields in
/// images.
std::unique_ptr<DoubleLinks> double_links_on_device(const DeviceLattice& of);

}  // namespace glueball
