// Linear algebra over complex numbers.
#pragma once

#include "kernels/kernel.hpp"

namespace glueball::kernels {

/// y += (a + i b) x.
using ComplexAxpy =
    Kernel<"linalg/complex_axpy", Shape::texels, args::LinearArgs<double>, In<Field>, InOut<Field>>;

}  // namespace glueball::kernels
