// What the current context says of its device.
#pragma once

#include <optional>

#include "gpu/info.hpp"

namespace glueball::gpu::opengl {

/// The device behind the current context, index 0; nothing where it cannot run SPIR-V (OpenGL 4.6, or 4.5
/// with GL_ARB_gl_spirv).
std::optional<DeviceInfo> describe();

}  // namespace glueball::gpu::opengl
