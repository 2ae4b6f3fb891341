// Errors of the library as exceptions of glueball.errors, by their kind.
#include <filesystem>
#include <new>
#include <system_error>

#include "base/error.hpp"
#include "core/bind.hpp"
#include "gpu/device.hpp"

namespace glueball::python {
namespace {

const char* name_of(const Error& error) {
  if (dynamic_cast<const DiskFull*>(&error) != nullptr) return "DiskFullError";
  switch (error.kind()) {
    case ErrorKind::bad_value:
      return "ParameterError";
    case ErrorKind::bad_file:
      return "FileError";
    case ErrorKind::device:
      return "DeviceError";
    case ErrorKind::not_converged:
      return "ConvergenceError";
    case ErrorKind::disagreement:
      return "DisagreementError";
  }
  return "Error";
}

void raise(const char* name, const std::string& message, const std::string& hint) {
  const py::object kind = py::module_::import("glueball.errors").attr(name);
  const py::object error = kind(message, hint);
  PyErr_SetObject(kind.ptr(), error.ptr());
}

}  // namespace

void bind_errors(py::module_&) {
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Error& error) {
      raise(name_of(error), error.message(), error.hint());
    } catch (const std::filesystem::filesystem_error& error) {
      raise("FileError", error.what(), "check the path and its permissions");
    } catch (const std::system_error& error) {
      if (!gpu::is_driver_error(error)) throw;
      raise("DeviceError", error.what(), "free memory of device and host");
    } catch (const std::bad_alloc&) {
      PyErr_SetString(PyExc_MemoryError, "the host's memory is used up; choose a smaller lattice");
    }
  });
}

}  // namespace glueball::python
