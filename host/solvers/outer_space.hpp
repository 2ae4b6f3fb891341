// Where solutions, residuals and energies are computed around iterations in short precision.
#pragma once

#include <array>
#include <memory>

#include "fermion/fermion_operator.hpp"
#include "fermion/registry.hpp"
#include "solvers/outer_field.hpp"

namespace glueball {

/// The system on the even sites that is solved: Mhat x = b; A x = b with the hermitian A of
/// SolverMatrix::normal; or the normal equations of Mhat x = b, which are A x = Mhat^+ b, and A x = b where
/// Mhat is A itself.
enum class System { even_odd, normal, normal_equations };

/// How far a field x is from a solution.
struct Residuals {
  double system = 0;  ///< |r|, r the right-hand side of the system less its matrix times x
  double full = 0;  ///< |b - M x| on all sites with the odd half of x that goes with it; for System::normal,
                    ///< which need not belong to an M x = b, |r| again
};

/// A quark's matrix and the fields that it acts on: on the host in double, which is the 2006 paper's scheme,
/// or on a device in the precision of the operator there. Fields are of one parity, those on the even sites
/// where nothing else is said; no output may be an input. F is SpinorField or ColourField.
template <class F>
class OuterSpace {
 public:
  using Vector = OuterField<F>;
  using OneParity = typename Vector::OneParity;
  using Full = std::array<OneParity, 2>;  ///< indexed by int(Parity)
  virtual ~OuterSpace() = default;

  virtual bool on_host() const = 0;
  /// A field of this space, of anything.
  virtual Vector make() const = 0;
  /// To be called when links have changed that the matrix follows: those on a device.
  virtual void links_changed() {}

  /// out = Mhat in, or Mhat^+ in.
  virtual void even_odd(const Vector& in, Vector& out, bool dagger = false) = 0;
  /// The right-hand side of Mhat x_e = source that goes with M x = b.
  virtual void prepare(const Vector& b_even, const Vector& b_odd, Vector& source) = 0;
  /// See reference::EvenOddOperator.
  virtual double log_det() = 0;

  virtual double norm2(const Vector& x) = 0;
  /// <x, y> = sum conj(x) y.
  virtual Complex dot(const Vector& x, const Vector& y) = 0;
  /// x *= a
  virtual void scale(double a, Vector& x) = 0;
  /// y += a x
  virtual void axpy(double a, const Vector& x, Vector& y) = 0;

  virtual void put(OneParity from, Vector& to) = 0;
  /// From and to a lattice of another precision on the device.
  virtual void take(const F& from, Vector& to) = 0;
  virtual void send(const Vector& from, F& to) = 0;

  /// x = 0 y, y finite and another field.
  virtual void clear(const Vector& y, Vector& x) = 0;
  /// The residual r of x = 0.
  virtual Residuals at_zero(System system, const Vector& b, Vector& r) = 0;
  /// x += scale dx, of a lattice of another precision.
  virtual void add(double scale, const F& dx, Vector& x) = 0;
  /// The residual r of x.
  virtual Residuals residual(System system, const Vector& b, const Vector& x, Vector& r) = 0;

  /// M x = b on all sites, one column at a time: its right-hand side, which must live until `finish`, and
  /// whose |b| is returned. Throws Error(not_converged), on all ranks, for a b that is less than 1e-135 and
  /// not nothing;
  virtual double set(const Full& b) = 0;
  /// that of Mhat x_e = source,
  virtual void prepare(Vector& source) = 0;
  /// and x from x_e, which is left with something. Returns |b - M x| / |b|, 0 for b = 0.
  virtual double finish(Vector& x_even, Full& x) = 0;
};

template <class F>
std::unique_ptr<OuterSpace<F>> space_on_host(std::shared_ptr<const typename Operators<F>::Host> op);
/// Throws Error(device) where there is no room for fields.
template <class F>
std::unique_ptr<OuterSpace<F>> space_on_device(std::shared_ptr<typename Operators<F>::Device> op);

}  // namespace glueball
