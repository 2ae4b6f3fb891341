#include "fermion/clover_operator.hpp"

#include "base/error.hpp"
#include "cpu/chiral_block.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

constexpr int kSize = ChiralBlock::kSize;

/// Returns (t + t^+) / 2, which is t without the twist.
ChiralBlock hermitian_part(const ChiralBlock& t) {
  ChiralBlock h;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) h[i][j] = 0.5 * (t[i][j] + std::conj(t[j][i]));
  return h;
}

/// Returns (t^2 + mubar^2)^-1.
ChiralBlock inverse_norm(const ChiralBlock& t, double mubar) {
  ChiralBlock square;
  for (int i = 0; i < kSize; ++i)
    for (int j = 0; j < kSize; ++j) {
      Complex sum = i == j ? mubar * mubar : 0.0;
      for (int k = 0; k < kSize; ++k) sum += t[i][k] * t[k][j];
      square[i][j] = sum;
    }
  return hermitian_part(cpu::inverted(square).inverse);
}

template <class Function>
ParityChiralField each_block(const ParityChiralField& t, Function f) {
  ParityChiralField result(t.size());
#pragma omp parallel for
  for (std::size_t n = 0; n < t.size(); ++n)
    for (std::size_t chirality = 0; chirality < 2; ++chirality) result[n][chirality] = f(t[n][chirality]);
  return result;
}

}  // namespace

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u,
                               const cpu::CloverOperator& exact)
    : SpinorOperator(lattice, u, exact.kappa(), exact.boundary()),
      mubar_(exact.mubar()),
      even_(lattice),
      inverse_odd_(lattice),
      odd_(lattice),
      turned_(lattice) {
  const ParityChiralField odd = each_block(exact.term(Parity::odd), hermitian_part);
  upload(each_block(exact.term(Parity::even), hermitian_part), even_);
  if (twisted() || lattice.precision() == gpu::Precision::double_) {
    odd_term_.emplace(lattice);
    upload(odd, *odd_term_);
    odd_term_follows_ = true;
  }
  if (!twisted()) {
    upload(each_block(exact.inverse_term(Parity::odd), hermitian_part), inverse_odd_);
    return;
  }
  upload(each_block(odd, [&](const ChiralBlock& t) { return inverse_norm(t, mubar_); }), inverse_odd_);
}

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u, double kappa, double csw,
                               double mu, const Boundary& boundary, bool exponential)
    : SpinorOperator(lattice, u, kappa, boundary),
      mubar_(2 * kappa * mu),
      csw_(csw),
      exponential_(exponential),
      even_(lattice),
      inverse_odd_(lattice),
      strength_(lattice),
      odd_(lattice),
      turned_(lattice) {
  if (lattice.precision() == gpu::Precision::half)
    throw Error(ErrorKind::bad_value,
                "clover quarks in half precision have their matrices from the CPU or from a longer precision",
                "choose single or double");
  if (exponential) linear_.emplace(lattice);
  if (!twisted()) return;
  odd_term_.emplace(lattice);
  odd_hermitian_inverse_.emplace(lattice);
}

CloverOperator::CloverOperator(const DeviceLattice& lattice, const GaugeField& u,
                               const CloverOperator& longer)
    : SpinorOperator(lattice, u, longer.kappa(), longer.boundary().wrapped),
      longer_(&longer),
      mubar_(longer.mubar_),
      csw_(longer.csw_),
      even_(lattice),
      inverse_odd_(lattice),
      odd_(lattice),
      turned_(lattice) {
  if (twisted()) odd_term_.emplace(lattice);
}

std::unique_ptr<FermionOperator<SpinorField>> CloverOperator::at_precision(const DeviceLattice& lattice,
                                                                           const GaugeField& u) const {
  return std::make_unique<CloverOperator>(lattice, u, *this);
}

void CloverOperator::make_strength(Parity this_parity) {
  kernels::FieldStrength::run(lattice(), {.parity = std::uint32_t(this_parity)}, links()[this_parity],
                              links()[other(this_parity)], *strength_);
}

void CloverOperator::make_linear(Parity this_parity, ChiralField& t) {
  make_strength(this_parity);
  kernels::CloverBlocks::run(lattice(), {.a = kappa() * csw_, .b = 0}, *strength_, t);
}

void CloverOperator::make_term(Parity this_parity, ChiralField& t, bool inverse) {
  if (!exponential_) return make_linear(this_parity, t);
  make_linear(this_parity, *linear_);
  kernels::ChiralExponential::run(lattice(), {.a = inverse ? -1.0 : 1.0, .b = 0}, *linear_, t);
}

