// Which buffers of OpenGL are made of memory that Vulkan allocates.
#pragma once

#include <cstddef>

#include "gpu/info.hpp"

namespace glueball::gpu {

/// GLUEBALL_GL_IMPORT: not set, 0 or 1.
enum class ImportChoice { where_it_pays, never, wherever_possible };

/// The choice that a value of the variable stands for; null where it is not set. Throws Error(bad_value) for
/// a value that is neither 0 nor 1.
ImportChoice import_choice(const char* value);

/// Whether a buffer should be imported. It is not asked here whether the device has an exporter.
bool imports(const DeviceInfo& info, std::size_t bytes, ImportChoice choice);

}  // namespace glueball::gpu
