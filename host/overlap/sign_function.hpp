// gamma5 sgn(H) on a device: low modes exactly, the rest by a sum of poles.
#pragma once

#include <memory>
#include <optional>

#include "field/device_lattice.hpp"
#include "lattice/configuration.hpp"
#include "linalg/vector_dots.hpp"
#include "overlap/kernel_modes.hpp"
#include "overlap/pole_sum.hpp"
#include "rational/zolotarev_sign.hpp"

namespace glueball {

/// What suits fields of overlap quarks on a device.
LatticeOptions overlap_lattice_options(const gpu::Device& device, gpu::Precision precision,
                                       const Geometry& geometry);

// What sign_error and mode_tolerance of a kernel may be at least in single precision.
inline constexpr double kBestSignInSingle = 3e-6, kBestModesInSingle = 1e-6;

/// The sign of H = gamma5 (D_W - m0) on a configuration. With sgn(x) ~ x r(x^2) on the interval (Zolotarev)
/// and P the projector to the low modes, gamma5 sgn(H) = gamma5 sum_n sgn(lambda_n) v_n v_n^+ + M r(Q^2) (1 -
/// P) for Q = gamma5 M = H / scale.
///
/// In double precision, with single precision beside it for sums of poles that need few digits; and for the
/// last digits of others: what is left of a conjugate gradient for all poles is a sum of poles again, of its
/// residual, of which errors count the less the smaller it is. Or in single precision.
class SignFunction {
 public:
  /// Finds the low modes and takes all its memory. Throws Error(bad_value) as OverlapKernel::check does,
  /// for less error than the precision has digits, and where the spectrum of H leaves the kernel's interval;
  /// as Lanczos does. Of a lattice that is split `u` are this rank's links, and all ranks call it, as all
  /// that follows.
  SignFunction(gpu::Device& device, const Configuration& u, const OverlapKernel& kernel,
               const LatticeOptions& options);
  /// On links that are there, the neighbours' among them, with their low modes, which need not have been
  /// asked for with this kernel. All but the modes must outlive it. Throws as the other.
  SignFunction(const DeviceLattice& lattice, const GaugeField& u, std::shared_ptr<const KernelModes> modes,
               const OverlapKernel& kernel);
  SignFunction(const SignFunction&) = delete;
  SignFunction& operator=(const SignFunction&) = delete;

  const DeviceLattice& lattice() const { return lattice_; }
  const OverlapKernel& kernel() const { return kernel_; }
  const GaugeField& links() const { return u_; }
  WilsonOperator& wilson() { return op_; }
  const KernelModes& modes() const { return *modes_; }
  /// The sign that mode n counts with: that of its eigenvalue, or what it has been set to. Where an
  /// eigenvalue passes through zero, sgn(H) is there with either.
  bool positive(std::size_t n) const { return positive_[n]; }
  void set_positive(std::size_t n, bool positive) { positive_[n] = positive; }
  /// Of numbers in the interval.
  const ZolotarevSign& approximation() const { return sign_; }

  /// out = gamma5 sgn(H) in; not the same. `accuracy` is what the sum of poles may be wrong by beside the
  /// approximation, relative to |in|. Throws Error(not_converged) where it does not come to that.
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out, double accuracy);
  /// The same to the kernel's sign_error.
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
    apply(in, out, kernel_.sign_error);
  }
  /// Returns the largest error of that, relative to |in|: the approximation's and that of the sum of poles.
  /// The error of the low modes is far smaller and is kept so by mode_tolerance.
  double largest_error() const { return sign_.error + kernel_.sign_error; }
  /// |sgn(H)^2 b - b| / (2 |b|) for random numbers b: what the sign function is wrong by, all together.
  double measured_error(std::uint64_t seed = 1);

  /// Hops over all sites since the beginning, H once each: all, those in single precision beside double,
  /// and those of the low modes.
  std::uint64_t hops() const;
  std::uint64_t hops_in_single() const { return coarse_ ? coarse_->poles.hops() : 0; }
  std::uint64_t hops_of_modes() const { return modes_->hops; }
  std::uint64_t applications() const { return applications_; }

 private:
  /// The lattice and the links, where they are its own.
  struct Own {
    Own(gpu::Device& device, const Configuration& links, const LatticeOptions& options);
    DeviceLattice lattice;
    GaugeField u;
  };
  SignFunction(std::unique_ptr<Own> own, const OverlapKernel& kernel);
  /// `own` is read before it is moved from.
  SignFunction(std::unique_ptr<Own>&& own, const DeviceLattice& lattice, const GaugeField& u,
               std::shared_ptr<const KernelModes> modes, const OverlapKernel& kernel);

  /// The poles in single precision beside double.
  struct Coarse {
    Coarse(const DeviceLattice& beside, const GaugeField& links, const OverlapKernel& kernel,
           const RationalFunction& few_digits, std::size_t most_poles);
    DeviceLattice lattice;
    GaugeField u;
    PoleSum poles;
    RationalFunction few_digits;
    FieldVector<SpinorField> in, out;
  };

  ZolotarevSign approximate() const;
  DeviceCgResult run(PoleSum& poles, const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out,
                     double accuracy, double leave = 0) const;
  void sum_poles(double accuracy);

  OverlapKernel kernel_;
  std::unique_ptr<Own> own_;
  const DeviceLattice& lattice_;
  const GaugeField& u_;
  WilsonOperator op_;
  std::shared_ptr<const KernelModes> modes_;
  std::vector<bool> positive_;
  ZolotarevSign sign_;
  PoleSum poles_;
  std::optional<Coarse> coarse_;
  VectorDots dots_;
  Factors factors_;
  FieldVector<SpinorField> rest_, x_;
  std::uint64_t hops_ = 0, applications_ = 0;
};

}  // namespace glueball
