// From a source on all sites to the even-odd system and back, on the host or on a device.
#pragma once

#include <array>
#include <cmath>

#include "fermion/fermion_operator.hpp"
#include "fermion/host_field.hpp"
#include "lattice/transfer.hpp"
#include "reference/axpy.hpp"
#include "reference/even_odd_operator.hpp"
#include "reference/norm2.hpp"
#include "solvers/device_control.hpp"

namespace glueball {

/// x[1] from b and x[0]. Returns |b - M x| / |b| on all sites, 0 for b = 0.
template <class Half>
double finish_on_host(const reference::EvenOddOperator<Half>& m, const std::array<Half, 2>& b,
                      std::array<Half, 2>& x) {
  const std::size_t half = b[0].size();
  x[1].resize(half);
  m.reconstruct(b, x);
  std::array<Half, 2> mx{Half(half), Half(half)};
  m.full(x, mx);
  for (int parity = 0; parity < 2; ++parity) reference::axpy(-1.0, b[parity], mx[parity]);
  const double norm = reference::norm2(b[0]) + reference::norm2(b[1]);
  return norm > 0 ? std::sqrt((reference::norm2(mx[0]) + reference::norm2(mx[1])) / norm) : 0.0;
}

/// The same on a device, by an operator in double, one column at a time.
template <class F>
class QuarkColumn {
 public:
  using Full = std::array<typename HostField<F>::type, 2>;
  explicit QuarkColumn(FermionOperator<F>& op)
      : op_(op), even_(op.lattice()), odd_(op.lattice()), x_(op.lattice()), sums_(op.lattice()) {}

  /// The column's right-hand side.
  void set(const Full& b) {
    upload(b[0], even_);
    upload(b[1], odd_);
  }
  /// source of A x_e = source
  void prepare(F& source) { op_.prepare_normal(even_, odd_, x_, source); }
  /// x on all sites from x_e; something is left in `scratch`. Returns |b - M x| / |b|, 0 for b = 0.
  double finish(const F& x_even, F& scratch, Full& x) {
    op_.reconstruct(odd_, x_even, x_);
    download(x_even, x[0]);
    download(x_, x[1]);
    const double norm = sums_.norm2(even_) + sums_.norm2(odd_);
    const double left =
        residual(Parity::even, x_even, x_, even_, scratch) + residual(Parity::odd, x_, x_even, odd_, scratch);
    return norm > 0 ? std::sqrt(left / norm) : 0.0;
  }

 private:
  double residual(Parity target, const F& here, const F& there, const F& b, F& out) {
    op_.apply(target, here, there, out);
    kernels::Axpy::run({op_.lattice(), kFieldFlags<F>}, {.a = -1, .b = 0}, b, out);
    return sums_.norm2(out);
  }

  FermionOperator<F>& op_;
  F even_, odd_;  ///< b
  F x_;           ///< on the odd sites
  GlobalSums sums_;
};

}  // namespace glueball
