// The parts of the module, a file each.
#pragma once

#include <pybind11/pybind11.h>

namespace glueball::python {

namespace py = pybind11;

void bind_errors(py::module_& m);
void bind_devices(py::module_& m);
void bind_configurations(py::module_& m);
void bind_fields(py::module_& m);
void bind_measurements(py::module_& m);
void bind_chains(py::module_& m);
void bind_keywords(py::module_& m);
void bind_solves(py::module_& m);
void bind_quarks(py::module_& m);
void bind_smoothing(py::module_& m);
void bind_numbers(py::module_& m);
void bind_kernels(py::module_& m);

}  // namespace glueball::python
