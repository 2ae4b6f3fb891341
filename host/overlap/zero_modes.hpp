// The zero modes of overlap quarks, counted: no more of the spectrum is found than the count needs.
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
  int most = 64;           ///< of either chirality, beyond which it gives up
  int basis = 96;          ///< vectors of a search, before its best are kept and the rest dropped
  int max_steps = 2000;    ///< of a search, each a sign function
  std::uint64_t seed = 1;  ///< of the vectors that searches start with
  /// Called now and then with the chirality, its zero modes so far and the smallest Rayleigh quotient.
  std::function<void(Chirality, int, double)> progress{};
};

struct ZeroModes {
  int minus = 0, plus = 0;
  /// The smallest eigenvalue of D(0)^+ D(0) that is not 0, from above, within some percent.
  double gap = 1;
  /// An eigenvalue of which the sign's error does not tell whether it is 0: the count is none.
  std::optional<double> unclear{};

  int of(Chirality c) const { return c == Chirality::plus ? plus : minus; }
  /// As ChiralModes::index.
  int index() const { return minus - plus; }
};

/// By a Lanczos process of D(0)^+ D(0) = (1 + P gamma5 sgn(H) P) / 2 in each chirality, from random vectors
/// that are orthogonal to the zero modes found before, until one ends at an eigenvalue that is not 0. A
/// random vector has no share of a zero mode below 1e-3 of the usual but once in a million times, and a
/// process that is long enough finds any other: T_k, Chebyshev's polynomial of its k steps on [gap, 1], then
/// raises it above all else. Each costs 50 to 100 sign functions, of which few digits are asked.
///
/// Eigenvalues up to twice the sign's error count as 0, those above four times are not, between it is
/// unclear. Of a pair that is not 0 both chiralities count one, which leaves the index as it is: where both
/// have some, a smaller error tells.
class ZeroModeSearch {
 public:
  using Vector = FieldVector<SpinorField>;

  /// Takes all its memory but that of zero modes. `sign` must outlive it.
  ZeroModeSearch(SignFunction& sign, const ZeroModeOptions& options);

  /// Throws Error(not_converged) where there are more zero modes than options.most, and for a search that
  /// does not end; as SignFunction::apply.
  ZeroModes run();
  /// After that, the zero modes of a chirality: orthonormal, with |D v|^2 of twice the sign's error at most.
  const std::vector<Vector>& vectors(Chirality c) const { return zero_[c == Chirality::plus]; }

  /// Vectors that it has beside zero modes.
  static std::size_t room(const ZeroModeOptions& options);

 private:
  /// Searches for a zero mode that is orthogonal to those found; false: there is none, or it is unclear.
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
  std::size_t room_;            ///< of vectors of a process
  std::vector<Vector> v_;       ///< those, and the next
  std::array<Vector, 3> sums_;  ///< on the way to another basis
  std::vector<Vector> zero_[2];
  SquareMatrix t_;          ///< the matrix between them
  std::size_t active_ = 0;  ///< vectors whose images have been taken
  double beta_ = 0;         ///< length of the next
  std::uint32_t starts_ = 0;
  ZeroModes found_;
};

}  // namespace glueball
