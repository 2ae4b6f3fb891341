// Vulkan's SPIR-V as OpenGL takes it: shaders are compiled and optimised once for both.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace glueball::gpu {

/// The same compute module for ARB_gl_spirv: version 1.0, storage buffers as BufferBlocks of class Uniform,
/// and the push constants as a uniform block at binding 0. `words` is a valid module of SPIR-V 1.3 at most
/// for Vulkan, whose functions are all inlined, whose push constants hold scalars alone (so that they lie
/// alike under std430 and std140). Throws Error(device) for what is no module, is newer, or needs a
/// capability that OpenGL lacks.
std::vector<std::uint32_t> for_opengl(std::span<const std::uint32_t> words);

}  // namespace glueball::gpu
