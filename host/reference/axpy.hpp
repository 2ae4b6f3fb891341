// The linear combinations of a Krylov solver, in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

/// y += a x. Fields of different sizes throw Error(bad_value), here and below.
void axpy(double a, const HalfSpinorField& x, HalfSpinorField& y);
void axpy(double a, const HalfColourField& x, HalfColourField& y);
void axpy(Complex a, const HalfSpinorField& x, HalfSpinorField& y);
void axpy(Complex a, const HalfColourField& x, HalfColourField& y);

/// y = x + a y.
void xpay(const HalfSpinorField& x, double a, HalfSpinorField& y);
void xpay(const HalfColourField& x, double a, HalfColourField& y);
void xpay(const HalfSpinorField& x, Complex a, HalfSpinorField& y);
void xpay(const HalfColourField& x, Complex a, HalfColourField& y);

/// y = a x + b y.
void axpby(double a, const HalfSpinorField& x, double b, HalfSpinorField& y);
void axpby(double a, const HalfColourField& x, double b, HalfColourField& y);

/// x *= a.
void scale(double a, HalfSpinorField& x);
void scale(double a, HalfColourField& x);

}  // namespace glueball::reference
