// Common properties of Wilson spinors and staggered colour vectors for code that handles both.
#pragma once

#include <array>

#include "lattice/colour_vector.hpp"
#include "lattice/spinor.hpp"

namespace glueball {

/// A field on all sites, indexed by int(Parity); OneParity is ParitySpinorField or ParityColourField.
template <class OneParity>
using FullQuarkField = std::array<OneParity, 2>;

/// Complex numbers a site: 12 (number 3 * spin + colour) or 3 (colour).
template <class OneParity>
inline constexpr int kComponents = int(sizeof(typename OneParity::value_type) / sizeof(Complex));

inline Complex& component(Spinor& psi, int k) { return psi[k / 3][std::size_t(k % 3)]; }
inline const Complex& component(const Spinor& psi, int k) { return psi[k / 3][std::size_t(k % 3)]; }
inline Complex& component(ColourVector& chi, int k) { return chi[k]; }
inline const Complex& component(const ColourVector& chi, int k) { return chi[k]; }

template <class OneParity>
FullQuarkField<OneParity> zero_field(const Geometry& g) {
  return {OneParity(g.half_volume()), OneParity(g.half_volume())};
}

/// Returns the site's spinor or colour vector.
template <class OneParity>
auto& at(FullQuarkField<OneParity>& field, const Geometry& g, const Site& s) {
  return field[std::size_t(Geometry::parity(s))][g.half_index(s)];
}
template <class OneParity>
const auto& at(const FullQuarkField<OneParity>& field, const Geometry& g, const Site& s) {
  return field[std::size_t(Geometry::parity(s))][g.half_index(s)];
}

}  // namespace glueball
