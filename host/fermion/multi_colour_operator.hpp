// The even-odd operator of staggered quarks for several right-hand sides on a device.
#pragma once

#include "fermion/colour_operator.hpp"
#include "fermion/multi_matrix.hpp"

namespace glueball {

/// A = m^2 - D_eo D_oe of a ColourOperator on several colour vectors at once. Each call uses the present
/// links and mass of `op`, which must outlive this object.
class MultiColourOperator : public MultiMatrix<ColourField> {
 public:
  /// Throws as MultiMatrix does.
  MultiColourOperator(const ColourOperator& op, std::uint32_t count)
      : MultiMatrix(op.lattice(), count), op_(op), odd_(op.lattice(), count) {}

  /// Applies A, which is its own adjoint.
  void even_odd(const MultiColourField& in, MultiColourField& out, bool dagger = false) override;
  /// Applies A; `middle` is unused.
  void normal(const MultiColourField& in, MultiColourField&, MultiColourField& out) override {
    even_odd(in, out);
  }
  bool has_root() const override { return false; }
  double normal_flops() const override { return op_.normal_flops(); }
  int layers() const override { return op_.layers(); }

  /// Computes out = D in, from the other parity to `target`.
  void hop(Parity target, const MultiColourField& in, MultiColourField& out) const {
    add_hop(target, 0, in, 1, in, out);
  }

 private:
  /// Computes out = a x + b D psi at the sites of `target`; x is unused if a = 0.
  void add_hop(Parity target, double a, const MultiColourField& x, double b, const MultiColourField& psi,
               MultiColourField& out) const;

  const ColourOperator& op_;
  MultiColourField odd_;
};

}  // namespace glueball
