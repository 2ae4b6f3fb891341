// gamma5 sgn(H) on a device: low modes are exact, and the rest is a sum of poles.
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

/// Returns the lattice options for overlap quarks on a device.
LatticeOptions overlap_lattice_options(const gpu::Device& device, gpu::Precision precision,
                                       const Geometry& geometry);

// These are the least sign_error and mode_tolerance of a kernel in single precision.
inline constexpr double kBestSignInSingle = 3e-6, kBestModesInSingle = 1e-6;

/// The sign of H = gamma5 (D_W - m0) on a configuration. With sgn(x) ~ x r(x^2) on the interval (Zolotarev),
/// P the projector to the low modes and Q = gamma5 M = H / scale, gamma5 sgn(H) = gamma5 sum_n sgn(lambda_n)
/// v_n v_n^+ + M r(Q^2) (1 - P).
///
/// Fields are in double or in single precision. In double, single precision is also used for pole sums that
/// need few digits, and for the last digits of others: what conjugate gradients for all poles leave is a pole
/// sum of the residual, and its error counts less the smaller the residual is.
class SignFunction {
 public:
  /// Finds the low modes and allocates all memory. Throws Error(bad_value) as OverlapKernel::check does, for
  /// a smaller error than the precision allows, and if the spectrum of H exceeds the kernel's interval.
  /// Throws as Lanczos does. On a split lattice `u` is this rank's links; all ranks must call this and the
  /// functions below.
  SignFunction(gpu::Device& device, const Configuration& u, const OverlapKernel& kernel,
               const LatticeOptions& options);
  /// Uses existing links with their ghost links, and their low modes, which may be those of another kernel's
  /// parameters. All arguments except the modes must outlive this. Throws as above.
  SignFunction(const DeviceLattice& lattice, const GaugeField& u, std::shared_ptr<const KernelModes> modes,
               const OverlapKernel& kernel);
  SignFunction(const SignFunction&) = delete;
  SignFunction& operator=(const SignFunction&) = delete;

  const DeviceLattice& lattice() const { return lattice_; }
  const OverlapKernel& kernel() const { return kernel_; }
  const GaugeField& links() const { return u_; }
  WilsonOperator& wilson() { return op_; }
  const KernelModes& modes() const { return *modes_; }
  /// Return and set the sign of mode n. It is that of its eigenvalue, unless set. At a topological-sector
  /// boundary, where an eigenvalue passes through zero, sgn(H) exists with either sign.
  bool positive(std::size_t n) const { return positive_[n]; }
  void set_positive(std::size_t n, bool positive) { positive_[n] = positive; }
  /// Returns the approximation of the sign function on the interval.
  const ZolotarevSign& approximation() const { return sign_; }

  /// out = gamma5 sgn(H) in; `in` and `out` must differ. `accuracy` is the allowed error of the pole sum
  /// relative to |in|, in addition to that of the approximation. Throws Error(not_converged) if it is not
  /// reached.
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out, double accuracy);
  /// The same to the kernel's sign_error.
  void apply(const FieldVector<SpinorField>& in, FieldVector<SpinorField>& out) {
    apply(in, out, kernel_.sign_error);
  }
  /// Returns the largest error of this, relative to |in|: that of the approximation and that of the pole sum.
  /// The error of the low modes is far smaller, due to mode_tolerance.
  double largest_error() const { return sign_.error + kernel_.sign_error; }
  /// Returns |sgn(H)^2 b - b| / (2 |b|) for random numbers b, which is the total error of the sign function.
  double measured_error(std::uint64_t seed = 1);

  /// Return the number of hops H over all sites so far: all, those in single precision within double, and
  /// those of the low modes.
  std::uint64_t hops() const;
  std::uint64_t hops_in_single() const { return coarse_ ? coarse_->poles.hops() : 0; }
  std::uint64_t hops_of_modes() const { return modes_->hops; }
  std::uint64_t applications() const { return applications_; }

 private:
  /// The lattice and links, if this object owns them.
  struct Own {
    Own(gpu::Device& device, const Configuration& links, const LatticeOptions& options);
    DeviceLattice lattice;
    GaugeField u;
  };
  SignFunction(std::unique_ptr<Own> own, const OverlapKernel& kernel);
  /// `own` is read before it is moved from.
  SignFunction(std::unique_ptr<Own>&& own, const DeviceLattice& lattice, const GaugeField& u,
               std::shared_ptr<const KernelModes> modes, const OverlapKernel& kernel);

  /// The pole sum in single precision within double.
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
