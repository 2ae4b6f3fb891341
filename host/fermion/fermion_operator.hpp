// The fermion matrix on a device, for propagators and molecular dynamics.
#pragma once

#include <memory>
#include <optional>

#include "fermion/multi_matrix.hpp"
#include "lattice/momenta.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// A fermion matrix M on all sites and its even-odd form, the device's counterpart of
/// cpu::EvenOddOperator. Its derivative is with respect to the links that it is given. If those were
/// made of others, the caller applies the chain rule. Fields of one parity are separate arguments; no output
/// may be an input.
template <class F>
class FermionOperator : public SolverMatrix<F> {
 public:
  using SolverMatrix<F>::SolverMatrix;

  /// Returns the same matrix in the precision of another lattice on the same device, with its links `u`.
  /// links_changed(), called after that of this matrix, converts what this one has computed from the links.
  /// This one must outlive it.
  virtual std::unique_ptr<FermionOperator> at_precision(const DeviceLattice& lattice,
                                                        const GaugeField& u) const = 0;

  /// Returns the same matrix with its links for `count` right-hand sides at once; this one must outlive it.
  /// Null if there is none (OperatorKind::for_several). Throws as MultiMatrix does.
  virtual std::unique_ptr<MultiMatrix<F>> for_several(std::uint32_t /*count*/) const { return nullptr; }

  /// Computes out = M in, or M^+ in, at the sites of `target`: `here` is the field of that parity, `there`
  /// that of the other parity.
  virtual void apply(Parity target, const F& this_parity, const F& other_parity, F& out,
                     bool dagger = false) = 0;
  /// Computes the right-hand side of Mhat x_e = source from that of M x = b.
  virtual void prepare(const F& b_even, const F& b_odd, F& source) = 0;
  /// Computes the right-hand side of A x_e = source; `middle` is overwritten.
  virtual void prepare_normal(const F& b_even, const F& b_odd, F& middle, F& source) {
    prepare(b_even, b_odd, middle);
    this->even_odd(middle, source, true);
  }
  /// Computes x_o of the solution of M x = b from x_e.
  virtual void reconstruct(const F& b_odd, const F& x_even, F& x_odd) = 0;

  /// Returns log |det T_oo| of the site-diagonal part, det M = det T_oo det Mhat; 0 if that does not depend
  /// on links.
  virtual double log_det(GlobalSums&) { return 0; }

  /// Computes p += eps * F with the force F of dS = -2 Re y^+ dMhat x + log_det_weight d log_det, all fields
  /// on the even sites. The momenta are on the operator's lattice. Call links_changed() before.
  virtual void derivative(MomentumField& p, double eps, const F& y, const F& x,
                          double log_det_weight = 0) = 0;
  /// Returns how many singular values a filter of the derivative has changed since the last call; null if
  /// there is no filter.
  virtual std::optional<std::size_t> take_filtered() { return {}; }
  /// Allocates the device memory that `derivative` would allocate at its first call.
  virtual void make_room_for_derivative() = 0;
};

}  // namespace glueball
