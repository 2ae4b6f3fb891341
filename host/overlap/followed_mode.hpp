// One eigenvector of H near zero, followed from links to links.
#pragma once

#include <optional>
#include <vector>

#include "linalg/vector_dots.hpp"
#include "overlap/kernel_modes.hpp"
#include "overlap/pole_sum.hpp"

namespace glueball {

/// Follows a mode from the low modes on links nearby. On other links it is an eigenvector of H in the space
/// that these vectors span: the one with the largest overlap with the previous vector. Inverse iteration x ->
/// (H^2 + s)^-1 x with s of its own lambda^2 extends the space; near zero a step gains many digits. The
/// result is always an eigenvector. Where modes mix it may be another one than requested, so that callers
/// must check all low modes there.
class FollowedMode {
 public:
  using Vector = FieldVector<SpinorField>;
  static constexpr std::size_t kMostWider = 24;  ///< largest number of vectors beyond the first ones
  static constexpr double kResidual =
      1e-7;  ///< limit of |H x - lambda x|; the error of the value is of the order of its square

  /// `u` must outlive this. Follows the mode with number `mode`.
  FollowedMode(const DeviceLattice& lattice, const GaugeField& u, const OverlapKernel& kernel,
               const KernelModes& near, std::size_t mode);

  /// Returns the eigenvalue on the present links, or nothing if modes mix so that it is not found.
  std::optional<double> follow();
  /// Returns the eigenvector after follow().
  const Vector& vector() const { return vector_; }
  /// Returns hops over all sites so far.
  std::uint64_t hops() const { return hops_ + inverse_.hops(); }

 private:
  /// Changes the vector to the eigenvector of H in the space with the largest overlap with it. Returns the
  /// eigenvalue in units of the scale of H, and sets `residual` to |H x - lambda x|.
  double turn(double& residual);
  /// Extends the space by one vector of inverse iteration. Returns false if there is none or no room.
  bool widen(double value);

  OverlapKernel kernel_;
  WilsonOperator op_;
  PoleSum inverse_;
  VectorDots dots_;
  Factors factors_;
  std::vector<Vector> space_;  ///< orthonormal
  Vector vector_;
  std::size_t room_;
  double least_;  ///< least sqrt(s), in units of the scale of H
  std::uint64_t hops_ = 0;
};

}  // namespace glueball
