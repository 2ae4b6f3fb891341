// The precise operator: solutions, residuals and energies in high precision, around iterations in low
// precision.
#pragma once

#include <array>
#include <memory>

#include "fermion/fermion_operator.hpp"
#include "fermion/registry.hpp"
#include "solvers/precise_field.hpp"

namespace glueball {

/// The system on the even sites that is solved: Mhat x = b; A x = b with the hermitian A of
/// SolverMatrix::normal; or the normal equations of Mhat x = b. These are A x = Mhat^+ b, or A x = b if Mhat
/// is A itself.
enum class System { even_odd, normal, normal_equations };

/// Residual norms of a field x.
struct Residuals {
  double system = 0;
  /// b - M x| on all sites with the odd part of x that belongs to it. For System::normal, which need not
  /// belong to an M x = b, it is |r| again.
  double full = 0;
};

/// A quark's matrix and the fields that it acts on: on the host in double, as in the scheme of the 2006
/// paper, or on a device in the precision of its operator. Fields are of one parity, the even one unless
/// stated otherwise. Output and input must differ. F is SpinorField or ColourField.
template <class F>
class PreciseOperator {
 public:
  using Vector = PreciseField<F>;
  using OneParity = typename Vector::OneParity;
  using Full = std::array<OneParity, 2>;  ///< indexed by int(Parity)
  virtual ~PreciseOperator() = default;

  virtual bool on_host() const = 0;
  /// Returns a field of this space with undefined contents.
  virtual Vector make() const = 0;
  /// Must be called when the device's links, which the matrix follows, have changed.
  virtual void links_changed() {}

  /// out = Mhat in, or Mhat^+ in.
  virtual void even_odd(const Vector& in, Vector& out, bool dagger = false) = 0;
  /// out = (A + shift) in, with the hermitian A of SolverMatrix::normal.
  virtual void normal(const Vector& in, Vector& out) = 0;
  /// Sets the shift of A in System::normal and in `normal`, 0 at first.
  void set_shift(double shift) { shift_ = shift; }
  /// Computes the right-hand side of Mhat x_e = source for M x = b.
  virtual void prepare(const Vector& b_even, const Vector& b_odd, Vector& source) = 0;
  /// See cpu::EvenOddOperator.
  virtual double log_det() = 0;

  virtual double norm2(const Vector& x) = 0;
  /// <x, y> = sum conj(x) y.
  virtual Complex dot(const Vector& x, const Vector& y) = 0;
  /// x *= a.
  virtual void scale(double a, Vector& x) = 0;
  /// y += a x.
  virtual void axpy(double a, const Vector& x, Vector& y) = 0;

  virtual void put(OneParity from, Vector& to) = 0;
  /// These copy from and to a device lattice of another precision.
  virtual void take(const F& from, Vector& to) = 0;
  virtual void send(const Vector& from, F& to) = 0;

  /// x = 0 y, with a finite y that is another field.
  virtual void clear(const Vector& y, Vector& x) = 0;
  /// Computes the residual r of x = 0.
  virtual Residuals at_zero(System system, const Vector& b, Vector& r) = 0;
  /// x += scale dx, with dx on a lattice of another precision.
  virtual void add(double scale, const F& dx, Vector& x) = 0;
  /// Computes the residual r of x.
  virtual Residuals residual(System system, const Vector& b, const Vector& x, Vector& r) = 0;

  /// These solve M x = b on all sites, for several columns. `reserve` allocates memory for so many, and
  /// throws Error(device) if there is too little.
  virtual void reserve(std::size_t columns) = 0;
  /// Takes the right-hand side of column n, which must live until `finish`, and returns |b|. Throws
  /// Error(not_converged), on all ranks, for a nonzero b below 1e-135.
  virtual double set(std::size_t n, const Full& b) = 0;
  /// Computes the right-hand side of Mhat x_e = source.
  virtual void prepare(std::size_t n, Vector& source) = 0;
  /// Computes x from x_e, which is overwritten. Returns |b - M x| / |b|, or 0 for b = 0.
  virtual double finish(std::size_t n, Vector& x_even, Full& x) = 0;

 protected:
  double shift() const { return shift_; }

 private:
  double shift_ = 0;
};

template <class F>
std::unique_ptr<PreciseOperator<F>> precise_on_host(std::shared_ptr<const typename Operators<F>::Host> op);
/// Throws Error(device) if there is too little memory for fields.
template <class F>
std::unique_ptr<PreciseOperator<F>> precise_on_device(std::shared_ptr<typename Operators<F>::Device> op);

}  // namespace glueball
