// The extension glueball._core: what glueball/*.py is written on.
#include "core/bind.hpp"
#include "run/provenance.hpp"

PYBIND11_MODULE(_core, m) {
  using namespace glueball;
  m.doc() = "What the package glueball is written on; use that.";
  m.attr("version") = version();
  python::bind_errors(m);
  python::bind_devices(m);
  python::bind_configurations(m);
  python::bind_fields(m);
  python::bind_measurements(m);
  python::bind_chains(m);
  python::bind_keywords(m);
  python::bind_solves(m);
  python::bind_quarks(m);
  python::bind_smoothing(m);
  python::bind_numbers(m);
  python::bind_kernels(m);
}
