// Correlators of site fields as functions of distance, by Fourier transforms on the host.
#pragma once

#include "field/site_field.hpp"
#include "lattice/correlator.hpp"
#include "measure/box_fourier.hpp"

namespace glueball {

/// Adds the transform over the box of C(d) = sum over x of combine(a(x), b(x + d)). This is conj(a(k)) b(k)
/// for each element or trace in the combination. Fields are in lexicographic order.
void add_spectrum(const BoxFourier& fourier, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                  Combination combination, std::vector<Complex>& spectrum);

/// Transforms a spectrum to C(d), and averages it over sites by distance.
Correlator correlator(const BoxFourier& fourier, std::vector<Complex> spectrum);

/// Returns the mean of combine(a(x), b(y)) over all pairs of sites x, y of the fields' box at each distance,
/// in double precision. Throws Error(bad_value) for boxes that differ or do not fit the lattice.
Correlator correlator(const MatrixSiteField& a, const MatrixSiteField& b, Combination combination);

}  // namespace glueball
