#include "overlap/zero_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "eigen/rotate_basis.hpp"
#include "field/transfer.hpp"
#include "linalg/take_off.hpp"
#include "quark/source.hpp"

namespace glueball {
namespace {

/// Steps between tests of a process.
constexpr std::size_t kLookEvery = 4;
/// Share of a zero mode in a random vector, relative to the usual share, above which the mode is certainly
/// found.
constexpr double kLeastShare = 1e-3;
/// In units of the sign function's error, eigenvalues up to the first bound are 0, and those above the second
/// are not.
constexpr double kZero = 2, kNotZero = 4;

/// Returns the steps after which a process that ends at `gap` would have found a zero mode in a space of this
/// dimension. The mode's share has grown by T_k((1 + gap) / (1 - gap)) then, and all other components
/// together are below the gap.
double enough_steps(double gap, std::size_t dimension) {
  const double share = kLeastShare / std::sqrt(double(dimension));
  return std::log(2 / (share * std::sqrt(gap))) / std::acosh((1 + gap) / std::max(1e-12, 1 - gap));
}

std::size_t kept(std::size_t basis) { return std::max<std::size_t>(2, basis / 4); }

}  // namespace

std::size_t ZeroModeSearch::room(const ZeroModeOptions& options) {
  return std::size_t(options.basis) + 1 + 3;
}

ZeroModeSearch::ZeroModeSearch(SignFunction& sign, const ZeroModeOptions& options)
    : sign_(sign),
      op_(sign),
      options_(options),
      dots_(sign.lattice()),
      factors_(sign.lattice(), std::size_t(std::max(4 * options.basis, options.most)) + 16),
      room_(std::size_t(options.basis)),
      t_(room_) {
  if (options.most < 1 || options.basis < 8 || options.max_steps < 1)
    throw Error(ErrorKind::bad_value,
                fmt::format("zero modes: {} of them in a basis of {} vectors with {} steps are not possible",
                            options.most, options.basis, options.max_steps),
                "give a <basis> of 8 or more");
  for (std::size_t n = 0; n <= room_; ++n) v_.push_back(full_vector(sign.lattice()));
  for (Vector& sum : sums_) sum = full_vector(sign.lattice());
}

double ZeroModeSearch::norm(const Vector& v) { return std::sqrt(std::max(0.0, dots_(v, v).real())); }

/// Removes the components along orthonormal vectors, and adds them to `products` unless it is null.
void ZeroModeSearch::take_off(std::span<const Vector> from, Vector& w, std::vector<Complex>* products) {
  const std::vector<Complex> c = glueball::take_off(from, w, dots_, factors_);
  if (products == nullptr) return;
  for (std::size_t n = 0; n < c.size(); ++n) (*products)[products->size() - c.size() + n] += c[n];
}

void ZeroModeSearch::start(Chirality c) {
  const auto noise = make_source<ParitySpinorField>({.kind = SourceKind::z2xz2, .seed = options_.seed},
                                                    sign_.lattice().geometry(), 0, 1, starts_++);
  for (std::size_t part = 0; part < 2; ++part) upload(noise[part], v_[1][part]);
  project(c, v_[1], v_[0]);
  const double before = norm(v_[0]);
  for (int pass = 0; pass < 2; ++pass) take_off(own(c), v_[0], nullptr);
  const double size = norm(v_[0]);
  if (!(size > 1e-4 * before))
    throw Error(ErrorKind::not_converged, "zero modes: no random vector is independent of those found",
                "check the configuration: all its modes are zero modes");
  scale(1 / size, v_[0]);
  active_ = 0;
}

/// Makes the next vector, orthogonal to all. Its products with them are a column of the matrix.
void ZeroModeSearch::step(Chirality c) {
  const auto basis = std::span<const Vector>(v_).first(active_ + 1);
  Vector& w = v_[active_ + 1];
  op_.normal(c, v_[active_], w, sign_.kernel().sign_error);
  std::vector<Complex> column(active_ + 1);
  // The largest components are along the last two vectors.
  if (active_ > 1) take_off(basis.last(2), w, &column);
  double before = norm(w);
  take_off(basis, w, &column);
  // The components along zero modes are removed last, because rounding errors along them would grow from step
  // to step.
  take_off(own(c), w, nullptr);
  beta_ = norm(w);
  if (beta_ < 0.7 * before) {
    take_off(basis, w, &column);
    take_off(own(c), w, nullptr);
    beta_ = norm(w);
  }
  if (beta_ > 0) scale(1 / beta_, w);
  t_(active_, active_) = column[active_].real();
  ++active_;
  join(std::vector<double>(active_ - 1, 0.0), beta_);
}

/// Sets the matrix elements of the next vector with those before it. Exact zeros are set, so that errors of
/// the sign function do not fill them.
void ZeroModeSearch::join(const std::vector<double>& before, double last) {
  if (active_ == room_) return;
  for (std::size_t row = 0; row < active_; ++row)
    t_(row, active_) = t_(active_, row) = row < before.size() ? before[row] : last;
}

/// Restarts the process with its best Ritz vectors.
void ZeroModeSearch::shrink(const SymmetricEigen& ritz) {
  const std::size_t keep = kept(room_);
  SquareMatrix best(active_);
  for (std::size_t k = 0; k < keep; ++k)
    for (std::size_t n = 0; n < active_; ++n) best(n, k) = ritz.vectors(n, active_ - 1 - k);
  const std::vector<double> signs =
      rotate_basis(std::span(v_).first(active_), best, keep, std::span<Vector, 3>(sums_), factors_);
  std::swap(v_[keep], v_[active_]);
  for (std::size_t column = 0; column < keep; ++column)
    for (std::size_t row = 0; row < keep; ++row)
      t_(row, column) = row == column ? ritz.values[active_ - 1 - column] : 0;
  std::vector<double> arrow(keep);
  for (std::size_t k = 0; k < keep; ++k) arrow[k] = beta_ * signs[k] * best(active_ - 1, k);
  active_ = keep;
  join(arrow, 0);
}

void ZeroModeSearch::lock(Chirality c, const SymmetricEigen& ritz) {
  std::vector<Complex> factors(active_);
  for (std::size_t n = 0; n < active_; ++n) factors[n] = ritz.vectors(n, active_ - 1);
  Vector v = full_vector(sign_.lattice());
  set_to(0, v_[0], v);
  axpy(std::span<const Complex>(factors), std::span<const Vector>(v_).first(active_), v, factors_);
  take_off(own(c), v, nullptr);
  scale(1 / norm(v), v);
  own(c).push_back(std::move(v));
}

bool ZeroModeSearch::another(Chirality c) {
  const double error = sign_.kernel().sign_error;
  const std::size_t dimension = 6 * sign_.lattice().geometry().whole_volume(),
                    left = dimension - own(c).size();
  if (left == 0) return false;
  start(c);
  for (int steps = 1; steps <= options_.max_steps; ++steps) {
    step(c);
    const bool whole = active_ == left || beta_ < 0.1 * error;
    if (steps % int(kLookEvery) != 0 && active_ < room_ && !whole) continue;
    const SymmetricEigen ritz = eigen_of(t_, active_);
    const double value = ritz.values[active_ - 1],
                 residual = whole ? 0 : beta_ * std::abs(ritz.vectors(active_ - 1, active_ - 1));
    if (options_.progress) options_.progress(c, int(own(c).size()), value);
    if (value <= kZero * error) {
      lock(c, ritz);
      return true;
    }
    const double least = value - residual;
    if (least > kNotZero * error && (whole || steps >= enough_steps(least, dimension))) {
      found_.gap = std::min(found_.gap, value);
      return false;
    }
    if (residual < 0.5 * error && least <= kNotZero * error) {
      found_.unclear = value;
      return false;
    }
    if (active_ == room_) shrink(ritz);
  }
  throw Error(ErrorKind::not_converged,
              fmt::format("zero modes: the number is undecided after {} sign functions", options_.max_steps),
              "smear the links, or give another <m0>");
}

ZeroModes ZeroModeSearch::run() {
  found_ = {};
  for (const Chirality c : {Chirality::minus, Chirality::plus}) {
    own(c).clear();
    while (!found_.unclear && another(c))
      if (own(c).size() > std::size_t(options_.most))
        throw Error(ErrorKind::not_converged,
                    fmt::format("zero modes: there are more than {} of one chirality", options_.most),
                    "smear the links, or flow them first");
  }
  found_.minus = int(vectors(Chirality::minus).size());
  found_.plus = int(vectors(Chirality::plus).size());
  return found_;
}

}  // namespace glueball
