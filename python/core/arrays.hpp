// Numbers of the library as numpy's arrays.
#pragma once

#include <pybind11/numpy.h>

#include <complex>
#include <span>
#include <vector>

#include "lattice/geometry.hpp"

namespace glueball::python {

namespace py = pybind11;

/// A float where the shape is {}, else an array of that shape, last index fastest.
inline py::object shaped_values(const std::vector<std::size_t>& shape, std::span<const double> values) {
  if (shape.empty()) return py::float_(values.empty() ? 0.0 : values.front());
  py::array_t<double> array(std::vector<py::ssize_t>(shape.begin(), shape.end()));
  std::copy(values.begin(), values.end(), array.mutable_data());
  return array;
}

inline py::array_t<double> array_of(std::span<const double> values) {
  return shaped_values({values.size()}, values);
}

/// (T, Z, Y, X, more...), as fields of the host lie in memory.
inline std::vector<py::ssize_t> site_shape(const Geometry& g, std::initializer_list<py::ssize_t> more) {
  std::vector<py::ssize_t> shape{g.extent(3), g.extent(2), g.extent(1), g.extent(0)};
  shape.insert(shape.end(), more);
  return shape;
}

}  // namespace glueball::python
