// Wilson's gauge action.
#pragma once

#include "actions/action.hpp"
#include "lattice/field.hpp"

namespace glueball {

/// S = beta/3 sum over plaquettes of Re Tr(1 - P).
class GaugeAction : public Action {
 public:
  GaugeAction(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p, double beta)
      : lattice_(lattice), u_(u), p_(p), beta_(beta) {}

  std::string name() const override { return "gauge"; }
  double refresh(const Configuration& u, std::uint32_t) override { return energy(u); }
  double energy(const Configuration& u) override;
  void kick(double eps) override;

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  MomentumField& p_;
  double beta_;
};

}  // namespace glueball
