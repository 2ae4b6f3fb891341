#include "core/fields.hpp"

#include <pybind11/stl.h>

#include "core/bind.hpp"
#include "core/quark_fields.hpp"
#include "field/transfer.hpp"
#include "io/header_checks.hpp"

namespace glueball::python {

Lattice::Lattice(DevicePointer device, const Geometry& geometry, const LatticeOptions& options)
    : device_(std::move(device)),
      lattice_(std::make_unique<DeviceLattice>(device_->gpu(), geometry, options)),
      sums_(std::make_unique<GlobalSums>(*lattice_)) {}

Lattice::~Lattice() {
  use_or_leave(*device_, [device = device_, lattice = std::shared_ptr<DeviceLattice>(std::move(lattice_)),
                          sums = std::shared_ptr<GlobalSums>(std::move(sums_))]() mutable {
    sums.reset();
    lattice.reset();
  });
}

std::string su3_fault(const Configuration& u) {
  const WithoutPython others_run;
  io::Su3Check check(u.geometry(), 32);
  check.add(u.links());
  return check.fault();
}

void require_su3(const Configuration& u) {
  if (const std::string fault = su3_fault(u); !fault.empty())
    throw Error(ErrorKind::bad_value, fault,
                "bring them back to SU(3), or measure loops of them as they are: "
                "Lattice(u.extents, reconstruct=18).upload(u)");
}

gpu::Precision precision_named(const std::string& name) {
  for (const gpu::Precision p : {gpu::Precision::half, gpu::Precision::single, gpu::Precision::double_})
    if (name == to_string(p)) return p;
  throw Error(ErrorKind::bad_value, "precision '" + name + "' is none", "give half, single or double");
}

LatticePointer make_lattice(const DevicePointer& device, const Geometry& geometry,
                            const std::string& precision, int reconstruct) {
  const gpu::Precision wanted = precision_named(precision);
  LatticeOptions options = wanted == gpu::Precision::half ? preferred_options(device->gpu(), wanted, geometry)
                                                          : preferred_options(device->gpu());
  options = device->setup().with_flags(options);
  options.precision = wanted;
  options.reconstruct = reconstruct;
  options.site_block = 1;  // kernels of users read any field by planes, and numbers a site as spinors
  return std::make_shared<Lattice>(device, geometry, options);
}

namespace {

LatticePointer lattice(const DevicePointer& device, const Site& extents, const std::string& precision,
                       int reconstruct) {
  const DeviceLock lock(*device);
  return make_lattice(device, Geometry(extents), precision, reconstruct);
}

void put(Links& to, const Configuration& from) {
  if (!(from.geometry() == to.lattice()->geometry()))
    throw Error(ErrorKind::bad_value,
                "links of a lattice " + from.geometry().to_string() + " for a field on " +
                    to.lattice()->geometry().to_string(),
                "make a field of that size");
  const bool any = to.lattice()->options().reconstruct == 18 && !to.lattice()->in_half();
  std::string fault;
  if (any)
    fault = su3_fault(from);
  else
    require_su3(from);
  const DeviceLock lock(to.lattice().device());
  upload(from, *to);
  to.fault = std::move(fault);
}

template <class Field>
std::shared_ptr<Field> empty(const LatticePointer& lattice) {
  const DeviceLock lock(lattice->device());
  return std::make_shared<Field>(lattice);
}

void put_spinors(Spinors& to, const ComplexArray& array) {
  const auto field = field_of_array<ParitySpinorField>(array, to.lattice()->geometry());
  const DeviceLock lock(to.lattice().device());
  for (const Parity p : kParities) upload(field[std::size_t(p)], (*to)[p]);
}

ComplexArray spinors_of(Spinors& from) {
  const Geometry& g = from.lattice()->geometry();
  auto field = zero_field<ParitySpinorField>(g);
  {
    const DeviceLock lock(from.lattice().device());
    for (const Parity p : kParities) download((*from)[p], field[std::size_t(p)]);
  }
  return array_of_field<ParitySpinorField>(field, g);
}

}  // namespace

void bind_fields(py::module_& m) {
  py::class_<Lattice, LatticePointer>(m, "Lattice")
      .def(py::init(&lattice), py::arg("device"), py::arg("extents"), py::arg("precision"),
           py::arg("reconstruct"))
      .def_property_readonly("extents", [](Lattice& l) { return l->geometry().extents(); })
      .def_property_readonly("device", &Lattice::device_pointer)
      .def_property_readonly("precision", [](Lattice& l) { return std::string(to_string(l->precision())); })
      .def_property_readonly("storage",
                             [](Lattice& l) { return std::string(to_string(l->options().storage)); });
  py::class_<Links, LinksPointer>(m, "GaugeField")
      .def(py::init(&empty<Links>))
      .def_property_readonly("lattice", &Links::lattice_pointer)
      .def("upload", &put)
      .def("download", [](Links& u, bool unitary) {
        const DeviceLock lock(u.lattice().device());
        return std::make_shared<Configuration>(unitary ? download_unitary(*u) : download(*u));
      });
  py::class_<Spinors, SpinorsPointer>(m, "SpinorField")
      .def(py::init(&empty<Spinors>))
      .def_property_readonly("lattice", &Spinors::lattice_pointer)
      .def("put", &put_spinors)
      .def("numbers", &spinors_of);
}

}  // namespace glueball::python
