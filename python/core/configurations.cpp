// Gauge configurations in the host's memory: files, starts, and the links as an array.
#include <pybind11/stl.h>

#include "base/error.hpp"
#include "core/arrays.hpp"
#include "core/bind.hpp"
#include "core/interpreter.hpp"
#include "cpu/plaquette.hpp"
#include "io/configuration_file.hpp"
#include "io/gauge_sink.hpp"
#include "lattice/configuration.hpp"

namespace glueball::python {
namespace {

using ConfigurationPointer = std::shared_ptr<Configuration>;

py::tuple read(const std::string& path, bool ignore_checksum, bool allow_non_su3,
               const std::optional<Site>& extents) {
  std::optional<io::ConfigurationFile> file;
  {
    const WithoutPython others_run;
    file.emplace(io::read_configuration(
        path, {.ignore_checksum = ignore_checksum, .allow_non_su3 = allow_non_su3, .extents = extents}));
  }
  py::dict header;
  header["format"] = file->format;
  header["precision"] = file->precision;
  header["checksum"] = file->checksum;
  header["checksum_verified"] = file->checksum_verified;
  header["plaquette"] = py::cast(file->header_plaquette);
  header["link_trace"] = py::cast(file->header_link_trace);
  header["texts"] = py::cast(file->header);
  return py::make_tuple(std::make_shared<Configuration>(std::move(file->configuration)), header);
}

void write(const std::string& path, const Configuration& u, const std::string& format, int precision,
           bool force, const std::string& info) {
  const WithoutPython others_run;
  io::WriteOptions options{.precision = precision, .force = force};
  options.xlf_info = info;
  io::write_configuration(path, format, u, options);
}

/// A view of the links' own memory: the array keeps the configuration.
py::array links(const py::object& self) {
  auto& u = self.cast<Configuration&>();
  return py::array(py::dtype::of<Complex>(), site_shape(u.geometry(), {4, 3, 3}), {}, u.links().data(), self);
}

}  // namespace

void bind_configurations(py::module_& m) {
  py::class_<Configuration, ConfigurationPointer>(m, "Configuration")
      .def(py::init([](const Site& extents) { return std::make_shared<Configuration>(Geometry(extents)); }),
           py::arg("extents"))
      .def_property_readonly("extents", [](const Configuration& u) { return u.geometry().extents(); })
      .def_property_readonly("links", &links)
      .def("copy", [](const Configuration& u) { return std::make_shared<Configuration>(u); });
  m.def("hot", [](const Site& extents, std::uint64_t seed) {
    const WithoutPython others_run;
    return std::make_shared<Configuration>(hot_configuration(Geometry(extents), seed));
  });
  m.def("read", &read, py::arg("path"), py::arg("ignore_checksum"), py::arg("allow_non_su3"),
        py::arg("extents"));
  m.def("write", &write);
  m.def("writable_formats", &io::writable_formats);
  m.def("unitarity_deviation", [](const Configuration& u) {
    double worst = 0;
    for (const Matrix3& link : u.links()) {
      const double own = unitarity_deviation(link);
      if (std::isnan(own)) return own;
      worst = std::max(worst, own);
    }
    return worst;
  });
}

}  // namespace glueball::python
