// The pseudofermion of an action, wherever it is wanted.
#pragma once

#include <optional>

#include "actions/exact_links.hpp"
#include "lattice/transfer.hpp"
#include "linalg/copy.hpp"
#include "solvers/defect_correction.hpp"
#include "solvers/device_control.hpp"

namespace glueball {

/// In the lattice's precision on the device for forces, and in double, from the host's heatbath or from the
/// device's, for energies on either.
template <class F>
class Pseudofermion {
 public:
  using Half = typename HostField<F>::type;
  explicit Pseudofermion(const DeviceLattice& lattice) : lattice_(lattice), field_(lattice) {}

  void set(const Half& phi) {
    host_ = phi;
    exact_follows_ = false;
    upload(phi, field_);
  }
  /// `phi` in double, on the lattice of `links`.
  void set(const ExactLinks& links, const F& phi) {
    host_.reset();
    kernels::Copy::run({links.lattice(), kFieldFlags<F>}, {}, phi, made(links));
    exact_follows_ = true;
    copy(phi, field_);
  }

  /// In the lattice's precision.
  const F& field() const { return field_; }
  /// In double on the host, on the device.
  const Half& host() {
    if (!host_) {
      host_.emplace();
      if (exact_follows_) download(*exact_, *host_);
    }
    return *host_;
  }
  const F& exact(const ExactLinks& links) {
    F& phi = made(links);
    if (!exact_follows_ && host_) upload(*host_, phi);
    exact_follows_ = true;
    return phi;
  }

 private:
  F& made(const ExactLinks& links) {
    if (!exact_) exact_.emplace(links.lattice());
    exact_lattice_ = &links.lattice();
    return *exact_;
  }

  const DeviceLattice& lattice_;
  F field_;
  std::optional<Half> host_;
  std::optional<F> exact_;
  const DeviceLattice* exact_lattice_ = nullptr;
  bool exact_follows_ = false;  ///< exact_ holds what field_ stands for
};

}  // namespace glueball