void CloverOperator::links_changed() {
  if (longer_) {
    copy(longer_->even_, even_);
    copy(longer_->inverse_odd_, inverse_odd_);
    if (twisted()) copy(*longer_->odd_term_, *odd_term_);
    odd_term_follows_ = twisted();
  }
  if (!strength_) return;
  if (!twisted() && exponential_) {
    make_term(Parity::odd, inverse_odd_, true);
  } else if (!twisted()) {
    make_term(Parity::odd, even_);  // temporarily the blocks of the odd sites
    kernels::ChiralInverse::run(lattice(), {}, even_, inverse_odd_);
  } else {
    ChiralField &t = *odd_term_, &product = *odd_hermitian_inverse_;
    make_term(Parity::odd, t);
    kernels::ChiralProduct::run(lattice(), {.a = mubar_ * mubar_, .b = 0}, t, t, product);
    kernels::ChiralInverse::run(lattice(), {}, product, inverse_odd_);
    kernels::ChiralProduct::run(lattice(), {.a = 0, .b = 0}, t, inverse_odd_, product);
  }
  odd_term_follows_ = twisted();
  make_term(Parity::even, even_);
}

const ChiralField& CloverOperator::odd_term() {
  if (odd_term_follows_) return *odd_term_;
  if (!odd_term_) odd_term_.emplace(lattice());
  if (strength_) {
    make_term(Parity::odd, *odd_term_);
  } else {
    // (T^-1)^-1 costs a rounding, but T itself is not stored.
    kernels::ChiralInverse::run(lattice(), {}, inverse_odd_, *odd_term_);
  }
  odd_term_follows_ = true;
  return *odd_term_;
}

double CloverOperator::log_det(GlobalSums& sums) {
  kernels::ChiralDeterminant::run(lattice(), {}, inverse_odd_, sums.partials());
  sums.collect(1, false);
  // |det (T + i mubar gamma5)|^2 = det (T^2 + mubar^2).
  return (twisted() ? -0.5 : -1) * sums.totals()[0];
}

void CloverOperator::make_room_for_derivative() {
  SpinorOperator::make_room_for_derivative();
  if (!z_) z_.emplace(lattice());
}

void CloverOperator::derivative(MomentumField& p, double eps, const SpinorField& y, const SpinorField& x,
                                double log_det_weight) {
  make_room_for_derivative();
  SpinorOperator::derivative(p, eps, y, x);
  const args::LinearArgs<double> arguments{.a = -2 * kappa() * csw_, .b = 0};
  TensorField& z = *z_;
  if (exponential_) {
    make_linear(Parity::even, *linear_);
    kernels::CloverOuterExponential::run(lattice(), arguments, *linear_, x, y, z[Parity::even]);
    make_linear(Parity::odd, *linear_);
    kernels::CloverOuterExponential::run(lattice(), arguments, *linear_, odd_x(), odd_y(), z[Parity::odd]);
  } else {
    kernels::CloverOuter::run(lattice(), arguments, x, y, z[Parity::even]);
    kernels::CloverOuter::run(lattice(), arguments, odd_x(), odd_y(), z[Parity::odd]);
  }
  if (log_det_weight != 0 && exponential_ && twisted()) {
    // d exp(C) X has the trace dC exp(C) X for an X that commutes with C. Without a twist det T is 1.
    kernels::ChiralProduct::run(lattice(), {.a = 0, .b = 0}, odd_inverse(), odd_term(), *linear_);
    kernels::CloverTrace::run(lattice(), {.a = log_det_weight * kappa() * csw_, .b = 0}, *linear_,
                              z[Parity::odd]);
  } else if (log_det_weight != 0 && !exponential_) {
    // d log |det T_oo| = Re Tr T_oo^-1 dT_oo. Only the hermitian part of (T + i mubar gamma5)^-1 contributes.
    const args::LinearArgs<double> weighted{.a = log_det_weight * kappa() * csw_, .b = 0};
    kernels::CloverTrace::run(lattice(), weighted, odd_inverse(), z[Parity::odd]);
  }
  exchange(z, 1);
  for (const Parity this_parity : {Parity::even, Parity::odd})
    kernels::CloverForce::run_all(lattice(), this_parity, eps, links(), z, p);
}

void CloverOperator::invert_odd(const SpinorField& psi, SpinorField& middle, SpinorField& out,
                                bool dagger) const {
  kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = 0}, psi, twisted() ? middle : out,
                           inverse_odd_);
  if (twisted())
    kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = dagger ? mubar_ : -mubar_}, middle,
                             out, *odd_term_);
}

