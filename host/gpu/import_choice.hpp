// Decides which OpenGL buffers use memory that Vulkan allocates.
#pragma once

#include <cstddef>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// The values of GLUEBALL_GL_IMPORT: not set, 0 or 1.
enum class ImportChoice { where_it_pays, never, wherever_possible };

/// Returns the choice for a value of the variable; null means not set. Throws Error(bad_value) for a value
/// other than 0 and 1.
ImportChoice import_choice(const char* value);

/// Returns true if a buffer should be imported. It does not check that the device has an exporter.
bool imports(const DeviceInfo& info, std::size_t bytes, ImportChoice choice);

}  // namespace glueball::gpu
