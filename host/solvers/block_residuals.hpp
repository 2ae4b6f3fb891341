// Solutions and residuals in double of several right-hand sides, around iterations in short precision.
#pragma once

#include <memory>

#include "lattice/spinor.hpp"
#include "reference/even_odd_operator.hpp"
#include "solvers/fermion_operator.hpp"

namespace glueball {

/// x_n and r_n = b_n - A x_n in double, A the hermitian matrix of a solver, between the legs of a BlockCg.
class BlockResiduals {
 public:
  virtual ~BlockResiduals() = default;
  /// x_n = 0, r_n = b_n. Returns |r_n|.
  virtual double start(std::size_t n, const HalfSpinorField& b) = 0;
  /// to = scale r_n, in the iterations' precision.
  virtual void send(std::size_t n, double scale, SpinorField& to) = 0;
  /// x_n += scale dx, r_n anew. Returns |r_n|.
  virtual double correct(std::size_t n, double scale, const SpinorField& dx) = 0;
  virtual HalfSpinorField solution(std::size_t n) = 0;
};

/// On the CPU, with its own matrix; `inner` is the lattice of the iterations.
std::unique_ptr<BlockResiduals> residuals_on_host(const reference::EvenOddOperator<HalfSpinorField>& exact,
                                                  const DeviceLattice& inner, std::size_t count);
/// On the device; `outer` is an operator in double. Both lattices store fields in buffers or texel buffers.
std::unique_ptr<BlockResiduals> residuals_on_device(FermionOperator<SpinorField>& outer, const DeviceLattice& inner,
                                                    std::size_t count);

}  // namespace glueball
