#include "actions/chronology.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace glueball {
namespace {

/// Minimises a^T g a - 2 a^T v by Cholesky's method; the symmetric matrix g is positive up to rounding. A
/// direction counts as dependent if the earlier ones leave less than `least` of it.
std::vector<double> minimum(std::vector<double> g, std::vector<double> v, double least) {
  const std::size_t n = v.size();
  std::vector<double> scale(n);
  for (std::size_t i = 0; i < n; ++i) scale[i] = g[i * n + i] > 0 ? 1 / std::sqrt(g[i * n + i]) : 0;
  for (std::size_t i = 0; i < n; ++i) {
    v[i] *= scale[i];
    for (std::size_t j = 0; j < n; ++j) g[i * n + j] *= scale[i] * scale[j];
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double sum = g[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= g[i * n + k] * g[j * n + k];
      g[i * n + j] = sum / g[j * n + j];
    }
    double rest = g[i * n + i];
    for (std::size_t k = 0; k < i; ++k) rest -= g[i * n + k] * g[i * n + k];
    if (!(rest > least)) {  // dependent: replaced by a unit vector with coefficient zero
      for (std::size_t k = 0; k < n; ++k) g[i * n + k] = g[k * n + i] = 0;
      rest = 1;
      v[i] = 0;
    }
    g[i * n + i] = std::sqrt(rest);
    for (std::size_t k = 0; k < i; ++k) v[i] -= g[i * n + k] * v[k];
    v[i] /= g[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) v[i] -= g[k * n + i] * v[k];
    v[i] /= g[i * n + i];
  }
  for (std::size_t i = 0; i < n; ++i) v[i] *= scale[i];
  return v;
}

}  // namespace

template <class F>
Chronology<F>::Chronology(const DeviceLattice& lattice, int depth) : lattice_(lattice), dots_(lattice) {
  for (int n = 0; n < depth; ++n) {
    differences_.emplace_back(lattice);
    images_.emplace_back(lattice);
  }
  if (depth > 0)
    for (int n = 0; n < 2; ++n) room_.emplace_back(lattice);
}

template <class F>
std::vector<double> Chronology<F>::coefficients(std::span<const F> images, bool root, const F& b) {
  const std::size_t n = images.size();
  const std::span<const F> left = root ? images : std::span<const F>(differences_);
  std::vector<VectorDots::Product> wanted;
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) wanted.push_back({left[i], images[j]});
  for (std::size_t i = 0; i < n; ++i) wanted.push_back({differences_[i], b});
  const std::vector<Complex> products = dots_.of(wanted);
  if (!std::all_of(products.begin(), products.end(), [](Complex z) { return std::isfinite(z.real()); }))
    return {};

  std::vector<double> g(n * n), v(n);
  auto next = products.begin();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = j; i < n; ++i) g[i * n + j] = g[j * n + i] = (next++)->real();
  for (double& one : v) one = (next++)->real();
  // Below this remainder a direction has lost its digits.
  const double least = lattice_.precision() == gpu::Precision::double_ ? 1e-20 : 1e-9;
  return minimum(std::move(g), std::move(v), least);
}

template <class F>
void Chronology<F>::add(double a, const F& x, F& sum, bool first) const {
  const Launch all(lattice_, kernels::vector_flags(x));
  if (first)
    kernels::Axpby::run(all, {.a = a, .b = 0}, x, x, sum);
  else
    kernels::Axpy::run(all, {.a = a, .b = 0}, x, sum);
}

template <class F>
bool Chronology<F>::guess(SolverMatrix<F>& op, const F& b, F& x, F& ax) {
  if (kept_ == 0) return false;
  const bool root = op.has_root();
  for (std::size_t i = 0; i < kept_; ++i) {
    if (root)
      op.even_odd(differences_[i], images_[i]);
    else
      op.normal(differences_[i], room_[0], images_[i]);
  }
  const std::vector<double> a = coefficients({images_.data(), kept_}, root, b);
  if (a.empty()) return false;
  F& image = root ? room_[0] : ax;
  for (std::size_t i = 0; i < kept_; ++i) {
    add(a[i], differences_[i], x, i == 0);
    add(a[i], images_[i], image, i == 0);
  }
  if (root) op.even_odd(image, ax, true);
  return true;
}

template <class F>
void Chronology<F>::remember(const F& x) {
  if (differences_.empty()) return;
  const Launch all(lattice_, kernels::vector_flags(x));
  F &next = room_[0], &free = room_[1];  // `next` is the difference of the next order
  kernels::Copy::run(all, {}, x, next);
  for (std::size_t order = 0; order < differences_.size(); ++order) {
    const bool last = order == kept_ || order + 1 == differences_.size();
    if (!last) kernels::Axpby::run(all, {.a = 1, .b = -1}, next, differences_[order], free);
    std::swap(differences_[order], next);
    if (last) {
      kept_ = std::max(kept_, order + 1);
      return;
    }
    std::swap(next, free);
  }
}

template class Chronology<SpinorField>;
template class Chronology<ColourField>;

}  // namespace glueball
