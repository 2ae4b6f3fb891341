#include "solvers/clover_operator.hpp"

#include "base/error.hpp"
#include "lattice/transfer.hpp"
#include "reference/chiral_block.hpp"
#include "solvers/convert.hpp"

namespace glueball {
namespace {

constexpr int kSize = ChiralBlock::kSize;

/// (t + t^+) / 2: without the twist.
ChiralBlock hermitian_part(const ChiralBlock& t) {
  ChiralBlock h;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) h[i][j] = 0.5 * (t[i][j] + std::conj(t[j][i]));
  return h;
}

/// (t^2 + mubar^2)^-1
ChiralBlock inverse_norm(const ChiralBlock& t, double mubar) {
  ChiralBlock square;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      Complex sum = i == j ? mubar * mubar : 0.0;
      for (int k = 0; k < kSize; ++k) sum += t[i][k] * t[k][j];
      square[i][j] = sum;
    }
  return hermitian_part(reference::inverted(square).inverse);
}

template <class Function>
HalfChiralField each_block(const HalfChiralField& t, Function f) {
  HalfChiralField result(t.size());
#pragma omp parallel for
  for (std::size_t n = 0; n < t.size(); ++n)
    for (std::size_t chirality = 0; chirality < 2; ++chirality) result[n][chirality] = f(t[n][chirality]);
  return result;
}

}  // namespace

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u, const reference::CloverOperator& exact)
    : SpinorOperator(lattice), u_(u), kappa_(exact.kappa()), mubar_(exact.mubar()), boundary_(lattice), even_(lattice),
      inverse_odd_(lattice), odd_(lattice), turned_(lattice) {
  const HalfChiralField odd = each_block(exact.term(Parity::odd), hermitian_part);
  upload(lattice, each_block(exact.term(Parity::even), hermitian_part), even_);
  if (mubar_ == 0) {
    upload(lattice, each_block(exact.inverse_term(Parity::odd), hermitian_part), inverse_odd_);
    return;
  }
  odd_term_.emplace(lattice);
  upload(lattice, odd, *odd_term_);
  upload(lattice, each_block(odd, [&](const ChiralBlock& t) { return inverse_norm(t, mubar_); }), inverse_odd_);
}

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double csw, double mu)
    : SpinorOperator(lattice), u_(u), kappa_(kappa), mubar_(2 * kappa * mu), csw_(csw), boundary_(lattice), even_(lattice),
      inverse_odd_(lattice), strength_(lattice), odd_(lattice), turned_(lattice) {
  if (lattice.precision() == gpu::Precision::half)
    throw Error(Status::usage, "clover quarks in half precision have their matrices from the CPU or from a longer precision",
                "choose single or double");
  if (mubar_ == 0) return;
  odd_term_.emplace(lattice);
  odd_hermitian_inverse_.emplace(lattice);
}

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u, const CloverOperator& longer)
    : SpinorOperator(lattice), u_(u), longer_(&longer), kappa_(longer.kappa_), mubar_(longer.mubar_), csw_(longer.csw_),
      boundary_(lattice), even_(lattice), inverse_odd_(lattice), odd_(lattice), turned_(lattice) {
  if (longer.odd_term_) odd_term_.emplace(lattice);
}

void CloverOperator::links_changed() {
  if (longer_) {
    convert(longer_->lattice(), longer_->even_, lattice(), even_);
    convert(longer_->lattice(), longer_->inverse_odd_, lattice(), inverse_odd_);
    if (odd_term_) convert(longer_->lattice(), *longer_->odd_term_, lattice(), *odd_term_);
  }
  if (!strength_) return;
  const args::LinearArgs<double> term{.planes = ChiralField::kPlanes, .a = kappa_ * csw_, .b = 0};
  const args::PlanesArgs all{.planes = ChiralField::kPlanes};
  const auto strength = [&](Parity here) {
    kernels::FieldStrength::run(lattice(), {.parity = std::uint32_t(here)}, u_[here], u_[other(here)], *strength_);
  };
  strength(Parity::odd);
  if (mubar_ == 0) {
    kernels::CloverBlocks::run(lattice(), term, *strength_, even_);  // the odd ones, for a moment
    kernels::ChiralInverse::run(lattice(), all, even_, inverse_odd_);
  } else {
    ChiralField &t = *odd_term_, &product = *odd_hermitian_inverse_;
    kernels::CloverBlocks::run(lattice(), term, *strength_, t);
    kernels::ChiralProduct::run(lattice(), {.planes = all.planes, .a = mubar_ * mubar_, .b = 0}, t, t, product);
    kernels::ChiralInverse::run(lattice(), all, product, inverse_odd_);
    kernels::ChiralProduct::run(lattice(), {.planes = all.planes, .a = 0, .b = 0}, t, inverse_odd_, product);
  }
  strength(Parity::even);
  kernels::CloverBlocks::run(lattice(), term, *strength_, even_);
}

