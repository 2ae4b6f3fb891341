// Hints on the packages to install if there is no device.
#pragma once

#include <string>

#include "gpu/info.hpp"

namespace glueball::app {

/// Returns what this machine lacks for `api`, and the packages that provide it.
std::string missing_driver_hint(gpu::Api api);
/// Returns the hint for both APIs.
std::string missing_driver_hint();

/// Returns true if the dynamic loader finds the shared library `name`.
bool library_present(const char* name);

}  // namespace glueball::app
