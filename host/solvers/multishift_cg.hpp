// Conjugate gradients on a device for several shifts of one matrix at once.
#pragma once

#include <span>

#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Solves (A + shift_i) x_i = b for all shifts with the iterations of the smallest (Jegerlehner,
/// hep-lat/9612014), with the hermitian matrix A of SolverMatrix::normal in the precision of its lattice.
/// `op` must contain the smallest shift. The others are relative to it: shifts()[0] = 0 <= shifts()[i]. All
/// scalars stay on the device. A shift takes part until its own residual, by its recurrence, has reached the
/// tolerance. For smaller residuals its system is continued alone (Start::given). Outside of solve_all this
/// is an ordinary ConjugateGradient.
template <class F>
class MultishiftCg : public ConjugateGradient<F> {
 public:
  /// Throws Error(bad_value) for no shifts, a first one other than 0, and negative ones.
  MultishiftCg(SolverMatrix<F>& op, std::vector<double> shifts);

  const std::vector<double>& shifts() const { return shifts_; }

  /// Changes the shifts, to at most as many as at construction. Throws as the constructor does.
  void change_shifts(std::vector<double> shifts);

  /// x must have one field for each shift. With `add` the solutions are added to its contents.
  DeviceCgResult solve_all(const F& b, std::span<F> x, double tolerance, int max_iterations,
                           bool add = false);

 private:
  bool has_more_to_do() const override { return !x_.empty(); }
  void after_alpha() override;
  void after_direction() override;
  /// Makes the steps and the new directions of all shifts except the first, two in a dispatch.
  void turn(Launch launch, std::span<F> x);

  std::vector<double> shifts_;
  std::size_t room_;  ///< largest number of shifts
  std::vector<F> p_;
  ShiftScalars state_;
  std::span<F> x_;  ///< empty outside of solve_all
};

extern template class MultishiftCg<SpinorField>;
extern template class MultishiftCg<ColourField>;

}  // namespace glueball
