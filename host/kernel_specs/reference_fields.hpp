// Fields for timing the CPU references: the same links as on the device, and fields of the same kind.
#pragma once

#include <functional>
#include <memory>

#include "cpu/gaussian_fields.hpp"
#include "cpu/spinor_field.hpp"
#include "kernel_specs/benchmark_fields.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "lattice/momenta.hpp"

namespace glueball::kernel_specs {

inline constexpr double kReferenceStep = 1e-3;

inline ParitySpinorField reference_spinor(const Geometry& g, Parity parity) {
  return cpu::gaussian_spinor(g, parity, kBenchmarkSeed, 1);
}

/// Copies a field to single or double precision.
template <class Real>
cpu::ParityField<Real> in_real(const ParitySpinorField& psi) {
  cpu::ParityField<Real> copy(psi.size());
  for (std::size_t n = 0; n < psi.size(); ++n)
    for (int spin = 0; spin < 4; ++spin)
      for (std::size_t colour = 0; colour < 3; ++colour)
        copy[n][spin][colour] = std::complex<Real>(psi[n][spin][colour]);
  return copy;
}

/// Links and momenta that a reference changes again and again.
struct ReferenceLinks {
  explicit ReferenceLinks(const Geometry& g) : u(benchmark_links(g)), p(g) {
    cpu::gaussian_momenta(p, kBenchmarkSeed, 1);
  }
  Configuration u;
  Momenta p;
};

/// Returns a reference that applies `step` to them.
inline Reference moving_reference(const Geometry& g, const std::function<void(ReferenceLinks&)>& step) {
  return {[state = std::make_shared<ReferenceLinks>(g), step] { step(*state); }};
}

}  // namespace glueball::kernel_specs
