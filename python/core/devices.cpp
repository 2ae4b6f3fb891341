// Devices: what there is in this machine, and one that is opened.
#include <pybind11/stl.h>

#include <new>

#include "app/no_memory.hpp"
#include "base/error.hpp"
#include "core/bind.hpp"
#include "core/device_lock.hpp"

namespace glueball::python {
namespace {

py::dict described(const gpu::DeviceInfo& d) {
  py::dict info;
  info["id"] = d.id();
  info["name"] = d.name;
  info["driver"] = d.driver;
  info["api_version"] = d.api_version;
  constexpr const char* types[] = {"discrete", "integrated", "software", "other"};
  info["type"] = types[int(d.type)];
  info["memory_bytes"] = d.limits.memory_bytes;
  info["storage_range_bytes"] = d.limits.storage_range_bytes;
  info["subgroup"] = d.limits.subgroup;
  info["float64"] = d.limits.float64;
  return info;
}

/// Drivers crash without memory. Throws std::bad_alloc before.
void require_memory_for_drivers() {
  if (!app::has_memory_for_drivers()) throw std::bad_alloc();
}

DevicePointer opened(const std::string& name, const std::string& storage, bool validate, bool cache,
                     bool tune, bool window) {
  app::CommonOptions flags;
  flags.device = name;
  flags.storage = storage;
  flags.validate = validate;
  flags.no_cache = !cache;
  flags.no_tune = !tune;
  flags.quiet = true;
  gpu::check_device_name(name);
  require_memory_for_drivers();
  if (storage != "auto" && storage != "buffer" && storage != "texel" && storage != "image")
    throw Error(ErrorKind::bad_value, "storage '" + storage + "' is none",
                "give auto, buffer, texel or image");
  return {new Device(std::move(flags), window), EndOfDevice()};
}

}  // namespace

void bind_devices(py::module_& m) {
  m.def("end_python", &end_python);
  m.def("after_fork", [] { after_fork(device_was_opened()); });
  m.def("devices", [] {
    std::vector<gpu::DeviceInfo> all;
    require_memory_for_drivers();
    {
      const WithoutPython others_run;
      all = gpu::devices();
    }
    std::vector<py::dict> infos;
    for (const gpu::DeviceInfo& d : all) infos.push_back(described(d));
    return infos;
  });
  m.def("default_device", [] {
    require_memory_for_drivers();
    return gpu::default_device(gpu::devices());
  });
  py::class_<Device, DevicePointer>(m, "Device")
      .def(py::init(&opened), py::arg("name"), py::arg("storage"), py::arg("validate"), py::arg("cache"),
           py::arg("tune"), py::arg("window"))
      .def_property_readonly("info", [](Device& d) { return described(d.info()); })
      .def_property_readonly("allocated", [](Device& d) { return d.gpu().allocated(); })
      .def_property_readonly("peak", [](Device& d) { return d.gpu().peak(); })
      .def_property_readonly("messages", [](Device& d) { return d.gpu().messages(); });
}

}  // namespace glueball::python
