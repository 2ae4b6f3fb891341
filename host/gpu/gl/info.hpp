// Properties of the device behind the current context.
#pragma once

#include <optional>

#include "gpu/info.hpp"

namespace glueball::gpu::opengl {

/// Returns the device behind the current context, index 0; nothing if it cannot run SPIR-V (OpenGL 4.6, or
/// 4.5 with GL_ARB_gl_spirv).
std::optional<DeviceInfo> describe();

}  // namespace glueball::gpu::opengl
