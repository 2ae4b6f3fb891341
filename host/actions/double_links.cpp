#include "actions/double_links.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "cpu/algebra.hpp"
#include "cpu/plaquette.hpp"
#include "cpu/stout.hpp"
#include "field/transfer.hpp"
#include "halo/halo.hpp"
#include "kernels/gauge.hpp"
#include "kernels/heatbath.hpp"
#include "kernels/measure.hpp"
#include "linalg/copy.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {
namespace {

class HostLinks : public DoubleLinks {
 public:
  explicit HostLinks(const Geometry& geometry) : geometry_(geometry) {}

  std::unique_ptr<DoubleLinks> another() const override { return double_links_on_host(geometry_); }
  void follow(const GaugeField& u) override { u_ = download_unitary(u); }
  void set(const Configuration& u) override { u_ = u; }
  void follow_smeared(const DoubleLinks& u, const LinkSmearing& s) override {
    u_ = u.configuration();
    for (int n = 0; n < s.steps; ++n) u_ = cpu::stout_links(*u_, s.rho, s.dimensions);
  }
  void put(GaugeField& u) const override { upload(*u_, u); }
  const Configuration& configuration() const override { return u_.value(); }

  double deviation(const GaugeField& u) override {
    const Configuration stored = download(u);
    double worst = 0;
    for (const Matrix3& link : stored.links()) worst = std::max(worst, unitarity_deviation(link));
    return worst;
  }
  double plaquette() override { return cpu::plaquette(*u_).average(); }
  double gauge_energy(const GaugeCouplings& couplings) override { return cpu::gauge_action(*u_, couplings); }
  double kinetic(const MomentumField& p) override { return cpu::kinetic(download(p)); }

 private:
  Geometry geometry_;
  std::optional<Configuration> u_;  ///< empty until links are set
};

LatticeOptions in_double(const DeviceLattice& of) {
  if (of.options().storage == gpu::Storage::image)
    throw Error(ErrorKind::bad_value, "fields in images have their energies on the host",
                "choose buffer or texel storage, or energies on the host");
  LatticeOptions options = of.options_in(gpu::Precision::double_);
  options.storage = gpu::Storage::buffer;  // a buffer has no limit on texels
  return options;
}

class DeviceLinks : public DoubleLinks {
 public:
  explicit DeviceLinks(std::shared_ptr<const DeviceLattice> lattice)
      : lattice_(std::move(lattice)),
        halo_(*lattice_),
        u_(*lattice_),
        sums_(*lattice_),
        deviation_(*lattice_) {}

  std::unique_ptr<DoubleLinks> another() const override { return std::make_unique<DeviceLinks>(lattice_); }
  void follow(const GaugeField& u) override {
    fetched_.reset();
    copy(u, u_);
    for (const Parity parity : kParities) {
      kernels::Reunitarize::run(*lattice_, {}, u_[parity], deviation_.partials());
      deviation_.collect_maximum(1, parity == Parity::odd);
    }
    halo_.exchange(u_);
  }
  void set(const Configuration& u) override {
    upload(u, u_);
    halo_.exchange(u_);
    fetched_ = u;
  }
  void follow_smeared(const DoubleLinks& u, const LinkSmearing& s) override {
    fetched_.reset();
    if (!smearing_) smearing_.emplace(*lattice_);
    copy(*u.on_device(), u_);
    halo_.exchange(u_);
    for (int n = 0; n < s.steps; ++n) s.step(*smearing_, u_);
    halo_.exchange(u_);
  }
  void put(GaugeField& u) const override { copy(u_, u); }
  const Configuration& configuration() const override {
    if (!fetched_) fetched_ = download(u_);
    return *fetched_;
  }
  const GaugeField* on_device() const override { return &u_; }

  double deviation(const GaugeField& u) override {
    follow(u);
    return deviation_.totals()[0];
  }
  double plaquette() override { return sum_of<kernels::Plaquette>() / traces(); }
  double gauge_energy(const GaugeCouplings& couplings) override {
    double energy = couplings.c0() * (traces() - sum_of<kernels::Plaquette>());
    if (couplings.rectangles()) energy += couplings.c1 * (2 * traces() - sum_of<kernels::Rectangle>());
    return couplings.beta / 3 * energy;
  }
  double kinetic(const MomentumField& p) override {
    if (!p_) p_.emplace(*lattice_);
    for (const Parity parity : kParities) {
      copy(p[parity], *p_);
      kernels::Norm2::run(*lattice_, {}, *p_, sums_.partials());
      sums_.collect(1, parity == Parity::odd);
    }
    return 0.5 * sums_.totals()[0];
  }

 private:
  /// Returns the sum of all plaquettes' traces on unit links: six plaquettes a site. There are twice as many
  /// rectangles.
  double traces() const { return 18 * double(lattice_->geometry().whole_volume()); }
  /// Returns the sum of Re Tr over all loops of this kind.
  template <class Loops>
  double sum_of() {
    for (const Parity parity : kParities) {
      Loops::run(*lattice_, {.parity = std::uint32_t(parity)}, u_[parity], u_[other(parity)],
                 sums_.partials());
      sums_.collect(2, parity == Parity::odd);
    }
    const auto totals = sums_.totals();
    return totals[0] + totals[1];
  }

  std::shared_ptr<const DeviceLattice> lattice_;
  Halo halo_;
  GaugeField u_;
  std::optional<ParityMomenta> p_;
  std::optional<Smearing> smearing_;
  GlobalSums sums_, deviation_;
  mutable std::optional<Configuration> fetched_;
};

}  // namespace

std::unique_ptr<DoubleLinks> double_links_on_host(const Geometry& geometry) {
  return std::make_unique<HostLinks>(geometry);
}

std::unique_ptr<DoubleLinks> double_links_on_device(const DeviceLattice& of) {
  return std::make_unique<DeviceLinks>(
      std::make_shared<const DeviceLattice>(of.device(), of.geometry(), in_double(of)));
}

}  // namespace glueball
