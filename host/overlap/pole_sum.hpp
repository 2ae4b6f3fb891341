// A sum of poles in M^+ M of Wilson quarks on all sites of a device's lattice.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "halo/halo.hpp"
#include "kernels/fermion.hpp"
#include "kernels/hop_boundary.hpp"
#include "kernels/overlap.hpp"
#include "linalg/field_vectors.hpp"
#include "linalg/global_sums.hpp"
#include "rational/rational_function.hpp"
#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Computes x = sum_i a_i (M^+ M + s_i)^-1 b with M = 1 - kappa H by one multi-shift conjugate gradient for
/// all poles (B. Jegerlehner, hep-lat/9612014). Solutions of single poles are not stored: each adds its steps
/// to the sum until its own residual has reached the tolerance. Only the first pole's direction is needed in
/// every iteration. Residuals and scalars of several iterations are kept. Then all directions and the sum are
/// updated for these iterations with one load and store, with the same bits as one after the other.
///
/// The smallest shift is in the matrix as a twisted mass: M^+ M + mu^2 = (M + i mu gamma5)^+ (M + i mu
/// gamma5). All sums and updates of residuals are fused with hops. On a GPU one launch hops from even to odd
/// sites and back. On several ranks sums are fused if domains cut no workgroup of the whole lattice's hops,
/// with the bits of one rank; otherwise they are sums over blocks.
///
/// Vectors have two fields, for even and odd sites, in single or double precision. Links are those at the
/// time of each call, with ghost links on a split lattice.
class PoleSum {
 public:
  /// Allocates memory for up to `most_poles` poles. Throws Error(bad_value) for half precision.
  PoleSum(const DeviceLattice& lattice, const GaugeField& u, double kappa, const Boundary& boundary,
          std::size_t most_poles);

  /// Sets the function, which has no constant, and ascending shifts above 0. Throws Error(bad_value) for
  /// another one, and for more poles than there is room for.
  void set(const RationalFunction& r);

  /// Iterates until the residual of the smallest shift is below tolerance * |b|; x and b must differ. The
  /// returned state tells whether it converged. A solve that has reached `leave`, above the tolerance, may
  /// stop there with the state `running`, for another solver to continue.
  DeviceCgResult apply(const FieldVector<SpinorField>& b, FieldVector<SpinorField>& x, double tolerance,
                       int max_iterations, double leave = 0);
  /// After such a stop x lacks left() of M^+ M applied to residual(). Residuals of all shifts are multiples
  /// of this one, so that the missing part is a sum of poles again.
  const FieldVector<SpinorField>& residual() const { return r_; }
  RationalFunction left() const;

  /// Returns the number of hops H over all sites so far.
  std::uint64_t hops() const { return hops_; }

 private:
  CgScalars::Control read_scalars();
  void begin(const FieldVector<SpinorField>& b, double tolerance, int max_iterations);
  void iterate(FieldVector<SpinorField>& x);
  /// Computes middle = (M + i mu gamma5) in with its norm. If `residual`, `in` is middle: it computes the
  /// iteration's residual, which is the last one minus alpha (M^+ - i mu gamma5) in, with its norm.
  void half_way(const FieldVector<SpinorField>& in, bool residual);
  /// Calls `run` for the sites of both parities, after the halo of `in` has been exchanged.
  void hop(const FieldVector<SpinorField>& in, const std::function<void(const Part&)>& run);
  /// Makes a hop of `in` with these arguments, and the partial results of its norm.
  template <class Out>
  void hop_with_sum(const FieldVector<SpinorField>& in, std::vector<Out>& out, std::uint32_t flags,
                    const kernels::WilsonFullSum::Args& arguments, gpu::Memory* running);
  void scalar_step(const Launch& launch, std::uint32_t stage, double tolerance = 0);
  /// Updates all poles for the kept iterations; `first` if these are the first of a solve.
  void take_steps(Launch launch, FieldVector<SpinorField>& x, std::uint32_t kept, bool first);
  Launch while_running() const { return {lattice_, 0, &scalars_.memory()}; }

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_;
  HopBoundary boundary_;
  std::size_t room_;
  FieldVector<SpinorField> r_, p_, middle_;
  std::vector<MultiSpinorField> directions_;  ///< directions of all poles; the first pole's is in p_
  /// Residuals of the last kMostKept iterations, placed by iteration number.
  std::vector<MultiSpinorField> kept_;
  Halo halo_;
  GlobalSums sums_;
  bool fused_;                                  ///< true if sums are fused with hops
  std::optional<FieldVector<SpinorField>> ap_;  ///< only if sums are not fused
  std::optional<Partials> partials_;            ///< only if sums are fused: those of even, then of odd sites
  CgScalars scalars_;
  ShiftScalars shifts_;
  PoleSteps steps_;  ///< scalars of the kept iterations
  Factors weights_;
  RationalFunction r_of_;
  std::uint32_t queued_ = 0;  ///< iterations of a solve so far
  std::uint64_t hops_ = 0;
};

/// Returns a vector on both parities.
FieldVector<SpinorField> full_vector(const DeviceLattice& lattice);

}  // namespace glueball
