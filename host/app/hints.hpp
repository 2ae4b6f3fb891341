// What to install when there is no device.
#pragma once

#include <string>

#include "gpu/info.hpp"

namespace glueball::app {

/// What this machine lacks for `api`, and the packages that bring it.
std::string missing_driver_hint(gpu::Api api);
/// The same for both APIs.
std::string missing_driver_hint();

/// True when the dynamic loader finds the shared library `name`.
bool library_present(const char* name);

}  // namespace glueball::app
