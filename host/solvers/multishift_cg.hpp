// Conjugate gradients for several shifts of one matrix at once, on a device.
#pragma once

#include <span>

#include "solvers/conjugate_gradient.hpp"

namespace glueball {

/// Solves (A + shift_i) x_i = b for all shifts with the iterations of the smallest (Jegerlehner,
/// hep-lat/9612014), A the hermitian matrix of SolverMatrix::normal; `op` must already contain the smallest
/// shift, the others are what they have beyond it: shifts()[0] = 0 <= shifts()[i]. All scalars stay on the
/// device. A shift takes part until its own residual, by its recurrence, has come to the tolerance. In the
/// precision of its lattice: where a residual must be smaller, its system is solved on from
/// there alone (Start::given). Outside of solve_all it is a ConjugateGradient as any other.
template <class F>
class MultishiftCg : public ConjugateGradient<F> {
 public:
  /// Throws Error(bad_value) for no shifts, a first one other than 0, and negative ones.
  MultishiftCg(SolverMatrix<F>& op, std::vector<double> shifts);

  const std::vector<double>& shifts() const { return shifts_; }

  /// From now on for others, of which there are no more than at the beginning. Throws as the constructor.
  void change_shifts(std::vector<double> shifts);

  /// x must have as many fields as there are shifts; with `add` the solutions are added to what they hold.
  DeviceCgResult solve_all(const F& b, std::span<F> x, double tolerance, int max_iterations,
                           bool add = false);

 private:
  bool has_more_to_do() const override { return !x_.empty(); }
  void after_alpha() override;
  void after_direction() override;
  /// The steps and the new directions of all shifts but the first, two a dispatch.
  void turn(Launch launch, std::span<F> x);

  std::vector<double> shifts_;
  std::size_t room_;  ///< shifts at most
  std::vector<F> p_;
  ShiftScalars state_;
  std::span<F> x_;  ///< empty outside of solve_all
};

extern template class MultishiftCg<SpinorField>;
extern template class MultishiftCg<ColourField>;

}  // namespace glueball
