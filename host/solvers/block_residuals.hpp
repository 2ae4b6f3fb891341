// Solutions and residuals in double of several right-hand sides, around iterations in short precision.
#pragma once

#include <array>
#include <memory>

#include "fermion/fermion_operator.hpp"
#include "lattice/spinor.hpp"
#include "reference/even_odd_operator.hpp"

namespace glueball {

/// x_n and r_n = b_n - A x_n in double, A x_n = b_n the even-odd systems that solvers solve, between the legs
/// of a BlockCg.
class BlockResiduals {
 public:
  using Full = std::array<HalfSpinorField, 2>;
  virtual ~BlockResiduals() = default;
  /// x_n = 0, r_n = b_n, the even-odd source of b on all sites. Returns |r_n|.
  virtual double start(std::size_t n, const Full& b) = 0;
  /// to = scale r_n, in the iterations' precision.
  virtual void send(std::size_t n, double scale, SpinorField& to) = 0;
  /// x_n += scale dx, r_n anew. Returns |r_n|.
  virtual double correct(std::size_t n, double scale, const SpinorField& dx) = 0;
  /// The solution on all sites, b what `start` was given, when the last `correct` is done. Returns |b - M x|
  /// / |b|, 0 for b = 0.
  virtual double finish(std::size_t n, const Full& b, Full& x) = 0;
};

/// On the CPU, with its own matrix; `inner` is the lattice of the iterations.
std::unique_ptr<BlockResiduals> residuals_on_host(const reference::EvenOddOperator<HalfSpinorField>& exact,
                                                  const DeviceLattice& inner, std::size_t count);
/// On the device; `outer` is an operator in double. Both lattices store fields in buffers or texel buffers.
std::unique_ptr<BlockResiduals> residuals_on_device(FermionOperator<SpinorField>& outer,
                                                    const DeviceLattice& inner, std::size_t count);

}  // namespace glueball
