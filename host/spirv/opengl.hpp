// Converts Vulkan's SPIR-V for OpenGL: shaders are compiled and optimised once for both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glueball::spirv {

/// Returns the compute module for ARB_gl_spirv: version 1.0, storage buffers as BufferBlocks of class
/// Uniform, and the push constants as a uniform block at binding 0. `words` is a valid module for Vulkan of
/// SPIR-V 1.3 at most. Its functions must all be inlined. Its push constants must be scalars, so that std430
/// and std140 have the same layout. Throws Error(device) for words that are not a module, a newer version, or
/// a capability that OpenGL lacks.
std::vector<std::uint32_t> for_opengl(std::span<const std::uint32_t> words);

}  // namespace glueball::spirv
