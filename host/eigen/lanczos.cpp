#include "eigen/lanczos.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "eigen/rotate_basis.hpp"

namespace glueball {
namespace {

constexpr int kMost = 5000;  ///< largest number of eigenvectors
/// Restarts before a search that starts from a nearby matrix's eigenvectors gives up: that matrix was not
/// near then.
constexpr int kMostNearby = 60;
/// log of the factor by which a search must have amplified a wanted vector relative to its share of a random
/// vector.
constexpr double kSure = 25;
/// The smallest possible residuals, relative to the largest eigenvalue.
constexpr double kBestOfDouble = 1e-11, kBestOfSingle = 1e-6;

std::size_t basis_of(const LanczosOptions& o) {
  return o.basis > 0 ? std::size_t(o.basis) : 2 * std::size_t(o.count) + 20;
}

}  // namespace

void check_lanczos(const LanczosOptions& o, std::size_t dimension) {
  const auto refuse = [](const std::string& what, const std::string& hint) {
    throw Error(ErrorKind::bad_value, "eigenvalues: " + what, hint);
  };
  if (o.count < 1) refuse(fmt::format("{} of them are asked for", o.count), "give a <count> above 0");
  if (o.count > kMost || o.basis > 2 * kMost + 20)
    refuse(fmt::format("{} of them in a basis of {} vectors", o.count, basis_of(o)),
           fmt::format("give a <count> of up to {}, and a <basis> of up to {}", kMost, 2 * kMost + 20));
  if (std::size_t(o.count) > dimension)
    refuse(fmt::format("{} of them are asked for, and the matrix has {}", o.count, dimension),
           "give a smaller <count>");
  if (o.basis != 0 && o.basis < o.count + 2 && std::size_t(o.basis) < dimension)
    refuse(fmt::format("a basis of {} vectors has no room for {} eigenvectors", o.basis, o.count),
           fmt::format("give a <basis> of {} or more", 2 * o.count + 20));
  if (o.degree < 0 || o.degree > 100000)
    refuse(fmt::format("a polynomial of degree {}", o.degree), "give a <degree> from 1 to 100000, or 0");
  if (!(o.cut >= 0) || !std::isfinite(o.cut))
    refuse(fmt::format("a cut of {}", o.cut), "give a <cut> above 0, or 0 to have it chosen");
  if (!(o.tolerance > 0) || o.tolerance >= 1)
    refuse(fmt::format("tolerance {} is not between 0 and 1", o.tolerance), "for example 1e-10");
  if (o.max_restarts < 1) refuse("no restarts are allowed", "raise <max_restarts>");
}

template <class F>
Lanczos<F>::Lanczos(VectorMatrix<F>& matrix, const LanczosOptions& options)
    : filter_(matrix),
      options_(options),
      count_(std::size_t(options.count)),
      dimension_(matrix.dimension()),
      dots_(matrix.lattice()),
      scratch_(matrix.make()),
      sums_{matrix.make(), matrix.make(), matrix.make()},
      factors_(matrix.lattice(), 4 * (basis_of(options) + 4)),
      t_(basis_of(options)) {
  for (std::size_t n = 0; n <= basis_of(options); ++n) slots_.push_back(matrix.make());
}

/// Returns how many eigenvectors this search wants.
template <class F>
std::size_t Lanczos<F>::wanted() const {
  const std::size_t locked = values_.size(), half = std::max<std::size_t>(1, (room() - locked) / 2);
  return locked < count_ ? count_ - locked : std::min(count_, half);
}

/// Returns the largest eigenvalue among those to be returned.
template <class F>
double Lanczos<F>::worst() const {
  std::vector<double> sorted = values_;
  std::nth_element(sorted.begin(), sorted.begin() + std::ptrdiff_t(count_ - 1), sorted.end());
  return sorted[count_ - 1];
}

/// Returns the limit of |A v - lambda v| / (largest eigenvalue) for an eigenvalue.
template <class F>
double Lanczos<F>::goal(double value) const {
  const double rounding =
      scratch_[0].format().precision == gpu::Precision::double_ ? kBestOfDouble : kBestOfSingle;
  return std::min(options_.tolerance, std::max(rounding, options_.relative * std::abs(value) / largest_));
}

template <class F>
void Lanczos<F>::start_anew() {
  sort_locked();
  active_ = steps_ = inserted_ = 0;
  beta_ = scale_ = 0;
  began_with_ = values_.size();
  if (values_.size() < room()) put_random(values_.size());
  if (!verifying()) return;
  choose_to_verify();
}

/// True if the process as it is determines what this search wants. The relative residual of p(A) bounds the
/// residual of A relative to the largest eigenvalue. A sharper bound is not possible, because p falls
/// steeply.
template <class F>
bool Lanczos<F>::enough() const {
  const std::size_t count = wanted();
  if (p_.degree == 0 || active_ < count) return false;
  const SymmetricEigen ritz = eigen_of(t_, active_);
  if (verifying() && nothing_left(ritz)) return true;
  for (std::size_t n = 0; n < count; ++n)
    if (!(std::abs(beta_ * ritz.vectors(active_ - 1, n)) <=
          goal(p_.inverse(ritz.values[n])) * ritz.values[n]))
      return false;
  return true;
}

/// Extends the process until there is no room left, or until enough() holds.
template <class F>
void Lanczos<F>::fill() {
  const std::size_t locked = values_.size(), every = std::max<std::size_t>(4, wanted() / 4);
  std::vector<Complex> products;
  while (locked + active_ < room()) {
    const std::size_t slot = locked + active_;
    filter_.apply(p_, slots_[slot], slots_[slot + 1]);
    beta_ = orthogonalise(slot + 1, products);
    for (std::size_t row = 0; row <= active_; ++row)
      t_(row, active_) = t_(active_, row) = products[locked + row].real();
    ++active_;
    ++steps_;
    // The Krylov space of the start vector is exhausted: continue with a random vector.
    if (beta_ == 0 && slot + 1 < room())
      put_random(slot + 1);
    else if (active_ % every == 0 && enough())
      return;
  }
}

/// True if a search below the known eigenvalues has found nothing.
template <class F>
bool Lanczos<F>::nothing_left(const SymmetricEigen& ritz) const {
  const double there = p_(worst());
  if (values_.size() + active_ < dimension_ && double(steps_) * std::acosh(std::max(1.0, there)) < kSure)
    return false;
  const double bound = ritz.values[0] + std::abs(beta_ * ritz.vectors(active_ - 1, 0));
  return bound < there - 1e-6 * std::abs(there);
}

/// Restarts the process with its best Ritz vectors.
template <class F>
void Lanczos<F>::shrink(const SymmetricEigen& ritz) {
  const std::size_t locked = values_.size(), least = std::min(wanted(), active_);
  const std::size_t keep = least + (active_ - least) / 3;
  const auto v = [&](std::size_t n) -> FieldVector<F>& { return slots_[locked + n]; };
  rotate_basis(std::span(slots_).subspan(locked, active_), ritz.vectors, keep,
               std::span<FieldVector<F>, 3>(sums_), factors_);
  std::swap(v(keep), v(active_));
  if (beta_ == 0 && locked + keep < room()) put_random(locked + keep);
  for (std::size_t column = 0; column < keep; ++column)
    for (std::size_t row = 0; row < keep; ++row) t_(row, column) = row == column ? ritz.values[column] : 0;
  active_ = keep;
}

/// Returns v^+ A v, and sets `residual` to |A v - (v^+ A v) v| / (largest eigenvalue).
template <class F>
double Lanczos<F>::rayleigh(const FieldVector<F>& v, double& residual) {
  filter_.matrix(v, scratch_);
  const double value = dots_(v, scratch_).real();
  axpy(-value, v, scratch_);
  residual = norm(scratch_) / largest_;
  return value;
}

template <class F>
void Lanczos<F>::lock(double value, double residual) {
  values_.push_back(value);
  residuals_.push_back(residual);
  ++inserted_;
  --active_;
  for (std::size_t column = 0; column < active_; ++column)
    for (std::size_t row = 0; row < active_; ++row) t_(row, column) = t_(row + 1, column + 1);
}

/// Locks the best Ritz vectors one after the other until one has not converged. Returns true if this search
/// has found all that it can.
template <class F>
bool Lanczos<F>::lock_converged() {
  while (active_ > 0) {
    double residual = 0;
    const double value = rayleigh(slots_[values_.size()], residual);
    last_residual_ = residual;
    const double enough = goal_ = goal(value);
    if (!(residual <= enough)) return false;
    const double last = values_.size() >= count_ ? worst() : HUGE_VAL;
    if (value >= last - 2 * enough * largest_) return true;
    if (options_.cut > 0 && p_.degree > 0 && value > options_.cut) refuse_cut(value);
    lock(value, residual);
    if (values_.size() >= room() || (!verifying() && values_.size() == count_)) return true;
  }
  return true;
}

/// Sorts the locked vectors by value, and keeps the wanted number.
template <class F>
void Lanczos<F>::sort_locked() {
  std::vector<std::size_t> order(values_.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return values_[a] < values_[b]; });
  const std::vector<FieldVector<F>> slots(slots_.begin(), slots_.begin() + std::ptrdiff_t(order.size()));
  const auto values = values_, residuals = residuals_;
  for (std::size_t n = 0; n < order.size(); ++n) {
    slots_[n] = slots[order[n]];
    values_[n] = values[order[n]];
    residuals_[n] = residuals[order[n]];
  }
  const std::size_t keep = std::min(values_.size(), count_);
  values_.resize(keep);
  residuals_.resize(keep);
}

