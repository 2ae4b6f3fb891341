#include "cpu/chiral_block.hpp"

#include <cmath>
#include <exception>
#include <utility>

#include "cpu/blocked_sum.hpp"
#include "cpu/same_lattice.hpp"

namespace glueball::cpu {
namespace {

constexpr int kSize = ChiralBlock::kSize;

/// Runs a loop over sites whose body may throw. No exception leaves a thread; the first site's exception is
/// thrown at the end.
template <class Body>
void over_sites(std::size_t count, Body body) {
  std::exception_ptr failure;
#pragma omp parallel for schedule(static) if (count >= kThreadedSites)
  for (std::size_t n = 0; n < count; ++n) {
    try {
      body(n);
    } catch (...) {
#pragma omp critical(glueball_chiral_block)
      failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace

InverseBlock inverted(const ChiralBlock& a) {
  ChiralBlock left = a;
  InverseBlock r{{}, 1.0};
  double largest = 0.0;
  for (int i = 0; i < kSize; ++i) {
    r.inverse[i][i] = 1.0;
    for (int j = 0; j < kSize; ++j) largest = std::max(largest, std::abs(a[i][j]));
  }
  for (int column = 0; column < kSize; ++column) {
    int pivot = column;
    for (int row = column + 1; row < kSize; ++row)
      if (std::norm(left[row][column]) > std::norm(left[pivot][column])) pivot = row;
    // The condition is also true if an entry is NaN.
    if (!(std::abs(left[pivot][column]) > 1e-14 * largest)) {
      throw Error(ErrorKind::not_converged, "the site-diagonal part of the fermion matrix is singular",
                  "change csw or kappa, or smooth the links");
    }
    if (pivot != column) {
      std::swap(left[pivot], left[column]);
      std::swap(r.inverse[pivot], r.inverse[column]);
      r.determinant = -r.determinant;
    }
    r.determinant *= left[column][column];
    const Complex scale = 1.0 / left[column][column];
    for (int j = 0; j < kSize; ++j) {
      left[column][j] *= scale;
      r.inverse[column][j] *= scale;
    }
    for (int row = 0; row < kSize; ++row) {
      if (row == column) continue;
      const Complex f = left[row][column];
      for (int j = 0; j < kSize; ++j) {
        left[row][j] -= f * left[column][j];
        r.inverse[row][j] -= f * r.inverse[column][j];
      }
    }
  }
  return r;
}

ParityChiralField inverted(const ParityChiralField& t) {
  ParityChiralField r(t.size());
  over_sites(t.size(), [&](std::size_t n) {
    for (int chirality = 0; chirality < 2; ++chirality) r[n][chirality] = inverted(t[n][chirality]).inverse;
  });
  return r;
}

namespace {

ChiralBlock product(const ChiralBlock& a, const ChiralBlock& b) {
  ChiralBlock c;
  for (int i = 0; i < kSize; ++i)
    for (int k = 0; k < kSize; ++k)
      for (int j = 0; j < kSize; ++j) c[i][j] += a[i][k] * b[k][j];
  return c;
}

/// Returns exp(t - 1) by scaling, Taylor series and squaring.
ChiralBlock exponential(ChiralBlock t) {
  double norm = 0;
  for (int i = 0; i < kSize; ++i) {
    t[i][i] -= 1.0;
    for (int j = 0; j < kSize; ++j) norm += std::norm(t[i][j]);
  }
  norm = std::sqrt(norm);
  int squarings = 0;
  for (; norm > 0.5 && squarings < 60; norm *= 0.5) ++squarings;
  for (auto& row : t.e)
    for (Complex& x : row) x = std::ldexp(1.0, -squarings) * x;
  ChiralBlock e;
  for (int i = 0; i < kSize; ++i) e[i][i] = 1.0;
  for (int n = 18; n > 0; --n) {
    e = product(t, e);
    for (auto& row : e.e)
      for (Complex& x : row) x /= double(n);
    for (int i = 0; i < kSize; ++i) e[i][i] += 1.0;
  }
  for (; squarings > 0; --squarings) e = product(e, e);
  return e;
}

}  // namespace

ParityChiralField exponential(const ParityChiralField& t) {
  ParityChiralField r(t.size());
  over_sites(t.size(), [&](std::size_t n) {
    for (int chirality = 0; chirality < 2; ++chirality) r[n][chirality] = exponential(t[n][chirality]);
  });
  return r;
}

double log_determinant(const ParityChiralField& t) {
  std::vector<double> logs(t.size());
  over_sites(t.size(), [&](std::size_t n) {
    for (const ChiralBlock& block : t[n]) logs[n] += std::log(std::abs(inverted(block).determinant));
  });
  return blocked_sum<double>(logs.size(), [&](std::size_t n) { return logs[n]; });
}

void apply(const ParityChiralField& t, ParitySpinorField& psi, bool dagger) {
  require_sites(psi.size(), t.size(), "site-diagonal matrix");
#pragma omp parallel for schedule(static) if (psi.size() >= kThreadedSites)
  for (std::size_t n = 0; n < psi.size(); ++n) {
    const Spinor in = psi[n];
    for (int chirality = 0; chirality < 2; ++chirality) {
      const ChiralBlock& block = t[n][chirality];
      for (int i = 0; i < kSize; ++i) {
        Complex sum;
        for (int j = 0; j < kSize; ++j) {
          const Complex entry = dagger ? std::conj(block[j][i]) : block[i][j];
          sum += entry * in[2 * chirality + j / 3][j % 3];
        }
        psi[n][2 * chirality + i / 3][i % 3] = sum;
      }
    }
  }
}

}  // namespace glueball::cpu
