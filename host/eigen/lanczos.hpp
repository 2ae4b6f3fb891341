// The lowest eigenvectors of a hermitian matrix on a device, by thick-restart Lanczos with a Chebyshev
// filter.
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
  int count = 10;            ///< eigenvectors with the smallest eigenvalues
  int basis = 0;             ///< vectors of the Lanczos process; 0: twice `count` plus 20
  int degree = 0;            ///< degree of the Chebyshev polynomial; an even one is raised by 1; 0: chosen
  double cut = 0;            ///< eigenvalues above it are damped; 0: chosen
  double tolerance = 1e-10;  ///< limit of |A v - lambda v| / (largest eigenvalue)
  /// Limit of |A v - lambda v| / lambda, as far as the fields' precision allows. With a loose `tolerance`
  /// alone the search might stop above the lowest eigenvalues.
  double relative = 1e-2;
  int max_restarts = 1000;
  std::uint64_t seed = 1;  ///< seed of random start vectors
  /// Called after each restart with the number of eigenvectors found and the residual of the next one.
  std::function<void(int, double)> progress{};
};

/// Throws Error(bad_value) for options that are not possible in a space of this dimension.
void check_lanczos(const LanczosOptions& options, std::size_t dimension);

/// Eigenvectors of a nearby matrix, from which a search may start.
template <class F>
struct LanczosStart {
  std::span<const FieldVector<F>> vectors{};
  double last = 0;  ///< the largest of their eigenvalues
};

struct LanczosResult {
  std::vector<double> values;  ///< in ascending order
  std::vector<double>
      residuals;       ///< |A v - lambda v| / (largest eigenvalue) for each value, in the fields' precision
  double largest = 0;  ///< estimate of the largest eigenvalue
  std::size_t applications = 0;  ///< applications of A
  int restarts = 0;
  Chebyshev filter;  ///< the last filter
};

/// Thick-restart Lanczos after K. Wu and H. Simon, SIAM J. Matrix Anal. Appl. 22 (2000) 602. The basis of a
/// Lanczos process of p(A) is reduced to its best Ritz vectors and extended again. All vectors are
/// orthogonalized against all. A converged eigenvector is locked. The search is repeated from new random
/// vectors until nothing is found below the largest eigenvalue, so that degenerate eigenvalues are found as
/// often as they occur.
///
/// The filter is chosen during the search. A process of -A gives the largest eigenvalue and an upper bound
/// for the last wanted one, which later Ritz values lower. If the eigenvectors of a nearby matrix are known,
/// they determine the filter and the search starts from them; the result is the same.
template <class F>
class Lanczos {
 public:
  /// Allocates all memory. `matrix` must outlive this.
  Lanczos(VectorMatrix<F>& matrix, const LanczosOptions& options);

  /// Throws Error(bad_value) if `cut` is below a wanted eigenvalue, Error(not_converged) if the search fails.
  LanczosResult run(const LanczosStart<F>& from = {});
  /// Returns the eigenvector of value n after run().
  const FieldVector<F>& vector(std::size_t n) const { return slots_[n]; }

 private:
  /// Returns how many vectors there may be at once.
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
  /// Holds the locked vectors, then those of the process, then the process's next vector.
  std::vector<FieldVector<F>> slots_;
  FieldVector<F> scratch_;
  std::array<FieldVector<F>, 3> sums_;  ///< temporaries of a change of basis
  Factors factors_;                     ///< coefficients of sums of slots

  std::vector<double> values_, residuals_;     ///< values and residuals of locked vectors
  SquareMatrix t_;                             ///< p(A) in the basis of the process
  std::size_t active_ = 0;                     ///< process vectors to which p(A) has been applied
  double beta_ = 0;                            ///< norm of the next process vector before normalization
  double scale_ = 0;                           ///< largest |p(A) v| of this search
  std::size_t began_with_ = 0, inserted_ = 0;  ///< vectors locked when this search began, and since
  std::size_t steps_ = 0;                      ///< steps of this search
  std::uint32_t randoms_ = 0;
  Chebyshev p_;
  double largest_ = 0, high_ = 0, last_residual_ = 0, goal_ = 0;
  int restarts_ = 0;
};

}  // namespace glueball
