// Correlators of site fields as functions of distance, by Fourier transforms on the host.
#pragma once

#include "field/site_field.hpp"
#include "lattice/correlator.hpp"
#include "measure/box_fourier.hpp"

namespace glueball {

/// Adds the transform over the box of C(d) = sum over x of combine(a(x), b(x + d)), which is
/// conj(a(k)) b(k) of each entry or trace that the combination has. Fields in lexicographic order.
void add_spectrum(const BoxFourier& fourier, const std::vector<Matrix3>& a, const std::vector<Matrix3>& b,
                  Combination combination, std::vector<Complex>& spectrum);

/// C(d) of its spectrum, gathered by distance as the mean over sites.
Correlator correlator(const BoxFourier& fourier, std::vector<Complex> spectrum);

/// The mean of combine(a(x), b(y)) over all pairs of sites x, y of the fields' box at each distance, in
/// double precision. Throws Error(bad_value) for boxes that differ or do not fit the lattice.
Correlator correlator(const MatrixSiteField& a, const MatrixSiteField& b, Combination combination);

}  // namespace glueball
