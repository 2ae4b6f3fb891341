// Deflation: the contribution of the lowest eigenvectors to a solution, removed from a residual at once.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "lattice/boundary_rotation.hpp"
#include "lattice/low_modes.hpp"
#include "linalg/field_vectors.hpp"
#include "linalg/vector_dots.hpp"
#include "solvers/precise_operator.hpp"

namespace glueball {

/// Eigenvectors v_n of A on a device, in the precision of the iterations, or in single for half. Their part
/// of the solution of A x = b is sum_n v_n <v_n, b> / lambda_n. The remaining system has a condition number
/// without the smallest eigenvalues (Stathopoulos and Orginos, arXiv:0707.0131). Rounding and inexact vectors
/// leave components that reappear as the residual decreases, so that these are removed again during the
/// solve.
template <class F>
class Deflation {
 public:
  using Vector = PreciseField<F>;
  using OneParity = typename HostField<F>::type;

  /// Prepares deflation for a solver that iterates on `lattice`, which must outlive this, with a quark of
  /// this mass (which matters for a staggered one) and boundary. Throws Error(device) for too little memory,
  /// Error(bad_value) if an eigenvalue is not above 0.
  Deflation(const DeviceLattice& lattice, const LowModes& modes, double mass, const Boundary& boundary);

  std::size_t count() const { return vectors_.size(); }
  /// Changes the eigenvalues to those of another mass.
  void set_mass(double mass);

  /// Throws Error(bad_value), or Error(bad_file) for modes from a file, if the first and the last are no
  /// eigenvectors of the space's A. The reason may be other links for which a file states the same data.
  void check(PreciseOperator<F>& precise);

  /// Adds the eigenvectors' part of the solution of (the system's matrix) dx = r to x. r has length `size`
  /// and is overwritten.
  void correct(System system, PreciseOperator<F>& precise, double size, Vector& r, Vector& x);

  /// Projects b -= sum_n v_n <v_n, b>, with b on the solver's lattice, so that solutions of the remaining
  /// shifted systems have no part along these vectors. Returns the products.
  std::vector<Complex> take_off(F& b);
  /// x += sum_n v_n products_n / (lambda_n + shift).
  void put_on(std::span<const Complex> products, double shift, F& x);

 private:
  const DeviceLattice& own() const { return own_ ? *own_ : lattice_; }
  /// sum_ = sum_n factors_n v_n.
  void sum_up(std::span<const Complex> factors);

  const DeviceLattice& lattice_;
  std::unique_ptr<DeviceLattice> own_;  ///< lattice of the vectors, if iterations are in half precision
  std::vector<FieldVector<F>> vectors_;
  FieldVector<F> source_, sum_;
  VectorDots dots_;
  Factors factors_;
  std::vector<double> given_, values_;  ///< for the mass of the modes, and for the present one
  double mass_of_modes_;
  bool of_file_;
  std::string origin_;
  std::optional<Vector> root_;  ///< a vector of the space, allocated when it is needed
};

extern template class Deflation<SpinorField>;
extern template class Deflation<ColourField>;

}  // namespace glueball
