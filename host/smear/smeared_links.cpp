#include "smear/smeared_links.hpp"

#include "field/transfer.hpp"
#include "kernels/linalg.hpp"
#include "lattice/momenta.hpp"
#include "linalg/copy.hpp"

namespace glueball {

SmearedLinks::SmearedLinks(const DeviceLattice& lattice, const LinkSmearing& smearing)
    : lattice_(lattice),
      smearing_(smearing),
      step_(lattice),
      force_(lattice),
      by_staples_(lattice),
      halo_(lattice) {
  require_derivative(smearing);
  for (int n = 0; n < smearing.steps; ++n) steps_.emplace_back(lattice);
  upload(Momenta(lattice.geometry()), force_);  // memory may hold NaN, which a factor of 0 does not clear
}

void SmearedLinks::follow(const GaugeField& u) {
  const GaugeField* before = &u;
  for (GaugeField& v : steps_) {
    copy(*before, v);
    if (before != &u) halo_.exchange(v, 1);
    smearing_.step(step_, v);
    before = &v;
  }
  halo_.exchange(steps_.back());
}

void SmearedLinks::clear_force() {
  for (const Parity parity : kParities) kernels::Scale::run(lattice_, {.a = 0, .b = 0}, force_[parity]);
}

void SmearedLinks::carry_back(const GaugeField& u, MomentumField& p) {
  const std::uint32_t flags = smearing_.dimensions == 3 ? kernels::StoutChain::kSpatial : 0;
  for (std::size_t n = steps_.size(); n-- > 0;) {
    const GaugeField& before = n == 0 ? u : steps_[n - 1];
    for (const Parity parity : kParities)
      kernels::StoutChain::run({lattice_, flags},
                               {.parity = std::uint32_t(parity), .coefficient = smearing_.rho},
                               before[parity], before[other(parity)], force_[parity], by_staples_[parity]);
    halo_.exchange(by_staples_, 1);
    for (const Parity parity : kParities)
      kernels::StapleChain::run({lattice_, flags}, {.parity = std::uint32_t(parity)}, before[parity],
                                before[other(parity)], by_staples_[parity], by_staples_[other(parity)],
                                force_[parity]);
  }
  for (const Parity parity : kParities)
    kernels::Axpy::run(lattice_, {.a = 1, .b = 0}, force_[parity], p[parity]);
}

}  // namespace glueball
