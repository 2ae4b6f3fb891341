// The filter of a Lanczos search: the ends of the spectrum, and where to cut it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"

namespace glueball {
namespace {

constexpr double kGrowth = 30;    ///< p(0) of a filter that is chosen
constexpr int kMostDegree = 999;  ///< of it
constexpr double kLowest = 1e-4;  ///< its cut, relative to the largest eigenvalue
/// The cut of a search that knows the eigenvalues of a matrix nearby, in units of the last of those.
constexpr double kAbove = 4;

int odd(int degree) { return degree + (degree % 2 == 0); }

}  // namespace

/// From Ritz values of -A.
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

/// The filter of what is below `low`.
template <class F>
void Lanczos<F>::choose(double low) {
  if (low >= high_)
    throw Error(ErrorKind::bad_value,
                fmt::format("eigenvalues: the cut {:.6g} is above the largest, {:.6g}", low, largest_),
                "give a smaller <cut>, or 0 to have it chosen");
  p_ = Chebyshev::growing(low, high_, kGrowth, kMostDegree);
  if (options_.degree > 0) p_.degree = odd(options_.degree);
}

/// What has not been found yet is looked for up to the last that was.
template <class F>
void Lanczos<F>::choose_to_verify() {
  if (options_.cut > 0 && worst() > options_.cut) refuse_cut(worst());
  const double low =
      options_.cut > 0 ? options_.cut : std::clamp(1.3 * worst(), kLowest * largest_, 0.9 * high_);
  if (p_.degree == 0 || low > p_.low) choose(low);
}

/// A better filter where the Ritz vectors know one; the process goes on from their sum.
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

/// The ends of the spectrum are known now.
template <class F>
void Lanczos<F>::begin_with(const LanczosStart<F>& from) {
  if (p_.degree > 0) return;
  choose(options_.cut > 0 ? options_.cut : std::clamp(kAbove * from.last, kLowest * largest_, 0.9 * high_));
  FieldVector<F>& v = slots_[values_.size()];
  set_to(0, from.vectors.front(), v);
  for (const FieldVector<F>& near : from.vectors) axpy(1.0, near, v);
  begin_again();
}

/// From what is in the first slot of the process.
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
