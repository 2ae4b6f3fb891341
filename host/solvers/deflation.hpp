// What the lowest eigenvectors know of a solution, taken off a residual at once.
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
#include "solvers/outer_space.hpp"

namespace glueball {

/// Eigenvectors v_n of A on a device, in the precision of the iterations but single for half. Of the solution
/// of A x = b they give sum_n v_n <v_n, b> / lambda_n, and what iterations are left with has a condition
/// number without the smallest eigenvalues (Stathopoulos and Orginos, arXiv:0707.0131). What rounding and
/// inexact vectors leave behind comes back as the residual falls, so that it is taken off again on the way.
template <class F>
class Deflation {
 public:
  using Vector = OuterField<F>;
  using OneParity = typename HostField<F>::type;

  /// For a solver that iterates on `lattice`, which must outlive it, with a quark of this mass (which counts
  /// for a staggered one) and boundary. Throws Error(device) where there is no room, Error(bad_value) where
  /// an eigenvalue is not above 0.
  Deflation(const DeviceLattice& lattice, const LowModes& modes, double mass, const Boundary& boundary);

  std::size_t count() const { return vectors_.size(); }
  /// Eigenvalues are those of this mass from now on.
  void set_mass(double mass);

  /// Throws Error(bad_value), or Error(bad_file) of a file, where the first and the last are no eigenvectors
  /// of the space's A: of links that look alike in all that a file says.
  void check(OuterSpace<F>& space);

  /// x += what is known of the solution of the system's matrix dx = r. r, of length `size`, is left with
  /// something.
  void correct(System system, OuterSpace<F>& space, double size, Vector& r, Vector& x);

  /// b -= sum_n v_n <v_n, b>, b on the solver's lattice: the systems with shifts that are left have solutions
  /// without these vectors. Returns the products.
  std::vector<Complex> take_off(F& b);
  /// x += sum_n v_n products_n / (lambda_n + shift)
  void put_on(std::span<const Complex> products, double shift, F& x);

 private:
  const DeviceLattice& own() const { return own_ ? *own_ : lattice_; }
  /// sum_ = sum_n factors_n v_n
  void sum_up(std::span<const Complex> factors);

  const DeviceLattice& lattice_;
  std::unique_ptr<DeviceLattice> own_;  ///< of vectors, where iterations are in half precision
  std::vector<FieldVector<F>> vectors_;
  FieldVector<F> source_, sum_;
  VectorDots dots_;
  Factors factors_;
  std::vector<double> given_, values_;  ///< of the mass of the modes, and of that set
  double mass_of_modes_;
  bool of_file_;
  std::string origin_;
  std::optional<Vector> root_;  ///< of the space, once it was needed
};

extern template class Deflation<SpinorField>;
extern template class Deflation<ColourField>;

}  // namespace glueball
