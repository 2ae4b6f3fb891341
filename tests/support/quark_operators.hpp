// These functions make the CPU's operators by the words of the command line, and exact solutions, as the
// oracle of `solve` and `mesons`.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <memory>
#include <optional>

#include "cpu/clover_operator.hpp"
#include "cpu/hisq.hpp"
#include "cpu/linalg.hpp"
#include "cpu/staggered.hpp"
#include "cpu/twisted_mass.hpp"
#include "lattice/quark_field.hpp"
#include "quark/source.hpp"
#include "reference/cg.hpp"

namespace glueball::test {

struct QuarkArguments {
  double kappa = 0.12, mu = 0, csw = 0, mass = 0.1;
  Boundary boundary{};
  bool naik = false;                     ///< of colour vectors
  std::optional<double> hisq_epsilon{};  ///< and HISQ, with this correction
};

template <class OneParity>
std::unique_ptr<cpu::EvenOddOperator<OneParity>> quark_operator(const Configuration& u,
                                                                const QuarkArguments& q) {
  if constexpr (kComponents<OneParity> == 3) {
    if (q.hisq_epsilon) return std::make_unique<cpu::HisqOperator>(u, q.mass, *q.hisq_epsilon, q.boundary);
    if (q.naik) return std::make_unique<cpu::NaikOperator>(u, q.mass, q.boundary);
    return std::make_unique<cpu::StaggeredOperator>(u, q.mass, q.boundary);
  } else if (q.csw != 0) {
    return std::make_unique<cpu::CloverOperator>(
        u, q.kappa, cpu::CloverOperator::Options{.csw = q.csw, .mu = q.mu, .boundary = q.boundary});
  } else {
    return std::make_unique<cpu::TwistedMassOperator>(u, q.kappa, q.mu, q.boundary);
  }
}

template <class OneParity>
double norm2(const FullQuarkField<OneParity>& x) {
  return cpu::norm2(x[0]) + cpu::norm2(x[1]);
}

/// Returns |b - M x| / |b|.
template <class OneParity>
double residual(const cpu::EvenOddOperator<OneParity>& m, const FullQuarkField<OneParity>& b,
                const FullQuarkField<OneParity>& x) {
  auto image = b;
  m.full(x, image);
  double sum = 0;
  for (std::size_t parity = 0; parity < 2; ++parity)
    for (std::size_t n = 0; n < image[parity].size(); ++n)
      for (int k = 0; k < kComponents<OneParity>; ++k)
        sum += std::norm(component(b[parity][n], k) - component(image[parity][n], k));
  return std::sqrt(sum / norm2(b));
}

/// Returns the columns of M^-1 of a source.
template <class OneParity>
std::vector<FullQuarkField<OneParity>> exact_columns(const cpu::EvenOddOperator<OneParity>& m,
                                                     const std::string& source) {
  std::vector<FullQuarkField<OneParity>> columns(kComponents<OneParity>);
  for (int n = 0; n < kComponents<OneParity>; ++n) {
    const auto b = make_source<OneParity>(parse_source(source), m.geometry(), n, kComponents<OneParity>);
    REQUIRE(reference::solve(m, b, columns[std::size_t(n)], 1e-13).residual < 1e-12);
  }
  return columns;
}

}  // namespace glueball::test
