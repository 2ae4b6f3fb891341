#include "overlap/followed_mode.hpp"

#include <algorithm>
#include <cmath>

#include "eigen/small_matrices.hpp"
#include "linalg/take_off.hpp"

namespace glueball {
namespace {

/// Tolerance of the inverse iteration, of which only the direction is used.
constexpr double kOfInverse = 1e-4;
/// Least sqrt(s), relative to the last low mode: a smaller shift costs iterations without a gain in digits.
constexpr double kLeastShift = 1e-3;
/// The part of a solution outside of the space, relative to all of it, that is only rounding.
constexpr double kNothingNew = 1e-10;

}  // namespace

FollowedMode::FollowedMode(const DeviceLattice& lattice, const GaugeField& u, const OverlapKernel& kernel,
                           const KernelModes& near, std::size_t mode)
    : kernel_(kernel),
      op_(lattice, u, kernel.kappa(), 0, kernel.boundary),
      inverse_(lattice, u, kernel.kappa(), kernel.boundary, 1),
      dots_(lattice),
      factors_(lattice, near.vectors.size() + kMostWider + 4),
      space_(near.vectors),
      vector_(full_vector(lattice)),
      room_(near.vectors.size() + kMostWider),
      least_(kLeastShift * near.next / kernel.scale()) {
  set_to(1, near.vectors[mode], vector_);
}

double FollowedMode::turn(double& residual) {
  const auto space = std::span<const Vector>(space_);
  const std::vector<Complex> was = dots_(space, vector_);
  const HermitianEigen own = kernel_between(op_, space, dots_);
  std::size_t best = 0;
  double most = -1;
  for (std::size_t k = 0; k < space.size(); ++k) {
    Complex product = 0;
    for (std::size_t n = 0; n < space.size(); ++n) product += std::conj(own.vectors[k][n]) * was[n];
    if (std::norm(product) <= most) continue;
    most = std::norm(product);
    best = k;
  }
  set_to(0, space_[0], vector_);
  axpy(std::span<const Complex>(own.vectors[best]), space, vector_, factors_);
  Vector image = full_vector(op_.lattice());
  apply_kernel(op_, vector_, image);
  hops_ += space.size() + 1;
  axpy(-own.values[best], vector_, image);
  residual = kernel_.scale() * std::sqrt(std::max(0.0, dots_(image, image).real()));
  return own.values[best];
}

bool FollowedMode::widen(double value) {
  if (space_.size() == room_) return false;
  const double root = std::max(std::abs(value), least_);
  inverse_.set({.numerators = {1}, .shifts = {root * root}});
  Vector x = full_vector(op_.lattice());
  inverse_.apply(vector_, x, kOfInverse, kernel_.max_iterations);
  const double all = dots_(x, x).real();
  if (!(all > 0) || !std::isfinite(all)) return false;
  scale(1 / std::sqrt(all), x);
  double left = 1;
  for (int pass = 0; pass < 2; ++pass) {
    take_off(std::span<const Vector>(space_), x, dots_, factors_);
    const double size = std::sqrt(dots_(x, x).real());
    left *= size;
    if (!(left > kNothingNew)) return false;
    scale(1 / size, x);
  }
  space_.push_back(std::move(x));
  return true;
}

std::optional<double> FollowedMode::follow() {
  while (true) {
    double residual = 0;
    const double value = turn(residual);
    if (residual <= kResidual) return kernel_.scale() * value;
    if (!widen(value)) return {};
  }
}

}  // namespace glueball
