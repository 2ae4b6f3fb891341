// What code for any quark field needs to know of Wilson spinors and staggered colour vectors.
#pragma once

#include <array>

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

/// A field on all sites, indexed by int(Parity); Half is HalfSpinorField or HalfColourField.
template <class Half>
using FullQuarkField = std::array<Half, 2>;

/// Complex numbers a site: 12 (number 3 * spin + colour) or 3 (colour).
template <class Half>
inline constexpr int kComponents = int(sizeof(typename Half::value_type) / sizeof(Complex));

inline Complex& component(Spinor& psi, int k) { return psi[k / 3][std::size_t(k % 3)]; }
inline const Complex& component(const Spinor& psi, int k) { return psi[k / 3][std::size_t(k % 3)]; }
inline Complex& component(ColourVector& chi, int k) { return chi[k]; }
inline const Complex& component(const ColourVector& chi, int k) { return chi[k]; }

template <class Half>
FullQuarkField<Half> zero_field(const Geometry& g) {
  return {Half(g.half_volume()), Half(g.half_volume())};
}

/// The site's spinor or colour vector.
template <class Half>
auto& at(FullQuarkField<Half>& field, const Geometry& g, const Site& s) {
  return field[std::size_t(Geometry::parity(s))][g.half_index(s)];
}
template <class Half>
const auto& at(const FullQuarkField<Half>& field, const Geometry& g, const Site& s) {
  return field[std::size_t(Geometry::parity(s))][g.half_index(s)];
}

}  // namespace glueball
