// The gauge actions: Wilson's and those with rectangles.
#pragma once

#include "actions/action.hpp"
#include "field/field.hpp"
#include "lattice/gauge_couplings.hpp"

namespace glueball {

/// S = beta/3 sum [c0 Re Tr(1-P) + c1 Re Tr(1-R)] over plaquettes and 2 x 1 rectangles.
class GaugeAction : public Action {
 public:
  GaugeAction(const DeviceLattice& lattice, const GaugeField& u, MomentumField& p,
              const GaugeCouplings& couplings)
      : lattice_(lattice), u_(u), p_(p), couplings_(couplings) {}

  std::string name() const override { return "gauge"; }
  double refresh(DoubleLinks& u, std::uint32_t) override { return energy(u); }
  double energy(DoubleLinks& u) override { return u.gauge_energy(couplings_); }
  void kick(double eps) override;

 private:
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  MomentumField& p_;
  GaugeCouplings couplings_;
};

}  // namespace glueball
