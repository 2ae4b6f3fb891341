// Quark fields as arrays: (T, Z, Y, X, 4, 3) of spinors, (T, Z, Y, X, 3) of colour vectors.
#pragma once

#include "base/error.hpp"
#include "core/arrays.hpp"
#include "lattice/quark_field.hpp"

namespace glueball::python {

using ComplexArray = py::array_t<Complex, py::array::c_style>;

template <class OneParity>
std::vector<py::ssize_t> field_shape(const Geometry& g) {
  return kComponents<OneParity> == 12 ? site_shape(g, {4, 3}) : site_shape(g, {3});
}

template <class OneParity>
ComplexArray array_of_field(const FullQuarkField<OneParity>& field, const Geometry& g) {
  ComplexArray array(field_shape<OneParity>(g));
  Complex* to = array.mutable_data();
  for (std::size_t site = 0; site < g.volume(); ++site)
    for (int k = 0; k < kComponents<OneParity>; ++k) *to++ = component(at(field, g, g.site(site)), k);
  return array;
}

/// Throws Error(bad_value) for an array of another shape.
template <class OneParity>
FullQuarkField<OneParity> field_of_array(const ComplexArray& array, const Geometry& g) {
  const std::vector<py::ssize_t> wanted = field_shape<OneParity>(g);
  if (std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()) != wanted) {
    std::string text;
    for (const py::ssize_t n : wanted) text += (text.empty() ? "" : ", ") + std::to_string(n);
    throw Error(ErrorKind::bad_value, "a quark field of another shape than this lattice and quark have",
                "give an array of shape (" + text + ")");
  }
  FullQuarkField<OneParity> field = zero_field<OneParity>(g);
  const Complex* from = array.data();
  for (std::size_t site = 0; site < g.volume(); ++site)
    for (int k = 0; k < kComponents<OneParity>; ++k) component(at(field, g, g.site(site)), k) = *from++;
  return field;
}

}  // namespace glueball::python
