#include "overlap/kernel_modes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "eigen/lanczos.hpp"
#include "eigen/normal_matrix.hpp"
#include "overlap/chirality.hpp"
#include "overlap/pole_sum.hpp"

namespace glueball {
namespace {

/// Residuals, relative to the last low mode, above which a vector is one half of a pair +-lambda whose other
/// half is missing. The interval of the poles begins there. Residuals of eigenvectors are some orders
/// smaller.
constexpr double kHalfOfPair = 1e-2;
/// Relative residual of an eigenvalue whose sign is certain.
constexpr double kSure = 0.1;
/// Margin between the last low mode and the lower end of all other eigenvalues, which is as accurate.
constexpr double kMargin = 0.99;

}  // namespace

void apply_kernel(WilsonOperator& op, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
  FieldVector<SpinorField> image = full_vector(op.lattice());
  op.apply(Parity::even, in[0], in[1], image[0]);
  op.apply(Parity::odd, in[1], in[0], image[1]);
  apply_gamma5(image, out);
}

HermitianEigen kernel_between(WilsonOperator& op, std::span<const FieldVector<SpinorField>> x,
                              VectorDots& dots) {
  FieldVector<SpinorField> image = full_vector(op.lattice());
  std::vector<std::vector<Complex>> columns;
  for (const auto& one : x) {
    apply_kernel(op, one, image);
    columns.push_back(dots(x, image));
  }
  return eigen_of(columns);
}

void require_signs(const KernelModes& modes) {
  for (std::size_t n = 0; n < modes.values.size(); ++n)
    if (!(modes.residuals[n] < kSure * std::abs(modes.values[n])))
      throw Error(ErrorKind::not_converged,
                  fmt::format("low modes: the sign of an eigenvalue of H is uncertain, which is {:.3g} with "
                              "a residual of {:.3g}",
                              modes.values[n], modes.residuals[n]),
                  "give a smaller <mode_tolerance>, or another <m0>");
}

KernelModes low_modes(WilsonOperator& op, const OverlapKernel& kernel, bool unsure, const KernelModes* from) {
  const DeviceLattice& lattice = op.lattice();
  LanczosOptions options;
  options.count = std::max(1, kernel.low_modes);
  // Without low modes only the value is needed, whose error is of second order in the vector's.
  options.tolerance = kernel.low_modes > 0 ? kernel.mode_tolerance : std::max(kernel.mode_tolerance, 1e-9);
  options.relative = HUGE_VAL;
  NormalMatrix<SpinorField> square(op, Sites::all);
  if (std::size_t(kernel.low_modes) > square.dimension())
    throw Error(ErrorKind::bad_value,
                fmt::format("overlap quarks cannot use {} low modes of a matrix that has {}",
                            kernel.low_modes, square.dimension()),
                "give fewer <low_modes>");
  Lanczos<SpinorField> lanczos(square, options);
  const double scale = kernel.scale();
  const auto search = [&] {
    if (from == nullptr || from->values.empty()) return lanczos.run();
    const double furthest = from->values.back() / scale;
    try {
      return lanczos.run({.vectors = from->vectors, .last = furthest * furthest});
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::not_converged) throw;
    }
    return lanczos.run();
  };
  const LanczosResult found = search();
  const double last = scale * std::sqrt(std::max(0.0, found.values.back()));
  KernelModes modes{
      .next = kMargin * last, .largest = scale * std::sqrt(found.largest), .hops = 2 * found.applications};
  if (kernel.low_modes == 0) return modes;

  const std::size_t count = found.values.size();
  VectorDots dots(lattice);
  Factors factors(lattice, count + 4);
  std::vector<FieldVector<SpinorField>> span;
  for (std::size_t n = 0; n < count; ++n) span.push_back(lanczos.vector(n));
  FieldVector<SpinorField> image = full_vector(lattice);
  const HermitianEigen rotated = kernel_between(op, span, dots);
  modes.hops += 2 * count;

  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::abs(rotated.values[a]) < std::abs(rotated.values[b]);
  });
  for (const std::size_t n : order) {
    FieldVector<SpinorField> v = full_vector(lattice);
    set_to(0, span[0], v);
    axpy(std::span<const Complex>(rotated.vectors[n]), std::span<const FieldVector<SpinorField>>(span), v,
         factors);
    apply_kernel(op, v, image);
    const double value = scale * rotated.values[n],
                 size = scale * std::sqrt(std::max(0.0, dots(image, image).real()));
    axpy(-rotated.values[n], v, image);
    const double residual = scale * std::sqrt(std::max(0.0, dots(image, image).real()));
    if (residual > kHalfOfPair * last && size > kMargin * last) continue;
    modes.values.push_back(value);
    modes.residuals.push_back(residual);
    modes.vectors.push_back(std::move(v));
  }
  if (!unsure) require_signs(modes);
  return modes;
}

}  // namespace glueball
