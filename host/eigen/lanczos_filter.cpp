// Choice of a Lanczos search's filter: the ends of the spectrum, and the cut between wanted and damped
// eigenvalues.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"

namespace glueball {
namespace {

constexpr double kGrowth = 30;    ///< p(0) of a chosen filter
constexpr int kMostDegree = 999;  ///< its largest degree
constexpr double kLowest = 1e-4;  ///< its smallest cut, relative to the largest eigenvalue
/// The cut of a search that starts from a nearby matrix's eigenvectors, relative to the largest of their
/// eigenvalues.
constexpr double kAbove = 4;

int odd(int degree) { return degree + (degree % 2 == 0); }

}  // namespace

/// Estimates the ends of the spectrum from Ritz values of -A.
template <class F>
void Lanczos<F>::learn_ends(const SymmetricEigen& ritz) {
  largest_ = -ritz.values[active_ - 1];
  high_ = 1.02 * (largest_ + std::abs(beta_ * ritz.vectors(active_ - 1, active_ - 1)));
}

template <class F>
void Lanczos<F>::refuse_cut(double value) const {
  throw Error(
      ErrorKind::bad_value,
      fmt::format("eigenvalues: {} are not below the cut {:.6g}, one is {:.6g}", count_, options_.cut, value),
      "give a larger <cut>, or 0 to have it chosen");
}

/// Chooses the filter for eigenvalues below `low`.
template <class F>
void Lanczos<F>::choose(double low) {
  if (low >= high_)
    throw Error(ErrorKind::bad_value,
                fmt::format("eigenvalues: the cut {:.6g} is above the largest, {:.6g}", low, largest_),
                "give a smaller <cut>, or 0 to have it chosen");
  p_ = Chebyshev::growing(low, high_, kGrowth, kMostDegree);
  if (options_.degree > 0) p_.degree = odd(options_.degree);
}

/// Chooses a filter to look for missed eigenvalues up to the last one found.
template <class F>
void Lanczos<F>::choose_to_verify() {
  if (options_.cut > 0 && worst() > options_.cut) refuse_cut(worst());
  const double low =
      options_.cut > 0 ? options_.cut : std::clamp(1.3 * worst(), kLowest * largest_, 0.9 * high_);
  if (p_.degree == 0 || low > p_.low) choose(low);
}

/// Changes to a better filter if the Ritz vectors give one. The process restarts from their sum.
template <class F>
void Lanczos<F>::tune() {
  if (verifying() || active_ == 0) return;
  if (!from_.vectors.empty()) return begin_with(from_);
  double low = options_.cut;
  if (p_.degree > 0 && (low > 0 || inserted_ > 0)) return;
  if (low == 0) {
    double unused = 0;
    low = 1.2 * rayleigh(slots_[values_.size() + std::min(wanted(), active_) - 1], unused);
    low = std::clamp(low, kLowest * largest_, 0.9 * high_);
    if (p_.degree > 0 && low > 0.6 * p_.low) return;
  }
  choose(low);
  const std::size_t locked = values_.size();
  for (std::size_t n = 1; n < active_; ++n) axpy(1.0, slots_[locked + n], slots_[locked]);
  begin_again();
}

/// Starts a search when the ends of the spectrum are known.
template <class F>
void Lanczos<F>::begin_with(const LanczosStart<F>& from) {
  if (p_.degree > 0) return;
  choose(options_.cut > 0 ? options_.cut : std::clamp(kAbove * from.last, kLowest * largest_, 0.9 * high_));
  FieldVector<F>& v = slots_[values_.size()];
  set_to(0, from.vectors.front(), v);
  for (const FieldVector<F>& near : from.vectors) axpy(1.0, near, v);
  begin_again();
}

/// Restarts the process from the vector in its first slot.
template <class F>
void Lanczos<F>::begin_again() {
  FieldVector<F>& v = slots_[values_.size()];
  scale(1 / norm(v), v);
  active_ = steps_ = 0;
  scale_ = 0;
}

template void Lanczos<SpinorField>::learn_ends(const SymmetricEigen&);
template void Lanczos<SpinorField>::refuse_cut(double) const;
template void Lanczos<SpinorField>::choose_to_verify();
template void Lanczos<SpinorField>::tune();
template void Lanczos<ColourField>::learn_ends(const SymmetricEigen&);
template void Lanczos<ColourField>::refuse_cut(double) const;
template void Lanczos<ColourField>::choose_to_verify();
template void Lanczos<ColourField>::tune();

}  // namespace glueball
