// The matrix of a quark on a device, finished: all that propagators and molecular dynamics ask of it.
#pragma once

#include <memory>
#include <optional>

#include "fermion/multi_matrix.hpp"
#include "lattice/momenta.hpp"
#include "linalg/global_sums.hpp"

namespace glueball {

/// A fermion matrix M on all sites and its even-odd form: the device's side of reference::EvenOddOperator. It
/// is given links, and hands back the derivative with respect to these: where they were made of others,
/// carrying it there is for whoever made them. Fields of one parity are arguments by themselves; no output
/// may be an input.
template <class F>
class FermionOperator : public SolverMatrix<F> {
 public:
  using SolverMatrix<F>::SolverMatrix;

  /// The same matrix in the precision of another lattice on the same device, `u` its links there. It takes
  /// over what this one has made of the links, in links_changed(), after that of this one, which must outlive
  /// it.
  virtual std::unique_ptr<FermionOperator> beside(const DeviceLattice& lattice,
                                                  const GaugeField& u) const = 0;

  /// The same matrix, with its links, for `count` right-hand sides at once; this one must outlive it. Null
  /// where there is none (OperatorKind::for_several). Throws as MultiMatrix does.
  virtual std::unique_ptr<MultiMatrix<F>> for_several(std::uint32_t /*count*/) const { return nullptr; }

  /// out = M in, or M^+ in, at the sites of `target`: `here` is the field there, `there` that of the other
  /// parity.
  virtual void apply(Parity target, const F& here, const F& there, F& out, bool dagger = false) = 0;
  /// The right-hand side of Mhat x_e = source that goes with M x = b.
  virtual void prepare(const F& b_even, const F& b_odd, F& source) = 0;
  /// That of A x_e = source; `middle` is left with something.
  virtual void prepare_normal(const F& b_even, const F& b_odd, F& middle, F& source) {
    prepare(b_even, b_odd, middle);
    this->even_odd(middle, source, true);
  }
  /// x_o with M x = b from x_e.
  virtual void reconstruct(const F& b_odd, const F& x_even, F& x_odd) = 0;

  /// log |det T_oo| of the site-diagonal part that Mhat leaves out, det M = det T_oo det Mhat; where links
  /// are not in it, 0.
  virtual double log_det(GlobalSums&) { return 0; }

  /// p += eps * F with the force F of dS = -2 Re y^+ dMhat x + log_det_weight d log_det, all fields on the
  /// even sites. The momenta live on the operator's lattice; it must have followed the links.
  virtual void derivative(MomentumField& p, double eps, const F& y, const F& x,
                          double log_det_weight = 0) = 0;
  /// Singular values that a filter of the derivative has changed since the last call; null where there is
  /// none.
  virtual std::optional<std::size_t> take_filtered() { return {}; }
  /// Takes now what `derivative` would take of the device's memory when it is first called.
  virtual void make_room_for_derivative() = 0;
};

}  // namespace glueball
