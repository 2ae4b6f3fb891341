// The number of zero modes of overlap quarks. No more of the spectrum is computed than the count needs.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "eigen/symmetric_matrix.hpp"
#include "overlap/overlap_operator.hpp"

namespace glueball {

struct ZeroModeOptions {
  int most = 64;           ///< largest number for each chirality, beyond which the search fails
  int basis = 96;          ///< vectors of a search before a restart from the best ones
  int max_steps = 2000;    ///< limit of steps of a search, each with one sign function
  std::uint64_t seed = 1;  ///< seed of start vectors
  /// Called at times with the chirality, its zero modes so far, and the smallest Rayleigh quotient.
  std::function<void(Chirality, int, double)> progress{};
};

struct ZeroModes {
  int minus = 0, plus = 0;
  /// Upper estimate of the smallest nonzero eigenvalue of D(0)^+ D(0), within some percent.
  double gap = 1;
  /// An eigenvalue that the sign function's error does not separate from 0, so that the count is invalid.
  std::optional<double> unclear{};

  int of(Chirality c) const { return c == Chirality::plus ? plus : minus; }
  /// Returns ChiralModes::index.
  int index() const { return minus - plus; }
};

/// Counts zero modes by Lanczos processes of D(0)^+ D(0) = (1 + P gamma5 sgn(H) P) / 2 in each chirality.
/// They start from random vectors orthogonal to the zero modes found before, until one ends at a nonzero
/// eigenvalue. Only one random vector in a million has a share of a zero mode below 1e-3 of the usual one. A
/// sufficiently long process finds every other one, since Chebyshev's polynomial T_k of its k steps on [gap,
/// 1] amplifies it above all else. Each takes 50 to 100 sign functions with few digits.
///
/// Eigenvalues up to twice the sign function's error count as 0. Those above four times do not. Between these
/// it is unclear. A nonzero pair counts in both chiralities, which does not change the index. If both
/// chiralities have zero modes, a smaller error separates them.
class ZeroModeSearch {
 public:
  using Vector = FieldVector<SpinorField>;

  /// Allocates all memory except that of zero modes. `sign` must outlive this.
  ZeroModeSearch(SignFunction& sign, const ZeroModeOptions& options);

  /// Throws Error(not_converged) for more zero modes than options.most, and for a search that does not end;
  /// also as SignFunction::apply does.
  ZeroModes run();
  /// Returns the zero modes of a chirality after run(): orthonormal, with |D v|^2 of at most twice the sign
  /// function's error.
  const std::vector<Vector>& vectors(Chirality c) const { return zero_[c == Chirality::plus]; }

  /// Returns the number of vectors that it needs besides zero modes.
  static std::size_t room(const ZeroModeOptions& options);

 private:
  /// Searches for a zero mode orthogonal to those found. Returns false if there is none or if it is unclear.
  bool another(Chirality c);
  void start(Chirality c);
  void step(Chirality c);
  void take_off(std::span<const Vector> from, Vector& w, std::vector<Complex>* products);
  void join(const std::vector<double>& before, double last);
  void shrink(const SymmetricEigen& ritz);
  void lock(Chirality c, const SymmetricEigen& ritz);
  double norm(const Vector& v);
  std::vector<Vector>& own(Chirality c) { return zero_[c == Chirality::plus]; }

  SignFunction& sign_;
  OverlapOperator op_;
  ZeroModeOptions options_;
  VectorDots dots_;
  Factors factors_;
  std::size_t room_;            ///< vectors of a process
  std::vector<Vector> v_;       ///< vectors of the process, and the next one
  std::array<Vector, 3> sums_;  ///< temporaries of a change of basis
  std::vector<Vector> zero_[2];
  SquareMatrix t_;          ///< the matrix in the basis of the process
  std::size_t active_ = 0;  ///< vectors to which the matrix has been applied
  double beta_ = 0;         ///< length of the next vector before normalization
  std::uint32_t starts_ = 0;
  ZeroModes found_;
};

}  // namespace glueball
