#include "overlap/sign_changes.hpp"

#include <algorithm>

#include "eigen/small_matrices.hpp"

namespace glueball {
namespace {

/// Squared singular values between these bounds are ambiguous.
constexpr double kNotChanged = 0.25, kChanged = 0.75;

using Vectors = std::vector<FieldVector<SpinorField>>;

/// Returns the number of the vector with the largest coefficient in `a`.
std::size_t largest(const std::vector<Complex>& a, const std::vector<std::size_t>& numbers) {
  const auto at =
      std::max_element(a.begin(), a.end(), [](Complex x, Complex y) { return std::norm(x) < std::norm(y); });
  return numbers[std::size_t(at - a.begin())];
}

}  // namespace

SignedModes::SignedModes(std::shared_ptr<const KernelModes> of) : modes(std::move(of)) {
  for (const double value : modes->values) positive.push_back(value > 0);
}

SignChanges sign_changes(const SignedModes& before, const SignedModes& after, VectorDots& dots) {
  const Vectors &v = before.modes->vectors, &w = after.modes->vectors;
  std::vector<std::vector<Complex>> overlaps;  // [mode after][mode before]
  for (const auto& one : w) overlaps.push_back(dots(std::span<const FieldVector<SpinorField>>(v), one));
  SignChanges changes;
  for (const bool up : {false, true}) {
    std::vector<std::size_t> rows, columns;  // the block's modes before and after
    for (std::size_t n = 0; n < v.size(); ++n)
      if (before.positive[n] != up) rows.push_back(n);
    for (std::size_t k = 0; k < w.size(); ++k)
      if (after.positive[k] == up) columns.push_back(k);
    if (rows.empty() || columns.empty()) continue;
    std::vector<std::vector<Complex>> square(columns.size(), std::vector<Complex>(columns.size()));
    for (std::size_t i = 0; i < columns.size(); ++i)
      for (std::size_t k = 0; k < columns.size(); ++k)
        for (const std::size_t n : rows)
          square[k][i] += std::conj(overlaps[columns[i]][n]) * overlaps[columns[k]][n];
    const HermitianEigen eigen = eigen_of(square);
    for (std::size_t i = 0; i < columns.size(); ++i) {
      if (eigen.values[i] <= kNotChanged) continue;
      if (eigen.values[i] < kChanged) changes.clear = false;
      std::vector<Complex> source(rows.size());
      for (std::size_t row = 0; row < rows.size(); ++row)
        for (std::size_t k = 0; k < columns.size(); ++k)
          source[row] += overlaps[columns[k]][rows[row]] * eigen.vectors[i][k];
      changes.all.push_back({largest(source, rows), largest(eigen.vectors[i], columns), up});
    }
  }
  return changes;
}

}  // namespace glueball
