// The lowest eigenvectors of a hermitian matrix on a device: thick-restart Lanczos with a Chebyshev filter.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "eigen/chebyshev_filter.hpp"
#include "eigen/symmetric_matrix.hpp"
#include "linalg/vector_dots.hpp"

namespace glueball {

struct LanczosOptions {
  int count = 10;            ///< eigenvectors, of the smallest eigenvalues
  int basis = 0;             ///< vectors of the Lanczos process; 0: twice as many and 20
  int degree = 0;            ///< of the Chebyshev polynomial, an even one is raised by 1; 0: chosen
  double cut = 0;            ///< eigenvalues above it are damped; 0: chosen
  double tolerance = 1e-10;  ///< |A v - lambda v| / the largest eigenvalue
  /// |A v - lambda v| / lambda at most, as far as the fields' precision goes: a loose tolerance is no leave
  /// to stop above the lowest values.
  double relative = 1e-2;
  int max_restarts = 1000;
  std::uint64_t seed = 1;  ///< of the vectors that it starts with
  /// Called after each restart with the eigenvectors so far and the residual of the one at work.
  std::function<void(int, double)> progress{};
};

/// Throws Error(bad_value) for options that make no sense in a space of this dimension.
void check_lanczos(const LanczosOptions& options, std::size_t dimension);

/// What a search begins with that knows something: the eigenvectors of a matrix that is near.
template <class F>
struct LanczosStart {
  std::span<const FieldVector<F>> vectors{};
  double last = 0;  ///< the largest of their eigenvalues
};

struct LanczosResult {
  std::vector<double> values;     ///< the smallest first
  std::vector<double> residuals;  ///< |A v - lambda v| / largest of each, in the fields' precision
  double largest = 0;             ///< the largest eigenvalue, roughly
  std::size_t applications = 0;   ///< of A
  int restarts = 0;
  Chebyshev filter;  ///< the last one
};

/// K. Wu and H. Simon, SIAM J. Matrix Anal. Appl. 22 (2000) 602: the basis of a Lanczos process of p(A) is
/// shrunk to its best Ritz vectors and grown again. All vectors are kept orthogonal to all. An eigenvector
/// that has converged is locked; what is left is searched again from a new random vector until there is
/// nothing below the largest eigenvalue that was found, so that degenerate ones come as often as they are
/// there.
///
/// The filter is chosen on the way: a process of -A itself tells the largest eigenvalue and a bound for the
/// one that is wanted last, which better Ritz values then lower. Where the eigenvectors of a matrix nearby
/// are known, they tell the filter and are what the search begins with; what it may return is the same.
template <class F>
class Lanczos {
 public:
  /// Takes all its memory. `matrix` must outlive it.
  Lanczos(VectorMatrix<F>& matrix, const LanczosOptions& options);

  /// Throws Error(bad_value) for a cut below what is wanted, Error(not_converged) when it gives up.
  LanczosResult run(const LanczosStart<F>& from = {});
  /// After that, the eigenvector of value n.
  const FieldVector<F>& vector(std::size_t n) const { return slots_[n]; }

 private:
  /// Vectors that may be there at once.
  std::size_t room() const { return std::min(slots_.size() - 1, dimension_); }
  std::size_t wanted() const;
  bool verifying() const { return began_with_ >= count_; }
  double worst() const;
  double goal(double value) const;

  void start_anew();
  void put_random(std::size_t slot);
  void take_off(std::size_t first, std::size_t slot, std::vector<Complex>& coefficients);
  double orthogonalise(std::size_t slot, std::vector<Complex>& coefficients);
  bool enough() const;
  void fill();
  bool nothing_left(const SymmetricEigen& ritz) const;
  void learn_ends(const SymmetricEigen& ritz);
  void shrink(const SymmetricEigen& ritz);
  bool lock_converged();
  void lock(double value, double residual);
  void sort_locked();
  void tune();
  void begin_with(const LanczosStart<F>& from);
  void begin_again();
  void choose(double low);
  void choose_to_verify();
  [[noreturn]] void refuse_cut(double value) const;
  double rayleigh(const FieldVector<F>& v, double& residual);
  double norm(const FieldVector<F>& v);
  [[noreturn]] void give_up() const;

  ChebyshevFilter<F> filter_;
  LanczosOptions options_;
  LanczosStart<F> from_;
  std::size_t count_, dimension_;
  VectorDots dots_;
  std::vector<FieldVector<F>> slots_;  ///< those locked, then those of the process, then the next of it
  FieldVector<F> scratch_;
  std::array<FieldVector<F>, 3> sums_;  ///< of the process, on the way to another basis of it
  Factors factors_;                     ///< of sums of slots

  std::vector<double> values_, residuals_;     ///< of those locked
  SquareMatrix t_;                             ///< p(A) between those of the process
  std::size_t active_ = 0;                     ///< vectors of the process whose images have been taken
  double beta_ = 0;                            ///< of the next one
  double scale_ = 0;                           ///< the largest |p(A) v| of this search
  std::size_t began_with_ = 0, inserted_ = 0;  ///< locked when this search began, and since
  std::size_t steps_ = 0;                      ///< of this search
  std::uint32_t randoms_ = 0;
  Chebyshev p_;
  double largest_ = 0, high_ = 0, last_residual_ = 0, goal_ = 0;
  int restarts_ = 0;
};

}  // namespace glueball