template <class F>
void Lanczos<F>::give_up() const {
  throw Error(ErrorKind::not_converged,
              fmt::format("eigenvalues: {} of {} were found after {} restarts (the next has a residual of "
                          "{:.3g}, the limit is {:.3g})",
                          std::min(values_.size(), count_), count_, restarts_, last_residual_, goal_),
              "raise <max_restarts> or <basis>, or give a larger <tolerance>");
}

template <class F>
LanczosResult Lanczos<F>::run(const LanczosStart<F>& from) {
  from_ = from;
  values_.clear();
  residuals_.clear();
  p_ = {};
  restarts_ = 0;
  filter_.matrix(slots_[0], scratch_);  // this first call allocates memory
  start_anew();
  while (values_.size() < dimension_) {
    fill();
    const SymmetricEigen ritz = eigen_of(t_, active_);
    if (verifying() && nothing_left(ritz)) break;
    if (p_.degree == 0 && high_ == 0) learn_ends(ritz);
    const bool whole = values_.size() + active_ == dimension_;
    shrink(ritz);
    if (lock_converged()) {
      if (verifying() && inserted_ == 0) break;
      if (whole && values_.size() >= count_) break;
      start_anew();
    } else {
      tune();
    }
    if (options_.progress) options_.progress(int(std::min(values_.size(), count_)), last_residual_);
    if (++restarts_ >=
        (from_.vectors.empty() ? options_.max_restarts : std::min(kMostNearby, options_.max_restarts)))
      give_up();
  }
  sort_locked();
  return {.values = values_,
          .residuals = residuals_,
          .largest = largest_,
          .applications = filter_.applications(),
          .restarts = restarts_,
          .filter = p_};
}

template class Lanczos<SpinorField>;
template class Lanczos<ColourField>;

}  // namespace glueball
