#include "actions/chronology.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/device_control.hpp"

namespace glueball {
namespace {

/// Solves the symmetric positive g a = v by Cholesky's method; g row by row.
std::vector<double> solved(std::vector<double> g, std::vector<double> v) {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double sum = g[i * n + j];
      for (std::size_t k = 0; k < j; ++k) sum -= g[i * n + k] * g[j * n + k];
      g[i * n + j] = i == j ? std::sqrt(sum) : sum / g[j * n + j];
    }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < i; ++k) v[i] -= g[i * n + k] * v[k];
    v[i] /= g[i * n + i];
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) v[i] -= g[k * n + i] * v[k];
    v[i] /= g[i * n + i];
  }
  return v;
}

}  // namespace

template <class F>
Chronology<F>::Chronology(const DeviceLattice& lattice, int depth)
    : lattice_(lattice), middle_(lattice), sums_(lattice) {
  for (int n = 0; n < depth; ++n) {
    solutions_.emplace_back(lattice);
    images_.emplace_back(lattice);
  }
}

template <class F>
void Chronology<F>::orthonormalise() {
  const Launch all(lattice_, kFieldFlags<F>);
  // What is left of a vector after the projections has lost its digits below this.
  const double least = lattice_.precision() == gpu::Precision::double_ ? 1e-12 : 1e-5;
  std::size_t good = 0;
  for (std::size_t n = 0; n < kept_; ++n) {
    const double before = std::sqrt(sums_.norm2(solutions_[n]));
    for (std::size_t k = 0; k < good; ++k)
      kernels::Axpy::run(all, {.a = -sums_.dot(solutions_[k], solutions_[n]).real(), .b = 0}, solutions_[k],
                         solutions_[n]);
    const double after = std::sqrt(sums_.norm2(solutions_[n]));
    if (!(after > least * before)) continue;
    kernels::Scale::run(all, {.a = 1 / after, .b = 0}, solutions_[n]);
    std::swap(solutions_[good++], solutions_[n]);
  }
  kept_ = good;
}

template <class F>
bool Chronology<F>::guess(SolverMatrix<F>& op, const F& b, F& x, F& ax) {
  orthonormalise();
  if (kept_ == 0) return false;
  const std::size_t n = kept_;
  std::vector<double> g(n * n), v(n);
  for (std::size_t i = 0; i < n; ++i) {
    op.normal(solutions_[i], middle_, images_[i]);
    v[i] = sums_.dot(solutions_[i], b).real();
    for (std::size_t j = 0; j <= i; ++j)
      g[i * n + j] = g[j * n + i] = sums_.dot(solutions_[j], images_[i]).real();
  }
  const std::vector<double> a = solved(g, v);
  const Launch all(lattice_, kFieldFlags<F>);
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(a[i])) return false;
    const F* const terms[] = {&solutions_[i], &images_[i]};
    F* const sums[] = {&x, &ax};
    for (int k = 0; k < 2; ++k) {
      if (i == 0)
        kernels::Axpby::run(all, {.a = a[i], .b = 0}, *terms[k], *terms[k], *sums[k]);
      else
        kernels::Axpy::run(all, {.a = a[i], .b = 0}, *terms[k], *sums[k]);
    }
  }
  return true;
}

template <class F>
void Chronology<F>::remember(const F& x) {
  if (solutions_.empty()) return;
  kept_ = std::min(kept_ + 1, solutions_.size());
  std::rotate(solutions_.begin(), solutions_.begin() + std::ptrdiff_t(kept_ - 1),
              solutions_.begin() + std::ptrdiff_t(kept_));
  kernels::Copy::run({lattice_, kFieldFlags<F>}, {}, x, solutions_.front());
}

template class Chronology<SpinorField>;
template class Chronology<ColourField>;

}  // namespace glueball
