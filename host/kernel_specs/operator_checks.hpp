// Checks and benchmarks of even-odd operators that all quarks share.
#pragma once

#include <array>
#include <memory>
#include <span>

#include "cpu/even_odd_operator.hpp"
#include "cpu/linalg.hpp"
#include "fermion/fermion_operator.hpp"
#include "fermion/host_field.hpp"
#include "field/texels.hpp"
#include "field/transfer.hpp"
#include "kernel_specs/kernel_spec.hpp"
#include "reference/distance.hpp"

namespace glueball::kernel_specs {

/// The tolerance of operators includes half precision, within the format's resolution.
inline constexpr Tolerance kOperatorRounding{.half = 5e-3, .single = 1e-6, .double_ = 1e-13};

/// Returns the worst error of Mhat psi and Mhat^+ psi.
template <class F, class OneParity>
double operator_error(FermionOperator<F>& op, const cpu::EvenOddOperator<OneParity>& exact,
                      const OneParity& psi) {
  const DeviceLattice& lattice = op.lattice();
  F in(lattice), out(lattice);
  OneParity found, wanted(psi.size());
  upload(psi, in);
  double worst = 0;
  for (const bool dagger : {false, true}) {
    op.even_odd(in, out, dagger);
    download(out, found);
    exact.even_odd(psi, wanted, dagger);
    worst = std::max(worst, reference::relative_error(found, wanted));
  }
  return worst;
}

/// Returns the error of r - alpha A psi with r = psi, computed in two steps as in conjugate gradients.
template <class F, class OneParity>
double steps_error(FermionOperator<F>& op, const cpu::EvenOddOperator<OneParity>& exact,
                   const OneParity& psi) {
  constexpr double kAlpha = 0.625;
  const DeviceLattice& lattice = op.lattice();
  F in(lattice), middle(lattice), r(lattice);
  CgScalars scalars(lattice);
  Partials partials(lattice, Shape::hops);
  in_precision(lattice.format(), [&](auto real) {
    args::CgControl<decltype(real)> control{};
    control.alpha = decltype(real)(kAlpha);
    lattice.stream().upload(scalars.memory(), std::as_bytes(std::span(&control, 1)));
  });
  upload(psi, in);
  upload(psi, r);
  op.normal_root(in, middle, partials, scalars);
  op.normal_residual(in, middle, r, partials, scalars);
  OneParity found, square(psi.size()), wanted = psi;
  download(r, found);
  exact.normal(psi, square);
  cpu::axpy(-kAlpha, square, wanted);
  return reference::relative_error(found, wanted);
}

/// Returns the CPU reference of Mhat, for timing.
template <class Operator, class Field>
std::function<void()> even_odd_reference(std::shared_ptr<Operator> op, Field in) {
  auto fields = std::make_shared<std::array<Field, 2>>(std::array<Field, 2>{in, in});
  return [op, fields] { op->even_odd((*fields)[0], (*fields)[1]); };
}

}  // namespace glueball::kernel_specs
