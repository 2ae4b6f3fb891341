// Defect correction: inner solves in the device's precision, residual and solution in double on the CPU.
#pragma once

#include "fermion/host_field.hpp"
#include "lattice/transfer.hpp"
#include "solvers/conjugate_gradient.hpp"
#include "solvers/quark_solver.hpp"

namespace glueball {

/// What an inner solver is asked for and how its outcome is judged.
struct InnerSolve {
  double tolerance;   ///< how far an inner solve goes: a precision loses its way beyond
  double least_gain;  ///< a solve that says it has converged must bring the true residual down to this share,
                      ///< or the device is at fault: defect correction would go on after less, and take
                      ///< slight damage for slow convergence
};

/// The device's side of a correction: its right-hand side and its solution, kept from solve to solve.
template <class F>
struct Correction {
  explicit Correction(const DeviceLattice& l) : lattice(l), b(l), x(l) {}
  const DeviceLattice& lattice;
  F b, x;
};

/// Solves A x = b: `apply(in, out)` is A in double, `inner(b, x, tolerance, max_iterations)` solves on the
/// device for a right-hand side of norm 1, `on_device(in, out)` is A there. Throws Error(not_converged) that
/// says why and how far it came: where the device missed its goal, by its own A whether that is the matrix's
/// condition or a fault of the device. From a start that is given the history begins with its residual.
template <class F>
SolveResult defect_correction(
    Correction<F>& device, const InnerSolve& goals,
    const std::function<DeviceCgResult(const F&, F&, double, int)>& inner,
    const std::function<void(const F&, F&)>& on_device,
    const std::function<void(const typename HostField<F>::type&, typename HostField<F>::type&)>& apply,
    const typename HostField<F>::type& b, typename HostField<F>::type& x, double tolerance,
    int max_iterations, const std::function<void(int, double)>& progress, Start start = Start::zero);

}  // namespace glueball
