// A sum of poles in M^+ M of Wilson quarks, on all sites of a device's lattice.
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

/// x = sum_i a_i (M^+ M + s_i)^-1 b with M = 1 - kappa H by one conjugate gradient for all poles (B.
/// Jegerlehner, hep-lat/9612014). Solutions of single poles are not kept: each adds its steps to their sum,
/// and a pole takes part until its own residual has come to the tolerance. Only the first pole's direction
/// leads on: residuals and scalars of several iterations are kept, and then all directions and the sum take
/// these at once, loaded and stored once for all, with the bits of one by one. The smallest shift is in the
/// matrix, as a twisted mass: M^+ M + mu^2 = (M + i mu gamma5)^+ (M + i mu gamma5), so that all sums and
/// updates of residuals ride on hops, which a GPU makes from even to odd sites and back in one launch. On
/// several ranks they do where domains cut no workgroup of the whole lattice's hops, and then have the bits
/// of one rank; elsewhere they are sums over blocks.
///
/// Vectors have two fields, the even and the odd sites. In single or double precision; links as they are at
/// each call, on a lattice that is split with the neighbours' among them.
class PoleSum {
 public:
  /// Takes all its memory, for so many poles. Throws Error(bad_value) for half precision.
  PoleSum(const DeviceLattice& lattice, const GaugeField& u, double kappa, const Boundary& boundary,
          std::size_t most_poles);

  /// Of a function without a constant, shifts ascending and above 0. Throws Error(bad_value) for another one,
  /// and for more poles than there is room for.
  void set(const RationalFunction& r);

  /// Until the residual of the smallest shift is below tolerance * |b|. x is not b. A solve that did not
  /// converge says so in its state. One that has come to `leave`, above the tolerance, may be left there with
  /// the state `running`, for another to go on.
  DeviceCgResult apply(const FieldVector<SpinorField>& b, FieldVector<SpinorField>& x, double tolerance,
                       int max_iterations, double leave = 0);
  /// What x lacks then: `left` of M^+ M on `residual`. Residuals of all shifts are multiples of that one, so
  /// that the sum of their solutions is one of poles again.
  const FieldVector<SpinorField>& residual() const { return r_; }
  RationalFunction left() const;

  /// Hops over all sites, H once each, since the beginning.
  std::uint64_t hops() const { return hops_; }

 private:
  CgScalars::Control read_scalars();
  void begin(const FieldVector<SpinorField>& b, double tolerance, int max_iterations);
  void iterate(FieldVector<SpinorField>& x);
  /// middle = (M + i mu gamma5) in or, of `in` = that, the iteration's residual, which is the last one less
  /// alpha (M^+ - i mu gamma5) in; and its norm.
  void half_way(const FieldVector<SpinorField>& in, bool residual);
  /// `run` on all sites of both parities, once they have the neighbours' of `in`.
  void hop(const FieldVector<SpinorField>& in, const std::function<void(const Part&)>& run);
  /// A hop of `in` with these arguments, and the partial results of its norm.
  template <class Out>
  void hop_with_sum(const FieldVector<SpinorField>& in, std::vector<Out>& out, std::uint32_t flags,
                    const kernels::WilsonFullSum::Args& arguments, gpu::Memory* running);
  void scalar_step(const Launch& launch, std::uint32_t stage, double tolerance = 0);
  /// All poles take the iterations that have been kept, `first` where they are the first of a solve.
  void take_steps(Launch launch, FieldVector<SpinorField>& x, std::uint32_t kept, bool first);
  Launch while_running() const { return {lattice_, 0, &scalars_.memory()}; }

  const DeviceLattice& lattice_;
  const GaugeField& u_;
  double kappa_;
  HopBoundary boundary_;
  std::size_t room_;
  FieldVector<SpinorField> r_, p_, middle_;
  std::vector<MultiSpinorField> directions_;  ///< of all poles, that of the first behind p_
  /// Residuals of the last kMostKept iterations, each in the place of its number.
  std::vector<MultiSpinorField> kept_;
  Halo halo_;
  GlobalSums sums_;
  bool ride_;                                   ///< sums on hops
  std::optional<FieldVector<SpinorField>> ap_;  ///< where they do not
  std::optional<Partials> partials_;            ///< where they do: of both parities, one behind the other
  CgScalars scalars_;
  ShiftScalars shifts_;
  PoleSteps steps_;  ///< scalars of these iterations
  Factors weights_;
  RationalFunction r_of_;
  std::uint32_t queued_ = 0;  ///< iterations of a solve
  std::uint64_t hops_ = 0;
};

/// A vector of both parities.
FieldVector<SpinorField> full_vector(const DeviceLattice& lattice);

}  // namespace glueball
