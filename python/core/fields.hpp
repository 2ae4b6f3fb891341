// A lattice on a device, and links on it, as Python holds them.
#pragma once

#include <memory>

#include "core/device_lock.hpp"
#include "field/field.hpp"
#include "lattice/configuration.hpp"
#include "linalg/global_sums.hpp"

namespace glueball::python {

/// Keeps its device.
class Lattice {
 public:
  /// Throws as DeviceLattice does. To be made by who uses the device.
  Lattice(DevicePointer device, const Geometry& geometry, const LatticeOptions& options);
  ~Lattice();

  DeviceLattice& operator*() { return *lattice_; }
  DeviceLattice* operator->() { return lattice_.get(); }
  Device& device() { return *device_; }
  const DevicePointer& device_pointer() { return device_; }
  GlobalSums& sums() { return *sums_; }

 private:
  DevicePointer device_;
  std::unique_ptr<DeviceLattice> lattice_;
  std::unique_ptr<GlobalSums> sums_;
};
using LatticePointer = std::shared_ptr<Lattice>;

/// A field on a lattice that it keeps. `Of` is made of a DeviceLattice.
template <class Of>
class OnLattice {
 public:
  /// To be made by who uses the device.
  explicit OnLattice(LatticePointer lattice)
      : lattice_(std::move(lattice)), field_(std::make_unique<Of>(**lattice_)) {}
  ~OnLattice() {
    use_or_leave(
        lattice_->device(),
        [lattice = lattice_, field = std::shared_ptr<Of>(std::move(field_))]() mutable { field.reset(); });
  }
  OnLattice(const OnLattice&) = delete;
  OnLattice& operator=(const OnLattice&) = delete;

  Of& operator*() { return *field_; }
  Lattice& lattice() { return *lattice_; }
  const LatticePointer& lattice_pointer() { return lattice_; }

 private:
  LatticePointer lattice_;
  std::unique_ptr<Of> field_;
};
class Links : public OnLattice<GaugeField> {
 public:
  using OnLattice::OnLattice;
  /// Empty, or in what way the links that were uploaded are not SU(3).
  std::string fault{};
};
using LinksPointer = std::shared_ptr<Links>;
using Spinors = OnLattice<FullSpinorField>;
using SpinorsPointer = std::shared_ptr<Spinors>;

/// Empty, or which links are not SU(3) to what single precision keeps, and a likely cause. To be called by
/// who has the interpreter, which others have meanwhile.
std::string su3_fault(const Configuration& u);
/// Throws Error(bad_value) where there is a fault: algorithms, and links that are stored by fewer than 18
/// reals, would give wrong numbers.
void require_su3(const Configuration& u);

/// Precision by name. Throws Error(bad_value).
gpu::Precision precision_named(const std::string& name);

/// A lattice as the program makes one, with what fields on it are asked for.
LatticePointer make_lattice(const DevicePointer& device, const Geometry& geometry,
                            const std::string& precision = "single", int reconstruct = 12);

}  // namespace glueball::python
