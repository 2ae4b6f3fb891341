#include "fermion/hisq_operator.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "field/transfer.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

/// Returns the largest deviation from U(3) that is below the rounding of a format.
double rounding_of(const FieldFormat& f) {
  return f.precision == gpu::Precision::double_ ? 1e-13 : f.in_half() ? 1e-4 : 5e-7;
}

/// Returns the largest |L L^+ - 1| over all entries.
double off_u3(const Configuration& l) {
  double worst = 0;
#pragma omp parallel for reduction(max : worst)
  for (std::size_t n = 0; n < l.links().size(); ++n) {
    const Matrix3 d = l.links()[n] * adjoint(l.links()[n]) - Matrix3::identity();
    for (const auto& row : d.e)
      for (const Complex& z : row)
        // NaN is not in U(3), and counts as the largest deviation.
        worst = std::max(worst, std::isnan(std::abs(z)) ? std::numeric_limits<double>::max() : std::abs(z));
  }
  return worst;
}

int long_reals_of(const DeviceLattice& lattice, const Configuration& l) {
  return off_u3(l) > rounding_of(lattice.format()) ? 18 : HisqOperator::long_reals(lattice);
}

}  // namespace

HisqOperator::HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
                           const Boundary& boundary, const HisqOperator* longer, int long_reals)
    : LongHopOperator(lattice, u, mass, boundary, hisq_hops(epsilon)),
      epsilon_(epsilon),
      scale_(1 / hisq_weights(epsilon).bound()),
      longer_(longer),
      fat_(lattice, HisqSmearing::format(lattice)),
      long_(lattice, beside_fat(lattice, long_reals)) {}

HisqOperator::HisqOperator(const DeviceLattice& lattice, const GaugeField& u, double mass, double epsilon,
                           const Boundary& boundary, const cpu::HopLinks& exact)
    : HisqOperator(lattice, u, mass, epsilon, boundary, nullptr, long_reals_of(lattice, exact.long_links)) {
  Configuration scaled = exact.near;
  for (Matrix3& m : scaled.links()) m *= scale_;
  upload(scaled, fat_);
  upload(exact.long_links, long_);
}

FieldFormat HisqOperator::beside_fat(const DeviceLattice& lattice, int reals) {
  FieldFormat format = lattice.stored(HisqSmearing::format(lattice));
  format.reconstruct = reals;
  return format;
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
  lattice().stream().finish();  // also frees the memory
  smearing_.reset();
}

std::unique_ptr<FermionOperator<ColourField>> HisqOperator::at_precision(const DeviceLattice& lattice,
                                                                         const GaugeField& u) const {
  return std::make_unique<HisqOperator>(lattice, u, *this);
}

void HisqOperator::make_room_for_derivative() {
  LongHopOperator::make_room_for_derivative();
  keeps_ = true;
  smearing().make_room_for_derivative();
  if (!by_links_) by_links_.emplace(lattice());
}

const MatrixField& HisqOperator::carried(MatrixField& by_near, MatrixField& by_long) {
  // The smearing has not seen these links if it was made after they last changed.
  if (!std::exchange(followed_, true)) smearing().follow(links());
  filtered_ += smearing().chain(links(), by_near, by_long, *by_links_, force_filter_);
  return *by_links_;
}

}  // namespace glueball
