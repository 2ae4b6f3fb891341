// One eigenvector of H near zero, followed from links to links.
#pragma once

#include <optional>
#include <vector>

#include "linalg/vector_dots.hpp"
#include "overlap/kernel_modes.hpp"
#include "overlap/pole_sum.hpp"

namespace glueball {

/// Begins with the low modes on links nearby. On other links it is, of the eigenvectors of H in the space
/// that these span, the one with the most of what it was; what that space lacks is found by inverse
/// iteration, x -> (H^2 + s)^-1 x with s of its own lambda^2, each result of which joins the space: near zero
/// a step is worth many digits. That it is an eigenvector is sure, that it is the one that was asked for is
/// not where modes mix: whoever needs to know looks at all low modes there.
class FollowedMode {
 public:
  using Vector = FieldVector<SpinorField>;
  static constexpr std::size_t kMostWider = 24;  ///< vectors beyond those that it begins with
  static constexpr double kResidual = 1e-7;  ///< |H x - lambda x|, of which the value is wrong by the square

  /// `u` must outlive it. The mode with this number.
  FollowedMode(const DeviceLattice& lattice, const GaugeField& u, const OverlapKernel& kernel,
               const KernelModes& near, std::size_t mode);

  /// Its eigenvalue on the links as they are now; nothing where modes mix so that it is not found.
  std::optional<double> follow();
  /// After that.
  const Vector& vector() const { return vector_; }
  /// Hops over all sites so far.
  std::uint64_t hops() const { return hops_ + inverse_.hops(); }

 private:
  /// The eigenvector of H in the space with the most of the vector, which it becomes; its eigenvalue,
  /// relative to the scale of H, and what |H x - lambda x| is.
  double turn(double& residual);
  /// One more vector of the space, by inverse iteration; false: there is none, or no room.
  bool widen(double value);

  OverlapKernel kernel_;
  WilsonOperator op_;
  PoleSum inverse_;
  VectorDots dots_;
  Factors factors_;
  std::vector<Vector> space_;  ///< orthonormal
  Vector vector_;
  std::size_t room_;
  double least_;  ///< of sqrt(s), relative to the scale of H
  std::uint64_t hops_ = 0;
};

}  // namespace glueball