double CloverOperator::odd_log_determinant(GlobalSums& sums) const {
  kernels::ChiralDeterminant::run(lattice(), {.planes = ChiralField::kPlanes}, inverse_odd_, sums.partials());
  sums.collect(1, false);
  // |det (T + i mubar gamma5)|^2 = det (T^2 + mubar^2)
  return (mubar_ == 0 ? -1 : -0.5) * sums.totals()[0];
}

void CloverOperator::odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const {
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(Parity::odd);
  arguments.b = kappa_;
  const std::uint32_t flags = boundary_.flag | (dagger ? kernels::CloverDslash::kDagger : 0);
  kernels::CloverDslash::run({lattice(), flags, running()}, arguments, u_[Parity::odd], u_[Parity::even], even, even,
                             odd_term_ ? turned_ : odd, inverse_odd_);
  if (odd_term_)
    kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = dagger ? mubar_ : -mubar_}, turned_, odd, *odd_term_);
}

const SpinorField& CloverOperator::from_odd(const SpinorField& in, bool dagger) {
  using kernels::CloverDslash;
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(Parity::odd);
  arguments.b = 1;
  CloverDslash::run({lattice(), boundary_.flag | (dagger ? CloverDslash::kDagger : 0), running()}, arguments, u_[Parity::odd],
                    u_[Parity::even], in, in, odd_, inverse_odd_);
  if (!odd_term_) return odd_;
  kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = dagger ? mubar_ : -mubar_}, odd_, turned_, *odd_term_);
  return turned_;
}

args::WilsonDslashArgs<double> CloverOperator::to_even(bool dagger) const {
  auto arguments = boundary_.wilson;
  arguments.parity = std::uint32_t(Parity::even);
  arguments.a5 = dagger ? -mubar_ : mubar_;
  arguments.b = -kappa_ * kappa_;
  return arguments;
}

void CloverOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  using kernels::CloverDslash;
  const std::uint32_t flags = boundary_.flag | CloverDslash::kOnX | (dagger ? CloverDslash::kDagger : 0);
  CloverDslash::run({lattice(), flags, running()}, to_even(dagger), u_[Parity::even], u_[Parity::odd], from_odd(in, dagger),
                    in, out, even_);
}

void CloverOperator::even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                                  const CgScalars& scalars) {
  using kernels::CloverDslash, kernels::CloverDslashSum;
  const std::uint32_t flags = boundary_.flag | (residual ? CloverDslash::kDagger | CloverDslashSum::kResidual : 0);
  CloverDslashSum::run({lattice(), flags, running()}, to_even(residual), u_[Parity::even], u_[Parity::odd],
                       from_odd(in, residual), in, out, even_, partials, scalars);
}

void CloverOperator::normal_root(const SpinorField& in, SpinorField& middle, Partials& partials, const CgScalars& scalars) {
  even_odd_sum(in, middle, false, partials, scalars);
}

void CloverOperator::normal_residual(const SpinorField&, const SpinorField& middle, SpinorField& r, Partials& partials,
                                     const CgScalars& scalars) {
  even_odd_sum(middle, r, true, partials, scalars);
}

double CloverOperator::normal_flops() const {
  // Per hop and site: two 6 x 6 hermitian blocks on a spinor (2 x 6 x (8 x 6 - 2) = 552 - 48 for real diagonals).
  constexpr double kBlocks = 504;
  const double twist = mubar_ != 0 ? 2 * (kBlocks + 48) : 0;
  return (4 * (kernels::WilsonDslash::kFlops + kBlocks) + 2 * 48 + twist) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
