#include "fermion/hisq_operator.hpp"

#include "field/transfer.hpp"
#include "linalg/copy.hpp"

namespace glueball {

HisqOperator::HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
                           const Boundary& boundary, const HisqOperator* longer)
    : LongHopOperator(lattice, u, mass, boundary, hisq_hops(epsilon)),
      epsilon_(epsilon),
      scale_(1 / hisq_weights(epsilon).bound()),
      longer_(longer),
      fat_(lattice, HisqSmearing::format(lattice)),
      long_(lattice, HisqSmearing::format(lattice)) {}

HisqOperator::HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
                           const Boundary& boundary, const reference::HopLinks& exact)
    : HisqOperator(lattice, u, mass, epsilon, boundary) {
  Configuration scaled = exact.near;
  for (Matrix3& m : scaled.links()) m *= scale_;
  upload(scaled, fat_);
  upload(exact.far, long_);
}

HisqSmearing& HisqOperator::smearing() {
  if (!smearing_) smearing_.emplace(lattice(), epsilon_);
  return *smearing_;
}

void HisqOperator::exchange_hopped() {
  exchange(fat_, 1);
  exchange(long_, kLayers);
}

void HisqOperator::links_changed() {
  followed_ = false;
  if (longer_) {
    copy(longer_->fat_, fat_);
    copy(longer_->long_, long_);
    exchange_hopped();
    return;
  }
  smearing().follow(links());
  smearing().finish(scale_, fat_, long_);
  exchange_hopped();
  followed_ = keeps_;
  if (keeps_) return;
  lattice().stream().finish();  // with the memory that goes
  smearing_.reset();
}

std::unique_ptr<FermionOperator<ColourField>> HisqOperator::beside(const DeviceLattice& lattice,
                                                                   const GaugeField& u) const {
  return std::make_unique<HisqOperator>(lattice, u, *this);
}

void HisqOperator::make_room_for_derivative() {
  LongHopOperator::make_room_for_derivative();
  keeps_ = true;
  smearing().make_room_for_derivative();
  if (!by_links_) by_links_.emplace(lattice());
}

const MatrixField& HisqOperator::carried(MatrixField& by_near, MatrixField& by_far) {
  // Not those, where room was made after links had changed last.
  if (!std::exchange(followed_, true)) smearing().follow(links());
  filtered_ += smearing().chain(links(), by_near, by_far, *by_links_);
  return *by_links_;
}

}  // namespace glueball
