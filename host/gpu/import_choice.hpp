// Which buffers of OpenGL are made of memory that Vulkan allocates.
#pragma once

#include <cstddef>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// GLUEBALL_GL_IMPORT: not set, 0 or 1.
enum class ImportChoice { where_it_pays, never, wherever_possible };

/// Of the variable's value, null where it is not set. Throws Error(usage) for another one.
ImportChoice import_choice(const char* value);

/// Whether a buffer should be imported, be there an exporter for the device or not.
bool imports(const DeviceInfo& info, std::size_t bytes, ImportChoice choice);

}  // namespace glueball::gpu