void CloverOperator::apply(Parity target, const SpinorField& this_parity, const SpinorField& other_parity,
                           SpinorField& out, bool dagger) {
  using kernels::CloverDslash;
  auto arguments = boundary().arguments<kernels::CloverDslash::Args>();
  arguments.parity = std::uint32_t(target);
  arguments.a5 = dagger ? -mubar_ : mubar_;
  arguments.b = -kappa();
  const std::uint32_t flags = boundary().flags | CloverDslash::kOnX | (dagger ? CloverDslash::kDagger : 0);
  const ChiralField& term = target == Parity::even ? even_ : odd_term();
  run_hop<CloverDslash>(other_parity, other(target), flags, arguments, links()[target],
                        links()[other(target)], other_parity, this_parity, out, term);
}

void CloverOperator::prepare(const SpinorField& b_even, const SpinorField& b_odd, SpinorField& source) {
  invert_odd(b_odd, turned_, odd_, false);
  add_hop(Parity::even, odd_, b_even, kappa(), source);
}

void CloverOperator::reconstruct(const SpinorField& b_odd, const SpinorField& x_even, SpinorField& x_odd) {
  add_hop(Parity::odd, x_even, b_odd, kappa(), odd_);
  invert_odd(odd_, turned_, x_odd, false);
}

void CloverOperator::odd_half(const SpinorField& even, SpinorField& odd, bool dagger) const {
  auto arguments = boundary().arguments<kernels::CloverDslash::Args>();
  arguments.parity = std::uint32_t(Parity::odd);
  arguments.b = kappa();
  const std::uint32_t flags = boundary().flags | (dagger ? kernels::CloverDslash::kDagger : 0);
  run_hop<kernels::CloverDslash>(even, Parity::even, flags, arguments, links()[Parity::odd],
                                 links()[Parity::even], even, even, twisted() ? turned_ : odd, inverse_odd_);
  if (twisted())
    kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = dagger ? mubar_ : -mubar_}, turned_,
                             odd, *odd_term_);
}

const SpinorField& CloverOperator::from_odd(const SpinorField& in, bool dagger) {
  using kernels::CloverDslash;
  auto arguments = boundary().arguments<kernels::CloverDslash::Args>();
  arguments.parity = std::uint32_t(Parity::odd);
  arguments.b = 1;
  run_hop<CloverDslash>(in, Parity::even, boundary().flags | (dagger ? CloverDslash::kDagger : 0), arguments,
                        links()[Parity::odd], links()[Parity::even], in, in, odd_, inverse_odd_);
  if (!twisted()) return odd_;
  kernels::CloverTerm::run({lattice(), 0, running()}, {.a = 1, .a5 = dagger ? mubar_ : -mubar_}, odd_,
                           turned_, *odd_term_);
  return turned_;
}

args::WilsonDslashArgs<double> CloverOperator::to_even(bool dagger) const {
  auto arguments = boundary().arguments<kernels::CloverDslash::Args>();
  arguments.parity = std::uint32_t(Parity::even);
  arguments.a5 = dagger ? -mubar_ : mubar_;
  arguments.b = -kappa() * kappa();
  return arguments;
}

void CloverOperator::even_odd(const SpinorField& in, SpinorField& out, bool dagger) {
  using kernels::CloverDslash;
  const std::uint32_t flags = boundary().flags | CloverDslash::kOnX | (dagger ? CloverDslash::kDagger : 0);
  const SpinorField& odd = from_odd(in, dagger);
  run_hop<CloverDslash>(odd, Parity::odd, flags, to_even(dagger), links()[Parity::even], links()[Parity::odd],
                        odd, in, out, even_);
}

void CloverOperator::even_odd_sum(const SpinorField& in, SpinorField& out, bool residual, Partials& partials,
                                  const CgScalars& scalars) {
  using kernels::CloverDslash, kernels::CloverDslashSum;
  const std::uint32_t flags =
      boundary().flags | (residual ? CloverDslash::kDagger | CloverDslashSum::kResidual : 0);
  const SpinorField& odd = from_odd(in, residual);
  run_hop<CloverDslashSum>(odd, Parity::odd, flags, to_even(residual), links()[Parity::even],
                           links()[Parity::odd], odd, in, out, even_, partials, scalars);
}

void CloverOperator::normal_root(const SpinorField& in, SpinorField& middle, Partials& partials,
                                 const CgScalars& scalars) {
  even_odd_sum(in, middle, false, partials, scalars);
}

void CloverOperator::normal_residual(const SpinorField&, const SpinorField& middle, SpinorField& r,
                                     Partials& partials, const CgScalars& scalars) {
  even_odd_sum(middle, r, true, partials, scalars);
}

double CloverOperator::normal_flops() const {
  constexpr double kHop = kernels::CloverDslash::kFlops;
  const double twist = mubar_ != 0 ? 2 * (kHop - kernels::WilsonDslash::kFlops + 48) : 0;
  return (4 * kHop + 2 * 48 + twist) * double(lattice().geometry().half_volume());
}

}  // namespace glueball
