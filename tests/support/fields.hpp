// Random fields for tests, and how far two fields are apart.
#pragma once

#include <cstdint>
#include <vector>

#include "field/field.hpp"
#include "lattice/colour_vector.hpp"
#include "lattice/configuration.hpp"
#include "lattice/momenta.hpp"
#include "lattice/spinor.hpp"
#include "reference/distance.hpp"

namespace glueball::test {

/// Returns links near the unit matrix: exp(i width P) with gaussian P. They are smooth enough for quarks of
/// any mass.
Configuration weak_configuration(const Geometry& geometry, double width, std::uint64_t seed);

/// Returns links whose plaquettes are -1 for two of the colours: paths of one, three, five and seven links
/// cancel, and their sum of HISQ's first level has two singular values of 0.
Configuration cancelling_paths(const Geometry& geometry);

/// Returns one SU(3) matrix per lexicographic site.
std::vector<Matrix3> random_transformation(const Geometry& geometry, std::uint64_t seed);
/// Returns g(x) U_mu(x) g(x+mu)^+.
Configuration transformed(const Configuration& u, const std::vector<Matrix3>& g);
/// Returns u c.
ColourVector times(const Matrix3& u, const ColourVector& c);
/// Returns g(x) psi(x).
ParityColourField transformed(const Geometry& geometry, Parity parity, ParityColourField psi,
                              const std::vector<Matrix3>& g);
ParitySpinorField transformed(const Geometry& geometry, Parity parity, ParitySpinorField psi,
                              const std::vector<Matrix3>& g);

/// Returns reproducible numbers with unit variance, no two alike.
std::vector<float> random_floats(std::size_t count, std::uint64_t seed);

/// Returns Gaussian colour vectors on the sites of one parity.
ParityColourField random_colour_field(const Geometry& geometry, std::uint64_t seed);

using reference::relative_error;
/// Returns the largest |difference| of two configurations' matrix elements; infinite if the lattices differ.
double largest_difference(const Configuration& a, const Configuration& b);

double norm(const Momenta& p);
/// Returns sum_a p_a q_a over all links.
double product(const Momenta& p, const Momenta& q);

/// Returns gamma5 psi in the external basis.
ParitySpinorField gamma5(ParitySpinorField psi);

/// Returns a spinor field with `psi` in it.
SpinorField on_device(const DeviceLattice& lattice, const ParitySpinorField& psi);
GaugeField on_device(const DeviceLattice& lattice, const Configuration& u);
ParitySpinorField on_host(const SpinorField& psi);

}  // namespace glueball::test
