#include "solvers/deflation.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "base/error.hpp"
#include "field/transfer.hpp"
#include "linalg/copy.hpp"

namespace glueball {
namespace {

/// Limit of |A v - lambda v| / |lambda| for an eigenvector v, and limit of |A v - lambda v| if rounding in v
/// is more.
constexpr double kNoEigenvector = 0.5, kRounding = 1e-4;

}  // namespace

template <class F>
Deflation<F>::Deflation(const DeviceLattice& lattice, const LowModes& modes, double mass,
                        const Boundary& boundary)
    : lattice_(lattice),
      own_(lattice.in_half() ? std::make_unique<DeviceLattice>(lattice.device(), lattice.geometry(),
                                                               lattice.options_in(gpu::Precision::single))
                             : nullptr),
      dots_(own()),
      factors_(own(), modes.values.size() + 4),
      given_(modes.values),
      mass_of_modes_(modes.mass),
      of_file_(!modes.origin.empty()),
      origin_(of_file_ ? modes.origin : "deflation") {
  source_.emplace_back(own());
  sum_.emplace_back(own());
  const BoundaryRotation rotation(lattice.geometry(), boundary);
  for (std::size_t n = 0; n < given_.size(); ++n) {
    FullQuarkField<OneParity> v;
    v[0] = modes.template vector<OneParity>(n);
    rotation.rotate(v, true);
    vectors_.emplace_back().emplace_back(own());
    upload(v[0], vectors_.back()[0]);
  }
  set_mass(mass);
}

template <class F>
void Deflation<F>::set_mass(double mass) {
  const double shift =
      std::is_same_v<F, ColourField> ? (mass - mass_of_modes_) * (mass + mass_of_modes_) : 0.0;
  values_ = given_;
  for (double& value : values_) {
    value += shift;
    if (!(value > 0))
      throw Error(ErrorKind::bad_value,
                  fmt::format("{}: an eigenvalue of {:.3g} is not above 0", origin_, value),
                  "give eigenvectors of this quark");
  }
}

template <class F>
void Deflation<F>::check(PreciseOperator<F>& precise) {
  if (vectors_.empty()) return;
  Vector b = precise.make(), x = precise.make(), r = precise.make();
  for (const std::size_t n : {std::size_t(0), vectors_.size() - 1}) {
    precise.take(vectors_[n][0], x);
    precise.take(vectors_[n][0], b);
    precise.scale(values_[n], b);
    const double left = precise.residual(System::normal, b, x, r).system;
    if (!(left <= std::max(kNoEigenvector * values_[n], kRounding)))
      throw Error(of_file_ ? ErrorKind::bad_file : ErrorKind::bad_value,
                  fmt::format("{}: eigenvector {} is none of this quark on this configuration: |A v - lambda "
                              "v| is {:.2g} where lambda is {:.2g}",
                              origin_, n + 1, left, values_[n]),
                  "give those of this quark and configuration");
  }
}

template <class F>
void Deflation<F>::sum_up(std::span<const Complex> factors) {
  set_to(0, source_, sum_);
  axpy(factors, std::span<const FieldVector<F>>(vectors_), sum_, factors_);
}

template <class F>
void Deflation<F>::correct(System system, PreciseOperator<F>& precise, double size, Vector& r, Vector& x) {
  if (vectors_.empty() || size == 0) return;
  // Numbers in low precision have a limited range.
  precise.scale(1 / size, r);
  if (system == System::even_odd) {
    if (!root_) root_.emplace(precise.make());
    precise.even_odd(r, *root_, true);
    precise.send(*root_, source_[0]);
  } else {
    precise.send(r, source_[0]);
  }
  auto products = dots_(std::span<const FieldVector<F>>(vectors_), source_);
  for (std::size_t n = 0; n < products.size(); ++n) products[n] /= values_[n];
  sum_up(products);
  precise.add(size, sum_[0], x);
}

template <class F>
std::vector<Complex> Deflation<F>::take_off(F& b) {
  copy(b, source_[0]);
  const auto products = dots_(std::span<const FieldVector<F>>(vectors_), source_);
  sum_up(products);
  axpy(-1.0, sum_, source_);
  copy(source_[0], b);
  return products;
}

template <class F>
void Deflation<F>::put_on(std::span<const Complex> products, double shift, F& x) {
  std::vector<Complex> factors(products.begin(), products.end());
  for (std::size_t n = 0; n < factors.size(); ++n) factors[n] /= values_[n] + shift;
  copy(x, source_[0]);
  sum_up(factors);
  axpy(1.0, sum_, source_);
  copy(source_[0], x);
}

template class Deflation<SpinorField>;
template class Deflation<ColourField>;

}  // namespace glueball
