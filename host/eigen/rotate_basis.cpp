#include "eigen/rotate_basis.hpp"

#include <algorithm>
#include <array>

namespace glueball {

template <class F>
std::vector<double> rotate_basis(std::span<FieldVector<F>> x, const SquareMatrix& q, std::size_t keep,
                                 std::span<FieldVector<F>, 3> sums, Factors& factors) {
  const std::size_t size = x.size();
  const Reflections reflections = reflections_of(q, keep);
  const auto all = std::span<const FieldVector<F>>(x);
  // V becomes V - (V u) w^T, three reflections at once; u is 0 above row k.
  for (std::size_t k = 0; k < keep; k += 3) {
    auto w = several_at_once(reflections, k, std::min<std::size_t>(3, keep - k));
    std::array<std::vector<double>, 3> u{};
    std::array<std::span<const double>, 3> parts, changes;
    w.resize(3);
    for (std::size_t n = 0; n < 3; ++n) {
      u[n] = k + n < keep ? reflections.u[k + n] : std::vector<double>(size, 0.0);
      w[n].resize(size, 0.0);
      for (double& z : w[n]) z = -z;
      parts[n] = std::span(u[n]).subspan(k);
      changes[n] = std::span(w[n]).subspan(k);
      set_to(0, x[k], sums[n]);
    }
    axpy_to_three(parts, all.subspan(k), sums, factors);
    axpy_from_three(changes, std::span<const FieldVector<F>, 3>(sums), x.subspan(k), factors);
  }
  return reflections.signs;
}

template std::vector<double> rotate_basis(std::span<FieldVector<SpinorField>>, const SquareMatrix&,
                                          std::size_t, std::span<FieldVector<SpinorField>, 3>, Factors&);
template std::vector<double> rotate_basis(std::span<FieldVector<ColourField>>, const SquareMatrix&,
                                          std::size_t, std::span<FieldVector<ColourField>, 3>, Factors&);

}  // namespace glueball
