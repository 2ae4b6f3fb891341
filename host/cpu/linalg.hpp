// Linear combinations, scalar products and squared norms of fields, in double precision on the CPU.
#pragma once

#include "cpu/spinor_field.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::cpu {

/// y += a x. These functions throw Error(bad_value) for fields of different sizes.
void axpy(double a, const ParitySpinorField& x, ParitySpinorField& y);
void axpy(double a, const ParityColourField& x, ParityColourField& y);
void axpy(Complex a, const ParitySpinorField& x, ParitySpinorField& y);
void axpy(Complex a, const ParityColourField& x, ParityColourField& y);

/// y = x + a y.
void xpay(const ParitySpinorField& x, double a, ParitySpinorField& y);
void xpay(const ParityColourField& x, double a, ParityColourField& y);
void xpay(const ParitySpinorField& x, Complex a, ParitySpinorField& y);
void xpay(const ParityColourField& x, Complex a, ParityColourField& y);

/// y = a x + b y.
void axpby(double a, const ParitySpinorField& x, double b, ParitySpinorField& y);
void axpby(double a, const ParityColourField& x, double b, ParityColourField& y);

/// x *= a.
void scale(double a, ParitySpinorField& x);
void scale(double a, ParityColourField& x);

/// Returns a^+ b with the same bits for any number of threads. Throws Error(bad_value) for fields of
/// different sizes.
Complex dot(const ParitySpinorField& a, const ParitySpinorField& b);
Complex dot(const ParityColourField& a, const ParityColourField& b);

/// Returns the sum over sites, spins and colours of |psi|^2, with the same bits for any number of threads.
double norm2(const ParitySpinorField& psi);
/// The field is in single precision; the sum is in double.
double norm2(const ParityField<float>& psi);
/// The same for a staggered field.
double norm2(const ParityColourField& chi);

}  // namespace glueball::cpu
