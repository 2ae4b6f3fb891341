// The pseudofermion of an action.
#pragma once

#include <optional>
#include <utility>

#include "field/transfer.hpp"
#include "solvers/precise_operator.hpp"

namespace glueball {

/// A pseudofermion in two precisions: that of the lattice on the device for forces, and double for energies.
/// The double one is in the space of the last energy or heatbath.
template <class F>
class Pseudofermion {
 public:
  using Vector = PreciseField<F>;
  explicit Pseudofermion(const DeviceLattice& lattice) : field_(lattice) {}

  /// Takes phi of that space; afterwards the argument's content is undefined.
  void take(PreciseOperator<F>& precise, Vector& phi) {
    precise.send(phi, field_);
    if (!exact_ || exact_->on_host() != precise.on_host()) exact_.emplace(precise.make());
    std::swap(*exact_, phi);
  }

  /// Returns phi in the lattice's precision.
  const F& field() const { return field_; }
  /// Returns phi in double in that space; it stays in that space afterwards.
  const Vector& in(PreciseOperator<F>& precise) {
    if (exact_.value().on_host() != precise.on_host()) {
      Vector moved = precise.make();
      precise.put(on_host(), moved);
      exact_ = std::move(moved);
    }
    return *exact_;
  }
  typename Vector::OneParity on_host() const {
    if (exact_.value().on_host()) return exact_->host();
    typename Vector::OneParity phi;
    download(exact_->device(), phi);
    return phi;
  }

 private:
  F field_;
  std::optional<Vector> exact_;
};

}  // namespace glueball
