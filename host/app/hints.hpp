// Names a device for users, and the packages to install if there is none.
#pragma once

#include <string>

#include "gpu/info.hpp"

namespace glueball::app {

/// Returns the id and name of a device, and what it is if it computes on the CPU.
std::string device_words(const gpu::DeviceInfo& device);

/// Returns what this machine lacks for `api`, and the packages that provide it.
std::string missing_driver_hint(gpu::Api api);
/// Returns the hint for both APIs.
std::string missing_driver_hint();

/// Returns true if the dynamic loader finds the shared library `name`.
bool library_present(const char* name);

}  // namespace glueball::app
