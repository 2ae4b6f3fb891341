// Linear combinations of Krylov solvers, in double precision on the CPU.
#pragma once

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball::reference {

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

}  // namespace glueball::reference
