// Links in double precision, on the host or on a device: what energies that decide are functions of.
#pragma once

#include <memory>

#include "field/field.hpp"
#include "lattice/configuration.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball {

/// The links of a lattice of any precision, in double: converted without rounding, then brought to SU(3). The
/// same stored links give the same bits of what is computed of them, and nearly the same on host and device.
class ExactLinks {
 public:
  virtual ~ExactLinks() = default;
  /// Others of the same form, without links.
  virtual std::unique_ptr<ExactLinks> another() const = 0;

  /// The links are now those that `u` stands for.
  virtual void follow(const GaugeField& u) = 0;
  /// The links are now these.
  virtual void set(const Configuration& u) = 0;
  /// `u` are now these, rounded to its precision, and the neighbours' with them.
  virtual void put(GaugeField& u) const = 0;
  /// Until the links change. From a device they are fetched when first asked for.
  virtual const Configuration& configuration() const = 0;
  /// The links on the device, in double; null where they are on the host.
  virtual const GaugeField* on_device() const { return nullptr; }

  /// max |U U^+ - 1| or |det U - 1| of `u` as it is stored. These links may follow it.
  virtual double deviation(const GaugeField& u) = 0;
  /// Re Tr P / 3, averaged over all planes.
  virtual double plaquette() = 0;
  /// beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] over plaquettes and 2 x 1 rectangles.
  virtual double gauge_energy(const GaugeCouplings& couplings) = 0;
  /// sum p_a^2 / 2 of momenta in the precision that is followed.
  virtual double kinetic(const MomentumField& p) = 0;
};

/// On the host, without links.
std::unique_ptr<ExactLinks> exact_links_on_host(const Geometry& geometry);
/// On the device of that lattice, whose device must outlive them; of any links. Sums are in a fixed order.
/// Throws Error(device) where the device has no doubles, Error(bad_value) beside fields in images.
std::unique_ptr<ExactLinks> exact_links_on_device(const DeviceLattice& of);

}  // namespace glueball
